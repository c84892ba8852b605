package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
)

// Ending is a way for games to end, for [Endings].
type Ending struct {
	Reason string // such as "checkmate"; 1 to 40 characters; required, unique
	Games  int    // at least 0
	Drawn  bool   // whether such a game is a draw
}

// EndingsInput is what [Endings] draws.
type EndingsInput struct {
	About
	Endings []Ending // 1 to 60, from top to bottom; not all with 0 games
}

// Measures of the bars of endings, in points.
const (
	maxEndings             = 60
	endingPitch  vg.Length = 24
	endingBar    vg.Length = 15
	leastEndings vg.Length = 200 // length of the longest bar
)

// Endings draws how games ended: one bar for each reason, with the number of
// games and their share.
func Endings(in EndingsInput) *Chart {
	plan := planEndings(in.Endings)
	return frame{
		title:    in.titleOr("How games end"),
		subtitle: in.subtitle("number of games and share of all"),
		width:    plan.inner() + 2*marginSide,
		height:   plan.key.height(plan.inner()) + endingPitch*vg.Length(len(in.Endings)) + xAxisDepth,
		paint:    plan.paint,
	}.chart()
}

// endingsPlan is the bars with their texts measured.
type endingsPlan struct {
	endings       []Ending
	texts         []string
	most          int
	names, counts vg.Length // widths of the texts beside the bars
	key           key
}

// planEndings measures the texts.
func planEndings(endings []Ending) endingsPlan {
	plan := endingsPlan{endings: endings}
	total := 0
	for _, e := range endings {
		total += e.Games
		plan.most = max(plan.most, e.Games)
	}
	for _, e := range endings {
		text := formatCount(e.Games) + " (" + formatPercent(float64(e.Games)/float64(total)) + ")"
		plan.texts = append(plan.texts, text)
		plan.names = max(plan.names, labelText.width(e.Reason))
		plan.counts = max(plan.counts, tickText.width(text))
	}
	plan.key = key{{"decided", swatch(decidedColor)}, {"drawn", swatch(drawnColor)}}
	return plan
}

// inner is the width of the body.
func (plan endingsPlan) inner() vg.Length {
	return max(innerWidth, plan.names+plan.counts+columnGap+leastEndings)
}

// paint draws the key, the bars and the axis.
func (plan endingsPlan) paint(p pen, body vg.Rectangle) {
	y := plan.key.paint(p, body)
	panel := rect(body.Min.X+plan.names+columnGap/2, body.Min.Y+xAxisDepth, body.Max.X-plan.counts-columnGap/2, y)
	top := float64(plan.most)
	games := axis{
		scale: scale{min: 0, max: top, from: panel.Min.X, to: panel.Max.X},
		ticks: fitTicks(wholeTicks, 0, top, 6, panel.Max.X-panel.Min.X, 0), label: "games",
	}
	for i, e := range plan.endings {
		mid := y - endingPitch/2
		p.textMid(labelText, panel.Min.X-columnGap/2, mid, right, e.Reason)
		end := games.at(float64(e.Games))
		p.fillRect(rect(panel.Min.X, mid-endingBar/2, end, mid+endingBar/2), e.color())
		p.textMid(tickText, end+columnGap/2, mid, left, plan.texts[i])
		y -= endingPitch
	}
	games.below(p, panel)
}

// color tells decided games from drawn ones.
func (e Ending) color() color.NRGBA {
	if e.Drawn {
		return drawnColor
	}
	return decidedColor
}
