package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/stat"
)

// ShareRow is how often something happened in each of several sets of games,
// for [Shares].
type ShareRow struct {
	Name   string  // 1 to 40 characters; required, unique
	Shares []Share // one for each set
}

// Share is a number of games and its share of a set, from 0 to 1, with its
// interval.
type Share struct {
	Games int
	Share stat.Interval
}

// SharesInput is what [Shares] draws.
type SharesInput struct {
	About
	Sets []string // names; 1 to 6; 1 to 40 characters each; unique
	// Level is the confidence level of the intervals. Default 0.95.
	Level float64
	Rows  []ShareRow // 1 to 60, from top to bottom
}

// Measures of shares, in points.
const (
	shareBar   vg.Length = 13
	shareGap   vg.Length = 12 // between rows
	leastShare           = 0.05
)

// Shares draws shares of games side by side, a bar to each set.
func Shares(in SharesInput) *Chart {
	level := levelOr(in.Level)
	plan := planShares(in)
	return frame{
		title:    in.titleOr("Shares"),
		subtitle: in.subtitle(fmt.Sprintf("share of games, number in brackets; whiskers are %s intervals", formatLevel(level))),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}

// sharesPlan is the bars with their texts measured.
type sharesPlan struct {
	SharesInput
	names, texts vg.Length // widths of the columns
	share        axis
	key          key
}

// planShares measures the texts and chooses the axis.
func planShares(in SharesInput) sharesPlan {
	plan := sharesPlan{SharesInput: in}
	top := leastShare
	for _, r := range in.Rows {
		plan.names = max(plan.names, labelText.width(r.Name))
		for _, s := range r.Shares {
			plan.texts = max(plan.texts, smallText.width(s.text()))
			top = max(top, s.Share.Estimate, min(s.Share.Hi, 1))
		}
	}
	plan.share = axis{scale: scale{min: 0, max: top}, label: "share of games (%)"}
	for i, name := range in.Sets {
		plan.key = append(plan.key, keyEntry{name, swatch(seriesColors[i])})
	}
	return plan
}

// text is what stands beside a bar.
func (s Share) text() string {
	return formatPercent(s.Share.Estimate) + " (" + formatCount(s.Games) + ")"
}

// inner is the width of the body.
func (plan sharesPlan) inner() vg.Length {
	return max(innerWidth, plan.names+plan.texts+2*columnGap+leastEndings)
}

// rowHeight is the space from one row to the next.
func (plan sharesPlan) rowHeight() vg.Length {
	return shareBar*vg.Length(len(plan.Sets)) + shareGap
}

// height is the height of the body.
func (plan sharesPlan) height() vg.Length {
	return plan.key.height(plan.inner()) + plan.rowHeight()*vg.Length(len(plan.Rows)) + xAxisDepth
}

// paint draws the key, the bars and the axis.
func (plan sharesPlan) paint(p pen, body vg.Rectangle) {
	y := plan.key.paint(p, body)
	panel := rect(body.Min.X+plan.names+columnGap, body.Min.Y+xAxisDepth, body.Max.X-plan.texts-columnGap, y)
	plan.share.from, plan.share.to = panel.Min.X, panel.Max.X
	plan.share.ticks = fitTicks(niceTicks, 0, 100*plan.share.max, 6, panel.Max.X-panel.Min.X, 0)
	for i := range plan.share.ticks {
		plan.share.ticks[i].value /= 100
	}
	plan.share.gridUp(p, panel)
	for _, r := range plan.Rows {
		mid := y - plan.rowHeight()/2
		p.textMid(labelText, body.Min.X, mid, left, r.Name)
		at := y - shareGap/2
		for i, s := range r.Shares {
			p.fillRect(rect(panel.Min.X, at-shareBar+1, plan.share.at(s.Share.Estimate), at-1), seriesColors[i])
			plan.share.whiskerAcross(p, span{s.Share.Estimate, max(s.Share.Lo, 0), s.Share.Hi}, at-shareBar/2, ink)
			p.textMid(smallText.in(seriesColors[i]), body.Max.X, at-shareBar/2, right, s.text())
			at -= shareBar
		}
		y -= plan.rowHeight()
	}
	plan.share.below(p, panel)
}
