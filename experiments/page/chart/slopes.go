package chart

import (
	"math"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Slope is the change of a value per doubling of something, for [Slopes].
type Slope struct {
	Piece  string
	Value  string        // shown beside the slope
	Change stat.Interval // share of the value
	// Significant marks a change too large for chance.
	Significant bool
}

// SlopesInput is the input of [Slopes].
type SlopesInput struct {
	About
	Level     float64 // confidence level of the intervals; default 0.95
	Doubled   string  // what is doubled
	Head      string  // heading of the column of values
	Tolerance float64 // changes up to this size do not matter
	Rows      []Slope // from top to bottom
}

// Slopes draws changes per doubling in per cent, with a band for changes too small to
// matter.
func Slopes(in SlopesInput) *Chart {
	half := 2 * in.Tolerance
	var changes []stat.Interval
	var significant []string
	for _, r := range in.Rows {
		changes = append(changes, r.Change)
		if tells(r.Change) {
			half = math.Max(half, math.Min(math.Max(-r.Change.Lo, r.Change.Hi), 3*math.Abs(r.Change.Estimate)+3*in.Tolerance))
		}
		if r.Significant {
			significant = append(significant, r.Piece+" "+format.Percent.Difference(r.Change.Estimate))
		}
	}
	shows := "No value moves beyond chance."
	if len(significant) > 0 {
		shows = "Values that move: " + listed(significant)
	}
	facts := []string{"bars are " + intervals(in.Level), "the outer lines are ±" + format.Percent.Number(in.Tolerance)}
	return in.chart("Change of values with "+in.Doubled, shows, facts, func(inner vg.Length) body {
		a := &axis{scale: scale{min: -104 * half, max: 104 * half}, steps: 6, label: "change of the value when " + in.Doubled + " are doubled, in %"}
		r := rows{axis: a, heads: []string{in.Head, "per doubling"}}
		r.key = key{
			{"moves", func(p pen, at vg.Point) { p.mark(circle, seriesColor(0), at) }},
			{"does not move beyond chance", func(p pen, at vg.Point) { p.openMark(circle, seriesColor(5), at) }},
		}
		for _, s := range in.Rows {
			r.list = append(r.list, row{label: s.Piece, faces: in.drawn(s.Piece), lines: []line{{
				cells: []string{s.Value, format.Percent.Interval(s.Change)}, color: inkSoft,
				paint: func(p pen, panel vg.Rectangle) { s.paint(p, a, panel, in.Tolerance) },
			}}})
		}
		return r.lay(inner, a.drawnNotes(scaled(changes))...)
	})
}

// scaled converts shares to per cent.
func scaled(list []stat.Interval) []stat.Interval {
	out := make([]stat.Interval, len(list))
	for i, v := range list {
		out[i] = v.Scale(100)
	}
	return out
}

func (s Slope) paint(p pen, a *axis, panel vg.Rectangle, tolerance float64) {
	for _, x := range []float64{-100 * tolerance, 0, 100 * tolerance} {
		p.line(stroke(inkSoft, axisLine), a.at(x), panel.Min.Y, a.at(x), panel.Max.Y)
	}
	c, mark := seriesColor(5), p.openMark
	if s.Significant {
		c, mark = seriesColor(0), p.mark
	}
	a.estimate(p, s.Change.Scale(100), middle(panel).Y, c, func(at vg.Point) { mark(circle, c, at) })
}
