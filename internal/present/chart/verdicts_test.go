package chart

import (
	"math"
	"testing"

	"bestiary/internal/stat"
)

// An interval that reaches far to both sides of a range is shown, unless it is so long that the
// value could not be told from the range.
func TestLongIntervalsOfVerdicts(t *testing.T) {
	for half, want := range map[float64]bool{0.1: true, 1.6: true, 50: false} {
		r := VerdictRow{Value: stat.Symmetric(-0.3, half, 0.95), From: 0, To: math.Inf(1)}
		lo, hi := r.scaleOf()
		if got := (scale{min: lo, max: hi}).shows(r.Value); got != want {
			t.Errorf("±%v on an axis from %v to %v: shown %v, want %v", half, lo, hi, got, want)
		}
	}
}
