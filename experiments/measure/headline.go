package measure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/internal/format"
)

// allIdentical reports whether both sides played the same games.
func (res *Result) allIdentical() bool { return res.Identical == len(res.Sides[0].Games) }

// changes states which measures differ.
func (res *Result) changes() string {
	if n := res.Identical; res.allIdentical() {
		return fmt.Sprintf("No difference seen: all %s went the same way on both sides, move for move. "+
			"The true share of pairs with a game that differs is below %s.",
			format.Plural(n, "game"), format.Percent.Number(unseen(res.Config.Level, n/2)))
	}
	list := res.significant()
	if len(list) == 0 {
		return "Cannot tell: no measure differs beyond chance. " + res.room()
	}
	var up, down []string
	for _, m := range list[:min(maxAnswered, len(list))] {
		if m.Difference.Estimate < 0 {
			down = append(down, m.Label)
		} else {
			up = append(up, m.Label)
		}
	}
	var parts []string
	for _, part := range []struct {
		labels []string
		how    string
	}{{up, "increases"}, {down, "decreases"}} {
		if len(part.labels) > 0 {
			parts = append(parts, part.how+" "+format.List(part.labels, "and"))
		}
	}
	return fmt.Sprintf("Compared with %s, %s %s.", res.Sides[0].Label, res.Sides[1].Label, strings.Join(parts, ", and "))
}

// Headline states the differences in one sentence, with numbers: first how games end.
func (res *Result) Headline() string {
	list := res.significant()
	if len(list) == 0 || res.allIdentical() {
		return res.changes()
	}
	for _, name := range []string{"length", "draws", "white-score"} {
		m := res.measure(name)
		list = slices.DeleteFunc(list, func(other *Measure) bool { return other == m })
		if m.Significant(res.Config.Level) {
			list = slices.Insert(list, 0, m)
		}
	}
	var parts []string
	for _, m := range list[:min(maxHeadline, len(list))] {
		how, unit := "up", m.Unit.Format()
		if m.Difference.Estimate < 0 {
			how = "down"
		}
		parts = append(parts, fmt.Sprintf("%s %s from %s to %s", m.Label, how, unit.Number(m.First.Estimate), unit.Number(m.Second.Estimate)))
	}
	return fmt.Sprintf("With %s in place of %s: %s.", res.Sides[1].Label, res.Sides[0].Label, format.List(parts, "and"))
}

// The number of changes that the headline and the answer name.
const (
	maxHeadline = 3
	maxAnswered = 4
)

// room states how large differences that the games do not show could still be.
func (res *Result) room() string {
	var list []string
	for _, name := range []string{"white-score", "length"} {
		m := res.measure(name)
		if d := m.Difference; d.Bounded() {
			unit := m.Unit.Format()
			if unit == format.Percent {
				unit.Name = "percentage points"
			}
			list = append(list, fmt.Sprintf("%s in %s", unit.Number(math.Max(math.Abs(d.Lo), math.Abs(d.Hi))), m.Label))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("Up to %s may have gone unseen.", format.List(list, "or"))
}

// maxNamed is the number of measures at the top of the report.
const maxNamed = 6

// leading are the measures that come before all others, whatever their size.
var leading = []string{member("over-by-", suddenPly).Name, "white-score", "white-wins"}

// significant returns the most important significant differences: the leading measures first,
// then the largest; those without a size last.
func (res *Result) significant() []*Measure {
	var list []*Measure
	for i := range res.Measures {
		if m := &res.Measures[i]; m.Significant(res.Config.Level) {
			list = append(list, m)
		}
	}
	weight := func(m *Measure) float64 {
		if i := slices.Index(leading, m.Name); i >= 0 {
			return math.Inf(1)
		}
		if math.IsNaN(m.Size.Estimate) {
			return -1
		}
		return math.Abs(m.Size.Estimate)
	}
	slices.SortStableFunc(list, func(a, b *Measure) int {
		return cmp.Or(cmp.Compare(weight(b), weight(a)), cmp.Compare(slices.Index(leading, a.Name), slices.Index(leading, b.Name)))
	})
	return list[:min(maxNamed, len(list))]
}
