package chart

import (
	"cmp"
	"slices"

	"bestiary/internal/stat"
)

// Estimate is a piece's value by one method, for [Values].
type Estimate struct {
	Piece string
	Value stat.Interval // in pawns
}

// span is the estimate with its interval.
func (e Estimate) span() span { return spanOf(e.Value) }

// Estimator is a method and its estimates, such as "design" or "Texel".
type Estimator struct {
	Name   string     // 1 to 40 characters; required, unique
	Values []Estimate // in any order, each piece at most once; may leave pieces out
}

// ValuesInput is what [Values] draws.
type ValuesInput struct {
	About
	Level      float64     // confidence level of the intervals, between 0 and 1; default 0.95
	Estimators []Estimator // 1 to 6; the first decides the order of the pieces
	Published  []Estimator // values that others state; default none
}

// Limits of a forest plot.
const (
	maxSources = int(shapeCount)
)

// Values draws a forest plot: a row for each piece, the most valuable at the
// top, and in it a line for each estimator with the estimate, its interval
// and both in figures, then the published values as open marks.
func Values(in ValuesInput) *Chart {
	level := levelOr(in.Level)
	plan := planForest(in, level)
	return frame{
		title:    in.titleOr("Piece values"),
		subtitle: in.subtitle("values in pawns with " + formatLevel(level) + " intervals"),
		notes:    plan.notes(),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart()
}

// forestRow is a piece with what each source says of it. A source that is
// silent has no entry.
type forestRow struct {
	piece     string
	lines     []forestLine
	published []forestLine
}

// forestLine is one source's word on a piece.
type forestLine struct {
	source int // index into Estimators or Published
	span
}

// leading is the value that places a row.
func (r forestRow) leading() float64 {
	if len(r.lines) > 0 {
		return r.lines[0].value
	}
	return r.published[0].value
}

// rows gathers the sources by piece, the most valuable first; equals keep the
// order in which they were first named.
func (in ValuesInput) rows() []forestRow {
	var rows []forestRow
	index := map[string]int{}
	row := func(piece string) *forestRow {
		if _, ok := index[piece]; !ok {
			index[piece] = len(rows)
			rows = append(rows, forestRow{piece: piece})
		}
		return &rows[index[piece]]
	}
	for i, e := range in.Estimators {
		for _, v := range e.Values {
			r := row(v.Piece)
			r.lines = append(r.lines, forestLine{i, v.span()})
		}
	}
	for i, s := range in.Published {
		for _, v := range s.Values {
			r := row(v.Piece)
			r.published = append(r.published, forestLine{i, v.span()})
		}
	}
	slices.SortStableFunc(rows, func(a, b forestRow) int { return cmp.Compare(b.leading(), a.leading()) })
	return rows
}
