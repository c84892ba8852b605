package chart

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
)

// OutcomeRow is a set of games counted by result, for [Outcomes].
type OutcomeRow struct {
	Name                        string // such as "all games"; 1 to 40 characters; required, unique
	WhiteWins, Draws, BlackWins int    // games; at least 0, not all 0
}

// games is the size of the set.
func (r OutcomeRow) games() int { return r.WhiteWins + r.Draws + r.BlackWins }

// score is White's points per game.
func (r OutcomeRow) score() float64 {
	return (float64(r.WhiteWins) + float64(r.Draws)/2) / float64(r.games())
}

// OutcomesInput is what [Outcomes] draws.
type OutcomesInput struct {
	About
	Rows []OutcomeRow // 1 to 60, from top to bottom
}

// Measures of the bars of results, in points.
const (
	barHeight        vg.Length = 25
	barGap           vg.Length = 13
	outsideHeight    vg.Length = 15 // labels below a bar
	outsideGap       vg.Length = 12 // between such labels
	leastOutcomesBar vg.Length = 300
)

// Outcomes draws how often White won, the game was drawn and Black won: one
// bar to a row, all of the same length, with percentages and counts. What a
// segment is too short to hold stands below it.
func Outcomes(in OutcomesInput) *Chart {
	plan := planOutcomes(in.Rows)
	return frame{
		title:    in.titleOr("Results"),
		subtitle: in.subtitle("share of games in per cent, number of games in brackets"),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}

// segment is one part of a bar, from and to as shares of its length.
type segment struct {
	text     string
	from, to float64
	color    color.NRGBA
}

// middle is where the segment's label belongs.
func (s segment) middle() float64 { return (s.from + s.to) / 2 }

// segments divides a row's bar in the order White, draw, Black.
func (r OutcomeRow) segments() []segment {
	kinds := []struct {
		games int
		color color.NRGBA
	}{{r.WhiteWins, whiteWinsColor}, {r.Draws, drawColor}, {r.BlackWins, blackWinsColor}}
	var parts []segment
	sum := 0
	for _, k := range kinds {
		share := float64(k.games) / float64(r.games())
		parts = append(parts, segment{
			text:  formatPercent(share) + " (" + formatCount(k.games) + ")",
			from:  float64(sum) / float64(r.games()),
			to:    float64(sum+k.games) / float64(r.games()),
			color: k.color,
		})
		sum += k.games
	}
	return parts
}

// outcomesPlan is the bars with their column of names measured.
type outcomesPlan struct {
	rows  []OutcomeRow
	names vg.Length // width of the column
	key   key
}

// planOutcomes measures the names.
func planOutcomes(rows []OutcomeRow) outcomesPlan {
	plan := outcomesPlan{rows: rows, key: key{
		{"White wins", swatch(whiteWinsColor)},
		{"draw", swatch(drawColor)},
		{"Black wins", swatch(blackWinsColor)},
	}}
	for _, r := range rows {
		plan.names = max(plan.names, strongText.width(r.Name), smallText.width(r.scoreText()))
	}
	return plan
}

// scoreText is the line below a row's name.
func (r OutcomeRow) scoreText() string {
	return plural(r.games(), "game", "games") + ", White scores " + formatPercent(r.score())
}

// inner is the width of the body.
func (plan outcomesPlan) inner() vg.Length {
	return max(innerWidth, plan.names+columnGap+leastOutcomesBar)
}

// bar is the length of the bars.
func (plan outcomesPlan) bar() vg.Length { return plan.inner() - plan.names - columnGap }

// outside picks the segments of a row that cannot hold their labels.
func (plan outcomesPlan) outside(r OutcomeRow) []segment {
	return slices.DeleteFunc(r.segments(), func(s segment) bool {
		return vg.Length(s.to-s.from)*plan.bar() >= tickText.width(s.text)+8
	})
}

// rowHeight is the space from one bar to the next.
func (plan outcomesPlan) rowHeight(r OutcomeRow) vg.Length {
	if len(plan.outside(r)) > 0 {
		return barHeight + barGap + outsideHeight
	}
	return barHeight + barGap
}

// height is the height of the body.
func (plan outcomesPlan) height() vg.Length {
	h := plan.key.height(plan.inner()) + xAxisDepth
	for _, r := range plan.rows {
		h += plan.rowHeight(r)
	}
	return h
}
