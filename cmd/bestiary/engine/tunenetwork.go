package engine

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/table"
	"bestiary/tuning/network"
)

// networkJSON is the output of tune --network --json.
type networkJSON struct {
	Game      string `json:"game"`
	Games     int    `json:"games"`
	Positions int    `json:"positions"`
	*network.Result
}

// tuneNetwork runs tune --network.
func tuneNetwork(c *cli.Context) error {
	cfg, err := networkConfig(c)
	if err != nil {
		return err
	}
	d, err := collectRuns(c)
	if err != nil {
		return err
	}
	return command.Play(c, "", func(ctx context.Context, run *command.Run) (a command.Answer, err error) {
		r, err := network.Train(ctx, d, cfg, run.Crew.Workers, func(e network.Epoch) {
			run.Show.Say("epoch %d: loss %.5f, held out %.5f", e.Number, e.Train, e.HeldOut)
		})
		if err != nil {
			return a, fmt.Errorf("%s: %w", c.Args().First(), err)
		}
		r.Network.Origin.Command = command.Line(c, c.Args().Slice(), nil)
		return command.Answer{
			Value: networkJSON{d.Game().Variant.Name, d.Games, d.Positions(), r}, Text: func(w io.Writer) { printNetwork(w, d, r) },
		}, r.Network.Save(c.String("weights"))
	})
}

func networkConfig(c *cli.Context) (network.Config, error) {
	cfg := network.Default()
	if c.NArg() == 0 {
		return cfg, command.Misused("tune: missing FOLDER; usage: %s", command.Usage(c.Command))
	}
	if !c.IsSet("weights") {
		return cfg, command.Misused("tune: --network needs --weights FILE for the network")
	}
	if err := errors.Join(command.AtLeastOne(c, "epochs"), command.CheckOutput(c, "weights"), command.CheckPlace("weights", c.String("weights"))); err != nil {
		return cfg, err
	}
	command.SetInt(c, "epochs", &cfg.Epochs)
	command.SetFloat(c, "blend", &cfg.Blend)
	cfg.Seed = c.Uint64("seed")
	return cfg, command.Misuse(cfg.Validate())
}

// collectRuns reads the games of the run in a folder, or of all runs below it.
func collectRuns(c *cli.Context) (*network.Data, error) {
	runs, err := command.OpenRuns(c)
	for _, run := range runs {
		defer run.Store.Close()
	}
	if err != nil {
		return nil, err
	}
	g, err := rules.Compile(runs[0].Store.Variant())
	if err != nil {
		return nil, err
	}
	d := network.NewData(g)
	for _, run := range runs {
		if err := collectRun(d, run); err != nil {
			return nil, fmt.Errorf("run %s: %w", run.Name, err)
		}
	}
	return d, nil
}

func collectRun(d *network.Data, run table.Run) error {
	if have, want := run.Store.Variant(), d.Game().Variant; have.Hash() != want.Hash() {
		return fmt.Errorf("its game is %s with rules %q, expected %s with rules %q as in the first run", have.Name, have.Hash(), want.Name, want.Hash())
	}
	return d.Collect(run.Store.AllGames())
}

func printNetwork(w io.Writer, d *network.Data, r *network.Result) {
	t := doc.Table{
		Caption: fmt.Sprintf("%s: %s of %s, %s per logit. Losses are in nats above the entropy of the targets.",
			d.Game().Variant.Name, format.Plural(d.Positions(), "position"), format.Plural(d.Games, "game"),
			format.Plural(r.Scale, "centipawn")),
		Head: []string{"epoch", "training", "held out"},
	}
	for _, e := range r.Epochs {
		t.Rows = append(t.Rows, doc.Row(format.Count(e.Number), format.Fixed(e.Train, 5), format.Fixed(e.HeldOut, 5)))
	}
	t.Rows = append(t.Rows, doc.Row("integers", format.None, format.Fixed(r.HeldOut, 5)))
	fmt.Fprint(w, t.Text(command.TextWidth))
}
