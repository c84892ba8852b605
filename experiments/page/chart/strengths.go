package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Dimensions of the chart.
const (
	strengthsHeight vg.Length = 270
	strengthsPad    float64   = 0.06 // of the axis of nodes, at both ends
	minStrengths    float64   = 0.1  // least half-range of the axis of scores
	// An axis of scores shows intervals of the curve up to this distance from one half.
	maxStrengths = 0.3
)

// Dimensions of small pictures.
const (
	smallPanel  vg.Length = 88 // height
	smallColumn vg.Length = 140
	smallHead   vg.Length = 17 // for the name
	groupHead   vg.Length = 26
	smallGap    vg.Length = 14
)

// Strengths draws scores over numbers of nodes a move, with the band of fair scores. Extrapolated
// parts are dashed, between thin limits. Curves with groups have small pictures of their own with
// the same axes, in rows by group.
func Strengths(in CurvesInput) *Chart {
	small := in.Curves[0].Group != ""
	var words []string
	for _, c := range in.Curves {
		first, last := c.Measured[0], c.Measured[len(c.Measured)-1]
		text := c.Name
		if !small {
			text += " from " + format.Percent.Interval(first.Y) + " at " + format.Count(int(first.X)) + " to"
		}
		words = append(words, text+" "+format.Percent.Interval(last.Y)+" at "+format.Count(int(last.X)))
	}
	facts, lay := []string{"bands and bars are " + intervals(in.Level)}, in.layStrengths
	if small {
		facts, lay = append([]string{in.Y + " (%) by " + in.X}, facts...), in.laySmall
	}
	return in.chart("Balance by strength", format.Title(in.Y)+" by "+in.X+": "+listed(words), facts, lay)
}

// layStrengths draws all curves in a panel.
func (in CurvesInput) layStrengths(inner vg.Length) body {
	x, y := in.strengthAxes()
	s := stack{x: x, panels: []panel{{y: y, height: strengthsHeight, paint: func(p pen, panel vg.Rectangle) {
		in.paintFair(p, panel, y)
		for i, c := range in.Curves {
			drawing{x: x, y: y}.band(p, seriesColor(i), c.played())
		}
		for i, c := range in.Curves {
			c.paint(p, drawing{x: x, y: y}, sign{shape: shape(i), color: seriesColor(i)}, 7*(vg.Length(i)-vg.Length(len(in.Curves)-1)/2))
		}
	}}}}
	for i, c := range in.Curves {
		s.key = append(s.key, keyEntry{c.Name, func(p pen, at vg.Point) {
			lineSample(stroke(seriesColor(i), dataLine))(p, at)
			sign{shape: shape(i), color: seriesColor(i)}.draw(p, at)
		}})
	}
	s.key = append(s.key, in.strengthsKey()...)
	return s.lay(inner, y.drawnNotes(in.scores())...)
}

// strengthsKey explains what all pictures have.
func (in CurvesInput) strengthsKey() key {
	return key{
		{"extrapolated, with its limits: nobody has played there", lineSample(dashed(seriesColor(0), 1))},
		{"fair within ±" + format.Significant(100*in.Margin, 3) + " points", func(p pen, at vg.Point) {
			p.fillRect(rect(at.X-9, at.Y-4, at.X+9, at.Y+4), grid)
		}},
	}
}

// scores lists the intervals that are drawn as bars.
func (in CurvesInput) scores() (out []stat.Interval) {
	for _, c := range in.Curves {
		for _, m := range c.Measured {
			out = append(out, m.Y)
		}
	}
	return out
}

// strengthAxes returns a logarithmic axis of nodes, with a tick at each number played and at the
// end of the curve, and an axis of scores about one half.
func (in CurvesInput) strengthAxes() (x, y *axis) {
	half := math.Max(minStrengths, 1.5*in.Margin)
	var ticks []tick
	at := func(nodes float64) { ticks = append(ticks, tick{nodes, format.Count(int(math.Round(nodes)))}) }
	far := func(most float64, ends ...float64) {
		for _, end := range ends {
			half = math.Max(half, math.Min(most, math.Abs(end-0.5)))
		}
	}
	for _, c := range in.Curves {
		for _, m := range c.Measured {
			at(m.X)
			far(0.5, m.Y.Estimate, m.Y.Lo, m.Y.Hi)
		}
		at(c.last().X)
		for _, q := range c.Points {
			far(maxStrengths, q.Y.Lo, q.Y.Hi)
			far(0.5, q.Y.Estimate)
		}
	}
	slices.SortFunc(ticks, func(a, b tick) int { return cmp.Compare(a.value, b.value) })
	ticks = slices.Compact(ticks)
	lo, hi := ticks[0].value, ticks[len(ticks)-1].value
	pad := math.Pow(hi/lo, strengthsPad)
	x = &axis{scale: scale{min: lo / pad, max: hi * pad, log: true}, fixed: ticks, steps: len(ticks), label: in.X}
	half = math.Min(0.5, 1.04*half)
	y = &axis{scale: scale{min: 0.5 - half, max: 0.5 + half}, steps: 8, per: 100, label: in.Y + " (%)"}
	return x, y
}

