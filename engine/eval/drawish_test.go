package eval

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
)

func TestDrawishEndings(t *testing.T) {
	evaluators := map[string]*Evaluator{}
	for _, c := range []struct {
		name, game, fen string
		scale           int64 // in 1/wholeScale
	}{
		{"bishop alone", "chess", "4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", mateless},
		{"knight alone, Black's", "chess", "4k1n1/8/8/8/8/8/8/4K3 w - - 0 1", mateless},
		{"bishops of one colour", "chess", "4k3/8/8/8/8/B7/8/2B1K3 w - - 0 1", mateless},
		{"two knights", "chess", "4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", mateless},
		{"three knights", "chess", "4k3/8/8/8/8/8/8/NN2K1N1 w - - 0 1", wholeScale},
		{"bishops of both colours", "chess", "4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", wholeScale},
		{"bishop and knight", "chess", "4k3/8/8/8/8/8/8/2B1K1N1 w - - 0 1", wholeScale},
		{"rook alone", "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", wholeScale},
		{"rook and knight", "chess", "4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1", pawnlessLead},
		{"rook and bishop against rook", "chess", "4k2r/8/8/8/8/8/8/R1B1K3 w - - 0 1", pawnlessLead},
		{"queen and rook", "chess", "4k2r/8/8/8/8/8/8/3QK3 w - - 0 1", wholeScale},
		{"rook against rook, with a pawn", "chess", "4k2r/8/8/8/8/8/4P3/R3K3 w - - 0 1", wholeScale},
		{"knight against a pawn", "chess", "4k3/4p3/8/8/8/8/8/4K1N1 w - - 0 1", wholeScale / freeingPawns},
		{"rook and knight, which has two pawns", "chess", "4k1n1/4pp2/8/8/8/8/8/R3K3 w - - 0 1", wholeScale},
		{"queen against rook and two pawns", "chess", "3rk3/4pp2/8/8/8/8/8/3QK3 w - - 0 1", pawnlessLead + (wholeScale-pawnlessLead)/2},
		{"bishops of opposite colours", "chess", "2b1k3/4p3/8/8/8/8/4PP2/2B1K3 w - - 0 1", oppositePair},
		{"bishops of opposite colours, a pawn on one side", "chess", "2b1k3/8/8/8/8/8/4P3/2B1K3 w - - 0 1", oppositePair},
		{"bishops of the same colour", "chess", "4kb2/4p3/8/8/8/8/4PP2/2B1K3 w - - 0 1", wholeScale},
		{"opposite bishops and a knight", "chess", "2b1k3/4p3/8/8/8/8/4PP2/2B1K1N1 w - - 0 1", wholeScale},
		{"a piece that changes colour with each move", "hannibal-manticore", "5k4/10/10/10/10/10/10/10/5K2M1 w - - 0 1", mateless},
		{"archbishop alone", "capablanca", "5k4/10/10/10/10/10/10/2A2K4 w - - 0 1", wholeScale},
		{"stalemate wins", "shatranj", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1", wholeScale},
	} {
		t.Run(c.name, func(t *testing.T) {
			if evaluators[c.game] == nil {
				g := rulestest.Game(t, c.game)
				evaluators[c.game] = New(g, Prior(g))
			}
			e := evaluators[c.game]
			p := rulestest.Position(t, e.Game(), c.fen)
			phase := int64(e.fullness(p) * maxPhase / e.full)
			want := wholeScale*maxPhase - (wholeScale-c.scale)*(maxPhase-phase)
			v := e.newView()
			v.read(p, new(pawnEntry))
			if got := v.factor(e.fullness(p)); got != want {
				t.Errorf("factor %d, want %d", got, want)
			}
			if _, driven := v.driven(); driven {
				return
			}
			whole := int64(e.Unscaled().Score(p))
			if got, want := int64(e.Score(p)), whole*want/(wholeScale*maxPhase); got < want-1 || got > want+1 {
				t.Errorf("score %d, want %d of %d", got, want, whole)
			}
		})
	}
}

func TestWaitingPiecesKeepTheScore(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	e := New(g, Prior(g))
	p := g.NewPosition()
	v := e.newView()
	v.read(p, new(pawnEntry))
	if got := v.factor(0); got != wholeScale*maxPhase {
		t.Errorf("pieces still to be placed: factor %d, want %d", got, wholeScale*maxPhase)
	}
	for p.Placing() {
		p.Make(p.Moves(nil)[0])
	}
	if got := v.factor(0); got != wholeScale*maxPhase {
		t.Errorf("pieces waiting: factor %d, want %d", got, wholeScale*maxPhase)
	}
}

// Traces of drawish endings are scaled as their scores are, and scorers agree.
func TestDrawishScoreIsTraceTimesWeights(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := Prior(g)
	e := New(g, w)
	s := e.NewScorer()
	for _, fen := range []string{
		"4k1n1/8/8/8/8/8/8/R3K3 w - - 0 1", "2b1k3/4p3/8/8/8/8/4PP2/2B1K3 b - - 0 1", "4k3/4p3/8/8/8/8/8/4K1N1 b - - 0 1",
	} {
		p := rulestest.Position(t, g, fen)
		trace, want := make([]float64, len(w.Names())), 0.0
		e.Trace(p, trace)
		for i, n := range trace {
			want += n * (e.Phase(p)*w.MG[i] + (1-e.Phase(p))*w.EG[i])
		}
		if p.Turn() == rules.Black {
			want = -want
		}
		if got := float64(e.Score(p)); got < want-2 || got > want+2 || s.Score(p) != e.Score(p) || e.Score(p) != e.Score(p.Mirror()) {
			t.Errorf("%s: score %v, trace times weights %v, by a scorer %d, mirrored %d", fen, got, want, s.Score(p), e.Score(p.Mirror()))
		}
	}
}

func TestPiecesThatMateAlone(t *testing.T) {
	for game, want := range map[string]string{
		"chess":              "rook queen",
		"capablanca":         "rook queen archbishop chancellor",
		"hannibal-manticore": "rook queen falcon",
		"shatranj":           "rook",
	} {
		g := rulestest.Game(t, game)
		var mates []string
		for _, ty := range g.Types() {
			if CanMate(g, ty) {
				mates = append(mates, g.TypeName(ty))
			}
		}
		if got := strings.Join(mates, " "); got != want {
			t.Errorf("%s: %q mate alone, want %q", game, got, want)
		}
	}
}

func TestGamesWonOtherwiseThanByMate(t *testing.T) {
	others := []string{"shatranj", "complete-permutation", "antichess", "atomic", "crazyhouse", "horde", "king-of-the-hill", "racing-kings", "three-check", "xiangqi", "wildebeest", "courier", "spartan", "shogi", "minishogi", "janggi"}
	for _, name := range variant.Catalogue() {
		want := slices.Contains(others, name)
		if got := winsOtherwise(rulestest.Game(t, name)); got != want {
			t.Errorf("%s: won otherwise than by mate %v, want %v", name, got, want)
		}
	}
}

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
