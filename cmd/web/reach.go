package web

import (
	"context"
	"slices"

	"bestiary/engine/rules"
)

// ReachRequest asks where a piece goes, regardless of the side to move.
type ReachRequest struct {
	Place
	Square string `json:"square"`
}

// Reach lists the squares where a piece can move or capture, regardless of check, the squares
// of pieces of its own side that it protects, and where it could castle to if it were its turn.
type Reach struct {
	Squares   []string `json:"squares"`
	Protected []string `json:"protected"`
	Castling  []string `json:"castling"`
}

func (a *API) reach(_ context.Context, r ReachRequest) (any, error) {
	game, p, _, err := a.at(r.Place, len(r.Moves))
	if err != nil {
		return nil, err
	}
	g, out := game.compiled, Reach{[]string{}, []string{}, []string{}}
	from, _, err := place(g, Stone{Square: r.Square})
	if err != nil {
		return nil, err
	}
	code := p.At(from)
	if code == 0 || p.IsWall(from) {
		return out, nil
	}
	var to rules.Set
	p.Reached(code, from, &to)
	guards, own := p.Sight(code, from).Guards, p.Side(code.Color())
	for i := range g.Squares() {
		switch sq := rules.Square(i); {
		case to.Has(sq):
			out.Squares = append(out.Squares, g.SquareName(sq))
		case guards.Has(sq) && own.Has(sq):
			out.Protected = append(out.Protected, g.SquareName(sq))
		}
	}
	if p.Turn() != code.Color() && (p.InCheck() || p.Placing()) {
		return out, nil
	}
	if p.Turn() != code.Color() {
		p.MakeNull()
	}
	for _, m := range p.Moves(nil) {
		if to := g.SquareName(m.To()); m.Kind() == rules.Castling && m.From() == from && !slices.Contains(out.Castling, to) {
			out.Castling = append(out.Castling, to)
		}
	}
	return out, nil
}

// captured counts the pieces captured since the start; a pawn that promotes is not one of them. In
// games with hands or pools it counts none.
func captured(p *rules.Position) []Held {
	out, g := []Held{}, p.Game()
	if g.Drops() || g.Pooled() {
		return out
	}
	var gone [2][]int
	for c := range gone {
		gone[c] = make([]int, len(g.Types()))
	}
	for p = p.Clone(); p.Plies() > 0; {
		after := men(p)
		p.Unmake()
		before := men(p)
		for c := range gone {
			lost := 0
			for t := range gone[c] {
				lost += before[c][t] - after[c][t]
			}
			for t := range gone[c] {
				if n := min(lost, before[c][t]-after[c][t]); n > 0 {
					gone[c][t] += n
					lost -= n
				}
			}
		}
	}
	for c := range gone {
		for t, n := range gone[c] {
			if n > 0 {
				out = append(out, Held{t, c == 1, n})
			}
		}
	}
	return out
}

// men counts the pieces on the board by side and type.
func men(p *rules.Position) (n [2][]int) {
	for _, c := range []rules.Color{rules.White, rules.Black} {
		for _, t := range p.Game().Types() {
			on := p.Pieces(rules.CodeOf(t, c))
			n[c] = append(n[c], on.Count())
		}
	}
	return n
}
