package web

import (
	"context"
	"fmt"
	"strings"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
)

// SetUpRequest asks for the FEN of a position from its pieces.
type SetUpRequest struct {
	Game   GameRef `json:"game"`
	Pieces []Stone `json:"pieces"`
	Behind []Stone `json:"behind"`
	Hand   []Held  `json:"hand"`
	// Walls are squares of walls, in a game that has them.
	Walls []string `json:"walls,omitempty"`
	Black bool     `json:"black"` // to move
	// Without holds the letters of castling rights to omit, and EnPassant is the field of the FEN;
	// "" means none.
	Without   string `json:"without"`
	EnPassant string `json:"en-passant"`
}

// setUp sets up a position. Kings and partners on their starting squares may castle, except by the
// rights in Without.
func (a *API) setUp(_ context.Context, r SetUpRequest) (any, error) {
	game, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	g := game.compiled
	s := &rules.Setup{}
	if r.Black {
		s.Turn = rules.Black
	}
	for _, part := range []struct {
		stones []Stone
		into   *[256]rules.Code
	}{{r.Pieces, &s.Board}, {r.Behind, &s.Behind}} {
		for _, stone := range part.stones {
			sq, code, err := place(g, stone)
			if err != nil {
				return nil, err
			}
			part.into[sq] = code
		}
	}
	for _, name := range r.Walls {
		sq, _, err := place(g, Stone{Square: name})
		if err != nil || !g.Petrifies() {
			return nil, &Fault{Message: fmt.Sprintf("there is no wall on %q in this game", name)}
		}
		s.Board[sq] = rules.Wall
	}
	for _, held := range r.Hand {
		code, err := codeOf(g, held.Piece, held.Black)
		if err != nil {
			return nil, err
		}
		for range min(held.Count, g.Squares()) {
			s.Hand = append(s.Hand, code)
		}
	}
	for _, w := range g.Wings() {
		partner := s.Board[w.Partner]
		if !strings.ContainsRune(r.Without, rune(w.Letter)) && s.Board[w.King] == rules.CodeOf(g.Royal(), w.Color) &&
			partner != 0 && partner.Color() == w.Color &&
			(partner.Type() == w.Piece || w.Piece == rules.NoType && !g.IsPawn(partner.Type())) {
			s.Castling += string(w.Letter)
		}
	}
	p, err := g.SetUp(s)
	if err == nil && r.EnPassant != "" {
		fields := strings.Fields(p.FEN())
		fields[3] = r.EnPassant
		p, err = g.ParseFEN(strings.Join(fields, " "))
	}
	if err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	return map[string]string{"fen": p.FEN()}, nil
}

// ArrayRequest asks for the FEN of the first position of a new game.
type ArrayRequest struct {
	Game GameRef `json:"game"`
	// Seed draws the array if the game shuffles it.
	Seed uint64 `json:"seed"`
}

func (a *API) array(_ context.Context, r ArrayRequest) (any, error) {
	g, err := a.find(r.Game)
	if err != nil {
		return nil, err
	}
	p, err := opening.Shuffled(g.compiled, r.Seed)
	if err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	return map[string]string{"fen": p.FEN()}, nil
}

func place(g *rules.Game, s Stone) (rules.Square, rules.Code, error) {
	code, err := codeOf(g, s.Piece, s.Black)
	if err != nil {
		return 0, 0, err
	}
	for i := range g.Squares() {
		if sq := rules.Square(i); g.SquareName(sq) == s.Square && !g.IsHole(sq) {
			return sq, code, nil
		}
	}
	return 0, 0, &Fault{Message: fmt.Sprintf("%q is not a square of the board", s.Square)}
}

func codeOf(g *rules.Game, piece int, black bool) (rules.Code, error) {
	if piece < 0 || piece >= len(g.Variant.Pieces) {
		return 0, &Fault{Message: fmt.Sprintf("piece %d: the game has %d", piece, len(g.Variant.Pieces))}
	}
	color := rules.White
	if black {
		color = rules.Black
	}
	return rules.CodeOf(rules.Type(piece+1), color), nil
}
