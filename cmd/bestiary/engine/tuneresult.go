package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/experiments/train"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/tuning/playing"
)

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

func newTrainJSON(r *train.Result) trainJSON {
	f := r.Rounds[len(r.Rounds)-1].Fit
	return trainJSON{
		Game: r.Game.Variant.Name, Games: f.Games, Positions: f.Positions, K: f.K,
		Before: f.Before, After: f.After, Accepted: r.Match.Accepted,
		Match: trainMatch{r.Match.Pairs.Total(), r.Match.Elo.Elo, r.Match.State.Decision},
	}
}

// placeWeights writes accepted weights to the file of --weights; "" means no file. If they
// are rejected, it keeps an existing file and prints a line about it.
func placeWeights(c *cli.Context, r *train.Result, path string) error {
	if path == "" {
		return nil
	}
	if r.Match.Accepted {
		return r.Final.Save(path, r.Game)
	}
	if _, err := os.Stat(path); err == nil {
		fmt.Fprintf(c.App.ErrWriter, "%s stays as it was: the match rejects the new weights\n", path)
	}
	return nil
}

// placeOwnWeights writes accepted weights to the folder of their run. If they are
// rejected, it removes weights that the same run accepted earlier.
func placeOwnWeights(r *train.Result) error {
	path := filepath.Join(r.Folder, "weights.toml")
	if r.Match.Accepted {
		return r.Final.Save(path, r.Game)
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// tuneCommandLine returns the command that makes the same weights again.
func tuneCommandLine(c *cli.Context, g *rules.Game) string {
	args := c.Args().Slice()
	if c.Bool("all") {
		args = []string{g.Variant.Name}
	}
	return command.Line(c, args, nil)
}

// checkWeightsFile checks, before any game is played, that the file of --weights can be written.
func checkWeightsFile(c *cli.Context) error {
	return errors.Join(command.CheckOutput(c, "weights"), command.CheckPlace("weights", c.String("weights")))
}
