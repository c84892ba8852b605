package tuning

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
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
