package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/engine/endgame"
	"bestiary/engine/rules"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// endgameJSON is an ending in the output of endgame --json.
type endgameJSON struct {
	Ending string     `json:"ending"`
	White  endingJSON `json:"white-to-move"`
	Black  endingJSON `json:"black-to-move"`
	Line   []string   `json:"line"`
}

// endingJSON describes an ending with one side to move.
type endingJSON struct {
	endgame.Summary
	Longest int `json:"longest-win"` // of White, in moves, from the position fen
}

func endgameCommand() *cli.Command {
	return &cli.Command{
		Name:      "endgame",
		Usage:     "solve a small ending exactly: what mates, in how many moves",
		ArgsUsage: "GAME PIECES [PIECES...]",
		Description: `PIECES are White's pieces besides the king, then, after a slash, Black's, as in manticore,
elephant+elephant or rook/knight. Every position of the ending is solved exactly by retrograde analysis. The table has the share of
positions that White wins with White and with Black to move, and the greatest number of moves that a win takes with best play;
the longest win is shown below it. Three pieces take seconds, four pieces minutes; the memory needed is shown before the work begins.

With --n-move a win that takes more than N moves without a capture or promotion counts as a draw, and distances are to the next
capture, promotion or mate.`,
		Flags: []cli.Flag{
			countFlag("n-move", "count wins beyond `N` moves as draws", "off"),
			countFlag("memory", "refuse endings that need more than `N` GB", defaultMemory),
			ruleFlag(), approximateFlag(),
			jsonFlag([]endgameJSON{}),
		},
		Action: ofGame(solveEndings),
	}
}

// defaultMemory is the default of --memory, in gigabytes.
const defaultMemory = 4

func solveEndings(c *cli.Context, g *rules.Game) error {
	if err := atLeastOne(c, "n-move", "memory"); err != nil {
		return err
	}
	solver := endgame.New(g)
	solver.NMove = c.Int("n-move")
	var endings []endgame.Material
	for _, text := range c.Args().Slice()[1:] {
		m, err := endgame.ParseMaterial(g, text)
		if err != nil {
			return err
		}
		if err := checkMemory(c, solver, m); err != nil {
			return err
		}
		endings = append(endings, m)
	}
	ctx, stop := interruptible()
	defer stop()
	out := []endgameJSON{}
	for _, m := range endings {
		solved, err := solveEnding(ctx, c, solver, m)
		if err != nil {
			return err
		}
		out = append(out, solved)
	}
	return printAnswer(c, answer{Value: out, Text: func(w io.Writer) { printEndings(w, g, out) }})
}

// checkMemory reports an error if an ending needs more memory than --memory allows.
func checkMemory(c *cli.Context, s *endgame.Solver, m endgame.Material) error {
	limit := cmp.Or(c.Int("memory"), defaultMemory)
	if need := float64(s.Memory(m)) / 1e9; need > float64(limit) {
		return fmt.Errorf("endgame: %s needs %.1f GB, expected at most %d; --memory %.0f allows it", m.Text(s.Game), need, limit, need+1)
	}
	return nil
}

func solveEnding(ctx context.Context, c *cli.Context, s *endgame.Solver, m endgame.Material) (endgameJSON, error) {
	name := m.Text(s.Game)
	fmt.Fprintf(c.App.ErrWriter, "%s: solving with %s MB\n", name, format.Fixed(math.Ceil(float64(s.Memory(m))/1e6), 0))
	started := time.Now()
	table, err := s.Solve(ctx, m)
	if err != nil {
		if ctx.Err() != nil {
			err = fmt.Errorf("interrupted while solving %s", name)
		}
		return endgameJSON{}, err
	}
	fmt.Fprintf(c.App.ErrWriter, "%s: solved in %s\n", name, time.Since(started).Round(time.Second/10))
	out := endgameJSON{Ending: name, Line: []string{}}
	for turn, side := range []*endingJSON{&out.White, &out.Black} {
		sum := table.Summary(rules.Color(turn))
		*side = endingJSON{sum, sum.Moves()}
	}
	if out.White.Hardest == "" {
		return out, nil
	}
	p, err := s.Game.ParseFEN(out.White.Hardest)
	if err != nil {
		return out, err
	}
	for _, move := range s.Line(p) {
		out.Line = append(out.Line, s.Game.MoveText(move))
	}
	return out, nil
}

// printEndings prints a table of the endings, then the longest win in each.
func printEndings(out io.Writer, g *rules.Game, list []endgameJSON) {
	t := doc.Table{
		Caption: "Positions that White wins, and the longest win in moves.",
		Head:    []string{"ending", "White to move", "Black to move", "longest win", "positions"},
	}
	share := func(e endingJSON) string { return format.Percent.Number(e.Share()) }
	for _, e := range list {
		longest := ""
		if e.White.Wins > 0 {
			longest = format.Count(e.White.Longest)
		}
		t.Rows = append(t.Rows, doc.Row(e.Ending, share(e.White), share(e.Black), longest, format.Count(e.White.Positions+e.Black.Positions)))
	}
	fmt.Fprintf(out, "%s\n\n%s", g.Variant.Name, t.Text(textWidth))
	for _, e := range list {
		if len(e.Line) > 0 {
			fmt.Fprintf(out, "\n%s, the longest win, from %s\n", e.Ending, e.White.Hardest)
			printLabelled(out, "", 2, strings.Join(e.Line, " "))
		}
	}
}
