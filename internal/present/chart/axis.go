package chart

import "gonum.org/v1/plot/vg"

// Space that axes take beside their panel, in points.
const (
	xAxisDepth   vg.Length = 32 // ticks, tick labels and axis label below a panel
	xTicksDepth  vg.Length = 18 // ticks and tick labels only
	yLabelWidth  vg.Length = 20 // upright axis label
	tickLabelGap vg.Length = 3
)

// axis is a scale with its ticks and its words.
type axis struct {
	scale
	ticks []tick
	label string // quantity and unit; a horizontal axis may go without
}

// below draws a horizontal axis under a panel.
func (a axis) below(p pen, panel vg.Rectangle) {
	y := panel.Min.Y
	line := stroke(rule, axisLine)
	p.line(line, panel.Min.X, y, panel.Max.X, y)
	baseline := y - tickLength - tickLabelGap - tickText.capHeight()
	for _, t := range a.ticks {
		p.line(line, a.at(t.value), y, a.at(t.value), y-tickLength)
		p.text(tickText, a.at(t.value), baseline, centre, t.label)
	}
	if a.label != "" {
		p.text(axisText, middle(panel).X, y-xAxisDepth+3, centre, a.label)
	}
}

// beside draws a vertical axis to the left of a panel, its label upright with
// the top of the letters at edge. Stacked panels share the edge.
func (a axis) beside(p pen, panel vg.Rectangle, edge vg.Length) {
	for _, t := range a.ticks {
		p.textMid(tickText, panel.Min.X-tickLength-tickLabelGap, a.at(t.value), right, t.label)
	}
	p.textUp(axisText, edge+axisText.size, middle(panel).Y, a.label)
}

// width is the space a vertical axis takes to the left of its panel.
func (a axis) width() vg.Length {
	widest := vg.Length(0)
	for _, t := range a.ticks {
		widest = max(widest, tickText.width(t.label))
	}
	return yLabelWidth + widest + tickLabelGap + tickLength
}

// gridAcross draws a horizontal line through a panel at each tick of a
// vertical axis.
func (a axis) gridAcross(p pen, panel vg.Rectangle) {
	for _, t := range a.ticks {
		p.line(stroke(grid, hairline), panel.Min.X, a.at(t.value), panel.Max.X, a.at(t.value))
	}
}

// gridUp draws a vertical line through a panel at each tick of a horizontal
// axis.
func (a axis) gridUp(p pen, panel vg.Rectangle) {
	for _, t := range a.ticks {
		p.line(stroke(grid, hairline), a.at(t.value), panel.Min.Y, a.at(t.value), panel.Max.Y)
	}
}
