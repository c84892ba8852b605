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
