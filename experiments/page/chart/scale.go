package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// scale maps values between min and max to positions between from and to.
type scale struct {
	min, max float64
	log      bool // the scale is logarithmic, and min is above 0
	from, to vg.Length
}

// at returns the position of a value.
func (s scale) at(v float64) vg.Length {
	part := (v - s.min) / (s.max - s.min)
	if s.log {
		part = math.Log(v/s.min) / math.Log(s.max/s.min)
	}
	return s.from + vg.Length(part)*(s.to-s.from)
}

// inside returns the position of a value, or of the end of the scale that it lies beyond.
func (s scale) inside(v float64) vg.Length {
	v, _ = s.clamp(v)
	return s.at(v)
}

// clamp moves a value into the range and reports whether it was outside.
func (s scale) clamp(v float64) (inside float64, cut bool) {
	inside = math.Min(math.Max(v, s.min), s.max)
	return inside, inside != v
}

// tick is a labelled position on an axis.
type tick struct {
	value float64
	label string
}

// niceTicks divides a range into at most count steps of 1, 2, 2.5 or 5 times a
// power of ten.
func niceTicks(lo, hi float64, count int) []tick {
	step, decimals := niceStep((hi - lo) / float64(count))
	return ticksBy(lo, hi, step, decimals)
}

// wholeTicks is like niceTicks but only uses whole numbers.
func wholeTicks(lo, hi float64, count int) []tick {
	return ticksBy(lo, hi, float64(wholeStep((hi-lo)/float64(count))), 0)
}

// ticksBy puts a tick at every multiple of step in a range.
func ticksBy(lo, hi, step float64, decimals int) []tick {
	var ticks []tick
	for i := math.Ceil(lo/step - 1e-9); i*step <= hi+step*1e-9; i++ {
		ticks = append(ticks, tick{i * step, format.Fixed(i*step, decimals)})
	}
	return ticks
}

// wholeStep rounds a step up to a round whole number.
func wholeStep(minStep float64) int {
	minStep = math.Max(1, minStep)
	for {
		step, _ := niceStep(minStep)
		if step == math.Trunc(step) {
			return int(step)
		}
		minStep = step * 1.01 // past 2.5
	}
}

// niceStep rounds a step up to a round number and returns how many decimals its multiples
// need.
func niceStep(minStep float64) (step float64, decimals int) {
	exponent := int(math.Floor(math.Log10(minStep)))
	for ; ; exponent++ {
		for _, digit := range []float64{1, 2, 2.5, 5} {
			step = digit * math.Pow10(exponent)
			if step < minStep*(1-1e-9) {
				continue
			}
			decimals = max(0, -exponent)
			if digit == 2.5 && exponent <= 0 {
				decimals++
			}
			return step, decimals
		}
	}
}

// reach is how far an axis of values may extend beyond the estimates, relative to their
// range including zero.
const reach = 0.6

// smallestRange keeps an axis readable when all estimates are near zero.
const smallestRange = 0.1

// valueRange chooses the ends of an axis of values. It includes zero, every known
// estimate, and the intervals as far as reach allows.
func valueRange(values []stat.Interval) (lo, hi float64) {
	values = slices.DeleteFunc(slices.Clone(values), func(v stat.Interval) bool { return !tells(v) })
	for _, v := range values {
		lo, hi = math.Min(lo, v.Estimate), math.Max(hi, v.Estimate)
	}
	if hi-lo < smallestRange {
		hi = lo + smallestRange
	}
	room := reach * (hi - lo)
	farLo, farHi := lo-room, hi+room
	for _, v := range values {
		lo = math.Min(lo, math.Max(v.Lo, farLo))
		hi = math.Max(hi, math.Min(v.Hi, farHi))
	}
	pad := 0.03 * (hi - lo)
	if lo < 0 && lo > farLo {
		lo -= pad
	}
	if hi < farHi {
		hi += pad
	}
	return lo, hi
}

// tells reports whether the data bound a quantity on some side.
func tells(v stat.Interval) bool {
	return v.Known() && !(math.IsInf(v.Lo, -1) && math.IsInf(v.Hi, 1))
}

// shows reports whether an interval is worth drawing on a scale, which it is not if it
// extends beyond both ends.
func (s scale) shows(v stat.Interval) bool {
	return tells(v) && (v.Lo >= s.min || v.Hi <= s.max)
}

// cuts reports whether an interval is drawn with an arrow.
func (s scale) cuts(v stat.Interval) bool {
	return s.shows(v) && (v.Lo < s.min || v.Hi > s.max)
}

// levelOr returns a confidence level, by default 0.95.
func levelOr(level float64) float64 { return cmp.Or(level, 0.95) }

// intervals names the intervals of a level.
func intervals(level float64) string { return format.Level(levelOr(level)) + " intervals" }

// Notes about intervals that cannot be drawn in full.
const (
	arrowNote   = "An arrow marks an interval that reaches beyond the axis."
	unknownNote = format.Unknown + " or no mark: the games cannot tell."
)

// drawnNotes explains arrows and missing marks if any occur.
func (s scale) drawnNotes(values []stat.Interval) []string {
	arrows, unknown := false, false
	for _, v := range values {
		arrows = arrows || s.cuts(v)
		unknown = unknown || !s.shows(v)
	}
	var notes []string
	if arrows {
		notes = append(notes, arrowNote)
	}
	if unknown {
		notes = append(notes, unknownNote)
	}
	return notes
}

// estimate draws an interval along a horizontal axis and its sign at a height, if the axis can
// show them.
func (a *axis) estimate(p pen, v stat.Interval, y vg.Length, s sign) {
	if a.shows(v) {
		a.whiskerAcross(p, v, y, s.color)
		s.draw(p, vg.Point{X: a.at(v.Estimate), Y: y})
	}
}

// whiskerAcross draws an interval along a horizontal axis at a height, with a cap at each end.
// An end beyond the axis becomes an arrow.
func (a *axis) whiskerAcross(p pen, v stat.Interval, y vg.Length, c tone) {
	a.whisker(p, v, c, func(along, across vg.Length) vg.Point { return vg.Point{X: along, Y: y + across} })
}

// whiskerUp draws an interval along a vertical axis at x.
func (a *axis) whiskerUp(p pen, v stat.Interval, x vg.Length, c tone) {
	a.whisker(p, v, c, func(along, across vg.Length) vg.Point { return vg.Point{X: x + across, Y: along} })
}

// whisker draws an interval. Place converts a position along the axis and a distance from
// it to a point.
func (a *axis) whisker(p pen, v stat.Interval, c tone, place func(along, across vg.Length) vg.Point) {
	if v.Exact() || !a.shows(v) {
		return
	}
	lo, cutLo := a.clamp(v.Lo)
	hi, cutHi := a.clamp(v.Hi)
	line := stroke(c, whiskerLine)
	p.StrokeLines(line, []vg.Point{place(a.at(lo), 0), place(a.at(hi), 0)})
	end := func(at, outward vg.Length, cut bool) {
		if cut {
			p.FillPolygon(c, []vg.Point{
				place(at+outward*arrowSize/2, 0),
				place(at-outward*arrowSize/2, arrowSize/2),
				place(at-outward*arrowSize/2, -arrowSize/2),
			})
			return
		}
		p.StrokeLines(line, []vg.Point{place(at, -capSize/2), place(at, capSize/2)})
	}
	end(a.at(lo), -1, cutLo)
	end(a.at(hi), 1, cutHi)
}
