package main

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/engine/endgame"
	"bestiary/engine/rules"
	"bestiary/internal/format"
)

// endgameJSON is an ending in the output of endgame --json.
type endgameJSON struct {
	Ending string     `json:"ending"`
	White  endingJSON `json:"white-to-move"`
	Black  endingJSON `json:"black-to-move"`
	Line   []string   `json:"line"`
}

// Positions returns the number of positions with either side to move.
func (e endgameJSON) Positions() int { return e.White.Positions + e.Black.Positions }

// endingJSON describes an ending with one side to move.
type endingJSON struct {
	endgame.Summary
	Longest int `json:"longest-win"` // of White, in moves, from the position fen
}

func endgameCommand() *cli.Command {
	var nMove int
	memory := defaultMemory
	solve := func(c *cli.Context, g *rules.Game) error {
		solver := endgame.New(g)
		solver.NMove = nMove
		return solveEndings(c, solver, memory)
	}
	return declare("engine-endgame", nil, ofGame(solve),
		positiveFlag("n-move", "count wins beyond `N` moves as draws", &nMove, "off"),
		positiveFlag("memory", "refuse endings that need more than `N` GB", &memory),
		ruleFlag(), approximateFlag(),
		jsonFlag([]endgameJSON{}),
	)
}

// defaultMemory is the default of --memory, in gigabytes.
const defaultMemory = 4

func solveEndings(c *cli.Context, s *endgame.Solver, memory int) error {
	var endings []endgame.Material
	for _, text := range c.Args().Slice()[1:] {
		m, err := endgame.ParseMaterial(s.Game, text)
		if err != nil {
			return err
		}
		if need := float64(s.Memory(m)) / 1e9; need > float64(memory) {
			return fmt.Errorf("endgame: %s needs %.1f GB, expected at most %d; --memory %.0f allows it", m.Text(s.Game), need, memory, need+1)
		}
		endings = append(endings, m)
	}
	ctx, stop := interruptible()
	defer stop()
	out := []endgameJSON{}
	for _, m := range endings {
		solved, err := solveEnding(ctx, c, s, m)
		if err != nil {
			return err
		}
		out = append(out, solved)
	}
	return printText(c, out, printed("endgame", map[string]any{"Game": s.Game.Variant.Name, "Endings": out}))
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
