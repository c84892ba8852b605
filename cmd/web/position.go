package web

import (
	"context"
	"fmt"
	"strings"

	"bestiary/engine/rules"
)

// Place is a position of a game: a start, given as FEN unless it is the game's own, and
// the moves from there.
type Place struct {
	Game  GameRef  `json:"game"`
	FEN   string   `json:"fen"`
	Moves []string `json:"moves"`
}

// PositionRequest asks for a position.
type PositionRequest struct {
	Place
	// Known is the number of moves at the start that the reply omits.
	Known int `json:"known"`
}

// Position describes a position.
type Position struct {
	FEN     string `json:"fen"`
	Turn    string `json:"turn"`
	Check   bool   `json:"check"`
	Placing bool   `json:"placing"`
	// Result is "*" while the game continues; otherwise Reason is why it ended.
	Result string `json:"result"`
	Reason string `json:"reason"`
	// Pieces are on the board, Behind wait behind others, Hand are yet to be placed.
	Pieces []Stone `json:"pieces"`
	Behind []Stone `json:"behind"`
	Hand   []Held  `json:"hand"`
	// Walls are squares where capturing pieces have become walls.
	Walls []string `json:"walls,omitempty"`
	// Pool holds captured pieces that a pawn can promote to.
	Pool []Held `json:"pool"`
	// Captured holds the pieces that left the board for good since the start.
	Captured []Held `json:"captured"`
	// Castling and EnPassant are the fields of the FEN.
	Castling  string `json:"castling"`
	EnPassant string `json:"en-passant"`
	// Legal lists the legal moves, and Line the moves that led here, without the known ones.
	Legal []Move `json:"legal"`
	Line  []Move `json:"line"`
}

// Stone is a piece on a square.
type Stone struct {
	Square string `json:"square"`
	Piece  int    `json:"piece"` // its index among the pieces of the game, from 0
	Black  bool   `json:"black"`
}

// Held is a number of equal pieces that are not on the board.
type Held struct {
	Piece int  `json:"piece"`
	Black bool `json:"black"`
	Count int  `json:"count"`
}

// Move is a move in all the forms that the page needs.
type Move struct {
	Text  string `json:"move"`
	SAN   string `json:"san"`
	From  string `json:"from"`
	To    string `json:"to"`
	Black bool   `json:"black"`
	// Kind is a value of kinds, "entry" or "drop".
	Kind string `json:"kind"`
	// Piece is the index of the piece that is placed, dropped, promoted to or enters, or -1.
	Piece int `json:"piece"`
	// Held is the index of the dropped piece's kind in hand, or -1.
	Held int `json:"held"`
	// Extra is the square of an additional capture.
	Extra string `json:"extra"`
}

// kinds names the kinds of moves.
var kinds = map[rules.Kind]string{
	rules.Ordinary: "move", rules.Passing: "move", rules.EnPassant: "en passant", rules.Castling: "castling",
	rules.Placing: "placing", rules.Locust: "locust", rules.Exploding: "explosion", rules.Pass: "pass",
}

// at returns the position of a place and the moves that led there, without the first known
// ones.
func (a *API) at(p Place, known int) (*game, *rules.Position, []Move, error) {
	g, err := a.find(p.Game)
	if err != nil {
		return nil, nil, nil, err
	}
	pos := g.compiled.NewPosition()
	if p.FEN != "" {
		if pos, err = g.compiled.ParseFEN(p.FEN); err != nil {
			return nil, nil, nil, &Fault{Message: err.Error()}
		}
	}
	line := []Move{}
	for i, text := range p.Moves {
		m, err := pos.ReadMove(text)
		if err != nil {
			return nil, nil, nil, &Fault{Message: fmt.Sprintf("move %d: %v", i+1, err)}
		}
		if i >= known {
			line = append(line, moveOf(pos, m))
		}
		pos.Make(m)
	}
	return g, pos, line, nil
}

func (a *API) position(_ context.Context, r PositionRequest) (any, error) {
	_, p, line, err := a.at(r.Place, r.Known)
	if err != nil {
		return nil, err
	}
	result, reason := p.Outcome()
	out := Position{
		FEN: p.FEN(), Turn: p.Turn().String(), Check: p.InCheck(), Placing: p.Placing(), Result: result.String(), Reason: string(reason),
		Pieces: []Stone{}, Behind: []Stone{}, Hand: []Held{}, Pool: []Held{}, Legal: []Move{}, Line: line, Captured: captured(p),
	}
	g := p.Game()
	for i := range g.Squares() {
		sq := rules.Square(i)
		if p.IsWall(sq) {
			out.Walls = append(out.Walls, g.SquareName(sq))
		} else if c := p.At(sq); c != 0 {
			out.Pieces = append(out.Pieces, stone(g, sq, c))
		}
		if c := p.Behind(sq); c != 0 {
			out.Behind = append(out.Behind, stone(g, sq, c))
		}
	}
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for _, t := range g.Types() {
			if n := p.InHand(t, c); n > 0 {
				out.Hand = append(out.Hand, Held{int(t) - 1, c == rules.Black, n})
			}
			if g.Pooled() && p.Pool(t, c) > 0 {
				out.Pool = append(out.Pool, Held{int(t) - 1, c == rules.Black, p.Pool(t, c)})
			}
		}
	}
	fields := strings.Fields(out.FEN)
	out.Castling, out.EnPassant = fields[2], fields[3]
	if result == rules.Ongoing {
		for _, m := range p.Moves(nil) {
			out.Legal = append(out.Legal, moveOf(p, m))
		}
	}
	return out, nil
}

func stone(g *rules.Game, sq rules.Square, c rules.Code) Stone {
	return Stone{g.SquareName(sq), int(c.Type()) - 1, c.Color() == rules.Black}
}

func moveOf(p *rules.Position, m rules.Move) Move {
	g := p.Game()
	out := Move{
		Text: g.MoveText(m), SAN: p.SAN(m), From: g.SquareName(m.From()), To: g.SquareName(m.To()),
		Black: p.Turn() == rules.Black, Kind: kinds[m.Kind()], Piece: int(m.Promotion()) - 1, Held: -1,
	}
	switch {
	case m.Kind() == rules.Placing && p.Placing():
		out.Held = out.Piece
	case m.Kind() == rules.Placing:
		out.Kind, out.Held = "drop", int(g.InHandAs(m.Promotion()))-1
	case m.Kind() == rules.Pass:
		out.SAN = "pass"
	}
	if t, _ := g.Enters(m); t != rules.NoType {
		if out.Piece = int(t) - 1; m.Kind() != rules.Castling {
			out.Kind = "entry"
		}
	}
	if k := m.Kind(); k == rules.EnPassant || k == rules.Locust {
		out.Extra = g.SquareName(rules.Square(m.Extra()))
	}
	return out
}
