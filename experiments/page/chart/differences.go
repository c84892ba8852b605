package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Difference is a row of [Differences].
type Difference struct {
	Name        string
	Cells       []string      // numbers next to it, with units; the last is of the difference
	Size        stat.Interval // in the unit of the axis
	Significant bool          // too large for chance
}

// DifferencesInput is the input of [Differences].
type DifferencesInput struct {
	About
	Axis         string   // drawn quantity, with its unit
	Heads        []string // of the columns of numbers
	Significance string   // explains which differences are significant
	Level        float64  // confidence level of the intervals; default 0.95
	Tolerance    float64  // differences up to this size do not matter
	Rows         []Difference
}

const (
	smallestSize = 0.05 // minimum half-width of the axis
	usualSize    = 0.3  // up to this size, or six times the tolerance, the axis shows whole intervals
)

// Differences draws differences about zero, between lines at the tolerance, next to numbers in
// their own units.
func Differences(in DifferencesInput) *Chart {
	half := in.half()
	var sizes []stat.Interval
	var significant []string
	for _, r := range in.Rows {
		sizes = append(sizes, r.Size)
		if r.Significant {
			significant = append(significant, r.Name+" "+r.Cells[len(r.Cells)-1])
		}
	}
	shows := "No difference is significant."
	if len(significant) > 0 {
		shows = "Significant differences: " + listed(significant)
	}
	facts := []string{"bars are " + intervals(in.Level)}
	if in.Tolerance > 0 {
		facts = append(facts, "the outer lines are at ±"+format.Significant(in.Tolerance, 3))
	}
	return in.chart("Differences", shows, facts, func(inner vg.Length) body {
		a := &axis{scale: scale{min: -half, max: half}, steps: 6, label: in.Axis}
		r := rows{axis: a, heads: in.Heads, key: key{{in.Significance, significanceSign(true).draw}, {"not significant", significanceSign(false).draw}}}
		for _, d := range in.Rows {
			r.list = append(r.list, row{label: d.Name, faces: in.drawn(d.Name), lines: []line{{
				cells: d.Cells, color: inkSoft,
				paint: func(p pen, panel vg.Rectangle) {
					for _, x := range slices.Compact([]float64{-in.Tolerance, 0, in.Tolerance}) {
						p.line(stroke(inkSoft, axisLine), a.at(x), panel.Min.Y-rowGap/2, a.at(x), panel.Max.Y+rowGap/2)
					}
					a.estimate(p, d.Size, middle(panel).Y, significanceSign(d.Significant))
				},
			}}})
		}
		return r.lay(inner, a.drawnNotes(sizes)...)
	})
}

func significanceSign(significant bool) sign {
	return sign{color: seriesColor(map[bool]int{true: 0, false: 5}[significant]), open: !significant}
}

// half returns half the width of an axis centred on zero.
func (in DifferencesInput) half() float64 {
	half, ends := max(smallestSize, 2*in.Tolerance), 0.0
	for _, r := range in.Rows {
		if tells(r.Size) {
			half = math.Max(half, math.Abs(r.Size.Estimate))
			ends = math.Max(ends, math.Max(math.Abs(r.Size.Lo), math.Abs(r.Size.Hi)))
		}
	}
	return math.Max(half, math.Min(ends, max(usualSize, 6*in.Tolerance, (1+reach)*half))) * 1.04
}
