package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/selfplay/player"
	"bestiary/selfplay/store"
)

// infoJSON is the output of info --json.
type infoJSON struct {
	Folder string `json:"folder"`
	Bytes  int64  `json:"bytes"`
	// Weights says in words which weights each player has, "" for weights that do not come with this program.
	Weights []string `json:"weights"`
	store.Info
}

func infoCommand() *cli.Command {
	return declare("info", nil, info,
		switchFlag("check", "check the whole file for damage"),
		switchFlag("repair", "drop damaged games"),
		jsonFlag(infoJSON{}, "A list of runs", runsJSON{}),
	)
}

func info(c *cli.Context) error {
	folder := c.Args().First()
	if folders, err := listed(c, folder); err != nil || folders != nil {
		if err != nil {
			return err
		}
		for _, name := range []string{"check", "repair"} {
			if c.Bool(name) {
				return misused("--%s: %s stands for a list of runs; expected the folder of one run", name, cmp.Or(folder, runsFolder))
			}
		}
		return printRuns(c, folders)
	}
	if c.Bool("repair") {
		if err := repairRun(c, folder); err != nil {
			return err
		}
	}
	games, err := store.Open(folder)
	if err != nil {
		return err
	}
	defer games.Close()
	if c.Bool("check") {
		if damage := games.Check(); damage != nil {
			return someOf(damage)
		}
	}
	file, err := os.Stat(games.Path())
	if err != nil {
		return err
	}
	about, err := games.Info()
	if err != nil {
		return err
	}
	out := &infoJSON{folder, file.Size(), make([]string, len(about.Players)), about}
	if g, err := rules.Compile(games.Variant()); err == nil {
		for i, p := range about.Players {
			out.Weights[i] = weightsOf(g, p)
		}
	}
	if c.Bool("json") {
		return printJSON(c, out)
	}
	printed("info", out)(c.App.Writer)
	if c.Bool("check") {
		fmt.Fprintln(c.App.Writer, "no damage")
	}
	return nil
}

// weightsOf describes the weights of a player, if they come with the program.
func weightsOf(g *rules.Game, p store.Player) string {
	var cfg struct{ Weights string }
	if err := json.Unmarshal(p.Config, &cfg); err != nil || cfg.Weights == "" {
		return ""
	}
	for _, w := range []*eval.Weights{eval.Strongest(g), eval.Default(g), eval.Prior(g)} {
		if player.HashWeights(w) == cfg.Weights {
			return eval.Playing(p.Name, g, w)
		}
	}
	return ""
}

// repairRun drops the damaged games of a run and prints their faults.
func repairRun(c *cli.Context, folder string) error {
	kept, damage, err := store.Repair(folder)
	if err != nil {
		return err
	}
	if damage != nil {
		fmt.Fprintf(c.App.ErrWriter, "%v\n%s kept; the file as it was is %s\n",
			someOf(damage), format.Plural(kept, "game"), filepath.Join(folder, store.File+".damaged"))
	}
	return nil
}

// someOf joins the first few errors of a list.
func someOf(list []error) error {
	const shown = 10
	if n := len(list) - shown; n > 0 {
		list = append(list[:shown:shown], fmt.Errorf("and %d more", n))
	}
	return errors.Join(list...)
}
