package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"bestiary/engine/rules"
)

// positionMoves is the output of moves --json.
type positionMoves struct {
	FEN     string      `json:"fen"`
	Turn    string      `json:"turn"`
	Check   bool        `json:"check"`
	Placing bool        `json:"placing"`
	Result  string      `json:"result"`
	Reason  string      `json:"reason"`
	Moves   []legalMove `json:"moves"`
}

// legalMove is a move in both notations.
type legalMove struct {
	Move string `json:"move"`
	SAN  string `json:"san"`
}

func movesCommand() *cli.Command {
	return declare("engine-moves", nil, listMoves, fenFlag(), ruleFlag(), approximateFlag(), jsonFlag(positionMoves{}))
}

func listMoves(c *cli.Context) error {
	p, err := loadPosition(c)
	if err != nil {
		return err
	}
	result, reason := p.Outcome()
	list := positionMoves{
		FEN: p.FEN(), Turn: p.Turn().String(), Check: p.InCheck(), Placing: p.Placing(),
		Result: result.String(), Reason: string(reason), Moves: []legalMove{},
	}
	for _, m := range sortedMoves(p) {
		list.Moves = append(list.Moves, legalMove{p.Game().MoveText(m), p.SAN(m)})
	}
	var cells []string
	width := 0
	for _, m := range list.Moves {
		width = max(width, len(m.Move))
	}
	for _, m := range list.Moves {
		cells = append(cells, fmt.Sprintf("%-*s %s", width, m.Move, m.SAN))
	}
	return printText(c, list, func(w io.Writer) {
		printed("moves", map[string]any{"Position": p, "Moves": list.Moves})(w)
		printColumns(w, cells)
	})
}

// sortedMoves returns the legal moves sorted by origin and destination.
func sortedMoves(p *rules.Position) []rules.Move {
	moves := p.Moves(nil)
	slices.SortFunc(moves, func(a, b rules.Move) int {
		return cmp.Or(cmp.Compare(a.From(), b.From()), cmp.Compare(a.To(), b.To()),
			cmp.Compare(p.Game().MoveText(a), p.Game().MoveText(b)))
	})
	return moves
}

// maxPerftDepth is deeper than anyone can count in a lifetime on boards of the usual size.
const maxPerftDepth = 12

// perftCount is the output of perft --json.
type perftCount struct {
	FEN    string        `json:"fen"`
	Depth  int           `json:"depth"`
	Nodes  uint64        `json:"nodes"`
	Divide []perftBranch `json:"divide,omitempty"`
}

// perftBranch is the part of a count below one move.
type perftBranch struct {
	Move  string `json:"move"`
	Nodes uint64 `json:"nodes"`
}

func perftCommand() *cli.Command {
	return declare("engine-perft", maxPerftDepth, countNodes,
		fenFlag(),
		switchFlag("divide", "also print the count for each move"),
		ruleFlag(), approximateFlag(),
		jsonFlag(perftCount{}),
	)
}

func countNodes(c *cli.Context) error {
	lowest, text := 0, c.Args().Get(1)
	if c.Bool("divide") {
		lowest = 1
	}
	depth, err := strconv.Atoi(text)
	if err != nil || depth < lowest || depth > maxPerftDepth {
		return misused("perft: DEPTH %q: expected a whole number from %d to %d", text, lowest, maxPerftDepth)
	}
	p, err := loadPosition(c)
	if err != nil {
		return err
	}
	count := perftCount{FEN: p.FEN(), Depth: depth}
	start := time.Now()
	if c.Bool("divide") {
		count.Divide = []perftBranch{}
		for _, m := range sortedMoves(p) {
			p.Make(m)
			n := p.Perft(depth - 1)
			p.Unmake()
			count.Divide = append(count.Divide, perftBranch{p.Game().MoveText(m), n})
			count.Nodes += n
		}
	} else {
		count.Nodes = p.Perft(depth)
	}
	took := time.Since(start).Seconds()
	fmt.Fprintf(c.App.ErrWriter, "%.3f s, %.2f million nodes/s\n", took, float64(count.Nodes)/max(took, 1e-9)/1e6)
	return printText(c, count, printed("perft", count))
}
