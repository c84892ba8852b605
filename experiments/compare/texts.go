package compare

import (
	"strings"
	"unicode"

	"bestiary/internal/present/format"
)

// Format is how the numbers of a unit are written.
func (u Unit) Format() format.Unit {
	switch u {
	case Share, Part:
		return format.Percent
	case Bits:
		return format.Unit{Scale: 1, Digits: 2, Name: "bits"}
	case PerGame:
		return format.Unit{Scale: 1, Digits: 2, Name: "a game"}
	}
	return format.Unit{Scale: 1, Digits: 1, Name: string(u)}
}

// Heading is the measure with its unit.
func (m *Measure) Heading() string { return m.Label + ", " + m.Unit.Format().Name }

// Figures are the two means and the difference with its interval, in the unit of
// Heading.
func (m *Measure) Figures() (first, second, difference string) {
	u := m.Unit.Format().Bare()
	return u.Number(m.First.Estimate), u.Number(m.Second.Estimate), u.Interval(m.Difference)
}

// gameTitle is what is compared, for people.
func (res *Result) gameTitle() string {
	a, b := res.Sides[0].Game.Variant, res.Sides[1].Game.Variant
	if a.Name != b.Name {
		return a.Name + " and " + b.Name
	}
	if a.Title != "" {
		return shortened(strings.Join(strings.FieldsFunc(a.Title, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " "), 100)
	}
	return a.Name
}
