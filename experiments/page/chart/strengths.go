package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Strength is a score at a number of nodes a move, for [Strengths].
type Strength struct {
	Nodes float64
	Score stat.Interval // share
}

// StrengthCurve is a score by strength of play.
type StrengthCurve struct {
	Name string
	// Measured has the scores of games at some numbers of nodes, ascending, and Curve the
	// points of the curve through them. Beyond the last measured number the curve is an
	// extrapolation.
	Measured, Curve []Strength
}

// StrengthsInput is the input of [Strengths].
type StrengthsInput struct {
	About
	Whose  string  // names the side whose score is drawn
	Margin float64 // how far from one half a fair score may be
	Level  float64 // confidence level of the intervals; default 0.95
	Curves []StrengthCurve

	series int // of the first curve
}

// Dimensions of the chart.
const (
	strengthsHeight vg.Length = 270
	strengthsPad    float64   = 0.06 // of the axis of nodes, at both ends
	minStrengths    float64   = 0.1  // least half-range of the axis of scores
	// An axis of scores shows intervals of the curve up to this distance from one half.
	maxStrengths = 0.3
)

// Strengths draws scores over the nodes a move, with the band of fair scores. What is
// extrapolated is dashed, between thin limits.
func Strengths(in StrengthsInput) *Chart {
	var words []string
	for _, c := range in.Curves {
		first, last := c.Measured[0], c.Measured[len(c.Measured)-1]
		words = append(words, c.Name+" from "+format.Percent.Interval(first.Score)+" at "+format.Count(int(first.Nodes))+" to "+
			format.Percent.Interval(last.Score)+" at "+format.Count(int(last.Nodes)))
	}
	facts := []string{"bands and bars are " + intervals(in.Level)}
	return in.chart("Balance by strength", format.Title(in.Whose)+", score by nodes a move: "+listed(words), facts, in.lay)
}

// lay stacks the single panel.
func (in StrengthsInput) lay(inner vg.Length) body {
	x, y := in.axes()
	s := stack{x: x, panels: []panel{{y: y, height: strengthsHeight, paint: func(p pen, panel vg.Rectangle) { in.paint(p, panel, x, y) }}}}
	for i, c := range in.Curves {
		s.key = append(s.key, keyEntry{c.Name, func(p pen, at vg.Point) {
			p.line(stroke(seriesColor(i), dataLine), at.X-9, at.Y, at.X+9, at.Y)
			p.mark(shape(i), seriesColor(i), at)
		}})
	}
	s.key = append(s.key, keyEntry{"extrapolated: nobody has played there", func(p pen, at vg.Point) {
		p.line(dashed(seriesColor(0), 1), at.X-9, at.Y, at.X+9, at.Y)
	}}, in.fair())
	return s.lay(inner, y.drawnNotes(in.scores())...)
}

// fair explains the band of fair scores.
func (in StrengthsInput) fair() keyEntry {
	return keyEntry{"fair within ±" + format.Significant(100*in.Margin, 3) + " points", func(p pen, at vg.Point) {
		p.fillRect(rect(at.X-9, at.Y-4, at.X+9, at.Y+4), grid)
	}}
}

// scores lists the intervals that are drawn as bars.
func (in StrengthsInput) scores() (out []stat.Interval) {
	for _, c := range in.Curves {
		for _, m := range c.Measured {
			out = append(out, m.Score)
		}
	}
	return out
}

