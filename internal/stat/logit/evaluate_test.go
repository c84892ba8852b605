package logit

import (
	"math"
	"slices"
	"testing"
)

var bothLosses = []Loss{CrossEntropy, SquaredError}

func TestLossDerivatives(t *testing.T) {
	const h = 1e-4
	for _, loss := range bothLosses {
		for _, y := range []float64{0, 0.3, 0.5, 1} {
			for _, eta := range []float64{-12, -3, -0.4, 0, 0.7, 2, 9} {
				low, lowSlope, _ := loss.terms(y, eta-h, observed)
				high, highSlope, _ := loss.terms(y, eta+h, observed)
				_, slope, second := loss.terms(y, eta, observed)
				if want := (high - low) / (2 * h); math.Abs(slope-want) > 1e-7 {
					t.Errorf("%v, y=%v, eta=%v: slope %v, differences give %v", loss, y, eta, slope, want)
				}
				if want := (highSlope - lowSlope) / (2 * h); math.Abs(second-want) > 1e-7 {
					t.Errorf("%v, y=%v, eta=%v: second derivative %v, differences give %v", loss, y, eta, second, want)
				}
			}
		}
	}
}

// The expected curvature is the mean of the observed one over outcomes of the
// model, and both losses have curvature 1/4 at an even score.
func TestExpectedCurvature(t *testing.T) {
	for _, loss := range bothLosses {
		for _, eta := range []float64{-4, -1, 0, 0.5, 3} {
			mu := Sigmoid(eta)
			_, _, won := loss.terms(1, eta, observed)
			_, _, lost := loss.terms(0, eta, observed)
			_, _, got := loss.terms(1, eta, expected)
			if want := mu*won + (1-mu)*lost; math.Abs(got-want) > 1e-14 {
				t.Errorf("%v at %v: expected curvature %v, want %v", loss, eta, got, want)
			}
		}
		if _, _, got := loss.terms(0.5, 0, observed); got != 0.25 {
			t.Errorf("%v: curvature %v at an even score, want 0.25", loss, got)
		}
	}
}

func TestExtremeLogitsStayFinite(t *testing.T) {
	for _, loss := range bothLosses {
		for _, eta := range []float64{-1e6, -800, 800, 1e6} {
			value, slope, second := loss.terms(0.5, eta, observed)
			for _, v := range []float64{value, slope, second, Sigmoid(eta)} {
				if math.IsNaN(v) || math.IsInf(v, 0) {
					t.Errorf("%v at %v: %v %v %v", loss, eta, value, slope, second)
				}
			}
		}
	}
}

// The penalised objective's derivatives against differences in every direction.
func TestObjectiveDerivatives(t *testing.T) {
	const h = 1e-4
	d := randomDesign(seeded(1), 300, 7, 4)
	for _, loss := range bothLosses {
		m := newMinimiser(newEvaluator(d, loss, 1), []float64{1, 0, 2, 0, 0, -1, 0})
		m.inverse = 0.7
		copy(m.penalty, []float64{0.5, 0, 3, 0, 1, 10, 0})
		at := []float64{0.3, -0.2, 0.1, 0.8, -0.5, 0.4, 0}
		m.evaluate(at, observed)
		slope := slices.Clone(m.slope.RawVector().Data)
		second := newSums(7).second
		copy(second, m.second.RawSymmetric().Data)
		for j := range at {
			moved := slices.Clone(at)
			moved[j] = at[j] + h
			m.evaluate(moved, observed)
			high, highSlope := m.value, slices.Clone(m.slope.RawVector().Data)
			moved[j] = at[j] - h
			m.evaluate(moved, observed)
			if want := (high - m.value) / (2 * h); math.Abs(slope[j]-want) > 1e-5 {
				t.Errorf("%v: slope %d is %v, differences give %v", loss, j, slope[j], want)
			}
			for k := j; k < len(at); k++ {
				want := (highSlope[k] - m.slope.AtVec(k)) / (2 * h)
				if got := second[j*7+k]; math.Abs(got-want) > 1e-5 {
					t.Errorf("%v: second derivative %d,%d is %v, differences give %v", loss, j, k, got, want)
				}
			}
		}
	}
}

func TestSumsDoNotDependOnWorkers(t *testing.T) {
	d := randomDesign(seeded(2), 5*minBlockRows/2, 6, 3)
	at := []float64{0.1, 0.2, -0.3, 0.4, -0.5, 0.6}
	one, many := newEvaluator(d, CrossEntropy, 1), newEvaluator(d, CrossEntropy, 7)
	if many.workers < 2 {
		t.Fatalf("%d workers for %d blocks", many.workers, len(many.blocks))
	}
	one.at(at, observed)
	many.at(at, observed)
	if one.total.value != many.total.value || !slices.Equal(one.total.slope, many.total.slope) ||
		!slices.Equal(one.total.second, many.total.second) {
		t.Error("sums differ between 1 and 7 workers")
	}
}

func TestEvaluationDoesNotAllocate(t *testing.T) {
	d := randomDesign(seeded(3), 1000, 6, 3)
	at := make([]float64, 6)
	for _, loss := range bothLosses {
		e := newEvaluator(d, loss, 1)
		if n := testing.AllocsPerRun(10, func() { e.at(at, observed) }); n != 0 {
			t.Errorf("%v: %v allocations per evaluation", loss, n)
		}
	}
}
