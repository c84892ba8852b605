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
	Untold     []string    // pieces whose values the games do not tell: grey, and last
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
			words = append(words, piece.name+" "+valueText(piece.lines[0].value))
		}
		for _, v := range piece.lines {
			all = append(all, v.value)
		}
	}
	lo, hi := valueRange(all)
	shows := "Values " + in.unit() + " by " + in.Estimators[0].Name + ": " + listed(words)
	if len(in.Untold) > 0 {
		shows += " The games do not tell: " + strings.Join(in.Untold, ", ") + "."
	}
	return in.chart("Piece values", shows, []string{"values " + in.unit() + " with " + intervals(in.Level)}, func(inner vg.Length) body {
		a := &axis{scale: scale{min: lo, max: hi}, steps: 8, label: "value " + in.unit()}
		r := rows{key: in.key(), axis: a, heads: []string{"value (" + format.Level(levelOr(in.Level)) + " interval)"}}
		for _, piece := range pieces {
			drawn := row{label: piece.name, faces: in.drawn(piece.name)}
			for _, v := range piece.lines {
				c := seriesColor(v.source)
				switch {
				case piece.untold:
					c = untoldColor
				case v.published:
					c = ink
				}
				drawn.lines = append(drawn.lines, v.line(a, c))
			}
			r.list = append(r.list, drawn)
		}
		notes := a.drawnNotes(all)
		if len(in.Untold) > 0 {
			notes = append(notes, "Grey: the games do not tell the value of "+strings.Join(in.Untold, ", ")+".")
		}
		return r.lay(inner, notes...)
	})
}

func (in ValuesInput) key() (k key) {
	for i, e := range in.Estimators {
		k = append(k, keyEntry{e.Name, intervalMark(shape(i), seriesColor(i))})
	}
	for i, e := range in.Published {
		k = append(k, keyEntry{e.Name + " (published)", func(p pen, at vg.Point) { p.openMark(shape(i), ink, at) }})
	}
	return k
}

// intervalMark returns a mark with an interval.
func intervalMark(s shape, c tone) func(pen, vg.Point) {
	return func(p pen, at vg.Point) {
		p.line(stroke(c, whiskerLine), at.X-9, at.Y, at.X+9, at.Y)
		p.mark(s, c, at)
	}
}

// valuedPiece is a piece with its values from the sources that have one.
type valuedPiece struct {
	name   string
	untold bool // the games do not tell the value
	lines  []sourceValue
}

// sourceValue is a value from the source with an index.
type sourceValue struct {
	source    int
	published bool
	value     stat.Interval
}

// pieces collects the values of each piece, the most valuable first and those that the games
// do not tell last; ties keep the order of first mention.
func (in ValuesInput) pieces() []valuedPiece {
	var list []valuedPiece
	add := func(sources []Estimator, published bool) {
		for i, e := range sources {
			for _, v := range e.Values {
				at := slices.IndexFunc(list, func(p valuedPiece) bool { return p.name == v.Piece })
				if at < 0 {
					at = len(list)
					list = append(list, valuedPiece{name: v.Piece, untold: slices.Contains(in.Untold, v.Piece)})
				}
				list[at].lines = append(list[at].lines, sourceValue{i, published, v.Value})
			}
		}
	}
	add(in.Estimators, false)
	add(in.Published, true)
	slices.SortStableFunc(list, func(a, b valuedPiece) int {
		switch {
		case a.untold == b.untold:
			return cmp.Compare(b.leading(), a.leading())
		case a.untold:
			return 1
		}
		return -1
	})
	return list
}

// leading returns the value that sorts a row; rows without one come last.
func (p valuedPiece) leading() float64 {
	if v := p.lines[0].value; tells(v) {
		return v.Estimate
	}
	return math.Inf(-1)
}

// line draws a value in its panel.
func (v sourceValue) line(a *axis, c tone) line {
	return line{cells: []string{valueText(v.value)}, color: c, paint: func(p pen, panel vg.Rectangle) {
		mark := p.mark
		if v.published {
			mark = p.openMark
		}
		a.estimate(p, v.value, middle(panel).Y, c, func(at vg.Point) { mark(shape(v.source), c, at) })
	}}
}

// valueText formats a value and, if the games determine it, its interval.
func valueText(v stat.Interval) string {
	if !tells(v) {
		return format.Unknown
	}
	return format.Value.Interval(v)
}

// estimate draws an interval and its mark at a height, if the axis can show them.
func (a *axis) estimate(p pen, v stat.Interval, y vg.Length, c tone, mark func(at vg.Point)) {
	if a.shows(v) {
		a.whiskerAcross(p, v, y, c)
		mark(vg.Point{X: a.at(v.Estimate), Y: y})
	}
}
