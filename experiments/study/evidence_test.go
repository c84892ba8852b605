package study

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/tuning"
)

// normal is a number with a standard error.
func normal(estimate, se float64) Evidence {
	return stat.OfGames(estimate, func(level float64) stat.Interval { return stat.Normal(estimate, se, level) })
}

// partly is a number of whose variance more games do not reduce a part.
func partly(estimate, se, fixed float64) Evidence {
	return Evidence{Estimate: estimate, Interval: func(games, rest float64) stat.Interval {
		return stat.Symmetric(estimate, se*math.Hypot(math.Sqrt(1-fixed)*stat.Quantile(games), math.Sqrt(fixed)*stat.Quantile(rest)), rest)
	}}
}

// The tests that intervals make are the usual ones where these are known.
func TestProbabilitiesFollowFromIntervals(t *testing.T) {
	phi := distuv.UnitNormal.CDF
	for _, z := range []float64{-3, -1.5, -0.1, 0, 0.2, 1, 1.959964, 4} {
		e := normal(10+2*z, 2)
		testkit.Near(t, "above", e.Above(10), 1-phi(z), 1e-8)
		testkit.Near(t, "below", e.Below(10), phi(z), 1e-8)
	}
	if p := normal(1, 0.01).Above(0); p != 1e-9 {
		t.Errorf("a certain difference has p = %v, want %v", p, 1e-9)
	}
	for _, e := range []Evidence{unknown(3), unknown(math.NaN())} {
		for _, p := range []float64{e.Above(0), e.Below(0)} {
			if !(p >= 0.5) {
				t.Errorf("an unknown number has p = %v", p)
			}
		}
	}
}

// For normal numbers, limits recovered from intervals are those of the sum of
// variances.
func TestCombinedNumbers(t *testing.T) {
	a, b := normal(5, 0.3), normal(3, 0.4)
	d := a.Minus(b).At(0.95)
	testkit.Near(t, "difference", d.Estimate, 2, 1e-12)
	testkit.Near(t, "lower limit", d.Lo, 2-1.959964*0.5, 1e-6)
	testkit.Near(t, "upper limit", d.Hi, 2+1.959964*0.5, 1e-6)
	m := stat.MeanOf([]Evidence{a, b, normal(1, 1.2)}).At(0.95)
	testkit.Near(t, "mean", m.Estimate, 3, 1e-12)
	testkit.Near(t, "limit of the mean", m.Hi, 3+1.959964*1.3/3, 1e-6)
	r := normal(6, 0.06).Over(normal(3, 0.03)).At(0.95) // both known to 1 %
	testkit.Near(t, "ratio", r.Estimate, 2, 1e-12)
	testkit.Near(t, "upper limit of the ratio", r.Hi, 2*(1+1.96*math.Sqrt2*0.01), 2e-3)
	// A denominator that may be 0 leaves the ratio without an upper limit.
	if r := normal(6, 0.06).Over(normal(1, 0.6)).At(0.95); !math.IsInf(r.Hi, 1) || math.IsInf(r.Lo, -1) {
		t.Errorf("ratio to what may be 0: %v", r)
	}
	if r := normal(6, 0.06).Minus(unknown(1)).At(0.95); !math.IsInf(r.Hi, 1) || !math.IsInf(r.Lo, -1) {
		t.Errorf("difference from what is unknown: %v", r)
	}
}

// An interval and a test never disagree, whatever the weights.
func TestTestsAgreeWithIntervals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string, lo, hi float64) float64 { return rapid.Float64Range(lo, hi).Draw(t, name) }
		e := stat.Combined([]float64{draw("w", -2, 2), draw("u", -2, 2)},
			[]Evidence{normal(draw("a", -5, 5), draw("s", 0.1, 2)), normal(draw("b", -5, 5), draw("r", 0.1, 2))})
		bound := draw("bound", -20, 20)
		v := e.At(0.95)
		if math.Abs(v.Lo-bound) < 1e-6 || math.Abs(v.Hi-bound) < 1e-6 {
			return // a tie
		}
		if above := e.Above(bound) < 0.025; above != (v.Lo > bound) {
			t.Errorf("interval %v, p above %v is %v", v, bound, e.Above(bound))
		}
		if below := e.Below(bound) < 0.025; below != (v.Hi < bound) {
			t.Errorf("interval %v, p below %v is %v", v, bound, e.Below(bound))
		}
		if sum := e.Above(bound) + e.Below(bound); math.Abs(sum-1) > 1e-6 {
			t.Errorf("probabilities add up to %v", sum)
		}
	})
}

// Games reduce the whole error of a share, though its interval by Wilson's formula is far
// from normal after a few games.
func TestFixedPartOfShares(t *testing.T) {
	for _, n := range []float64{2, 4, 10, 1000} {
		for _, p := range []float64{0, 0.1, 0.5, 1} {
			e := stat.OfGames(p, func(level float64) stat.Interval {
				z := stat.Quantile(level)
				middle, arm := (p+z*z/(2*n))/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
				return stat.Interval{Estimate: p, Lo: middle - arm, Hi: middle + arm, Level: level}
			})
			if x := e.Fixed(); x != 0 {
				t.Errorf("%v of %v games leave %v", p, n, x)
			}
		}
	}
}

// What players leave is seen however little the games do.
func TestFixedPartOfPreciseValues(t *testing.T) {
	run := valued(t)
	design := &run.Values.Measurement.Design
	for _, row := range design.Covariance {
		for j := range row {
			row[j] /= 1e6
		}
	}
	var err error
	if run.Values.Panel, err = tuning.NewPanel([]*tuning.Estimate{design}); err != nil {
		t.Fatal(err)
	}
	for _, per := range []string{"rook", "knight", "queen"} {
		e := worth(sum(t, "bishop"), sum(t, per), run)
		testkit.Near(t, "part of the players", e.Fixed(), 1, 1e-3)
	}
}

// A difference and a ratio keep apart what games reduce and what they do not.
func TestFixedPartOfDifferences(t *testing.T) {
	a, b := partly(5, 0.1, 0.2), partly(4, 0.1, 0.6)
	testkit.Near(t, "difference", a.Minus(b).Fixed(), 0.4, 1e-4)
	// In logarithms the variances are as 1/25 and 1/16.
	testkit.Near(t, "ratio", a.Over(b).Fixed(), (0.2/25+0.6/16)/(1.0/25+1.0/16), 0.01)
	if x := normal(5, 1).Over(normal(4, 1)).Fixed(); x != 0 {
		t.Errorf("games reduce everything but %v", x)
	}
}
