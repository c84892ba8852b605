package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/train"
	"bestiary/internal/files"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/tuning/playing"
)

func (s *tuneSetup) tunePlaying(c *cli.Context) error {
	cfg := s.playing
	if c.Bool("all") && (c.NArg() > 0 || c.IsSet("rule")) {
		return misused("tune: --all takes no argument and no --rule")
	}
	cfg.Play.Seed = c.Uint64("seed")
	if err := cfg.Validate(); err != nil {
		return misuse(err)
	}
	if c.Bool("all") {
		return tuneCatalogue(c, cfg)
	}
	g, err := loadGame(c, c.Args().First())
	if err != nil {
		return err
	}
	return tuneGame(c, g, cfg, runFolder(c, g.Variant, "tune"), c.String("weights"))
}

// tuneCatalogue tunes every game of the catalogue. If a game fails, the others are still
// tuned.
func tuneCatalogue(c *cli.Context, cfg train.Config) error {
	out, weights := cmp.Or(c.String("out"), fmt.Sprintf("%s/tune-%d", runsFolder, cfg.Play.Seed)), c.String("weights")
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
		g, err := compile(v)
		if err != nil {
			return err
		}
		file := ""
		if weights != "" {
			file = filepath.Join(weights, name+".toml")
		}
		var stopped interrupted
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
	return playGames(c, folder, func(ctx context.Context, run *stage) (a answer, err error) {
		run.Show.SetTotal(cfg.Games())
		r, err := train.Run(ctx, g, cfg, folder, run.Crew, trainEvents(run.Show))
		if err != nil {
			return a, err
		}
		r.Final.Origin.Command = commandLine(c, []string{g.Variant.Name}, nil)
		if !c.Bool("all") {
			r.Final.Origin.Command = commandLine(c, c.Args().Slice(), nil)
		}
		page, text := filepath.Join(folder, "report.txt"), textOf("trained", r)
		if err := files.Replace(page, []byte(text)); err != nil {
			return a, err
		}
		err = placeWeights(c, r, weights)
		f := r.Rounds[len(r.Rounds)-1].Fit
		out := trainJSON{
			Game: r.Game.Variant.Name, Games: f.Games, Positions: f.Positions, K: f.K,
			Before: f.Before, After: f.After, Accepted: r.Match.Accepted, Match: newTrainMatch(r.Match),
		}
		return answer{Value: out, Text: func(w io.Writer) { fmt.Fprintf(w, "%sreport %s\n", text, page) }}, err
	})
}

// trainEvents shows the rounds on one bar and the match in plain lines.
func trainEvents(show *progress) match.Events {
	events := show.Events()
	events.GameDone = func(p match.Progress) {
		if p.Tally.Test == nil {
			show.Game(p)
			return
		}
		if now := time.Now(); now.Sub(show.spoke) >= linePause {
			show.spoke = now
			show.Say("match %s (%d of at most %d games)", matchWords(p.Tally), p.Done, p.Total)
		}
	}
	return events
}

// trainJSON is the output of tune --playing --json.
type trainJSON struct {
	Game      string         `json:"game"`
	Games     int            `json:"games"`
	Positions int            `json:"positions"`
	K         playing.Scale  `json:"k"`      // centipawns per logit on a full and on an empty board
	Before    playing.Losses `json:"before"` // in nats per position
	After     playing.Losses `json:"after"`
	Match     trainMatch     `json:"match"` // of the new weights against the mobility prior
	Accepted  bool           `json:"accepted"`
}

type trainMatch struct {
	rating.WDL
	Elo      stat.Interval   `json:"elo"`
	Decision rating.Decision `json:"decision"`
}

func newTrainMatch(m *train.MatchResult) trainMatch {
	return trainMatch{m.Pairs.Total(), m.Elo, m.State.Decision}
}

// placeWeights writes accepted weights to the folder of their run and, unless path is "", to the file of
// --weights. If they are rejected, it removes weights that the same run accepted earlier, and keeps
// the file.
func placeWeights(c *cli.Context, r *train.Result, path string) error {
	own := filepath.Join(r.Folder, "weights.toml")
	if r.Match.Accepted {
		err := r.Final.Save(own, r.Game)
		if path != "" {
			err = errors.Join(err, r.Final.Save(path, r.Game))
		}
		return err
	}
	if _, err := os.Stat(path); path != "" && err == nil {
		fmt.Fprintf(c.App.ErrWriter, "%s stays as it was: the match rejects the new weights\n", path)
	}
	if err := os.Remove(own); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}