// paintFair draws the band of fair scores.
func (in CurvesInput) paintFair(p pen, panel vg.Rectangle, y *axis) {
	p.fillRect(rect(panel.Min.X, y.inside(0.5-in.Margin), panel.Max.X, y.inside(0.5+in.Margin)), grid)
	p.line(stroke(inkSoft, axisLine), panel.Min.X, y.at(0.5), panel.Max.X, y.at(0.5))
}

// end returns the index of the first extrapolated point of the curve.
func (c Curve) end() int {
	last := c.Measured[len(c.Measured)-1].X * (1 + 1e-9)
	if k := slices.IndexFunc(c.Points, func(q CurvePoint) bool { return q.X > last }); k > 0 {
		return k
	}
	return len(c.Points)
}

// played returns the part of the curve where games were played.
func (c Curve) played() []CurvePoint { return c.Points[:c.end()] }

// paint draws the curve and the games, whose signs are moved sideways.
func (c Curve) paint(p pen, d drawing, s sign, aside vg.Length) {
	d.line(p, stroke(s.color, dataLine), c.played(), estimateOf)
	beyond := c.Points[c.end()-1:]
	for _, of := range []func(stat.Interval) float64{loOf, hiOf} {
		drawn := slices.DeleteFunc(slices.Clone(beyond), func(q CurvePoint) bool { _, cut := d.y.clamp(of(q.Y)); return cut })
		d.line(p, stroke(s.color, hairline), drawn, of)
	}
	d.line(p, dashed(s.color, 1), beyond, estimateOf)
	for _, m := range c.Measured {
		at := vg.Point{X: d.x.at(m.X) + aside, Y: d.y.at(m.Y.Estimate)}
		d.y.whiskerUp(p, m.Y, at.X, s.color)
		s.draw(p, at)
	}
}

// laySmall draws each curve in a panel, in rows; a group begins a row.
func (in CurvesInput) laySmall(inner vg.Length) body {
	x, y := in.strengthAxes()
	x.label, y.label, y.steps = "", "", 4
	edge := y.widestTick() + tickLabelGap + tickLength
	columns := max(1, int((inner-edge+smallGap)/(smallColumn+smallGap)))
	var k key
	if slices.ContainsFunc(in.Curves, func(c Curve) bool { return c.Marked }) {
		k = append(k, keyEntry{in.Mark, lineSample(dashed(seriesColor(1), 0))})
	}
	if slices.ContainsFunc(in.Curves, func(c Curve) bool { return c.Known > 0 }) {
		k = append(k, keyEntry{"published score", lineSample(dashed(ink, 0))})
	}
	k = append(k, in.strengthsKey()...)
	column, height := make([]int, len(in.Curves)), k.height(inner)
	top := make([]vg.Length, len(in.Curves)) // of each panel
	for i, c := range in.Curves {
		begins := i == 0 || c.Group != in.Curves[i-1].Group
		if begins {
			height += groupHead
		} else {
			column[i] = (column[i-1] + 1) % columns
		}
		if column[i] == 0 {
			height += smallHead + smallPanel + ticksDepth
		}
		top[i] = height - smallPanel - ticksDepth
	}
	return body{height: height, notes: y.drawnNotes(in.scores()), paint: func(p pen, area vg.Rectangle) {
		k.paint(p, area)
		width := (area.Max.X-area.Min.X-edge+smallGap)/vg.Length(columns) - smallGap
		for i, c := range in.Curves {
			y1 := area.Max.Y - top[i]
			if i == 0 || c.Group != in.Curves[i-1].Group {
				p.textMid(strongText, area.Min.X, y1+smallHead+groupHead/2, left, c.Group)
			}
			x0 := area.Min.X + edge + vg.Length(column[i])*(width+smallGap)
			panel := rect(x0, y1-smallPanel, x0+width, y1)
			x.lie(panel.Min.X, panel.Max.X, 0)
			y.stand(panel.Min.Y, panel.Max.Y)
			y.gridAcross(p, panel)
			if column[i] == 0 {
				y.beside(p, panel, panel.Min.X)
			}
			x.below(p, panel)
			in.paintFair(p, panel, y)
			c.paintSmall(p, drawing{x: x, y: y}, panel)
		}
	}}
}

// paintSmall draws the curve in a panel, with its name above.
func (c Curve) paintSmall(p pen, d drawing, panel vg.Rectangle) {
	s, name := sign{color: seriesColor(0)}, smallText.in(ink)
	if c.Marked {
		s = sign{shape: square, color: seriesColor(1)}
		name = smallText.in(s.color)
	}
	d.band(p, s.color, c.played())
	c.paint(p, d, s, 0)
	if c.Known > 0 {
		known := d.y.inside(c.Known)
		p.line(stroke(ink, dataLine), panel.Max.X-9, known, panel.Max.X, known)
	}
	lines := wrap(name, c.Name, panel.Max.X-panel.Min.X-name.width(" …"))
	if len(lines) > 1 {
		lines[0] += " …"
	}
	p.textMid(name, panel.Min.X, panel.Max.Y+smallHead/2, left, lines[0])
}
