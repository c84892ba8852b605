package estimate

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/tuning"
)

//go:embed published.tsv
var publishedFile string

// Published holds the values that one source gives to the pieces of a game.
type Published struct {
	Source string
	Values []PublishedValue
}

// PublishedValue is one source's value of a piece, in pawns of its scale.
type PublishedValue struct {
	Piece string
	Pawns float64
}

// Of returns the value of a piece.
func (p Published) Of(piece string) (float64, bool) {
	for _, v := range p.Values {
		if v.Piece == piece {
			return v.Pawns, true
		}
	}
	return 0, false
}

// In converts the source to a unit, or returns it unchanged if it lacks a reference piece.
func (p Published) In(s tuning.Scale) Published {
	factor, ok := s.Factor(p.Of)
	if !ok {
		return p
	}
	out := Published{Source: p.Source}
	for _, v := range p.Values {
		out.Values = append(out.Values, PublishedValue{v.Piece, factor * v.Pawns})
	}
	return out
}

// PublishedValues returns the known values of a catalogue game by source, the sources with
// the most pieces first. A game with changed rules has none. The rule of thumb for short
// leapers comes last, if it applies.
func PublishedValues(g *rules.Game) ([]Published, error) {
	rows, err := dataRows(publishedFile, 4, g)
	if err != nil {
		return nil, err
	}
	var out []Published
	for _, row := range rows {
		pawns, err := dataNumber(row[2], 0)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(out, func(p Published) bool { return p.Source == row[3] })
		if i < 0 {
			i = len(out)
			out = append(out, Published{Source: row[3]})
		}
		out[i].Values = append(out[i].Values, PublishedValue{row[1], pawns})
	}
	slices.SortStableFunc(out, func(a, b Published) int { return len(b.Values) - len(a.Values) })
	if rule := leaperRule(g); len(rule.Values) > 0 {
		out = append(out, rule)
	}
	return out, nil
}

// leaperRule returns the values given by eval.ShortLeaper.
func leaperRule(g *rules.Game) Published {
	out := Published{Source: "leaper rule"}
	for _, t := range g.Types() {
		if x, ok := eval.ShortLeaper(g, t); ok {
			out.Values = append(out.Values, PublishedValue{g.TypeName(t), x / eval.PawnValue})
		}
	}
	return out
}

// dataFields returns the lines of a data file of this package without header and notes,
// split into fields at tabs.
func dataFields(file string, fields int) ([][]string, error) {
	r := csv.NewReader(strings.NewReader(file))
	r.Comma, r.Comment, r.FieldsPerRecord, r.LazyQuotes = '\t', '#', fields, true
	rows, err := r.ReadAll()
	return slices.DeleteFunc(rows, func(row []string) bool { return row[0] == "game" }), err
}

// dataRows returns the dataFields of a catalogue game, which is named in the first field.
// With other rules the values would be different, so a changed game has none.
func dataRows(file string, fields int, g *rules.Game) ([][]string, error) {
	original, err := variant.Find(g.Variant.Name)
	if err != nil || original.Hash() != g.Variant.Hash() {
		return nil, nil
	}
	rows, err := dataFields(file, fields)
	return slices.DeleteFunc(rows, func(row []string) bool { return row[0] != original.Name }), err
}

// dataNumber parses a number of a data file; an empty text gives missing.
func dataNumber(text string, missing float64) (float64, error) {
	if text == "" {
		return missing, nil
	}
	return strconv.ParseFloat(text, 64)
}