// axes chooses the axes: binary logarithms of nodes, with a tick at each number played and at
// the end of the curve, and scores about one half.
func (in StrengthsInput) axes() (x, y *axis) {
	half := math.Max(minStrengths, 1.5*in.Margin)
	lo, hi := math.Inf(1), math.Inf(-1)
	var ticks []tick
	at := func(nodes float64) {
		v := math.Log2(nodes)
		lo, hi = math.Min(lo, v), math.Max(hi, v)
		if !slices.ContainsFunc(ticks, func(t tick) bool { return t.value == v }) {
			ticks = append(ticks, tick{v, format.Count(int(math.Round(nodes)))})
		}
	}
	far := func(v stat.Interval, most float64) {
		half = math.Max(half, math.Min(most, math.Max(math.Abs(v.Lo-0.5), math.Abs(v.Hi-0.5))))
	}
	for _, c := range in.Curves {
		for _, m := range c.Measured {
			at(m.Nodes)
			far(stat.Exact(m.Score.Estimate), 0.5)
		}
		at(c.Curve[len(c.Curve)-1].Nodes)
		for _, q := range c.Curve {
			far(q.Score, maxStrengths)
			far(stat.Exact(q.Score.Estimate), 0.5)
		}
	}
	slices.SortFunc(ticks, func(a, b tick) int { return int(math.Copysign(1, a.value-b.value)) })
	pad := strengthsPad * (hi - lo)
	x = &axis{scale: scale{min: lo - pad, max: hi + pad}, fixed: ticks, steps: len(ticks), label: "nodes a move"}
	half = math.Min(0.5, 1.04*half)
	y = &axis{scale: scale{min: 0.5 - half, max: 0.5 + half}, steps: 8, per: 100, label: "score of " + in.Whose + " (%)"}
	return x, y
}

// paint draws the fair scores, the bands, the curves and the games.
func (in StrengthsInput) paint(p pen, panel vg.Rectangle, x, y *axis) {
	fair := func(v float64) vg.Length { v, _ = y.clamp(v); return y.at(v) }
	p.fillRect(rect(panel.Min.X, fair(0.5-in.Margin), panel.Max.X, fair(0.5+in.Margin)), grid)
	p.line(stroke(inkSoft, axisLine), panel.Min.X, y.at(0.5), panel.Max.X, y.at(0.5))
	for i, c := range in.Curves {
		seen, _ := c.parts()
		area := points(seen, x, y, func(v stat.Interval) float64 { return v.Hi })
		lo := points(seen, x, y, func(v stat.Interval) float64 { return v.Lo })
		slices.Reverse(lo)
		p.FillPolygon(seriesColor(in.series+i).faint(), append(area, lo...))
	}
	for i, c := range in.Curves {
		seen, beyond := c.parts()
		p.StrokeLines(stroke(seriesColor(in.series+i), dataLine), points(seen, x, y, func(v stat.Interval) float64 { return v.Estimate }))
		for _, end := range []func(stat.Interval) float64{func(v stat.Interval) float64 { return v.Lo }, func(v stat.Interval) float64 { return v.Hi }} {
			drawn := slices.DeleteFunc(slices.Clone(beyond), func(q Strength) bool { _, cut := y.clamp(end(q.Score)); return cut })
			p.StrokeLines(stroke(seriesColor(in.series+i), hairline), points(drawn, x, y, end))
		}
		p.StrokeLines(dashed(seriesColor(in.series+i), 1), points(beyond, x, y, func(v stat.Interval) float64 { return v.Estimate }))
		for _, m := range c.Measured {
			at := vg.Point{X: x.at(math.Log2(m.Nodes)) + 7*(vg.Length(i)-vg.Length(len(in.Curves)-1)/2), Y: y.at(m.Score.Estimate)}
			y.whiskerUp(p, m.Score, at.X, seriesColor(in.series+i))
			p.mark(shape(in.series+i), seriesColor(in.series+i), at)
		}
	}
}

// parts divides the curve at the last number of nodes that was played.
func (c StrengthCurve) parts() (seen, beyond []Strength) {
	last := c.Measured[len(c.Measured)-1].Nodes * (1 + 1e-9)
	k := slices.IndexFunc(c.Curve, func(q Strength) bool { return q.Nodes > last })
	if k < 1 {
		return c.Curve, nil
	}
	return c.Curve[:k], c.Curve[k-1:]
}

// points returns the line through one of the numbers of each interval.
func points(part []Strength, x, y *axis, of func(stat.Interval) float64) (out []vg.Point) {
	for _, q := range part {
		v, _ := y.clamp(of(q.Score))
		out = append(out, vg.Point{X: x.at(math.Log2(q.Nodes)), Y: y.at(v)})
	}
	return out
}
