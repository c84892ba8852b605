package chart

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Estimate is a piece's value by one method, for [Values].
type Estimate struct {
	Piece string
	Value stat.Interval // in the unit of About
}

// Estimator is a method with its estimates, such as "design" or "Texel", or a source of
// published values.
type Estimator struct {
	Name   string
	Values []Estimate // in any order, each piece at most once; pieces may be missing
}

// ValuesInput is the input of [Values].
type ValuesInput struct {
	About
	Level      float64     // confidence level of the intervals; default 0.95
	Estimators []Estimator // the first decides the order of the pieces
	Published  []Estimator // values published by others; default none
	Untold     []string    // pieces whose values the games do not determine: grey, and last
}

// Values draws a forest plot with a row for each piece, the most valuable first. A row has
// a line for each estimator, with the estimate and its interval drawn and in numbers, then
// a line with an open mark for each published value.
func Values(in ValuesInput) *Chart {
	pieces := in.pieces()
	var all []stat.Interval
	var words []string
	for _, piece := range pieces {
		if !piece.untold {
			words = append(words, piece.name+" "+valueText(piece.values[0]))
		}
		all = append(all, piece.values...)
	}
	lo, hi := valueRange(all)
	shows, untold := "Values "+in.unit()+" by "+in.Estimators[0].Name+": "+listed(words), ""
	if len(in.Untold) > 0 {
		untold = strings.Join(in.Untold, ", ") + "."
		shows += " The games do not tell: " + untold
	}
	return in.chart("Piece values", shows, []string{"values " + in.unit() + " with " + intervals(in.Level)}, func(inner vg.Length) body {
		a := &axis{scale: scale{min: lo, max: hi}, steps: 8, label: "value " + in.unit()}
		r := rows{key: in.key(), axis: a, heads: []string{"value (" + format.Level(levelOr(in.Level)) + " interval)"}}
		for _, piece := range pieces {
			drawn := row{label: piece.name, faces: in.drawn(piece.name)}
			for i, v := range piece.values {
				s := piece.signs[i]
				if piece.untold {
					s.color = untoldColor
				}
				drawn.lines = append(drawn.lines, line{cells: []string{valueText(v)}, color: s.color, paint: func(p pen, panel vg.Rectangle) {
					a.estimate(p, v, middle(panel).Y, s)
				}})
			}
			r.list = append(r.list, drawn)
		}
		notes := a.drawnNotes(all)
		if untold != "" {
			notes = append(notes, "Grey: the games do not tell the value of "+untold)
		}
		return r.lay(inner, notes...)
	})
}

// valueSign returns the sign of the source with an index.
func valueSign(i int, published bool) sign {
	if published {
		return sign{shape: shape(i), color: ink, open: true}
	}
	return sign{shape: shape(i), color: seriesColor(i)}
}

func (in ValuesInput) key() (k key) {
	for i, e := range in.Estimators {
		k = append(k, keyEntry{e.Name, valueSign(i, false).drawLong})
	}
	for i, e := range in.Published {
		k = append(k, keyEntry{e.Name + " (published)", valueSign(i, true).draw})
	}
	return k
}

// valuedPiece is a piece with its values from the sources that have one, and their signs.
type valuedPiece struct {
	name   string
	untold bool // the games do not determine the value
	values []stat.Interval
	signs  []sign
}

// pieces collects the values of each piece, the most valuable first and those that the games do not
// determine last; ties keep the order of first mention.
func (in ValuesInput) pieces() []valuedPiece {
	var list []valuedPiece
	for i, e := range slices.Concat(in.Estimators, in.Published) {
		s := valueSign(i, false)
		if i >= len(in.Estimators) {
			s = valueSign(i-len(in.Estimators), true)
		}
		for _, v := range e.Values {
			at := slices.IndexFunc(list, func(p valuedPiece) bool { return p.name == v.Piece })
			if at < 0 {
				at = len(list)
				list = append(list, valuedPiece{name: v.Piece, untold: slices.Contains(in.Untold, v.Piece)})
			}
			list[at].values, list[at].signs = append(list[at].values, v.Value), append(list[at].signs, s)
		}
	}
	slices.SortStableFunc(list, func(a, b valuedPiece) int {
		if a.untold != b.untold {
			return map[bool]int{true: 1, false: -1}[a.untold]
		}
		return cmp.Compare(b.leading(), a.leading())
	})
	return list
}

// leading returns the value that sorts a row; rows without one come last.
func (p valuedPiece) leading() float64 {
	if v := p.values[0]; tells(v) {
		return v.Estimate
	}
	return math.Inf(-1)
}

// valueText formats a value and, if the games determine it, its interval.
func valueText(v stat.Interval) string {
	if !tells(v) {
		return format.Unknown
	}
	return format.Value.Interval(v)
}
