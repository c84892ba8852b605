package chart

import (
	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// ShareRow counts an event in several sets of games, for [Shares].
type ShareRow struct {
	Name   string
	Shares []Share // one per set
}

// Share is a number of games and its share of a set, from 0 to 1.
type Share struct {
	Games int
	Share stat.Interval

	bar, text tone // of the bar and of the numbers; default: by its index in the row
}

// SharesInput is the input of [Shares].
type SharesInput struct {
	About
	Sets  []string   // names
	Level float64    // confidence level of the intervals; default 0.95
	Rows  []ShareRow // from top to bottom
}

// minShare is the minimum extent of an axis of shares.
const minShare = 0.05

// Shares draws shares of games as bars, one per set.
func Shares(in SharesInput) *Chart {
	var words []string
	var k key
	for i, name := range in.Sets {
		k = append(k, keyEntry{name, swatch(seriesColor(i))})
	}
	for _, r := range in.Rows {
		for i, s := range r.Shares {
			words = append(words, r.Name+" with "+in.Sets[i]+" "+format.Percent.Number(s.Share.Estimate))
		}
	}
	return in.chart("Shares", listed(words), []string{"whiskers are " + intervals(in.Level)}, func(inner vg.Length) body { return layShares(k, in.Rows, inner) })
}

// Ending is a reason why games ended, for [Endings].
type Ending struct {
	Reason string // such as "checkmate"
	Games  int
	Drawn  bool // whether such a game is a draw
}

// EndingsInput is the input of [Endings].
type EndingsInput struct {
	About
	Endings []Ending // from top to bottom; not all of 0 games
}

// Endings draws how games ended, with one bar for each reason.
func Endings(in EndingsInput) *Chart {
	total := 0
	for _, e := range in.Endings {
		total += e.Games
	}
	var list []ShareRow
	var words []string
	for _, e := range in.Endings {
		s := Share{Games: e.Games, Share: stat.Exact(float64(e.Games) / float64(total)), bar: decidedColor, text: inkSoft}
		if e.Drawn {
			s.bar = drawnColor
		}
		list = append(list, ShareRow{e.Reason, []Share{s}})
		words = append(words, e.Reason+" "+format.Percent.Number(s.Share.Estimate))
	}
	k := key{{"decided", swatch(decidedColor)}, {"drawn", swatch(drawnColor)}}
	return in.chart("How games end", listed(words), []string{"share of all games"}, func(inner vg.Length) body { return layShares(k, list, inner) })
}

// layShares lays out rows of bars that start at zero.
func layShares(k key, list []ShareRow, inner vg.Length) body {
	top := minShare
	for _, r := range list {
		for _, s := range r.Shares {
			top = max(top, s.Share.Estimate, min(s.Share.Hi, 1))
		}
	}
	a := shareAxis("share of games", top)
	r := rows{key: k, axis: a, heads: []string{"games", "share of games"}}
	for _, q := range list {
		drawn := row{label: q.Name}
		for i, s := range q.Shares {
			if s.bar == (tone{}) {
				s.bar, s.text = seriesColor(i), seriesColor(i)
			}
			s.Share.Lo, s.Share.Hi = max(s.Share.Lo, 0), min(s.Share.Hi, 1)
			drawn.lines = append(drawn.lines, line{
				cells: []string{format.Count(s.Games), format.Percent.Interval(s.Share)}, color: s.text,
				paint: func(p pen, panel vg.Rectangle) {
					y := middle(panel).Y
					p.fillRect(rect(panel.Min.X, y-6, a.at(s.Share.Estimate), y+6), s.bar)
					a.whiskerAcross(p, s.Share, y, ink)
				},
			})
		}
		r.list = append(r.list, drawn)
	}
	return r.lay(inner)
}
