package chart

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Text inside and beside the blocks.
var (
	symbolText    = textStyle{size: 20, bold: true}
	countText     = textStyle{size: 9}
	nameText      = textStyle{size: 9.5}
	figureText    = textStyle{size: 11.5, bold: true}
	rangeText     = textStyle{size: 8.5}
	tierText      = textStyle{size: 10, bold: true, color: ink}
	tierRangeText = textStyle{size: 9.5, color: inkSoft}
)

// Baselines of the lines in a block, in points below its upper edge.
const (
	symbolBaseline vg.Length = 23
	nameBaseline   vg.Length = 37
	figureBaseline vg.Length = 51.5
	rangeBaseline  vg.Length = 62.5
	noSymbolShift  vg.Length = 9 // upwards, to centre the lines of a block without a symbol
)

// paint draws the pyramid in the middle of the body.
func (plan pyramidPlan) paint(p pen, body vg.Rectangle) {
	axis := middle(body).X
	for _, c := range plan.courses {
		colour := rampColor(pyramidRamp, c.tier, len(plan.tiers))
		plan.paintCourse(p, c, axis, body.Max.Y, colour)
	}
	plan.paintLabels(p, axis, body.Max.Y)
}

// paintCourse draws one layer. Its outer blocks follow the slope of the sides,
// the joints between blocks are upright.
func (plan pyramidPlan) paintCourse(p pen, c course, axis, apex vg.Length, colour color.NRGBA) {
	upper, lower := plan.half(c.top), plan.half(c.top+courseHeight)
	mid := (upper + lower) / 2
	n := vg.Length(len(c.values))
	block := (2*mid - (n-1)*courseGap) / n
	yTop, yFoot := apex-c.top, apex-c.top-courseHeight
	for i, v := range c.values {
		x0 := -mid + vg.Length(i)*(block+courseGap)
		x1 := x0 + block
		topLeft, footLeft, topRight, footRight := x0, x0, x1, x1
		if i == 0 {
			topLeft, footLeft = -upper, -lower
		}
		if i == len(c.values)-1 {
			topRight, footRight = upper, lower
		}
		p.FillPolygon(colour, []vg.Point{
			{X: axis + footLeft, Y: yFoot}, {X: axis + footRight, Y: yFoot},
			{X: axis + topRight, Y: yTop}, {X: axis + topLeft, Y: yTop},
		})
		paintBlockText(p, v, axis+(x0+x1)/2, yTop, readableOn(colour))
	}
}

// paintBlockText writes the lines of a block below its upper edge.
func paintBlockText(p pen, v Value, x, top vg.Length, c color.NRGBA) {
	if v.Symbol == "" {
		top += noSymbolShift
	} else {
		p.text(symbolText.in(c), x, top-symbolBaseline, centre, v.Symbol)
		if count := v.countText(); count != "" {
			p.text(countText.in(c), x+symbolText.width(v.Symbol)/2+countGap, top-symbolBaseline, left, count)
		}
	}
	p.text(nameText.in(c), x, top-nameBaseline, centre, v.nameLine())
	p.text(figureText.in(c), x, top-figureBaseline, centre, formatValue(v.Value.Estimate))
	p.text(rangeText.in(c), x, top-rangeBaseline, centre, v.intervalText())
}

// paintLabels names the tiers on the left and gives their values on the right,
// level with the middle of each tier and tied to it by a thin line.
func (plan pyramidPlan) paintLabels(p pen, axis, apex vg.Length) {
	edge := plan.half(plan.height) + tierLabelGap + plan.labels
	for t, tier := range plan.tiers {
		top, foot := plan.height, vg.Length(0)
		for _, c := range plan.courses {
			if c.tier == t {
				top, foot = min(top, c.top), max(foot, c.top+courseHeight)
			}
		}
		depth := (top + foot) / 2
		name, values := tierName(tier), tierRange(tier)
		p.textMid(tierText, axis-edge, apex-depth, left, name)
		p.textMid(tierRangeText, axis+edge, apex-depth, right, values)
		near, thin := plan.half(depth)+5, stroke(rule, hairline)
		p.line(thin, axis-edge+tierText.width(name)+9, apex-depth, axis-near, apex-depth)
		p.line(thin, axis+near, apex-depth, axis+edge-tierRangeText.width(values)-9, apex-depth)
	}
}

// tierName is the word for a tier.
func tierName(tier []Value) string { return fmt.Sprintf("Tier %d", tier[0].Tier) }

// tierRange is the weakest and strongest estimate of a tier.
func tierRange(tier []Value) string {
	lo, hi := tier[len(tier)-1].Value.Estimate, tier[0].Value.Estimate
	if formatValue(lo) == formatValue(hi) {
		return formatValue(lo)
	}
	return formatRange(lo, hi, hi)
}
