package tuning

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

func TestScales(t *testing.T) {
	for _, test := range []struct {
		game      string
		unit      Unit
		reference []string
		is        Unit
		in        string
	}{
		{"chess", Points, []string{"knight", "bishop", "rook", "queen"}, Points, "in points"},
		{"chess", Pawn, []string{"pawn"}, Pawn, "in pawns"},
		{"chess", KnightAndBishop, []string{"knight", "bishop"}, KnightAndBishop, "with knight and bishop together as 6.25"},
		{"chess", Rook, []string{"rook"}, Rook, "in rooks"},
		{"chess", Elo, nil, Elo, "in Elo"},
		{"shatranj", Points, []string{"knight", "rook"}, Points, "in points"},
		{"shatranj", KnightAndBishop, []string{"knight", "rook"}, Points, "in points"},
		{"hannibal-manticore", Points, []string{"knight", "bishop", "rook", "queen"}, Points, "in points"},
	} {
		s := NewScale(rulestest.Game(t, test.game), test.unit)
		if !slices.Equal(s.Reference, test.reference) || s.Unit != test.is || s.In() != test.in {
			t.Errorf("%s, %s: %+v, %q", test.game, test.unit, s, s.In())
		}
	}
}

// In a game without chess pieces the unit uses the prior values of the officers by whose like
// the prior was checked.
func TestPointsOfUnknownPieces(t *testing.T) {
	v, err := variant.Parse("leapers", []byte(`name = "leapers"
board = { files = 4, ranks = 4, array = "kwzf/4/4/KWZF" }
piece = [
  { name = "king", symbol = "K", move = "K", royal = true },
  { name = "wazir", symbol = "W", move = "W" },
  { name = "ghost", symbol = "Z", move = "mU" },
  { name = "rook", symbol = "F", move = "F" },
]`))
	testkit.OK(t, err)
	g := testkit.Must(rules.Compile(v))(t)
	if s := NewScale(g, Points); !slices.Equal(s.Reference, []string{"wazir", "rook"}) {
		t.Errorf("the reference is %q: want the wazir and the rook, which is a ferz, but not the ghost, which never captures", s.Reference)
	}
	if s := NewScale(g, Pawn); s.In() == "in pawns" {
		t.Errorf("%q in a game without pawns", s.In())
	}
}

// The reference pieces of chess lie around their definitions, and a unit does not depend
// on the scale of the coefficients.
func TestPoints(t *testing.T) {
	g := rulestest.Game(t, "chess")
	s := NewScale(g, Points)
	for _, factor := range []float64{1, 0.2, 3} {
		coef := []float64{0.3, 0.975, 0.975, 1.5, 2.925}
		for i := range coef {
			coef[i] *= factor
		}
		for i, want := range []float64{1, 3.25, 3.25, 5, 9.75} {
			if got := s.point(coef, i); math.Abs(got-want) > 1e-9 {
				t.Errorf("piece %d at %v: %v points, want %v", i, factor, got, want)
			}
		}
	}
	if got := s.point([]float64{0.3, 0.9, -0.1, 1, 2}, 1); !math.IsNaN(got) {
		t.Errorf("with a bishop worth less than nothing the knight is worth %v", got)
	}
}

// Intervals in points keep their level even though the weights of the unit come from the
// data.
func TestPointsCover(t *testing.T) {
	g := rulestest.Game(t, "chess")
	s := NewScale(g, Points)
	truth, noise := []float64{0.3, 0.9, 1, 1.5, 2.9}, 0.06
	cov := mat.NewSymDense(5, nil)
	for i := range truth {
		cov.SetSym(i, i, noise*noise)
	}
	rng := rand.New(rand.NewPCG(5, 5))
	const runs = 4000
	covered := make([]int, len(truth))
	for range runs {
		inf := logit.Inference{Cov: cov, DF: math.Inf(1)}
		for _, v := range truth {
			inf.Coef = append(inf.Coef, v+noise*rng.NormFloat64())
		}
		for i := range truth {
			if v := s.value(inf, logit.Column(i), 0.95); !v.Excludes(s.point(truth, i)) {
				covered[i]++
			}
		}
	}
	for i, n := range covered {
		if share := float64(n) / runs; math.Abs(share-0.95) > 0.012 {
			t.Errorf("piece %d: intervals cover %.3f, want 0.95", i, share)
		}
	}
}

func TestElo(t *testing.T) {
	g := rulestest.Game(t, "chess")
	inf := logit.Inference{Coef: []float64{0.5, 1, 1, 1, 2}, Cov: mat.NewSymDense(5, nil), DF: math.Inf(1)}
	if v := NewScale(g, Elo).value(inf, logit.Column(0), 0.95); math.Abs(v.Estimate-0.5*stat.EloPerLogit) > 1e-9 {
		t.Errorf("half a logit is %v Elo", v.Estimate)
	}
}

