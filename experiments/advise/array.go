package advise

import (
	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
)

// Array describes a first position without playing games from it.
type Array struct {
	balance.Array
	// Undefended lists the pieces that no piece of their own side protects.
	Undefended []Loose
	// Shortest is the shortest won game of up to helpPlies plies; nil if none was found
	// among helpPositions positions.
	Shortest []string
}

// Loose is a piece that no other protects, on its first square.
type Loose struct {
	Color         rules.Color
	Piece, Square string
	Pawn          bool
	// Attackers lists the first moves that attack it; always empty for the side's own
	// pieces.
	Attackers []string
	square    rules.Square
}

// helpPlies and helpPositions bound the search for the shortest game.
const helpPlies, helpPositions = 4, 3_000_000

// lookAt examines a first position.
func lookAt(p *rules.Position, w *eval.Weights) Array {
	a := Array{Array: balance.LookAt(p, w), Undefended: undefended(p)}
	turn := p.Turn()
	for _, m := range p.Moves(nil) {
		san := p.SAN(m)
		p.Make(m)
		for i := range a.Undefended {
			if u := &a.Undefended[i]; u.Color != turn && p.Attacked(u.square, turn) {
				u.Attackers = append(u.Attackers, san)
			}
		}
		p.Unmake()
	}
	budget := helpPositions
	for depth := 1; depth <= helpPlies && a.Shortest == nil && budget > 0; depth++ {
		a.Shortest = helpmate(p, depth, &budget)
	}
	return a
}

// undefended returns the unprotected pieces, except royal ones.
func undefended(p *rules.Position) []Loose {
	g := p.Game()
	var safe rules.Set
	all := p.Occupied()
	for _, c := range []rules.Color{rules.White, rules.Black} {
		side := p.Side(c)
		side.Squares(func(sq rules.Square) {
			guarded := p.Sight(p.At(sq), sq).Guards.And(&side)
			safe = safe.Or(&guarded)
		})
	}
	var list []Loose
	all.Squares(func(sq rules.Square) {
		if code := p.At(sq); !safe.Has(sq) && code.Type() != g.Royal() {
			list = append(list, Loose{
				Color: code.Color(), Piece: g.TypeName(code.Type()), Square: g.SquareName(sq), Pawn: g.IsPawn(code.Type()), square: sq,
			})
		}
	})
	return list
}

// helpmate returns a game of exactly depth plies that is won, or nil if there is
// none or the budget of positions is used up.
func helpmate(p *rules.Position, depth int, budget *int) []string {
	for _, m := range p.Moves(nil) {
		if *budget--; *budget < 0 {
			return nil
		}
		if depth == 1 {
			if balance.Wins(p, m) {
				return []string{p.SAN(m)}
			}
			continue
		}
		p.Make(m)
		rest := helpmate(p, depth-1, budget)
		p.Unmake()
		if rest != nil {
			return append([]string{p.SAN(m)}, rest...)
		}
	}
	return nil
}
