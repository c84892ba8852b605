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

// OutcomeRow counts a set of games by result, for [Outcomes].
type OutcomeRow struct {
	Name                        string // such as "all games"
	WhiteWins, Draws, BlackWins int    // numbers of games, not all 0
}

// OutcomesInput is the input of [Outcomes].
type OutcomesInput struct {
	About
	Rows []OutcomeRow // from top to bottom
}

// barHeight is the height of a bar that holds text.
const barHeight vg.Length = 26

// Outcomes draws how often White won, Black won, and games were drawn: one bar per row,
// all of the same length, with percentages and counts. Text that does not fit into its
// segment goes below the bar.
func Outcomes(in OutcomesInput) *Chart {
	var words []string
	for _, r := range in.Rows {
		s := r.segments()
		words = append(words, r.Name+": White won "+s[0].text+", draws "+s[1].text+", Black won "+s[2].text)
	}
	return in.chart("Results", listed(words), []string{"share of games, number of games in brackets"}, func(inner vg.Length) body {
		a := shareAxis("share of games", 1)
		a.steps = 4
		r := rows{axis: a, plain: true, key: key{
			{"White wins", swatch(whiteWinsColor)}, {"draw", swatch(drawColor)}, {"Black wins", swatch(blackWinsColor)},
		}}
		for _, o := range in.Rows {
			games := o.WhiteWins + o.Draws + o.BlackWins
			score := (float64(o.WhiteWins) + float64(o.Draws)/2) / float64(games)
			r.list = append(r.list, row{
				label: o.Name, sub: format.Plural(games, "game") + ", White scores " + format.Percent.Number(score),
				lines: []line{{height: o.height, paint: func(p pen, panel vg.Rectangle) { o.paint(p, a, panel) }}},
			})
		}
		return r.lay(inner)
	})
}

// segment is a part of a bar. From and to are shares of the bar's length.
type segment struct {
	text     string
	from, to float64
	color    tone
}

// segments returns the segments of a row's bar: White, draw, Black.
func (r OutcomeRow) segments() (parts []segment) {
	all, from := float64(r.WhiteWins+r.Draws+r.BlackWins), 0.0
	for i, games := range []int{r.WhiteWins, r.Draws, r.BlackWins} {
		share := float64(games) / all
		text := format.Percent.Number(share) + " (" + format.Count(games) + ")"
		parts = append(parts, segment{text, from, from + share, []tone{whiteWinsColor, drawColor, blackWinsColor}[i]})
		from += share
	}
	return parts
}

// holds reports whether a segment of a bar has room for its text.
func (s segment) holds(bar vg.Length) bool {
	return vg.Length(s.to-s.from)*bar >= tickText.width(s.text)+8
}

// outside returns the texts below a bar.
func (r OutcomeRow) outside(bar vg.Length) (k key) {
	for _, s := range r.segments() {
		if !s.holds(bar) {
			k = append(k, keyEntry{s.text, swatch(s.color)})
		}
	}
	return k
}

// height returns the height of a bar with the texts below it.
func (r OutcomeRow) height(bar vg.Length) vg.Length {
	if k := r.outside(bar); len(k) > 0 {
		return barHeight + 3 + k.height(bar) - keyBelow
	}
	return barHeight
}

// paint draws the bar at the top of its panel.
func (r OutcomeRow) paint(p pen, a *axis, panel vg.Rectangle) {
	bar := rect(panel.Min.X, panel.Max.Y-barHeight, panel.Max.X, panel.Max.Y)
	for _, s := range r.segments() {
		if s.from == s.to {
			continue
		}
		p.fillRect(rect(a.at(s.from), bar.Min.Y, a.at(s.to), bar.Max.Y), s.color)
		if s.holds(panel.Max.X - panel.Min.X) {
			p.textMid(tickText.in(readableOn(s.color)), a.at((s.from+s.to)/2), middle(bar).Y, centre, s.text)
		}
	}
	p.strokeRect(stroke(inkSoft, hairline), bar)
	r.outside(panel.Max.X-panel.Min.X).paint(p, rect(panel.Min.X, panel.Min.Y, panel.Max.X, bar.Min.Y-3))
}
