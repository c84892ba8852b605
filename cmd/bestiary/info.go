package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"bestiary/internal/present/format"
	"bestiary/selfplay/store"
)

// infoJSON is the output of info --json.
type infoJSON struct {
	Game     string          `json:"game"`
	Rules    string          `json:"rules"` // hash
	Folder   string          `json:"folder"`
	Bytes    int64           `json:"bytes"`
	Revision int             `json:"revision"` // of the engine
	Config   json.RawMessage `json:"config"`
	Players  []infoPlayer    `json:"players"`
	store.Totals
}

type infoPlayer struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"config"`
}

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "describe a run and how its games ended",
		ArgsUsage: "FOLDER",
		Description: `Prints the game, configuration, players, results and size of the run in FOLDER. With --check,
the whole file is read to see whether it is damaged.

With --json: {"game", "rules", "folder", "bytes", "revision", "config", "players", "total", "rounds",
"pairings"}: rules is the hash of the rules, revision the revision of the engine. The total, each
round (with "round") and each pairing of players (with "white-player" and "black-player") have "games", "white", "draws", "black", "plies" and "reasons".`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "check", Usage: "look for damage", DisableDefaultText: true},
			jsonFlag(),
		},
		Action: info,
	}
}

func info(c *cli.Context) error {
	games, err := openRun(c)
	if err != nil {
		return err
	}
	defer games.Close()
	if c.Bool("check") {
		if err := checkRun(games); err != nil {
			return err
		}
	}
	out, err := readInfo(c.Args().First(), games)
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

// checkRun looks for damage in the file and in each game.
func checkRun(games *store.Store) error {
	if err := games.Check(); err != nil {
		return err
	}
	for _, err := range games.AllGames() {
		if err != nil {
			return err
		}
	}
	return nil
}

func readInfo(folder string, games *store.Store) (*infoJSON, error) {
	v := games.Variant()
	out := &infoJSON{Game: v.Name, Rules: v.Hash(), Folder: folder, Players: []infoPlayer{}}
	file, err := os.Stat(games.Path())
	if err != nil {
		return nil, err
	}
	out.Bytes = file.Size()
	if out.Revision, err = games.Revision(); err != nil {
		return nil, err
	}
	if err := games.Config(&out.Config); err != nil {
		return nil, err
	}
	players, err := games.Players()
	if err != nil {
		return nil, err
	}
	for _, p := range players {
		out.Players = append(out.Players, infoPlayer{p.Name, p.Config})
	}
	out.Totals, err = games.Totals()
	return out, err
}

func printInfo(w io.Writer, out *infoJSON) {
	fmt.Fprintf(w, "%s, rules %s, engine revision %d, %s MB\n", out.Game, out.Rules, out.Revision, format.Fixed(float64(out.Bytes)/1e6, 1))
	fmt.Fprintf(w, "configuration %s\n", out.Config)
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
