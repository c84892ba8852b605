package logit

import (
	"math"
	"slices"
	"testing"
)

func TestLossDerivatives(t *testing.T) {
	const h = 1e-4
	for _, y := range []float64{0, 0.3, 0.5, 1} {
		for _, eta := range []float64{-12, -3, -0.4, 0, 0.7, 2, 9} {
			low, lowSlope, _ := terms(y, eta-h)
			high, highSlope, _ := terms(y, eta+h)
			_, slope, second := terms(y, eta)
			if want := (high - low) / (2 * h); math.Abs(slope-want) > 1e-7 {
				t.Errorf("y=%v, eta=%v: slope %v, differences give %v", y, eta, slope, want)
			}
			if want := (highSlope - lowSlope) / (2 * h); math.Abs(second-want) > 1e-7 {
				t.Errorf("y=%v, eta=%v: second derivative %v, differences give %v", y, eta, second, want)
			}
		}
	}
}

func TestExtremeLogitsStayFinite(t *testing.T) {
	for _, eta := range []float64{-1e6, -800, 800, 1e6} {
		value, slope, second := terms(0.5, eta)
		for _, v := range []float64{value, slope, second, Sigmoid(eta)} {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("at %v: %v %v %v", eta, value, slope, second)
			}
		}
	}
}

// The penalised objective's derivatives against differences in every direction.
func TestObjectiveDerivatives(t *testing.T) {
	const h = 1e-4
	d := randomDesign(seeded(1), 300, 7, 4)
	m := newMinimiser(newEvaluator(d, 1), []float64{1, 0, 2, 0, 0, -1, 0})
	m.inverse = 0.7
	copy(m.penalty, []float64{0.5, 0, 3, 0, 1, 10, 0})
	at := []float64{0.3, -0.2, 0.1, 0.8, -0.5, 0.4, 0}
	m.evaluate(at)
	slope := slices.Clone(m.slope.RawVector().Data)
	second := newSums(7).second
	copy(second, m.second.RawSymmetric().Data)
	for j := range at {
		moved := slices.Clone(at)
		moved[j] = at[j] + h
		m.evaluate(moved)
		high, highSlope := m.value, slices.Clone(m.slope.RawVector().Data)
		moved[j] = at[j] - h
		m.evaluate(moved)
		if want := (high - m.value) / (2 * h); math.Abs(slope[j]-want) > 1e-5 {
			t.Errorf("slope %d is %v, differences give %v", j, slope[j], want)
		}
		for k := j; k < len(at); k++ {
			want := (highSlope[k] - m.slope.AtVec(k)) / (2 * h)
			if got := second[j*7+k]; math.Abs(got-want) > 1e-5 {
				t.Errorf("second derivative %d,%d is %v, differences give %v", j, k, got, want)
			}
		}
	}
}

func TestSumsDoNotDependOnWorkers(t *testing.T) {
	d := randomDesign(seeded(2), 5*minBlockRows/2, 6, 3)
	at := []float64{0.1, 0.2, -0.3, 0.4, -0.5, 0.6}
	one, many := newEvaluator(d, 1), newEvaluator(d, 7)
	if many.workers < 2 {
		t.Fatalf("%d workers for %d blocks", many.workers, len(many.blocks))
	}
	one.at(at)
	many.at(at)
	if one.total.value != many.total.value || !slices.Equal(one.total.slope, many.total.slope) ||
		!slices.Equal(one.total.second, many.total.second) {
		t.Error("sums differ between 1 and 7 workers")
	}
}

func TestEvaluationDoesNotAllocate(t *testing.T) {
	d := randomDesign(seeded(3), 1000, 6, 3)
	at := make([]float64, 6)
	e := newEvaluator(d, 1)
	if n := testing.AllocsPerRun(10, func() { e.at(at) }); n != 0 {
		t.Errorf("%v allocations per evaluation", n)
	}
}