// point returns the value of piece i at these coefficients, NaN if the unit is worth
// nothing.
func (s Scale) point(coef []float64, i int) float64 {
	return s.value(logit.Inference{Coef: coef, Cov: mat.NewSymDense(len(coef), nil), DF: math.Inf(1)}, logit.Column(i), 0.95).Estimate
}

// In games whose armies differ, the chosen exchanges determine all values with intervals of
// the right level, and White's advantage is that at the array.
func TestCoverageOfUnequalArmies(t *testing.T) {
	runs, pairs := testkit.Choose(12, 200), 400
	for _, name := range []string{"different-armies", "spartan"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g, w, x, chosen, cfg := chosenWorld(t, name)
			covered, advantage, all := 0.0, 0.0, 0.0
			for run := range runs {
				rng := rand.New(rand.NewPCG(uint64(run), 51))
				x.White = 0.8
				w.coef = w.model.expected(x)
				for i := range w.model.types {
					w.coef[i] *= math.Exp(0.1 * rng.NormFloat64())
				}
				w.draw(rng)
				s := testkit.Must(NewSample(g, Default()))(t)
				games := 0
				for p, err := range openingsOf(t, g, cfg, pairs) {
					testkit.OK(t, err)
					w.model.row(p, s.army)
					w.result(s, rng)
					games++
					s.pairs = games / 2
				}
				f := testkit.Must(s.fitArmies(s.start))(t)
				e := s.designEstimate(f.Result, f.Posterior(), w.unit)
				for i, v := range e.Values {
					truth := w.unit.point(w.coef, i)
					if all++; v.Worth.Lo <= truth && truth <= v.Worth.Hi {
						covered++
					}
					if v.Support == 0 {
						t.Fatalf("no pair differs in the %s: %s", v.Piece, chosen.Text)
					}
				}
				if e.White.Lo <= 0.8 && 0.8 <= e.White.Hi {
					advantage++
				}
			}
			t.Logf("intervals of %v values cover %.3f, of White's advantage %.3f; %s", all, covered/all, advantage/float64(runs), chosen.Text)
			if margin := 0.02 + 2.5*math.Sqrt(0.05*0.95/all); math.Abs(covered/all-0.95) > margin {
				t.Errorf("intervals of values cover %.3f", covered/all)
			}
			if margin := 0.03 + 3*math.Sqrt(0.05*0.95/float64(runs)); advantage/float64(runs) < 0.95-margin {
				t.Errorf("intervals of White's advantage cover %.3f", advantage/float64(runs))
			}
		})
	}
}

// At the array of a game only White's advantage is left of the model.
func TestArrayHasNoDifference(t *testing.T) {
	for _, name := range []string{"chess", "spartan", "horde"} {
		g := rulestest.Game(t, name)
		m := newArmyModel(g, newColumns(g))
		row := make([]float64, m.count)
		m.row(g.NewPosition(), row)
		n := len(m.types)
		if row[n] != 1 || slices.ContainsFunc(slices.Concat(row[:n], row[n+1:]), func(x float64) bool { return x != 0 }) {
			t.Errorf("%s: the array has the row %v", name, row)
		}
	}
}

// Where White's advantage decides the games whatever is exchanged, there is no choice.
func TestOneSidedArmies(t *testing.T) {
	g := rulestest.Game(t, "different-armies")
	_, _, x, _, cfg := chosenWorld(t, "different-armies")
	cfg.Exchanges = ""
	for white, want := range map[float64]string{3: "White's army is so much stronger than Black's army", -3: "Black's army is so much stronger"} {
		x.White = white
		_, err := Choose(g, nil, x, cfg, 1000)
		if testkit.Fails(t, err, want); !errors.Is(err, ErrOneSided) {
			t.Errorf("error %v", err)
		}
	}
	for name, want := range map[string]string{"horde": "", "spartan": "", "chess": "", "bare": "Black's army is so much stronger than White's army that no exchange"} {
		if name == "bare" {
			v := *rulestest.Game(t, "chess").Variant
			v.Array = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/4K3"
			g = rulestest.Compile(t, &v)
		} else {
			g = rulestest.Game(t, name)
		}
		if err := CheckArmies(g); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}

// Each exchange is expected to leave both sides a chance in both games.
func TestChoiceForUnequalArmies(t *testing.T) {
	g, w, x, _, cfg := chosenWorld(t, "different-armies")
	x.White = 1
	cfg.Exchanges = ""
	chosen := testkit.Must(Choose(g, nil, x, cfg, 1000))(t)
	w.coef = w.model.expected(x)
	cfg.Kind, cfg.Exchanges = opening.Exchanges, chosen.Text
	row := make([]float64, w.model.count)
	for p, err := range openingsOf(t, g, cfg, 100) {
		testkit.OK(t, err)
		w.model.row(p, row)
		eta := 0.0
		for j, c := range w.coef {
			eta += c * row[j]
		}
		if math.Abs(eta) > math.Log(9)+0.2 || p.Turn() != rules.White {
			t.Errorf("White expects %.2f logits in %s", eta, p.FEN())
		}
	}
}
