package table

import (
	"fmt"
	"io"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/store"
)

// Positions writes a table of the positions in which every n-th ply of a game
// was played, beginning with the first ply, in the order of the games. Positions
// after the last move are not part of it.
func Positions(w io.Writer, f Format, s *store.Store, every int) error {
	if every < 1 {
		return fmt.Errorf("positions of every %d plies, expected at least 1", every)
	}
	g, err := rules.Compile(s.Variant())
	if err != nil {
		return fmt.Errorf("the run has a game that cannot be played: %w", err)
	}
	t := newPositions(g)
	if t.out, err = newRows(w, f, t.columns(), s); err != nil {
		return err
	}
	for r, err := range s.AllGames() {
		if err != nil {
			return err
		}
		if err := t.game(&r, every); err != nil {
			return err
		}
	}
	return t.out.close()
}

// positions writes the positions of games.
type positions struct {
	g      *rules.Game
	pieces []rules.Type // that are counted
	out    rows
	row    []cell
}

func newPositions(g *rules.Game) *positions {
	t := &positions{g: g}
	for _, piece := range g.Types() {
		if piece != g.Royal() {
			t.pieces = append(t.pieces, piece)
		}
	}
	return t
}

func (t *positions) columns() []column {
	columns := []column{
		{"round", integer}, {"pair", integer}, {"game", integer}, {"ply", integer},
		{"fen", text}, {"side", category}, {"move", category},
		{"score", maybe}, {"time_ms", maybe},
		{"plies", integer}, {"result", category}, {"white_score", number}, {"reason", category},
	}
	for _, side := range []string{"white_", "black_"} {
		for _, piece := range t.pieces {
			columns = append(columns, column{side + pieceName(t.g.TypeName(piece)), integer})
		}
	}
	return columns
}

// pieceName is what the columns of a kind of piece are called behind the side.
// The column white_score is the result of the game; no name of a piece ends in a
// hyphen, so that the other name is free.
func pieceName(name string) string {
	if name == "score" {
		return "score_"
	}
	return strings.ReplaceAll(name, "-", "_")
}

func (t *positions) game(r *store.Record, every int) error {
	p, err := t.g.ParseFEN(r.FEN)
	if err != nil {
		return fmt.Errorf("game %s: %w", r.Name(), err)
	}
	for ply, move := range r.Moves {
		m, err := p.ParseMove(move)
		if err != nil {
			return fmt.Errorf("game %s: ply %d: %w", r.Name(), ply+1, err)
		}
		if ply%every == 0 {
			if err := t.position(p, r, ply); err != nil {
				return err
			}
		}
		p.Make(m)
	}
	return nil
}

func (t *positions) position(p *rules.Position, r *store.Record, ply int) error {
	score, time := cell{n: r.Scores[ply], null: ply < r.RandomPlies}, cell{null: true}
	if len(r.Times) > 0 {
		time = cell{n: r.Times[ply]}
	}
	t.row = append(t.row[:0],
		cell{n: r.Round}, cell{n: r.Pair}, cell{n: r.Index}, cell{n: ply},
		cell{s: p.FEN()}, cell{s: "wb"[p.Turn() : p.Turn()+1]}, cell{s: r.Moves[ply]},
		score, time,
		cell{n: r.Plies()}, cell{s: r.Result.String()}, cell{x: r.Result.Score()}, cell{s: string(r.Reason)})
	for _, side := range []rules.Color{rules.White, rules.Black} {
		for _, piece := range t.pieces {
			t.row = append(t.row, cell{n: count(p, piece, side)})
		}
	}
	return t.out.write(t.row)
}

// count is how many pieces of a kind a side has, on the board, waiting behind it
// or in hand.
func count(p *rules.Position, piece rules.Type, side rules.Color) int {
	code := rules.CodeOf(piece, side)
	board, gates := p.Pieces(code), p.Gates()
	n := board.Count() + p.InHand(piece, side)
	gates.Squares(func(sq rules.Square) {
		if p.Behind(sq) == code {
			n++
		}
	})
	return n
}
