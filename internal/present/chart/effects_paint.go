package chart

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// effectsPlan is effects with their columns measured.
type effectsPlan struct {
	EffectsInput
	names   vg.Length    // width of the column of names
	figures [3]vg.Length // widths of the columns of figures
	heads   [3]string
	size    axis
	key     key
}

// planEffects measures the columns and chooses an axis with zero in the middle.
func planEffects(in EffectsInput, level float64) effectsPlan {
	plan := effectsPlan{EffectsInput: in, heads: [3]string{in.First, in.Second, "difference (" + formatLevel(level) + " interval)"}}
	for i, head := range plan.heads {
		plan.figures[i] = smallText.width(head)
	}
	half, ends := 0.0, 0.0
	for _, r := range in.Rows {
		plan.names = max(plan.names, labelText.width(r.Name))
		for i, text := range r.texts() {
			plan.figures[i] = max(plan.figures[i], smallText.width(text))
		}
		half = math.Max(half, math.Abs(r.Size.Estimate))
		ends = math.Max(ends, math.Max(math.Abs(r.Size.Lo), math.Abs(r.Size.Hi)))
	}
	half = math.Max(half, smallestSize)
	half = math.Max(half, math.Min(ends, farthestShown*half)) * 1.04
	plan.size = axis{
		scale: scale{min: -half, max: half},
		ticks: fitTicks(niceTicks, -half, half, 6, leastEffects, 0),
		label: "second minus first, in standard deviations of a game",
	}
	plan.key = key{
		{in.Certainty, func(p pen, at vg.Point) { p.mark(circle, seriesColors[0], at) }},
		{"not certain", func(p pen, at vg.Point) { p.openMark(circle, seriesColors[5], at) }},
	}
	return plan
}

// texts are the figures of a row by column.
func (r Effect) texts() [3]string { return [3]string{r.First, r.Second, r.Difference} }

// right is the width of the columns of figures.
func (plan effectsPlan) right() vg.Length {
	sum := vg.Length(0)
	for _, w := range plan.figures {
		sum += w + columnGap
	}
	return sum
}

// panel is the width of the panel, which has to hold the axis label too.
func (plan effectsPlan) panel() vg.Length {
	return max(leastEffects, axisText.width(plan.size.label), innerWidth-plan.names-columnGap-plan.right())
}

// inner is the width of the body.
func (plan effectsPlan) inner() vg.Length {
	return plan.names + columnGap + plan.panel() + plan.right()
}

// height is the height of the body.
func (plan effectsPlan) height() vg.Length {
	return plan.key.height(plan.inner()) + forestHeader + effectPitch*vg.Length(len(plan.Rows)) + xAxisDepth
}

// notes explains arrows, if there are any.
func (plan effectsPlan) notes() []string {
	for _, r := range plan.Rows {
		if r.Size.Lo < plan.size.min || r.Size.Hi > plan.size.max {
			return []string{"An arrow marks an interval that reaches beyond the axis; the figures give its ends."}
		}
	}
	return nil
}

// paint draws key, column heads, rows and axis.
func (plan effectsPlan) paint(p pen, body vg.Rectangle) {
	y := plan.key.paint(p, body)
	panel := rect(body.Min.X+plan.names+columnGap, body.Min.Y+xAxisDepth, body.Max.X-plan.right(), y-forestHeader)
	plan.size.from, plan.size.to = panel.Min.X, panel.Max.X
	plan.paintFigures(p, panel.Max.X, panel.Max.Y+7, plan.heads)
	for i := range plan.Rows {
		if i%2 == 0 {
			at := panel.Max.Y - effectPitch*vg.Length(i)
			p.fillRect(rect(body.Min.X-8, at-effectPitch, body.Max.X+8, at), band)
		}
	}
	plan.size.gridUp(p, panel)
	p.line(stroke(inkSoft, axisLine), plan.size.at(0), panel.Min.Y, plan.size.at(0), panel.Max.Y)
	for i, r := range plan.Rows {
		plan.paintRow(p, r, body.Min.X, panel.Max.X, panel.Max.Y-effectPitch*(vg.Length(i)+0.5))
	}
	plan.size.below(p, panel)
}

// paintRow draws a row around the height y.
func (plan effectsPlan) paintRow(p pen, r Effect, x, right, y vg.Length) {
	colour := seriesColors[5]
	if r.Certain {
		colour = seriesColors[0]
	}
	p.textMid(labelText, x, y, left, r.Name)
	plan.size.whiskerAcross(p, spanOf(r.Size), y, colour)
	at := vg.Point{X: plan.size.at(r.Size.Estimate), Y: y}
	if r.Certain {
		p.mark(circle, colour, at)
	} else {
		p.openMark(circle, colour, at)
	}
	plan.paintFigures(p, right, y-smallText.capHeight()/2, r.texts())
}

// paintFigures writes a line of the columns right of the panel.
func (plan effectsPlan) paintFigures(p pen, x, y vg.Length, texts [3]string) {
	for i, text := range texts {
		x += columnGap + plan.figures[i]
		p.text(smallText, x, y, right, text)
	}
}
