package eval

import (
	"bestiary/engine/rules/rulestest"
	"strings"
	"testing"
)

// Against a bare king scores follow the distance to mate of a single piece, and several
// pieces drive it to a corner.
func TestScoresAgainstBareKings(t *testing.T) {
	for _, test := range []struct{ name, game, better, worse string }{
		{"mate in one is better than in two", "chess", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/8/5K2/8/8/8/8/6R1 w - - 0 1"},
		{"near mate", "falcon-chess", "9k/10/10/7K2/7F2/10/10/10 w - - 0 1", "10/10/10/4k5/10/10/10/F8K w - - 0 1"},
		{"the bare king is to move", "chess", "8/8/8/8/8/2k5/1Q6/K7 b - - 0 1", "8/8/8/4k3/8/8/8/KQ6 b - - 0 1"},
		{"Black has the piece", "chess", "4r3/8/8/8/8/5k2/8/7K b - - 0 1", "4r3/8/8/8/3K4/8/8/k7 b - - 0 1"},
		{"a piece that is lost", "chess", "8/8/8/8/3k4/8/8/R6K b - - 0 1", "8/8/8/8/8/8/1k6/R6K b - - 0 1"},
		{"several pieces, corner", "chess", "7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1", "8/8/5K2/3k4/8/8/8/2B2N2 w - - 0 1"},
		{"several pieces, kings", "chess", "7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1", "7k/8/8/8/8/8/8/K1B2N2 w - - 0 1"},
		{"several pieces, freedom", "chess", "8/8/8/4k3/8/3BB3/8/7K b - - 0 1", "BB6/8/8/4k3/8/8/8/7K b - - 0 1"},
		{"bishop and knight, corner of the bishop's colour", "chess", "7k/8/5K2/8/8/8/8/2B2N2 w - - 0 1", "k7/8/2K5/8/8/8/8/2B2N2 w - - 0 1"},
		{"several pieces, one of which mates", "chess", "7k/8/6K1/8/8/8/8/RN6 w - - 0 1", "8/8/8/4k3/8/8/8/RN5K w - - 0 1"},
		{"stalemate wins", "shatranj", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", "7k/8/8/8/8/8/8/R6K w - - 0 1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			g := rulestest.Game(t, test.game)
			e := New(g, Default(g))
			s := e.NewScorer()
			better, worse := rulestest.Position(t, g, test.better), rulestest.Position(t, g, test.worse)
			a, b := s.Score(better), s.Score(worse)
			if better.Turn() != worse.Turn() {
				t.Fatal("the sides to move differ")
			}
			weak := better.Side(better.Turn())
			if weak.Count() == 1 {
				a, b = -a, -b
			}
			if a <= b {
				t.Errorf("%s scores %d, %s %d", test.better, a, test.worse, b)
			}
			for _, p := range []int{e.Score(better) - e.Score(better.Mirror()), e.Score(worse) - e.Score(worse.Mirror())} {
				if p != 0 {
					t.Errorf("mirrored, a score differs by %d", p)
				}
			}
			if n := testing.AllocsPerRun(10, func() { s.Reset(); s.Score(better); s.Score(worse) }); n > 0 {
				t.Errorf("%v allocations", n)
			}
		})
	}
}

func TestPiecesThatCannotWinScoreNothing(t *testing.T) {
	for fen, game := range map[string]string{
		"8/8/8/4k3/8/8/8/KN6 w - - 0 1": "chess", "8/8/8/8/8/8/1k6/R6K b - - 0 1": "chess", "8/8/8/4k3/8/8/8/KN6 b - - 0 1": "shatranj",
	} {
		g := rulestest.Game(t, game)
		if e := New(g, Default(g)); e.Score(rulestest.Position(t, g, fen)) != 0 || e.Unscaled().Score(rulestest.Position(t, g, fen)) == 0 {
			t.Errorf("%s: %s scores %d, unscaled %d; want 0 and a lead", game, fen, e.Score(rulestest.Position(t, g, fen)), e.Unscaled().Score(rulestest.Position(t, g, fen)))
		}
	}
}

// Pieces that wait and pawns that promote are evaluated as in other positions.
func TestNoDriveWhileOtherThingsWin(t *testing.T) {
	for fen, driven := range map[string]bool{
		"**********/5k4/10/10/10/10/10/10/10/1N1Q1K4/*M******** w - - 0 1": false, "**********/5k4/10/10/10/10/10/10/10/1N1Q1K4/********** w - - 0 1": true,
		"8/8/8/4k3/8/8/8/KQ6 w - - 0 1":  true,
		"8/8/8/4k3/8/8/P7/KQ6 w - - 0 1": false, "8/4p3/8/4k3/8/8/8/KQ6 w - - 0 1": false, "8/8/8/4k3/8/8/8/K7 w - - 0 1": false,
	} {
		g := rulestest.Game(t, "chess")
		if strings.Contains(fen, "*") {
			g = rulestest.Game(t, "hannibal-manticore")
		}
		v := New(g, Default(g)).newView()
		v.read(rulestest.Position(t, g, fen), new(pawnEntry))
		v.findOfficers()
		if _, ok := v.driven(); ok != driven {
			t.Errorf("%s: driven %v, want %v", fen, ok, driven)
		}
	}
}
