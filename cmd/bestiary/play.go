package main

import (
	"fmt"
	"io"
	"sort"

	"github.com/urfave/cli/v2"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/session"
	"bestiary/selfplay"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// playJSON is the output of play --json.
type playJSON struct {
	Game    string         `json:"game"`
	Folder  string         `json:"folder"`
	Games   int            `json:"games"`
	White   int            `json:"white"`
	Draws   int            `json:"draws"`
	Black   int            `json:"black"`
	Plies   int            `json:"plies"`
	Reasons map[string]int `json:"reasons"`
}

func playCommand() *cli.Command {
	return &cli.Command{
		Name:      "play",
		Usage:     "let the engine play against itself and keep the games",
		ArgsUsage: "GAME",
		Description: `Plays pairs of games into the folder of the run, by default runs/GAME-play-SEED. A run that
was interrupted goes on when the same command is given again; with more pairs it grows.
Openings are armies that differ by a few pieces (armies) or the game's own array (standard).

With --json: {"game", "folder", "games", "white", "draws", "black", "plies", "reasons"}: the results,
the length of all games together, and how many games ended for which reason.`,
		Flags: append([]cli.Flag{
			&cli.StringFlag{Name: "openings", Value: string(opening.Armies), Usage: "start from `KIND`, armies or standard"},
			&cli.StringFlag{Name: "weights", Usage: "play with the weights in `FILE`"},
		}, playFlags(fmt.Sprint(selfplay.Default().Pairs))...),
		Action: play,
	}
}

func play(c *cli.Context) error {
	g, err := loadGame(c)
	if err != nil {
		return err
	}
	cfg, err := playConfig(c)
	if err != nil {
		return err
	}
	cfg.Kind = opening.Kind(c.String("openings"))
	if err := cfg.Validate(); err != nil {
		return err
	}
	weights, err := loadWeights(c, g)
	if err != nil {
		return err
	}
	folder := runFolder(c, g.Variant, "play")
	store, err := selfplay.OpenRun(folder, g, cfg)
	if err != nil {
		return err
	}
	defer store.Close()
	ctx, stop := interruptible()
	defer stop()
	show := newProgress(c.App.ErrWriter, 2*cfg.Pairs)
	show.round("playing", 0)
	sum, err := selfplay.Play(ctx, g, cfg, weights, 1, c.Int("workers"), store, selfplay.Events{GameDone: show.game})
	show.end()
	if err != nil {
		return explainInterruption(err, folder)
	}
	if err := store.Close(); err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, newPlayJSON(g, folder, sum))
	}
	printSummary(c, g, folder, sum)
	return nil
}

// loadWeights are those of --weights or those that come with the program.
func loadWeights(c *cli.Context, g *rules.Game) (*eval.Weights, error) {
	return session.Weights(g, c.String("weights"))
}

func newPlayJSON(g *rules.Game, folder string, sum store.Summary) playJSON {
	out := playJSON{g.Variant.Name, folder, sum.Games, sum.W, sum.D, sum.L, sum.Plies, map[string]int{}}
	for reason, n := range sum.Reasons {
		out.Reasons[string(reason)] = n
	}
	return out
}

func printSummary(c *cli.Context, g *rules.Game, folder string, sum store.Summary) {
	out := c.App.Writer
	fmt.Fprintf(out, "%s: %d games, White +%d =%d -%d, %d plies a game\n",
		g.Variant.Name, sum.Games, sum.W, sum.D, sum.L, sum.Plies/max(sum.Games, 1))
	printReasons(out, sum.Reasons)
	fmt.Fprintf(out, "games in %s\n", folder)
}

// printReasons lists why games ended, the most frequent first.
func printReasons(out io.Writer, counts map[rules.Reason]int) {
	var reasons []rules.Reason
	for r := range counts {
		reasons = append(reasons, r)
	}
	sort.Slice(reasons, func(i, j int) bool {
		a, b := counts[reasons[i]], counts[reasons[j]]
		return a > b || a == b && reasons[i] < reasons[j]
	})
	for _, r := range reasons {
		fmt.Fprintf(out, "%7d  %s\n", counts[r], r)
	}
}
