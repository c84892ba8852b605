package endgame

import (
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// The two solvers agree on every position, with bent riders, hoppers, pieces that move
// otherwise than they capture, and where stalemate wins.
func TestLoneAgreesWithTables(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		long        bool
	}{
		{"chess", "rook", false}, {"chess", "knight", false}, {"shatranj", "knight", false},
		{"musketeer", "cannon", true}, {"cannon-chess", "cannon", true}, {"falcon-chess", "falcon", true},
		{"al-ces", "assassin", true}, {"al-ces", "silver-general", true}, {"al-ces", "gold-general", true}, {"herculean", "flying-chariot", true},
		{"waffle-manticore", "manticore", true}, {"waffle-gryphon", "gryphon", true},
	} {
		if test.long && !testkit.Long() || testing.Short() {
			continue
		}
		t.Run(test.game+" "+test.piece, func(t *testing.T) {
			s := newSolver(t, test.game)
			table := solve(t, s, test.piece)
			l, ok := SolveLone(s.Game, s.Game.TypeNamed(test.piece))
			if !ok {
				t.Fatal("not solved")
			}
			if got, want := l.Share(), table.Summary(rules.White).Share(); got != want {
				t.Errorf("share %v, want %v", got, want)
			}
			var list men
			for turn := range table.values {
				for index, v := range table.values[turn] {
					if v == illegal || !table.place(index, &list) {
						continue
					}
					for c := range rules.Color(2) {
						king, piece, bare, side := list[0].Square, list[1].Square, list[2].Square, rules.Color(turn)
						if c == rules.Black {
							king, piece, bare, side = s.Game.MirrorSquare(king), s.Game.MirrorSquare(piece), s.Game.MirrorSquare(bare), side.Other()
						}
						plies, wins := l.Plies(c, side, king, piece, bare)
						if wins != (v != 0) || wins && plies != v.Plies() {
							t.Fatalf("%s: %d plies, %v, want %d", table.position(index, rules.Color(turn)).FEN(), plies, wins, v)
						}
					}
				}
			}
		})
	}
}

func BenchmarkSolveLone(b *testing.B) {
	for _, test := range [][2]string{{"chess", "queen"}, {"hannibal-manticore", "falcon"}, {"grand", "queen"}, {"herculean", "ferz-knight"}} {
		b.Run(test[0]+" "+test[1], func(b *testing.B) {
			g := rulestest.Game(b, test[0])
			for b.Loop() {
				SolveLone(g, g.TypeNamed(test[1]))
			}
		})
	}
}

// The solver does not handle captures in passing: it would miss checks by pieces that jump over the king.
func TestNoLoneEndingsWithCapturesInPassing(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	v.Pieces = append(v.Pieces, variant.Piece{Name: "locust", Symbol: "L", Moves: []variant.MoveSet{{Betza: "mQcafmQ"}}})
	g := testkit.Must(rules.Compile(v))(t)
	if got := MatesOf(g, g.TypeNamed("locust")); got != NotComputed {
		t.Errorf("a locust mates %v", got)
	}
}

// What is captured comes back where there are drops, so no king stays bare.
func TestNoLoneEndingsWithDrops(t *testing.T) {
	g := newSolver(t, "crazyhouse").Game
	rook := g.TypeNamed("rook")
	if _, ok := SolveLone(g, rook); ok {
		t.Error("an ending of crazyhouse is solved")
	}
	if got := MatesOf(g, rook); got != NotComputed {
		t.Errorf("a rook mates %v", got)
	}
}
