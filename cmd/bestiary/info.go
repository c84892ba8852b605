package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"bestiary/internal/format"
	"bestiary/selfplay/store"
)

// infoJSON is the output of info --json.
type infoJSON struct {
	Folder string `json:"folder"`
	Bytes  int64  `json:"bytes"`
	store.Info
}

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "describe a run and how its games ended, or list runs",
		ArgsUsage: "[FOLDER|GAME]",
		Description: `Prints the game, configuration, players, results and size of the run in FOLDER. A run can be
looked at while it is being played. With --check, the whole file is read and every game is played over
to see whether there is damage. With --repair, damaged games are dropped; the command that played
the run then plays them again.

If FOLDER is not a run itself, the runs below it are listed by game, with what differs between the runs of
a game; what is the same in all of them is said once. For a GAME, its runs below the folder runs are listed; without an argument, all runs there.`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "check", Usage: "check the whole file for damage", DisableDefaultText: true},
			&cli.BoolFlag{Name: "repair", Usage: "drop damaged games", DisableDefaultText: true},
			jsonFlag(infoJSON{}, "A list of runs", runsJSON{}),
		},
		Action: info,
	}
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
	out, err := readInfo(folder, games)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, out)
	}
	printInfo(c.App.Writer, out)
	if c.Bool("check") {
		fmt.Fprintln(c.App.Writer, "no damage")
	}
	return nil
}

// repairRun drops the damaged games of a run and prints what was wrong with them.
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

func readInfo(folder string, games *store.Store) (*infoJSON, error) {
	file, err := os.Stat(games.Path())
	if err != nil {
		return nil, err
	}
	out, err := games.Info()
	return &infoJSON{folder, file.Size(), out}, err
}

func printInfo(w io.Writer, out *infoJSON) {
	fmt.Fprintf(w, "%s, rules %s, engine revision %d, %s MB\n", out.Game, out.Rules, out.Revision, format.Fixed(float64(out.Bytes)/1e6, 1))
	if out.Approximation != "" {
		printLabelled(w, "", 0, out.Approximation)
	}
	config, _ := json.Marshal(out.Config) // of JSON, so there is no error
	fmt.Fprintf(w, "configuration %s\n", config)
	for i, p := range out.Players {
		fmt.Fprintf(w, "player %d: %s %s\n", i+1, p.Name, p.Config)
	}
	if len(out.Rounds) > 1 {
		for _, r := range out.Rounds {
			fmt.Fprintf(w, "round %d: %s\n", r.Round, r.Summary)
		}
	}
	if len(out.Players) > 1 {
		for _, p := range out.Pairings {
			fmt.Fprintf(w, "%s – %s: %s\n", p.White, p.Black, p.Summary)
		}
	}
	fmt.Fprintf(w, "%s, %s a game\n", out.Total, format.Plural(out.Total.Plies/max(out.Total.Games, 1), "ply"))
	printReasons(w, out.Total.Reasons)
}
