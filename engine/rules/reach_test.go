package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Where pieces capture does not depend on what stands there, but on the direction in
// which they go.
func TestCaptureReach(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		color       Color
		from, want  string
	}{
		{"chess", "pawn", White, "e4", "d5 f5"},
		{"chess", "pawn", Black, "e4", "d3 f3"},
		{"chess", "pawn", White, "a2", "b3"},
		{"chess", "pawn", White, "h8", ""},
		{"chess", "knight", White, "a1", "c2 b3"},
		{"chess", "king", Black, "h8", "g7 h7 g8"},
		{"falcon-chess", "pawn", Black, "j8", "i7"},
		{"al-ces", "pawn", White, "a2", "b3"},
	} {
		g := gameWith(t, test.game)
		from, _, err := g.parseSquare(test.from)
		testkit.OK(t, err)
		set := g.CaptureReach(CodeOf(g.TypeNamed(test.piece), test.color), from)
		var names []string
		set.Squares(func(sq Square) { names = append(names, g.SquareName(sq)) })
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: a %v %s on %s captures on %q, want %q", test.game, test.color, test.piece, test.from, got, test.want)
		}
	}
}

// After a move that checks directly the king is in check; if the piece that moved guards
// the square of the king, the move checks directly.
func TestChecksDirectly(t *testing.T) {
	checks := 0
	for _, name := range variant.Catalogue() {
		g := gameWith(t, name)
		rng := rand.New(rand.NewPCG(9, 9))
		p := g.NewPosition()
		for range 150 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				if p.IsCapture(m) || m.IsPromotion() || m.Kind() > Passing {
					continue
				}
				got, code := p.ChecksDirectly(m), p.At(m.From())
				p.Make(m)
				var sight Sight
				p.walkSight(code, m.To(), &sight)
				royals := p.Royals(p.Turn())
				if direct := sight.Guards.Has(p.King(p.Turn())) && royals.Count() == 1; got && !p.InCheck() || direct && !got {
					t.Fatalf("%s: after %s, %s: direct check %v, guarded %v", name, g.MoveText(m), p.FEN(), got, direct)
				} else if got {
					checks++
				}
				p.Unmake()
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if checks < 100 {
		t.Errorf("%d checks met, want at least 100", checks)
	}
}
