package estimate

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// climb returns rungs on which values change by the given shares per doubling, with
// relative errors.
func climb(rng *rand.Rand, changes []float64, errors, scatter float64, nodes ...int) []Rung {
	var out []Rung
	for _, n := range nodes {
		m := &tuning.Measurement{Level: 0.95}
		for i, change := range changes {
			truth := float64(i+1) * math.Pow(1+change, math.Log2(float64(n)/300))
			x := truth * math.Exp(scatter*rng.NormFloat64()) * (1 + errors*rng.NormFloat64())
			m.Luck.Values = append(m.Luck.Values, tuning.Value{Piece: string(rune('a' + i)), Worth: stat.Normal(x, errors*x, 0.95)})
		}
		m.Design = m.Luck
		out = append(out, Rung{Nodes: n, Measurement: m})
	}
	return out
}

// Intervals of slopes and of extrapolated values keep their level, even if rungs scatter
// more than their errors suggest, and constant values are rarely reported as moving.
func TestSlopesOfKnownLadders(t *testing.T) {
	runs := testkit.Choose(300, 5000)
	changes := []float64{0, 0.01, -0.03, 0, 0.05}
	for _, scatter := range []float64{0, 0.04} {
		rng := rand.New(rand.NewPCG(2, 9))
		inside, ahead, all, wrong := 0.0, 0.0, 0.0, 0
		for range runs {
			rungs := climb(rng, changes, 0.02, scatter, 100, 300, 1200, 4800)
			for i, s := range slopes(rungs, nil, 0.95) {
				truth := float64(i+1) * math.Pow(1+changes[i], math.Log2(4*4800/300.))
				all++
				if !s.PerDoubling.Excludes(changes[i]) {
					inside++
				}
				if !s.Beyond.Excludes(truth) {
					ahead++
				}
			}
			for _, s := range slopes(climb(rng, make([]float64, 5), 0.02, scatter, 100, 300, 1200, 4800), nil, 0.95) {
				if s.Moves {
					wrong++
				}
			}
		}
		t.Logf("scatter %g: %.3f of the slopes and %.3f of the values ahead are inside; %d of %d runs without a slope had one", scatter, inside/all, ahead/all, wrong, runs)
		for _, share := range []float64{inside / all, ahead / all} {
			if share < 0.93 || share > 0.975 {
				t.Errorf("scatter %g: %.3f of the intervals contain the truth", scatter, share)
			}
		}
		if float64(wrong) > 0.08*float64(runs) {
			t.Errorf("scatter %g: %d of %d values that stand still are said to move", scatter, wrong, runs)
		}
	}
}

// A ratio of neighbours moves beyond chance where the error of the unit hides that of its values.
func TestSlopesOfRatios(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	var rungs []Rung
	for k, n := range []int{300, 1200, 4800} {
		m := &tuning.Measurement{Level: 0.95}
		unit := 0.1 * rng.NormFloat64() // in logarithms, common to all values
		for i, x := range []float64{1, 3, 3.6 * math.Pow(0.95, float64(2*k))} {
			v := x * math.Exp(unit)
			m.Luck.Values = append(m.Luck.Values, tuning.Value{Type: rules.Type(i + 1), Piece: string(rune('a' + i)), Logit: stat.Normal(v, 0.1*v, 0.95), Worth: stat.Normal(v, 0.1*v, 0.95)})
		}
		for i, a := range m.Luck.Values {
			m.Luck.Covariance = append(m.Luck.Covariance, nil)
			for j, b := range m.Luck.Values {
				share := 0.01
				if i == j {
					share += 1e-4
				}
				m.Luck.Covariance[i] = append(m.Luck.Covariance[i], share*a.Logit.Estimate*b.Logit.Estimate)
			}
		}
		m.Luck.DF = math.Inf(1)
		m.Design = m.Luck
		rungs = append(rungs, Rung{Nodes: n, Measurement: m})
	}
	moves := map[string]bool{}
	for _, s := range slopes(rungs, nil, 0.95) {
		moves[s.Piece+s.Over] = s.Moves
	}
	testkit.Same(t, "moves", map[string]bool{"a": false, "b": false, "c": false, "bc": true, "ca": true}, moves)
}

func TestSlopesSayWhatMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		errors         float64
		moves, settled [3]bool
	}{
		{0.001, [3]bool{false, true, false}, [3]bool{true, false, true}},
		{0.3, [3]bool{}, [3]bool{}},
	} {
		list := slopes(climb(rng, []float64{0, 0.05, -0.01}, c.errors, 0, 300, 1200, 4800), nil, 0.95)
		for i, s := range list {
			if s.Moves != c.moves[i] || s.Settled != c.settled[i] {
				t.Errorf("errors of %g: %+v", c.errors, s)
			}
		}
	}
	if got := slopes(climb(rng, []float64{0}, 0.1, 0, 300), nil, 0.95); got != nil {
		t.Errorf("one rung has the slopes %v", got)
	}
	// What exchanges differ by does not blur the slope, for all rungs share it, but all else.
	rungs := climb(rng, []float64{0}, 0.05, 0, 300, 1200)
	before := slopes(rungs, nil, 0.95)[0]
	design := &rungs[1].Measurement.Design
	design.Values = slices.Clone(design.Values)
	v := &design.Values[0].Worth
	*v = stat.Symmetric(v.Estimate, 0.3*v.Estimate, 0.95)
	if s := slopes(rungs, nil, 0.95)[0]; s.PerDoubling != before.PerDoubling || s.Strongest != *v || s.Beyond.HalfWidth() < 0.28*s.Beyond.Estimate || before.Beyond.HalfWidth() > 0.25*s.Beyond.Estimate {
		t.Errorf("with wide errors of exchanges %+v, before %+v", s, before)
	}
	vague := climb(rng, []float64{0.1}, 0.1, 0, 300, 600)
	vague[0].Measurement.Design.Values[0].Worth = stat.Unbounded(3, 0.95)
	if s := slopes(vague, nil, 0.95)[0]; s.PerDoubling.Known() || s.Moves || s.Settled || !s.Strongest.Bounded() {
		t.Errorf("from a single bounded value: %+v", s)
	}
}
