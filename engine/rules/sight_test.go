package rules

import (
	"math/rand/v2"
	"testing"
)

// What is remembered of the positions before is what a piece sees now.
func TestRememberedSights(t *testing.T) {
	for _, game := range []string{"chess", "capablanca", "falcon-chess", "herculean", "cannon-chess", "hannibal-manticore"} {
		g := gameWith(t, game)
		sights := NewSights(g)
		rng := rand.New(rand.NewPCG(3, 4))
		for range 3 { // games, all remembered by the same sights
			p := g.NewPosition()
			p.Remember(sights)
			for range 80 {
				checkSights(t, p)
				if moves := p.Moves(nil); len(moves) > 0 {
					p.Make(moves[rng.IntN(len(moves))])
				}
				if p.Plies()%3 == 0 {
					p.Unmake()
				}
			}
		}
	}
}

func checkSights(t *testing.T, p *Position) {
	t.Helper()
	fresh := p.Clone()
	for sq := range p.g.Squares() {
		if code := p.board[sq]; code != 0 {
			got, want := *p.Sight(code, Square(sq)), *fresh.Sight(code, Square(sq))
			if got != want {
				t.Fatalf("%s %s: the piece on %s sees %v, not %v", p.g.Variant.Name, p.FEN(), p.g.SquareName(Square(sq)), got, want)
			}
		}
	}
}
