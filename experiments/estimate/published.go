package estimate

import (
	_ "embed"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/tuning"
)

//go:embed published.tsv
var publishedFile string

// Published is the values that one source gives to pieces of a game.
type Published struct {
	Source string
	Values []PublishedValue
}

// PublishedValue is the value of a piece by a source, in pawns of its scale.
type PublishedValue struct {
	Piece string
	Pawns float64
}

// Of is the value of a piece.
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

// PublishedValues returns the known values of a game of the catalogue by source, the sources
// with the most pieces first. A game with changed rules has none. The rule of thumb for
// short leapers comes last, if it applies.
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

// leaperRule has the values by eval.ShortLeaper.
func leaperRule(g *rules.Game) Published {
	out := Published{Source: "leaper rule"}
	for _, t := range g.Types() {
		if x, ok := eval.ShortLeaper(g, t); ok {
			out.Values = append(out.Values, PublishedValue{g.TypeName(t), x / eval.PawnValue})
		}
	}
	return out
}
