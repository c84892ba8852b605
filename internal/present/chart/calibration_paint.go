package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// calibrationPlan is a reliability diagram with its axes chosen.
type calibrationPlan struct {
	bins                        []Bin
	unit                        string
	predicted, observed, counts axis
	key                         key
}

// planCalibration leaves out empty bins and chooses the axes.
func planCalibration(in CalibrationInput) calibrationPlan {
	plan := calibrationPlan{unit: in.Unit}
	if plan.unit == "" {
		plan.unit = "samples"
	}
	most := 0
	for _, b := range in.Bins {
		if b.Samples > 0 {
			plan.bins = append(plan.bins, b)
			most = max(most, b.Samples)
		}
	}
	unit := scale{min: 0, max: 1}
	plan.predicted = axis{scale: unit, ticks: niceTicks(0, 1, 5), label: "predicted score (points per game)"}
	plan.observed = axis{scale: unit, ticks: niceTicks(0, 1, 5), label: "observed score (points per game)"}
	plan.counts = axis{scale: scale{min: 0, max: float64(most)}, ticks: wholeTicks(0, float64(most), 3), label: plan.unit}
	if axisText.width(plan.counts.label) > calibrationCounts {
		plan.counts.label = "samples" // the subtitle names the unit
	}
	plan.key = key{
		{"observed, with interval", intervalMark},
		{"perfect calibration", func(p pen, at vg.Point) { p.line(diagonalLine(), at.X-8, at.Y, at.X+8, at.Y) }},
	}
	return plan
}

// intervalMark shows a mark with its interval.
func intervalMark(p pen, at vg.Point) {
	p.line(stroke(decidedColor, whiskerLine), at.X, at.Y-7, at.X, at.Y+7)
	for _, y := range []vg.Length{at.Y - 7, at.Y + 7} {
		p.line(stroke(decidedColor, whiskerLine), at.X-capSize/2, y, at.X+capSize/2, y)
	}
	p.mark(circle, decidedColor, at)
}

// diagonalLine is the line of a perfect forecast.
func diagonalLine() draw.LineStyle {
	return draw.LineStyle{Color: inkSoft, Width: 1, Dashes: []vg.Length{4, 3}}
}

// side is the side of the square panel.
func (plan calibrationPlan) side() vg.Length {
	return calibrationWidth - 2*marginSide - max(plan.observed.width(), plan.counts.width())
}

// height is the height of the body.
func (plan calibrationPlan) height() vg.Length {
	return plan.key.height(calibrationWidth-2*marginSide) + plan.side() + panelGap + calibrationCounts + xAxisDepth
}

// paint draws the key, the square and the counts below it.
func (plan calibrationPlan) paint(p pen, body vg.Rectangle) {
	top := plan.key.paint(p, body)
	side := plan.side()
	square := rect(body.Max.X-side, top-side, body.Max.X, top)
	lower := rect(square.Min.X, square.Min.Y-panelGap-calibrationCounts, square.Max.X, square.Min.Y-panelGap)
	plan.predicted.from, plan.predicted.to = square.Min.X, square.Max.X
	plan.observed.from, plan.observed.to = square.Min.Y, square.Max.Y
	way := plan.labelTurn()
	plan.counts.from, plan.counts.to = lower.Min.Y, lower.Max.Y-plan.headroom(way)

	plan.observed.gridAcross(p, square)
	plan.predicted.gridUp(p, square)
	p.line(diagonalLine(), square.Min.X, square.Min.Y, square.Max.X, square.Max.Y)
	p.strokeRect(stroke(rule, axisLine), square)
	for _, b := range plan.bins {
		at := vg.Point{X: plan.predicted.at(b.Predicted), Y: plan.observed.at(b.Observed.Estimate)}
		plan.observed.whiskerUp(p, b.span(), at.X, decidedColor)
		p.mark(circle, decidedColor, at)
	}
	plan.observed.beside(p, square, body.Min.X)
	plan.paintCounts(p, lower, way)
	plan.counts.beside(p, lower, body.Min.X)
}

// turn is how the number above a bar is written.
type turn int

const (
	level turn = iota
	upright
	omitted
)

// labelTurn chooses the first way of writing in which all numbers have room.
func (plan calibrationPlan) labelTurn() turn {
	way := level
	for _, b := range plan.bins {
		width := plan.predicted.at(b.To) - plan.predicted.at(b.From)
		switch {
		case smallText.size+1 > width:
			return omitted
		case smallText.width(formatShort(b.Samples))+2 > width:
			way = upright
		}
	}
	return way
}

// headroom is the space that the numbers need above the highest bar.
func (plan calibrationPlan) headroom(way turn) vg.Length {
	widest := vg.Length(0)
	for _, b := range plan.bins {
		widest = max(widest, smallText.width(formatShort(b.Samples)))
	}
	return []vg.Length{level: smallText.size + 3, upright: widest + 4, omitted: 0}[way]
}

// paintCounts draws a bar for each bin and its number above it. Bins too
// narrow for any number are left to the axis.
func (plan calibrationPlan) paintCounts(p pen, panel vg.Rectangle, way turn) {
	for _, b := range plan.bins {
		x0, x1, y := plan.predicted.at(b.From), plan.predicted.at(b.To), plan.counts.at(float64(b.Samples))
		gap := min((x1-x0)*0.1, 2)
		p.fillRect(rect(x0+gap, panel.Min.Y, x1-gap, y), drawnColor)
		mid, text := (x0+x1)/2, formatShort(b.Samples)
		switch way {
		case level:
			p.text(smallText, mid, y+3, centre, text)
		case upright:
			p.textUp(smallText, mid+smallText.capHeight()/2, y+3+smallText.width(text)/2, text)
		}
	}
	plan.predicted.below(p, panel)
}
