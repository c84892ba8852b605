package chart

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// atRiskLabel heads the row of numbers under the survival curve.
const atRiskLabel = "still going"

// paint draws the key and the two panels over one horizontal scale.
func (plan lengthsPlan) paint(p pen, body vg.Rectangle) {
	top := plan.key.paint(p, body)
	most := smallText.width(formatCount(plan.going(0)))
	games := plan.gamesAxis()
	share := axis{scale: scale{min: 0, max: 100}, ticks: niceTicks(0, 100, 4), label: "games still going (%)"}

	leftEdge := body.Min.X + max(games.width(), share.width(),
		smallText.width(atRiskLabel)+10+most/2)
	end := float64(plan.end)
	moves := axis{
		scale: scale{min: 0, max: end, from: leftEdge, to: body.Max.X},
		ticks: fitTicks(wholeTicks, 0, end, 8, body.Max.X-leftEdge, most),
	}
	histogram := rect(leftEdge, top-histogramHeight, body.Max.X, top)
	foot := histogram.Min.Y - xTicksDepth - panelGap
	survival := rect(leftEdge, foot-survivalHeight, body.Max.X, foot)
	games.from, games.to = histogram.Min.Y, histogram.Max.Y
	share.from, share.to = survival.Min.Y, survival.Max.Y

	games.gridAcross(p, histogram)
	plan.paintBars(p, moves, games)
	games.beside(p, histogram, body.Min.X)
	moves.below(p, histogram)

	share.gridAcross(p, survival)
	share.beside(p, survival, body.Min.X)
	plan.paintAtRisk(p, moves, body.Min.X, survival.Min.Y-xTicksDepth-atRiskDepth+5)
	moves.below(p, survival)
	plan.paintCurve(p, moves, share)
	p.text(axisText, middle(survival).X, body.Min.Y+3, centre, "length of the game (moves)")
	if len(plan.notes()) > 0 {
		for _, panel := range []vg.Rectangle{histogram, survival} {
			p.arrow(inkSoft, vg.Point{X: panel.Max.X + arrowSize, Y: panel.Min.Y})
		}
	}
}

// gamesAxis is the vertical axis of the histogram.
func (plan lengthsPlan) gamesAxis() axis {
	most := 1
	for i := range plan.decided {
		most = max(most, plan.decided[i]+plan.drawn[i])
	}
	label := "games per move"
	if plan.binWidth > 1 {
		label = fmt.Sprintf("games per %s moves", formatCount(plan.binWidth))
	}
	top := float64(most) * 1.04
	return axis{scale: scale{min: 0, max: top}, ticks: wholeTicks(0, top, 5), label: label}
}

// paintBars draws the histogram, decided games at the foot.
func (plan lengthsPlan) paintBars(p pen, moves, games axis) {
	bar := func(bin, from, to int, c color.NRGBA) {
		if from == to {
			return
		}
		x0, x1 := moves.at(float64(bin*plan.binWidth)), moves.at(float64((bin+1)*plan.binWidth))
		gap := (x1 - x0) * 0.06
		p.fillRect(rect(x0+gap, games.at(float64(from)), x1-gap, games.at(float64(to))), c)
	}
	for i := range plan.decided {
		bar(i, 0, plan.decided[i], decidedColor)
		bar(i, plan.decided[i], plan.decided[i]+plan.drawn[i], drawnColor)
	}
}

// paintCurve draws the survival curve as the steps it is.
func (plan lengthsPlan) paintCurve(p pen, moves, share axis) {
	at := func(length, going int) vg.Point {
		return vg.Point{X: moves.at(float64(length)), Y: share.at(100 * float64(going) / float64(len(plan.sorted)))}
	}
	going := len(plan.sorted)
	curve := []vg.Point{at(0, going)}
	for _, length := range slices.Compact(slices.Clone(plan.sorted)) {
		if length > plan.end {
			break
		}
		curve = append(curve, at(length, going))
		going = plan.going(length)
		curve = append(curve, at(length, going))
	}
	curve = append(curve, at(plan.end, going))
	p.StrokeLines(stroke(ink, dataLine), curve)
}

// paintAtRisk writes how many games are still going at each tick.
func (plan lengthsPlan) paintAtRisk(p pen, moves axis, x, y vg.Length) {
	p.text(smallText, x, y, left, atRiskLabel)
	for _, t := range moves.ticks {
		p.text(smallText, moves.at(t.value), y, centre, formatCount(plan.going(int(t.value))))
	}
}
