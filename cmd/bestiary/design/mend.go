package design

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/experiments/mend"
	"bestiary/internal/format"
)

// mendKinds lists the kinds of edits for the help.
func mendKinds() string {
	var list []string
	for _, k := range mend.Kinds() {
		list = append(list, string(k))
	}
	return format.List(list, "and")
}

// runMend is bestiary balance --mend.
func runMend(c *cli.Context, g *rules.Game) error {
	cfg, err := mendConfig(c)
	if err != nil {
		return err
	}
	search, err := mend.New(g, cfg)
	if err != nil {
		return command.Misuse(err)
	}
	plan := search.Plan()
	if c.Bool("plan") {
		return command.Print(c, command.Answer{Value: plan, Text: func(w io.Writer) { fmt.Fprint(w, plan.Table().Text(command.TextWidth)) }})
	}
	kind := "mend"
	if c.Bool("quick") {
		kind += "-quick"
	}
	folder := command.RunFolder(c, g.Variant, kind)
	return command.Play(c, folder, func(ctx context.Context, run *command.Run) (a command.Answer, err error) {
		run.Show.Paragraph(plan.String())
		events := run.Show.Events()
		events.PartStarts = run.Show.Part // rounds and strengths take different times
		res, err := search.Run(ctx, folder, run.Crew, events)
		if err != nil {
			return a, err
		}
		page, err := res.Write(command.Origin(c, c.Args().Slice(), nil))
		return command.Answer{Value: res, Text: func(w io.Writer) { fmt.Fprintf(w, "%s\nreport %s\n", res.Text(command.TextWidth), page) }}, err
	})
}

func mendConfig(c *cli.Context) (mend.Config, error) {
	cfg := mend.Default()
	if c.IsSet("shard") {
		return cfg, command.Misused("--shard with --mend: later games depend on those of all shards; --hub divides them")
	}
	var err error
	if cfg.Balance, err = balanceConfig(c); err != nil {
		return cfg, err
	}
	if c.IsSet("target") {
		if cfg.Target, err = mend.ParseTarget(c.String("target")); err != nil {
			return cfg, command.Misuse(err)
		}
	}
	if c.IsSet("edits") {
		for _, name := range strings.Split(c.String("edits"), ",") {
			cfg.Edits = append(cfg.Edits, mend.Kind(name))
		}
	}
	return cfg, command.Misuse(cfg.Validate())
}
