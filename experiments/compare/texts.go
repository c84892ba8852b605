package compare

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"bestiary/selfplay/rating"
)

// style is how the figures of a unit are written.
func (u Unit) style() (scale float64, digits int, suffix string) {
	switch u {
	case Share, Part:
		return 100, 1, "%"
	case Bits:
		return 1, 2, "bits"
	case PerGame:
		return 1, 2, "a game"
	}
	return 1, 1, string(u)
}

// Heading is the measure with its unit.
func (m *Measure) Heading() string {
	_, _, suffix := m.Unit.style()
	return m.Label + ", " + suffix
}

// Figures are the two means and the difference with its interval, in the unit of
// Heading.
func (m *Measure) Figures() (first, second, difference string) {
	scale, digits, _ := m.Unit.style()
	return fixed(scale*m.First.Estimate, digits), fixed(scale*m.Second.Estimate, digits), span(m.Difference, scale, digits)
}

// span writes an interval; limits that do not exist are left out.
func span(v rating.Interval, scale float64, digits int) string {
	if math.IsNaN(v.Lo) || math.IsNaN(v.Hi) {
		return fixed(scale*v.Estimate, digits)
	}
	return fmt.Sprintf("%s (%s to %s)", fixed(scale*v.Estimate, digits), fixed(scale*v.Lo, digits), fixed(scale*v.Hi, digits))
}

// fixed writes a number without a sign in front of zero.
func fixed(x float64, digits int) string {
	switch {
	case math.IsNaN(x):
		return "?"
	case math.IsInf(x, 1):
		return "∞"
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}

// typeset uses the sign for minus.
func typeset(text string) string {
	r := []rune(text)
	for i := range r {
		if r[i] == '-' && i+1 < len(r) && unicode.IsDigit(r[i+1]) && (i == 0 || r[i-1] == ' ' || r[i-1] == '(') {
			r[i] = '−'
		}
	}
	return string(r)
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
