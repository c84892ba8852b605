package engine

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/urfave/cli/v2"

	"bestiary/cmd/bestiary/command"
	"bestiary/engine/rules"
	"bestiary/internal/format"
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
	return &cli.Command{
		Name:      "moves",
		Usage:     "list the legal moves of a position",
		ArgsUsage: "GAME",
		Description: `Prints each move in coordinates and in algebraic notation. Moves are ordered by the square that they
leave and the square that they reach, by rank and then file.`,
		Flags:  []cli.Flag{command.FenFlag(), command.RuleFlag(), command.ApproximateFlag(), command.JSONFlag(positionMoves{})},
		Action: listMoves,
	}
}

func listMoves(c *cli.Context) error {
	p, err := command.LoadPosition(c)
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
	return command.Print(c, command.Answer{Value: list, Text: func(w io.Writer) { printMoves(w, p, list) }})
}

func printMoves(w io.Writer, p *rules.Position, list positionMoves) {
	command.PrintBoard(w, p)
	command.PrintState(w, p)
	fmt.Fprintf(w, "\n%s\n", format.Plural(len(list.Moves), "legal move"))
	var cells []string
	width := 0
	for _, m := range list.Moves {
		width = max(width, len(m.Move))
	}
	for _, m := range list.Moves {
		cells = append(cells, fmt.Sprintf("%-*s %s", width, m.Move, m.SAN))
	}
	command.PrintColumns(w, cells)
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
