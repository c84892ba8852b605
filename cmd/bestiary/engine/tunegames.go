package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/train"
	"bestiary/selfplay/match"
)

// tuneCatalogue tunes every game of the catalogue. If a game fails, the others are still
// tuned.
func tuneCatalogue(c *cli.Context, cfg train.Config) error {
	out, weights := c.String("out"), c.String("weights")
	if out == "" {
		out = fmt.Sprintf("runs/tune-%d", cfg.Play.Seed)
	}
	if weights != "" {
		if err := os.MkdirAll(weights, 0o777); err != nil {
			return err
		}
	}
	var failed []error
	for _, name := range variant.Catalogue() {
		v, err := variant.Find(name)
		if err != nil {
			return err
		}
		g, err := rules.Compile(v)
		if err != nil {
			return fmt.Errorf("game %s: %w", name, err)
		}
		file := ""
		if weights != "" {
			file = filepath.Join(weights, name+".toml")
		}
		var stopped command.Interrupted
		switch err := tuneGame(c, g, cfg, filepath.Join(out, name), file); {
		case errors.As(err, &stopped):
			return err
		case err != nil:
			failed = append(failed, fmt.Errorf("%s: %w", name, err))
		}
	}
	return errors.Join(failed...)
}

// tuneGame plays, fits and tests. Accepted weights are written to the folder and, unless
// weights is "", to that file.
func tuneGame(c *cli.Context, g *rules.Game, cfg train.Config, folder, weights string) error {
	return command.Play(c, folder, func(ctx context.Context, run *command.Run) (a command.Answer, err error) {
		run.Show.SetTotal(cfg.Games())
		r, err := train.Run(ctx, g, cfg, folder, run.Crew, trainEvents(run.Show))
		if err != nil {
			return a, err
		}
		r.Final.Origin.Command = tuneCommandLine(c, g)
		page := filepath.Join(folder, "report.txt")
		if err := command.WriteFile(page, r.Write); err != nil {
			return a, err
		}
		if err := placeOwnWeights(r); err != nil {
			return a, err
		}
		if err := placeWeights(c, r, weights); err != nil {
			return a, err
		}
		var text bytes.Buffer
		err = r.Write(&text)
		return command.Answer{Value: newTrainJSON(r), Text: func(w io.Writer) { fmt.Fprintf(w, "%sreport %s\n", &text, page) }}, err
	})
}

// trainEvents shows the rounds on one bar and the match in plain lines.
func trainEvents(show *command.Progress) match.Events {
	events := show.Events()
	events.GameDone = func(p match.Progress) {
		if p.Tally.Test == nil {
			show.Game(p)
			return
		}
		show.Remark(func() string {
			return fmt.Sprintf("match %s (%d of at most %d games)", matchWords(p.Tally), p.Done, p.Total)
		})
	}
	return events
}
