package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"bestiary/engine/endgame"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning/formula"

	gonum "gonum.org/v1/gonum/stat"
	"gonum.org/v1/plot/vg"
)

// citation describes how to cite the values, in the Citation File Format.
const citation = `cff-version: 1.2.0
message: To cite these values, name their hash.
type: dataset
title: What pieces are worth
authors:
  - name: The bestiary authors
version: "%s"
license: MIT
`

// Write writes the page into a folder, with atlas.json, atlas.csv, the settings and the list with their
// hashes and CITATION.cff, and returns the path of the page.
func (a *Atlas) Write(folder string, run page.Run) (string, error) {
	sealed, err := a.settings.sealed(a.list)
	if err != nil {
		return "", fmt.Errorf("atlas: %w", err)
	}
	run.Time, run.Revision = a.time, a.Revision
	shown := a.paged()
	return writePage(folder, atlasName+".json", figures[*Atlas]{Run: run, Figures: a}, &page.Page{
		Answer:   []doc.Paragraph{doc.P(a.Finding()), doc.P(a.Formula)},
		Body:     texts.Blocks("atlas body", shown),
		Appendix: texts.Sections("atlas appendix", shown),
		Facts: []page.Fact{{Name: "seed", Value: a.Seed}, {Name: "hash of the list", Value: a.Hash},
			{Name: "games", Value: format.Count(a.Games)}},
	}, append(files.Sealed(sealed...), a.sheet(), files.File{Name: "CITATION.cff", Data: fmt.Appendf(nil, citation, a.Hash)})...)
}

// About identifies the atlas.
func (a *Atlas) About() About { return a.settings.About() }

// Time returns 0: Write states the time of all games.
func (a *Atlas) Time() time.Duration { return 0 }

// Finding states the result in a sentence.
func (a *Atlas) Finding() string { return texts.Text("atlas finding", a.paged()).String() }

// Text returns the errors and the values for a terminal, in lines of width characters.
func (a *Atlas) Text(width int) string {
	p := a.paged()
	return doc.Screen(width, doc.P(a.Finding()), texts.Table("errors", p), narrowed(texts.Table("all values", p), 6))
}

// atlasPage is the data for the templates of the page.
type atlasPage struct {
	*Atlas
	Settings *Pieces
	Sizes    []string // of the usual hosts
	First    string   // of them
	Larger   []string // the others
	Tell     bool     // there are values by which questions are answered
	Margin   float64  // of Muller's law
	Fewest   int      // pieces of which a mean is stated

	Good, Bad, Open string // signs of answers
}

func (a *Atlas) paged() atlasPage {
	sizes := a.settings.usual()
	return atlasPage{
		a, a.settings, sizes, sizes[0], sizes[1:], len(a.known()) > 0, lawMargin, fewest,
		doc.Good.Sign(), doc.Bad.Sign(), doc.Open.Sign(),
	}
}

// Mated returns how many of the kind it takes to win against a bare king; "" if that is not known.
func (v *PieceValue) Mated() string {
	if v.Mates == endgame.NotComputed {
		return ""
	}
	return string(v.Mates)
}

// role returns whether the formula is fitted to a value or judged by it; "" if neither.
func (v *PieceValue) role() formula.Role {
	switch {
	case !v.judges():
		return ""
	case v.Locked:
		return formula.Judged
	}
	return formula.Fitted
}

// sheet has a row for each piece and board.
func (a *Atlas) sheet() files.File {
	const head = "betza,family,locked,formula,board,host,again,value,value_lo,value_hi,luck_lo,luck_hi," +
		"pair,pair_lo,pair_hi,pair_weight,second,second_lo,second_hi,second_weight,predicted,predicted_lo,predicted_hi," +
		"full,half,empty,pairs,prior,leaper,mobility_tenth,mobility_third,mobility_six_tenths,mobility_adjacent,mobility_unit," +
		"forward,capture,jumps,reach,moves,adjacent,two_away,three_away,far_away,colour_bound,unlike,mates,longest_mate,level"
	orUnknown := func(v stat.Interval) stat.Interval {
		if v == (stat.Interval{}) {
			return stat.Unknown()
		}
		return v
	}
	return page.Sheet(atlasName+".csv", head, a.Values, func(v *PieceValue) []any {
		near, full := v.Squares, [3]float64{math.NaN(), math.NaN(), math.NaN()}
		for i, x := range v.Fillings {
			full[i] = x.Estimate
		}
		return []any{v.Betza, v.Family, v.Locked, v.role(), v.On, v.Board, v.Again, v.Points, v.Luck.Lo, v.Luck.Hi,
			orUnknown(v.Pair), v.PairWeight, orUnknown(v.Second), v.SecondWeight, v.Predicted,
			full[0], full[1], full[2], v.Pairs, v.Prior, v.Leaper, v.Mobility[0], v.Mobility[1], v.Mobility[2], v.Adjacent, v.UnitMobility,
			v.Forward, v.Capture, v.Jumps, v.Reach, v.Moves, near[0], near[1], near[2], near[3], v.ColourBound, v.Unchecked,
			v.Mated(), v.LongestMate, formula.Level}
	})
}

