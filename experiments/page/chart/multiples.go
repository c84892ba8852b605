package chart

import (
	"slices"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
)

// StrengthPanel is a small picture of one curve, for [Multiples].
type StrengthPanel struct {
	Group  string // panels of a group follow each other
	Curve  StrengthCurve
	Known  float64 // a score published by others; 0 for none
	Marked bool
}

// MultiplesInput is the input of [Multiples].
type MultiplesInput struct {
	About
	Whose  string  // names the side whose score is drawn
	Mark   string  // says what the marked panels are
	Margin float64 // how far from one half a fair score may be
	Level  float64 // confidence level of the intervals; default 0.95
	Panels []StrengthPanel
}

// Dimensions of small pictures.
const (
	smallPanel  vg.Length = 88 // height
	smallColumn vg.Length = 140
	smallHead   vg.Length = 17 // for the name
	groupHead   vg.Length = 26
	smallGap    vg.Length = 14
)

// Multiples draws scores over the nodes a move, each curve in a small picture with the same
// axes, in rows by group.
func Multiples(in MultiplesInput) *Chart {
	var words []string
	for _, q := range in.Panels {
		last := q.Curve.Measured[len(q.Curve.Measured)-1]
		words = append(words, q.Curve.Name+" "+format.Percent.Number(last.Score.Estimate))
	}
	facts := []string{"score of " + in.Whose + " (%) by nodes a move", "bands and bars are " + intervals(in.Level)}
	return in.chart("Balance by strength", format.Title(in.Whose)+", score between the strongest players: "+listed(words), facts, in.lay)
}

// curves returns the panels from one on as a chart of curves.
func (in MultiplesInput) curves(panels ...StrengthPanel) StrengthsInput {
	out := StrengthsInput{About: in.About, Whose: in.Whose, Margin: in.Margin, Level: in.Level}
	for _, q := range panels {
		out.Curves = append(out.Curves, q.Curve)
		if q.Marked {
			out.series = 1
		}
	}
	return out
}

// lay places the panels in rows; a group begins a row.
func (in MultiplesInput) lay(inner vg.Length) body {
	all := in.curves(in.Panels...)
	x, y := all.axes()
	x.label, y.label, y.steps = "", "", 4
	edge := y.widestTick() + tickLabelGap + tickLength
	columns := max(1, int((inner-edge+smallGap)/(smallColumn+smallGap)))
	k, height := in.key(), vg.Length(0)
	type place struct {
		column int
		head   bool
		top    vg.Length // below the key
	}
	places := make([]place, len(in.Panels))
	for i, q := range in.Panels {
		at := place{head: i == 0 || q.Group != in.Panels[i-1].Group}
		if i > 0 {
			at.column = (places[i-1].column + 1) % columns
		}
		if at.head {
			at.column = 0
			height += groupHead
		}
		if at.column == 0 {
			height += smallHead + smallPanel + ticksDepth
		}
		at.top = height - smallHead - smallPanel - ticksDepth
		places[i] = at
	}
	return body{height: k.height(inner) + height, notes: y.drawnNotes(all.scores()), paint: func(p pen, area vg.Rectangle) {
		top := k.paint(p, area)
		width := (area.Max.X-area.Min.X-edge+smallGap)/vg.Length(columns) - smallGap
		for i, at := range places {
			if at.head {
				p.textMid(strongText, area.Min.X, top-at.top+groupHead/2, left, in.Panels[i].Group)
			}
			x0, y0 := area.Min.X+edge+vg.Length(at.column)*(width+smallGap), top-at.top-smallHead
			in.paintPanel(p, i, rect(x0, y0-smallPanel, x0+width, y0), at.column == 0, x, y)
		}
	}}
}

// paintPanel draws a panel with its name above.
func (in MultiplesInput) paintPanel(p pen, i int, panel vg.Rectangle, begins bool, x, y *axis) {
	q := in.Panels[i]
	own := in.curves(q)
	x.lie(panel.Min.X, panel.Max.X, 0)
	y.stand(panel.Min.Y, panel.Max.Y)
	y.gridAcross(p, panel)
	if begins {
		y.beside(p, panel, panel.Min.X)
	}
	x.below(p, panel)
	own.paint(p, panel, x, y)
	if q.Known > 0 {
		known, _ := y.clamp(q.Known)
		p.line(stroke(ink, dataLine), panel.Max.X-9, y.at(known), panel.Max.X, y.at(known))
	}
	name := smallText.in(ink)
	if q.Marked {
		name = smallText.in(seriesColor(own.series))
	}
	lines := wrap(name, q.Curve.Name, panel.Max.X-panel.Min.X-name.width(" …"))
	if len(lines) > 1 {
		lines[0] += " …"
	}
	p.textMid(name, panel.Min.X, panel.Max.Y+smallHead/2, left, lines[0])
}

func (in MultiplesInput) key() (k key) {
	line := func(color tone, dash int) func(pen, vg.Point) {
		return func(p pen, at vg.Point) { p.line(dashed(color, dash), at.X-9, at.Y, at.X+9, at.Y) }
	}
	if slices.ContainsFunc(in.Panels, func(q StrengthPanel) bool { return q.Marked }) {
		k = append(k, keyEntry{in.Mark, line(seriesColor(1), 0)})
	}
	if slices.ContainsFunc(in.Panels, func(q StrengthPanel) bool { return q.Known > 0 }) {
		k = append(k, keyEntry{"published score", line(ink, 0)})
	}
	return append(k, keyEntry{"extrapolated: nobody has played there", line(seriesColor(0), 1)}, in.curves().fair())
}
