package study

import (
	"fmt"
	"math"
	"time"

	"bestiary/engine/endgame"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/tuning"
	"bestiary/tuning/formula"
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
	run.Time = a.time
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
	Least    float64  // spread of players that is assumed

	Good, Bad, Open string // signs of answers
}

func (a *Atlas) paged() atlasPage {
	sizes := a.settings.usual()
	return atlasPage{
		a, a.settings, sizes, sizes[0], sizes[1:], len(a.known()) > 0, lawMargin, fewest, tuning.MinSpread,
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
