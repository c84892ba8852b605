package chart

import (
	"gonum.org/v1/plot/vg"
)

// paint draws the key, the rows and the axis in per cent.
func (plan outcomesPlan) paint(p pen, body vg.Rectangle) {
	y := plan.key.paint(p, body)
	panel := rect(body.Max.X-plan.bar(), body.Min.Y+xAxisDepth, body.Max.X, y)
	share := axis{
		scale: scale{min: 0, max: 100, from: panel.Min.X, to: panel.Max.X},
		ticks: niceTicks(0, 100, 4), label: "share of games (%)",
	}
	for _, r := range plan.rows {
		plan.paintRow(p, r, rect(body.Min.X, y-barHeight, body.Max.X, y))
		y -= plan.rowHeight(r)
	}
	share.below(p, panel)
}

// paintRow writes a row's name and draws its bar into the strip.
func (plan outcomesPlan) paintRow(p pen, r OutcomeRow, strip vg.Rectangle) {
	y := middle(strip).Y
	p.text(strongText, strip.Min.X, y+2.5, left, r.Name)
	p.text(smallText, strip.Min.X, y-9.5, left, r.scoreText())
	bar := rect(strip.Max.X-plan.bar(), strip.Min.Y, strip.Max.X, strip.Max.Y)
	at := scale{min: 0, max: 1, from: bar.Min.X, to: bar.Max.X}.at
	for _, s := range r.segments() {
		if s.from == s.to {
			continue
		}
		p.fillRect(rect(at(s.from), bar.Min.Y, at(s.to), bar.Max.Y), s.color)
		if at(s.to)-at(s.from) >= tickText.width(s.text)+8 {
			p.textMid(tickText.in(readableOn(s.color)), at(s.middle()), y, centre, s.text)
		}
	}
	p.strokeRect(stroke(inkSoft, hairline), bar)
	plan.paintOutside(p, r, bar)
}

// paintOutside writes below the bar what its segments cannot hold, each label
// tied to its segment.
func (plan outcomesPlan) paintOutside(p pen, r OutcomeRow, bar vg.Rectangle) {
	segments := plan.outside(r)
	at := scale{min: 0, max: 1, from: bar.Min.X, to: bar.Max.X}.at
	var wish, size []vg.Length
	for _, s := range segments {
		wish = append(wish, at(s.middle()))
		size = append(size, keyMark+smallText.width(s.text)+outsideGap)
	}
	y := bar.Min.Y - outsideHeight + smallText.capHeight()/2 + 1
	for i, x := range spread(wish, size, bar.Min.X-outsideGap/2, bar.Max.X+outsideGap/2) {
		start := x - size[i]/2 + outsideGap/2
		swatch(segments[i].color)(p, vg.Point{X: start + 9, Y: y})
		p.textMid(smallText, start+keyMark, y, left, segments[i].text)
	}
}
