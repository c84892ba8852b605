package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

// Both generators find the same moves in all positions of a few plies.
func TestJoinedEdgesSlowly(t *testing.T) {
	for _, spec := range []string{"chess wraps=files", "torus", "xfalcon wraps=files", "nightrider wraps=files", "grasshopper wraps=files", "janggi wraps=files", "hannibal10x9 wraps=files", "al-ces wraps=files"} {
		p := gameWith(t, spec).NewPosition()
		var descend func(int)
		descend = func(depth int) {
			if p.Placing() {
				return
			}
			moves := p.Moves(nil)
			if diff := cmp.Diff(newSlowBoard(p).moves(), moveTexts(p, moves)); diff != "" {
				t.Fatalf("%s, %s: slow generator (-), step programs (+):\n%s", spec, p.FEN(), diff)
			}
			for _, m := range moves {
				if p.Make(m); depth > 1 {
					descend(depth - 1)
				}
				p.Unmake()
			}
		}
		descend(2)
	}
}
