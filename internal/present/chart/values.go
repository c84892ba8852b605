package chart

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Estimate is a piece's value by one method, for [Values].
type Estimate struct {
	Piece  string  // name, 1 to 40 characters; required
	Value  float64 // in pawns; finite
	Lo, Hi float64 // ends of the interval in pawns, around Value; may be infinite; both equal to Value: no interval
}

// span is the estimate with its interval.
func (e Estimate) span() span { return span{e.Value, e.Lo, e.Hi} }

// Estimator is a method and its estimates, such as "design" or "Texel".
type Estimator struct {
	Name   string     // 1 to 40 characters; required, unique
	Values []Estimate // in any order, each piece at most once; may leave pieces out
}

// Published is a source of values to compare with.
type Published struct {
	Source string // 1 to 40 characters; required, unique also among the estimators
	Values []PublishedValue
}

// PublishedValue is a piece's value as somebody else states it.
type PublishedValue struct {
	Piece string  // name as in the estimates; it may also be a piece of its own
	Value float64 // in pawns; finite
}

// ValuesInput is what [Values] draws.
type ValuesInput struct {
	About
	Level      float64     // confidence level of the intervals, between 0 and 1; default 0.95
	Estimators []Estimator // 1 to 6; the first decides the order of the pieces
	Published  []Published // at most 6; default none
}

// Limits of a forest plot.
const (
	maxForestRows = 60
	maxSources    = int(shapeCount)
)

// Values draws a forest plot: a row for each piece, the most valuable at the
// top, and in it a line for each estimator with the estimate, its interval
// and both in figures, then the published values as open marks.
func Values(in ValuesInput) (*Chart, error) {
	level, err := in.check()
	if err != nil {
		return nil, fmt.Errorf("chart: values: %w", err)
	}
	plan := planForest(in, level)
	return frame{
		title:    in.titleOr("Piece values"),
		subtitle: in.subtitle("values in pawns with " + formatLevel(level) + " intervals"),
		notes:    plan.notes(),
		width:    plan.inner() + 2*marginSide,
		height:   plan.height(),
		paint:    plan.paint,
	}.chart(), nil
}

// check reports the first illegal field and fills in the level.
func (in ValuesInput) check() (level float64, err error) {
	if err := in.About.check(); err != nil {
		return 0, err
	}
	if n := len(in.Estimators); n < 1 || n > maxSources {
		return 0, fmt.Errorf("Estimators has %d entries; want 1 to %d", n, maxSources)
	}
	if n := len(in.Published); n > maxSources {
		return 0, fmt.Errorf("Published has %d sources; want at most %d", n, maxSources)
	}
	sources := names{}
	for i, e := range in.Estimators {
		if err := sources.add(fmt.Sprintf("Estimators[%d].Name", i), e.Name); err != nil {
			return 0, err
		}
		if err := e.check(); err != nil {
			return 0, err
		}
	}
	for i, s := range in.Published {
		if err := sources.add(fmt.Sprintf("Published[%d].Source", i), s.Source); err != nil {
			return 0, err
		}
		if err := s.check(); err != nil {
			return 0, err
		}
	}
	if n := len(in.rows()); n > maxForestRows {
		return 0, fmt.Errorf("there are %d pieces; want at most %d", n, maxForestRows)
	}
	return levelOr(in.Level)
}

// check reports the first illegal estimate.
func (e Estimator) check() error {
	if len(e.Values) == 0 {
		return errors.New("estimator " + e.Name + " has no values; want at least one")
	}
	seen := names{}
	for i, v := range e.Values {
		if err := seen.add(fmt.Sprintf("estimator %s: Values[%d].Piece", e.Name, i), v.Piece); err != nil {
			return err
		}
		if err := v.span().check(fmt.Sprintf("estimator %s: %s", e.Name, v.Piece), "Value"); err != nil {
			return err
		}
	}
	return nil
}

// check reports the first illegal published value.
func (s Published) check() error {
	seen := names{}
	for i, v := range s.Values {
		if err := seen.add(fmt.Sprintf("source %s: Values[%d].Piece", s.Source, i), v.Piece); err != nil {
			return err
		}
		if err := (span{v.Value, v.Value, v.Value}).check(fmt.Sprintf("source %s: %s", s.Source, v.Piece), "Value"); err != nil {
			return err
		}
	}
	return nil
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
			r.published = append(r.published, forestLine{i, span{v.Value, v.Value, v.Value}})
		}
	}
	slices.SortStableFunc(rows, func(a, b forestRow) int { return cmp.Compare(b.leading(), a.leading()) })
	return rows
}
