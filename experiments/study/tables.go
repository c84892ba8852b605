package study

import (
	"math"
	"slices"

	"bestiary/engine/endgame"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// tables has a function for each kind of table.
var tables = map[string]func(draft, *Table) []doc.Block{
	"measures":     draft.measures,
	"values":       draft.values,
	"placements":   draft.placements,
	"longest-wins": draft.longestWins,
}

// shownTable is a table that the experiment asks for.
type shownTable struct {
	Title  string
	Blocks []doc.Block
}

// Tables returns the tables that the experiment asks for.
func (r draft) Tables() (list []shownTable) {
	for i := range r.Experiment.Tables {
		t := &r.Experiment.Tables[i]
		list = append(list, shownTable{t.Title, tables[t.Kind](r, t)})
	}
	return list
}

// columns returns a table with a column for each run.
func (r draft) columns(spec *Table, first string) doc.Table {
	t := doc.Table{Head: []string{first}}
	for _, i := range spec.Runs {
		t.Head = append(t.Head, r.Runs[i].Run.Name)
	}
	return t
}

// measures shows measures of games with a row for each player.
func (r draft) measures(spec *Table) []doc.Block {
	t, players := r.columns(spec, "measure"), []string{""} // the player of the runs
	if spec.Players {
		players = r.Result.Players(spec.Runs)
	}
	for _, name := range spec.Measures {
		m, _ := FindMeasure(name) // which has been checked
		u := m.Unit.Format()
		for _, player := range players {
			what := m.Label + ", " + u.Name
			if player != "" {
				what += ", " + player
			}
			row := []any{what}
			for _, i := range spec.Runs {
				text := format.Unknown
				run := r.Runs[i].By(player)
				if v := m.evidence(run.List).At(r.Experiment.Level); !math.IsNaN(v.Estimate) {
					text = u.Bare().Interval(v)
				}
				row = append(row, text)
			}
			t.Rows = append(t.Rows, doc.Row(row...))
		}
		t.Rows = append(t.Rows, published(spec, name, m.Label+", "+u.Name)...)
	}
	return []doc.Block{t}
}

// published returns the row of a table with published numbers, if there is one.
func published(spec *Table, name, label string) [][]doc.Text {
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
func (r draft) values(spec *Table) []doc.Block {
	t := r.columns(spec, "piece, "+r.Runs[spec.Runs[0]].Values.Measurement.Scale.In())
	pieces := byPiece{runs: len(spec.Runs)}
	for k, i := range spec.Runs {
		for _, v := range r.Runs[i].Values.Ranking {
			pieces.set(v.Piece, k, format.Value.Interval(v.Total))
		}
	}
	for _, piece := range pieces.names {
		t.Rows = append(t.Rows, pieces.row(piece))
		t.Rows = append(t.Rows, published(spec, piece, piece)...)
	}
	return []doc.Block{t}
}

// longestWins shows the exact endings of one piece against a bare king.
func (r draft) longestWins(spec *Table) []doc.Block {
	t := r.columns(spec, "piece")
	t.Caption = "The moves of the longest win with best play, and the share of positions that are won."
	pieces := byPiece{runs: len(spec.Runs)}
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

// byPiece are the cells of a table by piece and run.
type byPiece struct {
	runs  int
	names []string // of the pieces, in order
	text  map[string][]any
}

func (c *byPiece) set(piece string, run int, text string) {
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

func (c *byPiece) row(piece string) []doc.Text { return doc.Row(c.text[piece]...) }
