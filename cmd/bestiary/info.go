package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
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
	Total    infoCount       `json:"total"`
	Rounds   []infoRound     `json:"rounds"`
	Pairings []infoPairing   `json:"pairings"`
}

type infoPlayer struct {
	Name   string          `json:"name"`
	Config json.RawMessage `json:"config"`
}

type infoCount struct {
	Games   int            `json:"games"`
	White   int            `json:"white"`
	Draws   int            `json:"draws"`
	Black   int            `json:"black"`
	Plies   int            `json:"plies"`
	Reasons map[string]int `json:"reasons"`
}

type infoRound struct {
	Round int `json:"round"`
	infoCount
}

type infoPairing struct {
	White string `json:"white-player"`
	Black string `json:"black-player"`
	infoCount
}

func infoCommand() *cli.Command {
	return &cli.Command{
		Name:      "info",
		Usage:     "say what a run is and how its games ended",
		ArgsUsage: "FOLDER",
		Description: `Prints game, configuration, players, results and the size of the run in FOLDER. With --check
the whole file is read to see whether it is damaged.

With --json: {"game", "rules", "folder", "bytes", "revision", "config", "players", "total", "rounds",
"pairings"}: rules is the hash of the rules, revision that of the engine; total, each round and each
pairing of players have "games", "white", "draws", "black", "plies" and "reasons".`,
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
	out, sums, err := readInfo(games)
	if err != nil {
		return err
	}
	out.Folder = c.Args().First()
	if c.Bool("json") {
		return printJSON(c, out)
	}
	printInfo(c.App.Writer, out, sums)
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

// readInfo also returns the summary of all games.
func readInfo(games *store.Store) (infoJSON, store.Summary, error) {
	v := games.Variant()
	out := infoJSON{Game: v.Name, Rules: v.Hash(), Players: []infoPlayer{}, Rounds: []infoRound{}, Pairings: []infoPairing{}}
	fail := func(err error) (infoJSON, store.Summary, error) { return infoJSON{}, store.Summary{}, err }
	file, err := os.Stat(games.Path())
	if err != nil {
		return fail(err)
	}
	out.Bytes = file.Size()
	if out.Revision, err = games.Revision(); err != nil {
		return fail(err)
	}
	if err := games.Config(&out.Config); err != nil {
		return fail(err)
	}
	players, err := games.Players()
	if err != nil {
		return fail(err)
	}
	for _, p := range players {
		out.Players = append(out.Players, infoPlayer{p.Name, p.Config})
	}
	total, err := out.count(games, players)
	if err != nil {
		return fail(err)
	}
	out.Total = newCount(total)
	return out, total, nil
}

// count fills in rounds and pairings and returns the summary of all games.
func (out *infoJSON) count(games *store.Store, players []store.Player) (store.Summary, error) {
	rounds, err := games.Rounds()
	if err != nil {
		return store.Summary{}, err
	}
	var total store.Summary
	pairings := map[[2]int]*store.Summary{}
	var order [][2]int // of pairings
	for _, round := range rounds {
		list, err := games.Tallies(round, math.MaxInt)
		if err != nil {
			return store.Summary{}, err
		}
		var sum store.Summary
		for _, t := range list {
			who := [2]int{t.White, t.Black}
			if pairings[who] == nil {
				pairings[who] = &store.Summary{}
				order = append(order, who)
			}
			for _, s := range []*store.Summary{&sum, &total, pairings[who]} {
				s.Add(t.Result, t.Reason, t.Games, t.Plies)
			}
		}
		out.Rounds = append(out.Rounds, infoRound{round, newCount(sum)})
	}
	for _, who := range order {
		out.Pairings = append(out.Pairings, infoPairing{
			store.PlayerName(players, who[0]), store.PlayerName(players, who[1]), newCount(*pairings[who])})
	}
	return total, nil
}

func newCount(sum store.Summary) infoCount {
	c := infoCount{sum.Games, sum.W, sum.D, sum.L, sum.Plies, map[string]int{}}
	for reason, n := range sum.Reasons {
		c.Reasons[string(reason)] = n
	}
	return c
}

func printInfo(w io.Writer, out infoJSON, sum store.Summary) {
	fmt.Fprintf(w, "%s, rules %s, engine revision %d, %.1f MB\n", out.Game, out.Rules, out.Revision, float64(out.Bytes)/1e6)
	fmt.Fprintf(w, "configuration %s\n", out.Config)
	for i, p := range out.Players {
		fmt.Fprintf(w, "player %d: %s %s\n", i+1, p.Name, p.Config)
	}
	if len(out.Rounds) > 1 {
		for _, r := range out.Rounds {
			fmt.Fprintf(w, "round %d: %s\n", r.Round, infoResults(r.infoCount))
		}
	}
	if len(out.Players) > 1 {
		for _, p := range out.Pairings {
			fmt.Fprintf(w, "%s - %s: %s\n", p.White, p.Black, infoResults(p.infoCount))
		}
	}
	fmt.Fprintf(w, "%s, %d plies a game\n", infoResults(out.Total), out.Total.Plies/max(out.Total.Games, 1))
	printReasons(w, sum.Reasons)
}

func infoResults(c infoCount) string {
	return fmt.Sprintf("%s, White +%d =%d -%d", format.Plural(c.Games, "game"), c.White, c.Draws, c.Black)
}
