package search

import (
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
)

// The engine plays both colours alike: in the mirrored position it finds the mirrored
// move with the same score. Positions have other places in the tables there, which
// makes a difference now and then.
func TestColoursPlayAlike(t *testing.T) {
	for _, name := range []string{"chess", "capablanca", "grand", "shatranj", "legan"} {
		g, e := compile(t, name)
		rng := rand.New(rand.NewPCG(3, 3))
		tried, other := 0, 0
		for range 20 {
			p := g.NewPosition()
			for range 2 + rng.IntN(30) {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				p.Make(moves[rng.IntN(len(moves))])
			}
			if o, _ := p.Outcome(); o != rules.Ongoing {
				continue
			}
			p, _ = g.ParseFEN(p.FEN()) // without a history, as the mirror image
			tried++
			a := New(e, Options{}).Search(p, Limits{Depth: 4})
			b := New(e, Options{}).Search(p.Mirror(), Limits{Depth: 4})
			from, to := g.MirrorSquare(a.Move.From()), g.MirrorSquare(a.Move.To())
			if b.Move.From() != from || b.Move.To() != to || a.Score != b.Score {
				other++
				t.Logf("%s: %s with %d, mirrored %s with %d", p.FEN(), g.MoveText(a.Move), a.Score, g.MoveText(b.Move), b.Score)
			}
		}
		if tried < 10 || other*5 > tried {
			t.Errorf("%s: %d of %d positions are played otherwise by the other colour", name, other, tried)
		}
	}
}