// Charts draws the values in five ways. Charts without values are omitted.
func (p atlasPage) Charts() []doc.Block {
	first := p.firsts()
	scatter := func(title, x string, kinds []string) chart.ScatterInput {
		return chart.ScatterInput{Name: title, X: x, Kinds: kinds}
	}
	return page.Figures(
		p.scatter("mobility", scatter("Value and mobility", "value by mobility (points)", p.Sizes), true,
			func(v *PieceValue) (string, stat.Interval) { return v.Board, stat.Exact(v.Prior) }),
		p.scatter("formula", scatter("Value and formula", "value by the formula (points)", p.Sizes), true,
			func(v *PieceValue) (string, stat.Interval) { return v.Board, stat.Exact(v.Predicted.Estimate) }),
		p.scatter("leapers", p.withLaw(scatter("Leapers", "squares that it attacks", p.Sizes)), false,
			func(v *PieceValue) (string, stat.Interval) {
				if v.Leaper > 0 {
					return v.Board, stat.Exact(float64(v.squares()))
				}
				return "", stat.Interval{}
			}),
		p.scatter("riders", p.joined(scatter("Riders by length", "squares that it may go at once", []string{rooks, bishops})), false,
			func(v *PieceValue) (string, stat.Interval) {
				if kind, steps := v.ride(); v.Board == p.First {
					return kind, stat.Exact(float64(steps))
				}
				return "", stat.Interval{}
			}),
		p.scatter("boards", scatter("Values on larger boards", "value on "+p.First+" (points)", p.Larger), false,
			func(v *PieceValue) (string, stat.Interval) {
				if x := first[v.Betza]; x != nil {
					return v.Board, x.Points
				}
				return "", stat.Interval{}
			}))
}

// scatter returns a chart of the known values over positive numbers that a function returns, with
// their kind; values of other kinds are omitted. If locked is set, locked pieces are marked.
func (p atlasPage) scatter(name string, in chart.ScatterInput, locked bool, at func(*PieceValue) (string, stat.Interval)) page.Figure {
	for _, v := range p.known() {
		kind, x := at(&v)
		if k := slices.Index(in.Kinds, kind); k >= 0 && x.Estimate > 0 {
			in.Points = append(in.Points, chart.ScatterPoint{Kind: k, X: x, Y: v.Points, Off: locked && v.Locked})
			if locked && v.Locked {
				in.Off = "locked while the formula was fitted"
			}
		}
	}
	if len(in.Points) == 0 {
		return page.Figure{}
	}
	in.About, in.Y = chart.About{Game: format.Plural(p.Pieces, "piece"), Games: p.Games}, "value by games (points)"
	return page.Figure{Name: name, Caption: texts.Text("chart of "+name, nil).String(), Chart: chart.Scatter(in)}
}

// withLaw adds the line of Muller's law to the chart of leapers, scaled to fit them best.
func (p atlasPage) withLaw(in chart.ScatterInput) chart.ScatterInput {
	law := func(n int) float64 { return (30 + 5*float64(n)/8) * float64(n) } // in centipawns
	list, squares := p.leapers(), p.Squares()
	if len(list) == 0 {
		return in
	}
	scale := math.Exp(gonum.Mean(logsOf(list, func(v *PieceValue) float64 { return v.Points.Estimate / law(v.squares()) }), nil))
	in.LineName = "(30 + 5n/8)·n"
	for n := squares[0]; n <= squares[len(squares)-1]; n++ {
		in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(scale * law(n))})
	}
	return in
}

const rooks, bishops = "rooks", "bishops"

// joined joins the rooks of limited range on the first board in the chart of riders. With fewer
// than two rooks the chart has no kinds.
func (p atlasPage) joined(in chart.ScatterInput) chart.ScatterInput {
	for n := range p.Settings.Boards[0].Files {
		for _, v := range p.firsts() {
			if kind, steps := v.ride(); kind == rooks && steps == n {
				in.Line = append(in.Line, vg.Point{X: vg.Length(n), Y: vg.Length(v.Points.Estimate)})
			}
		}
	}
	if len(in.Line) < 2 {
		in.Kinds = nil
	}
	return in
}

// ride returns the kind of a rook or bishop with the number of its steps, and "" for other pieces.
func (v *PieceValue) ride() (kind string, steps int) {
	for _, k := range []struct{ kind, atom, one string }{{rooks, "R", "W"}, {bishops, "B", "F"}} {
		number, ok := strings.CutPrefix(v.Betza, k.atom)
		n, err := strconv.Atoi(number)
		switch {
		case v.Betza == k.one:
			return k.kind, 1
		case ok && number == "":
			return k.kind, v.On.Files - 1
		case ok && err == nil:
			return k.kind, n
		}
	}
	return "", 0
}
