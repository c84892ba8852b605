package claim

import (
	"math"
	"slices"

	"bestiary/engine/endgame"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
)

// tableKind is something that a table can show, with the kind of runs that it needs.
type tableKind struct {
	key  string           // of a [[table]]
	at   func(*Table) any // what the key sets
	runs Kind
	show func(*Result, *Table) []doc.Block
}

// tableKinds lists what a table can show. A table shows one of them.
var tableKinds = []tableKind{
	{"measures", func(t *Table) any { return &t.Measures }, GamesRun, (*Result).measures},
	{"values", func(t *Table) any { return &t.Values }, ValuesRun, (*Result).values},
	{"placements", func(t *Table) any { return &t.Placements }, GamesRun, (*Result).placements},
	{"longest-wins", func(t *Table) any { return &t.LongestWins }, GamesRun, (*Result).longestWins},
}

// table returns the blocks of a table of the experiment.
func (r *Result) table(spec *Table) []doc.Block {
	for _, kind := range tableKinds {
		if isSet(kind.at(spec)) {
			return kind.show(r, spec)
		}
	}
	return nil
}

// columns returns a table with a column for each run.
func (r *Result) columns(spec *Table, first string) doc.Table {
	t := doc.Table{Head: []string{first}}
	for _, i := range spec.Runs {
		t.Head = append(t.Head, r.Runs[i].Run.Name)
	}
	return t
}

// measures shows measures of games with a row for each player.
func (r *Result) measures(spec *Table) []doc.Block {
	t := r.columns(spec, "measure")
	for _, name := range spec.Measures {
		m, _ := findMeasure(name) // which has been checked
		u := m.unit.Format()
		for _, player := range r.playersOf(spec) {
			what := m.label + ", " + u.Name
			if player != "" {
				what += ", " + player
			}
			row := []any{what}
			for _, i := range spec.Runs {
				text := format.Unknown
				if e := m.evidence(r.Runs[i].by(player).List); !math.IsNaN(e.Estimate) {
					text = u.Bare().Interval(e.at(r.Experiment.Level))
				}
				row = append(row, text)
			}
			t.Rows = append(t.Rows, doc.Row(row...))
		}
		t.Rows = append(t.Rows, spec.published(name, m.label+", "+u.Name)...)
	}
	return []doc.Block{t}
}

// playersOf lists the players with rows in a table; "" is the player of the runs.
func (r *Result) playersOf(spec *Table) []string {
	if !spec.Players {
		return []string{""}
	}
	return r.players(&Hypothesis{Runs: spec.Runs})
}

// published returns the row of a table with published numbers, if there is one.
func (spec *Table) published(name, label string) [][]doc.Text {
	for _, numbers := range spec.Published {
		if numbers[0] == name {
			row := []any{label + ", published"}
			for _, text := range numbers[1:] {
				row = append(row, text)
			}
			return [][]doc.Text{doc.Row(row...)}
		}
	}
	return nil
}

// values shows the values of all pieces.
func (r *Result) values(spec *Table) []doc.Block {
	t := r.columns(spec, "piece, "+r.Runs[spec.Runs[0]].Values.Measurement.Scale.In())
	pieces := cells{runs: len(spec.Runs)}
	for k, i := range spec.Runs {
		for _, v := range r.Runs[i].Values.Ranking {
			pieces.set(v.Piece, k, format.Value.Interval(v.Total))
		}
	}
	for _, piece := range pieces.names {
		t.Rows = append(t.Rows, pieces.row(piece))
		t.Rows = append(t.Rows, spec.published(piece, piece)...)
	}
	return []doc.Block{t}
}

// longestWins shows the exact endings of one piece against a bare king.
func (r *Result) longestWins(spec *Table) []doc.Block {
	t := r.columns(spec, "piece")
	t.Caption = "The moves of the longest win with best play, and the share of positions that are won."
	pieces := cells{runs: len(spec.Runs)}
	for k, i := range spec.Runs {
		g := r.Runs[i].Run.Game
		for _, piece := range g.Types() {
			if lone, ok := endgame.SolveLone(g, piece); ok && lone.Longest() > 0 {
				pieces.set(g.TypeName(piece), k, format.Count((lone.Longest()+1)/2)+" ("+format.Percent.Number(lone.Share())+")")
			}
		}
	}
	for _, piece := range pieces.names {
		t.Rows = append(t.Rows, pieces.row(piece))
	}
	if len(t.Rows) == 0 {
		return []doc.Block{doc.P("No piece of these games wins alone.")}
	}
	return []doc.Block{t}
}

// cells are the cells of a table by piece and run.
type cells struct {
	runs  int
	names []string // of the pieces, in order
	text  map[string][]any
}

func (c *cells) set(piece string, run int, text string) {
	if c.text[piece] == nil {
		if c.text == nil {
			c.text = map[string][]any{}
		}
		c.names = append(c.names, piece)
		c.text[piece] = slices.Repeat([]any{""}, c.runs+1)
		c.text[piece][0] = piece
	}
	c.text[piece][run+1] = text
}

func (c *cells) row(piece string) []doc.Text { return doc.Row(c.text[piece]...) }
