package chart

import (
	"math"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Effect is a difference between two sets of games, for [Effects].
type Effect struct {
	Name string // name of the quantity
	// First, Second and Difference are numbers with units.
	First, Second, Difference string
	// Size is the difference in standard deviations.
	Size stat.Interval
	// Significant marks a difference too large for chance.
	Significant bool
}

// EffectsInput is the input of [Effects].
type EffectsInput struct {
	About
	First, Second string // names of the sets
	// Significance explains which effects are significant.
	Significance string
	Level        float64  // confidence level of the intervals; default 0.95
	Rows         []Effect // from top to bottom
}

const (
	smallestSize = 0.05 // minimum half-width of the axis
	usualSize    = 0.3  // up to this size the axis shows whole intervals
)

// Effects draws differences in standard deviations, to make shares, moves and counts
// comparable, next to the numbers in their own units.
func Effects(in EffectsInput) *Chart {
	half := in.half()
	var sizes []stat.Interval
	var significant []string
	for _, r := range in.Rows {
		sizes = append(sizes, r.Size)
		if r.Significant {
			significant = append(significant, r.Name+" "+r.Difference)
		}
	}
	shows := "No difference is significant."
	if len(significant) > 0 {
		shows = "Significant differences: " + listed(significant)
	}
	return in.chart("Differences", shows, []string{"bars are " + intervals(in.Level)}, func(inner vg.Length) body {
		a := &axis{scale: scale{min: -half, max: half}, steps: 6, label: "second minus first, in standard deviations of a game"}
		r := rows{axis: a, heads: []string{in.First, in.Second, "difference (" + format.Level(levelOr(in.Level)) + " interval)"}}
		r.key = key{
			{in.Significance, func(p pen, at vg.Point) { p.mark(circle, seriesColor(0), at) }},
			{"not significant", func(p pen, at vg.Point) { p.openMark(circle, seriesColor(5), at) }},
		}
		for _, e := range in.Rows {
			r.list = append(r.list, row{label: e.Name, lines: []line{{
				cells: []string{e.First, e.Second, e.Difference}, color: inkSoft,
				paint: func(p pen, panel vg.Rectangle) { e.paint(p, a, panel) },
			}}})
		}
		return r.lay(inner, a.drawnNotes(sizes)...)
	})
}

// half returns half the width of an axis centred on zero.
func (in EffectsInput) half() float64 {
	half, ends := smallestSize, 0.0
	for _, r := range in.Rows {
		if tells(r.Size) {
			half = math.Max(half, math.Abs(r.Size.Estimate))
			ends = math.Max(ends, math.Max(math.Abs(r.Size.Lo), math.Abs(r.Size.Hi)))
		}
	}
	return math.Max(half, math.Min(ends, math.Max(usualSize, (1+reach)*half))) * 1.04
}

func (e Effect) paint(p pen, a *axis, panel vg.Rectangle) {
	p.line(stroke(inkSoft, axisLine), a.at(0), panel.Min.Y-rowGap/2, a.at(0), panel.Max.Y+rowGap/2)
	c, mark := seriesColor(5), p.openMark
	if e.Significant {
		c, mark = seriesColor(0), p.mark
	}
	a.estimate(p, e.Size, middle(panel).Y, c, func(at vg.Point) { mark(circle, c, at) })
}
