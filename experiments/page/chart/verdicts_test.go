package chart

import (
	"bytes"
	"math"
	"testing"

	"bestiary/internal/stat"
)

// An interval that extends far beyond a range on both sides is shown, unless a range with
// two ends would become invisible.
func TestLongIntervalsOfVerdicts(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		lo, hi float64 // of the interval
		to     float64 // end of the range from 0
		want   bool
	}{
		{-0.4, -0.2, inf, true},
		{-50, 50, inf, true},
		{-50, inf, inf, true},
		{-inf, inf, inf, false},
		{-0.4, -0.2, 0.5, true},
		{-2, 1.5, 0.5, true},
		{-50, 50, 0.5, false},
	} {
		r := VerdictRow{Value: stat.Interval{Estimate: -0.3, Lo: c.lo, Hi: c.hi, Level: 0.95}, From: 0, To: c.to}
		lo, hi := r.scaleOf()
		if got := (scale{min: lo, max: hi}).shows(r.Value); got != c.want {
			t.Errorf("%v to %v beside 0 to %v, on an axis from %v to %v: shown %v, want %v", c.lo, c.hi, c.to, lo, hi, got, c.want)
		}
	}
}

// A verdict is not broken beside a shorter number.
func TestVerdictsAreNotBroken(t *testing.T) {
	row := VerdictRow{Says: "The king is worth more than the crown of a king of the same kind", Value: stat.Unknown(), To: math.Inf(1), Number: "cannot tell", Verdict: "undecided"}
	if svg := Verdicts(VerdictsInput{Rows: []VerdictRow{row}}).SVG(Wide); bytes.Count(svg, []byte(">undecided<")) != 2 {
		t.Error("want the verdict whole, in the key and in the row")
	}
}

// Verdicts are readable in both schemes, on charts and on pages, which share the colours.
func TestVerdictsAreReadable(t *testing.T) {
	for _, v := range verdicts {
		c := verdictSign(v.name).color
		if l, d := contrast(c.Light, paper.Light), contrast(c.Dark, paper.Dark); l < readableText || d < readableText {
			t.Errorf("%s: contrast %.2f and %.2f, want at least %g", v.name, l, d, readableText)
		}
	}
}

// The key names the verdict of a published result that cannot be told as the row does.
func TestKeyOfWhatCannotBeTold(t *testing.T) {
	row := VerdictRow{Says: "A bishop is worth 1 to 1.15 knights", Value: stat.Normal(1.1, 0.03, 0.95), From: 1, To: 1.15, Number: "1.10 knights", Verdict: "cannot tell"}
	svg := Verdicts(VerdictsInput{Rows: []VerdictRow{row}}).SVG(Wide)
	if bytes.Count(svg, []byte(">cannot tell<")) != 2 || bytes.Contains(svg, []byte("undecided")) {
		t.Error("the key and the row have other words")
	}
}
