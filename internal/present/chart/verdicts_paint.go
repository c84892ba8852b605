package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

// verdictColors tell verdicts apart; their words and marks do, too.
var verdictColors = map[string]color.NRGBA{
	supportedVerdict:    seriesColors[2],
	contradictedVerdict: seriesColors[1],
	undecidedVerdict:    seriesColors[5],
}

// rangeColor is the ground of what supports a hypothesis.
var rangeColor = rgb(0xDCEFE7)

// verdictShape is the mark of a verdict.
func verdictShape(verdict string) shape {
	switch verdict {
	case contradictedVerdict:
		return diamond
	case undecidedVerdict:
		return square
	}
	return circle
}

// verdictsPlan is hypotheses with their words broken into lines.
type verdictsPlan struct {
	rows          []VerdictRow
	says, figures [][]string
	key           key
}

func planVerdicts(in VerdictsInput) verdictsPlan {
	plan := verdictsPlan{rows: in.Rows}
	for _, r := range in.Rows {
		plan.says = append(plan.says, wrap(labelText, r.Says, verdictNames))
		plan.figures = append(plan.figures, wrap(smallText, r.Number, verdictInner-verdictNames-verdictPanel-2*columnGap))
	}
	for _, verdict := range []string{supportedVerdict, contradictedVerdict, undecidedVerdict} {
		plan.key = append(plan.key, keyEntry{verdict, func(p pen, at vg.Point) {
			c := verdictColors[verdict]
			p.line(stroke(c, whiskerLine), at.X-8, at.Y, at.X+8, at.Y)
			p.mark(verdictShape(verdict), c, at)
		}})
	}
	plan.key = append(plan.key, keyEntry{"range that supports the hypothesis", swatch(rangeColor)})
	return plan
}

// rowHeight is the space of a row.
func (plan verdictsPlan) rowHeight(i int) vg.Length {
	return verdictLine*vg.Length(max(len(plan.says[i]), 1+len(plan.figures[i]), leastLines)) + verdictRowGap
}

// height is the height of the body.
func (plan verdictsPlan) height() vg.Length {
	h := plan.key.height(verdictInner)
	for i := range plan.rows {
		h += plan.rowHeight(i)
	}
	return h
}

// notes explains arrows, if there are any.
func (plan verdictsPlan) notes() []string {
	for _, r := range plan.rows {
		if lo, hi := r.scaleOf(); r.Value.Lo < lo || r.Value.Hi > hi {
			return []string{"An arrow marks an interval that reaches beyond its panel; the figures give its ends."}
		}
	}
	return nil
}

func (plan verdictsPlan) paint(p pen, body vg.Rectangle) {
	y := plan.key.paint(p, body)
	for i := range plan.rows {
		h := plan.rowHeight(i)
		if i%2 == 0 {
			p.fillRect(rect(body.Min.X-8, y-h, body.Max.X+8, y), band)
		}
		plan.paintRow(p, i, body, y-verdictRowGap/2)
		y -= h
	}
}

// paintRow draws a row below y.
func (plan verdictsPlan) paintRow(p pen, i int, body vg.Rectangle, y vg.Length) {
	r := plan.rows[i]
	c := verdictColors[r.Verdict]
	for k, line := range plan.says[i] {
		p.textMid(labelText, body.Min.X, y-verdictLine*(vg.Length(k)+0.5), left, line)
	}
	from := body.Min.X + verdictNames + columnGap
	panel := rect(from, y-verdictBar, from+verdictPanel, y)
	plan.paintPanel(p, r, panel, c)
	x := panel.Max.X + columnGap
	p.textMid(strongText.in(c), x, y-verdictLine/2, left, r.Verdict)
	for k, line := range plan.figures[i] {
		p.textMid(smallText, x, y-verdictLine*(vg.Length(k)+1.5), left, line)
	}
}

// paintPanel draws the range, the interval and the value, and writes the ends of the
// range below.
func (plan verdictsPlan) paintPanel(p pen, r VerdictRow, panel vg.Rectangle, c color.NRGBA) {
	lo, hi := r.scaleOf()
	a := axis{scale: scale{min: lo, max: hi, from: panel.Min.X, to: panel.Max.X}}
	p.fillRect(panel, white)
	p.fillRect(rect(a.at(math.Max(r.From, lo)), panel.Min.Y, a.at(math.Min(r.To, hi)), panel.Max.Y), rangeColor)
	p.strokeRect(stroke(rule, hairline), panel)
	for _, end := range []float64{r.From, r.To} {
		if !math.IsInf(end, 0) {
			p.line(stroke(verdictColors[supportedVerdict], axisLine), a.at(end), panel.Min.Y, a.at(end), panel.Max.Y)
		}
	}
	from, to := r.endsAt(a, panel)
	below := panel.Min.Y - tickLabelGap - smallText.capHeight()
	for k, x := range []vg.Length{from, to} {
		if r.Ends[k] != "" {
			p.text(smallText, x, below, centre, r.Ends[k])
		}
	}
	y := middle(panel).Y
	a.whiskerAcross(p, spanOf(r.Value), y, c)
	p.mark(verdictShape(r.Verdict), c, vg.Point{X: a.at(r.Value.Estimate), Y: y})
}

// endsAt is where the middles of the words for the ends of the range stand: under
// the ends, moved as far as both need room.
func (r VerdictRow) endsAt(a axis, panel vg.Rectangle) (from, to vg.Length) {
	half := [2]vg.Length{smallText.width(r.Ends[0]) / 2, smallText.width(r.Ends[1]) / 2}
	at := func(end float64, half vg.Length) vg.Length {
		if math.IsInf(end, 0) {
			return middle(panel).X
		}
		return min(max(a.at(end), panel.Min.X+half), panel.Max.X-half)
	}
	from, to = at(r.From, half[0]), at(r.To, half[1])
	if r.Ends[0] == "" || r.Ends[1] == "" {
		return from, to
	}
	apart := half[0] + half[1] + columnGap/2
	if lacking := apart - (to - from); lacking > 0 {
		to = min(to+lacking/2, panel.Max.X-half[1])
		from = max(to-apart, panel.Min.X+half[0])
		to = max(to, from+apart)
	}
	return from, to
}
