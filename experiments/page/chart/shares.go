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
	for _, r := range in.Rows {
		for i, s := range r.Shares {
			words = append(words, r.Name+" with "+in.Sets[i]+" "+format.Percent.Number(s.Share.Estimate))
		}
	}
	return in.chart("Shares", listed(words), []string{"whiskers are " + intervals(in.Level)}, func(inner vg.Length) body {
		var list []barRow
		var k key
		for _, r := range in.Rows {
			b := barRow{name: r.Name}
			for i, s := range r.Shares {
				b.bars = append(b.bars, bar{s, seriesColor(i), seriesColor(i)})
			}
			list = append(list, b)
		}
		for i, name := range in.Sets {
			k = append(k, keyEntry{name, swatch(seriesColor(i))})
		}
		return layBars(k, list, inner)
	})
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
	var list []barRow
	var words []string
	for _, e := range in.Endings {
		share := float64(e.Games) / float64(total)
		c := decidedColor
		if e.Drawn {
			c = drawnColor
		}
		list = append(list, barRow{e.Reason, []bar{{Share{e.Games, stat.Exact(share)}, c, inkSoft}}})
		words = append(words, e.Reason+" "+format.Percent.Number(share))
	}
	return in.chart("How games end", listed(words), []string{"share of all games"}, func(inner vg.Length) body {
		return layBars(key{{"decided", swatch(decidedColor)}, {"drawn", swatch(drawnColor)}}, list, inner)
	})
}

// barRow is a row of one or more bars.
type barRow struct {
	name string
	bars []bar
}

// bar is a share with the tones of its bar and of its numbers.
type bar struct {
	Share
	color, text tone
}

// layBars lays out rows of bars that start at zero.
func layBars(k key, list []barRow, inner vg.Length) body {
	top := minShare
	for _, r := range list {
		for _, b := range r.bars {
			top = max(top, b.Share.Share.Estimate, min(b.Share.Share.Hi, 1))
		}
	}
	a := shareAxis("share of games", top)
	r := rows{key: k, axis: a, heads: []string{"games", "share of games"}}
	for _, b := range list {
		drawn := row{label: b.name}
		for _, one := range b.bars {
			share := one.Share.Share
			share.Lo, share.Hi = max(share.Lo, 0), min(share.Hi, 1)
			drawn.lines = append(drawn.lines, line{
				cells: []string{format.Count(one.Games), format.Percent.Interval(share)}, color: one.text,
				paint: func(p pen, panel vg.Rectangle) {
					y := middle(panel).Y
					p.fillRect(rect(panel.Min.X, y-6, a.at(share.Estimate), y+6), one.color)
					a.whiskerAcross(p, share, y, ink)
				},
			})
		}
		r.list = append(r.list, drawn)
	}
	return r.lay(inner)
}
