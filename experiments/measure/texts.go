package measure

import (
	"math"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Format says how the numbers of a unit are written.
func (u Unit) Format() format.Unit {
	switch u {
	case Share, Part:
		return format.Percent
	case Bits, PerGame:
		return format.Unit{Scale: 1, Digits: 2, Name: string(u)}
	}
	return format.Unit{Scale: 1, Digits: 1, Name: string(u)}
}

// wholePlies is the unit of medians of lengths.
var wholePlies = format.Unit{Scale: 1}

// Heading returns the label of the measure with its unit.
func (m *Measure) Heading() string { return m.Label + ", " + m.Unit.Format().Name }

// Figures returns the two means and the difference with its interval, in the unit of
// Heading.
func (m *Measure) Figures() (first, second, difference string) {
	u := m.Unit.Format().Bare()
	difference = numbers(u, m.Difference)
	if m.unseen() {
		difference = "none seen, below " + u.Number(m.Difference.Hi)
	}
	return u.Number(m.First.Estimate), u.Number(m.Second.Estimate), difference
}

// unseen reports whether a share is the same in every pair of games, so that its interval
// only bounds differences that could have gone unseen.
func (m *Measure) unseen() bool { return m.data != nil && m.data.share && m.data.equal() }

// numbers writes an estimate with its limits, if it has any.
func numbers(u format.Unit, v stat.Interval) string {
	if math.IsInf(v.Lo, 0) && math.IsInf(v.Hi, 0) {
		return u.Number(v.Estimate)
	}
	return u.Interval(v)
}

// probability writes a p-value, "" for a measure that is not tested.
func probability(p stat.Number) string {
	if math.IsNaN(float64(p)) {
		return ""
	}
	return format.Probability(float64(p))
}

// RatioText returns the hazard ratio of a test with its interval, "" if it has none.
func (t *Test) RatioText() string {
	if !t.Ratio.Known() {
		return ""
	}
	return numbers(format.Value, t.Ratio)
}

// margin returns the margin of a claim in the unit of its measure.
func (c Claim) margin() string { return "±" + c.Measure.Unit.Format().Number(float64(c.Margin)) }

// Verdict says whether the claim is shown.
func (c Claim) Verdict() string {
	if c.Supported {
		return "the same within the margin"
	}
	return "cannot tell"
}
