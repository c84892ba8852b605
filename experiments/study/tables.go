package study

import (
	"embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/endgame"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// shownTable is a table that the experiment asks for.
type shownTable struct {
	Title  string
	Blocks []doc.Block
}

// Tables returns the tables that the experiment asks for.
func (r draft) Tables() (list []shownTable) {
	for i := range r.Experiment.Tables {
		t := &r.Experiment.Tables[i]
		list = append(list, shownTable{t.Title, kindOf(tableKinds, t.Kind).draw(r, t)})
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
	return []doc.Block{r.byPiece(spec, t, func(run *RunResult, set func(piece, text string)) {
		for _, v := range run.Values.Ranking {
			set(v.Piece, format.Value.Interval(v.Total))
		}
	})}
}

// longestWins shows the exact endings of one piece against a bare king.
func (r draft) longestWins(spec *Table) []doc.Block {
	t := r.columns(spec, "piece")
	t.Caption = "The moves of the longest win with best play, and the share of positions that are won."
	t = r.byPiece(spec, t, func(run *RunResult, set func(piece, text string)) {
		g := run.Run.Game
		for _, piece := range g.Types() {
			if lone, ok := endgame.SolveLone(g, piece); ok && lone.Longest() > 0 {
				set(g.TypeName(piece), format.Count((lone.Longest()+1)/2)+" ("+format.Percent.Number(lone.Share())+")")
			}
		}
	})
	if len(t.Rows) == 0 {
		return []doc.Block{doc.P("No piece of these games wins alone.")}
	}
	return []doc.Block{t}
}

// byPiece fills a table with the texts that a function sets for the pieces of each run, and published
// ones below.
func (r draft) byPiece(spec *Table, t doc.Table, fill func(run *RunResult, set func(piece, text string))) doc.Table {
	var pieces []string
	rows := map[string][]any{}
	for k, run := range pick(r.Runs, spec.Runs) {
		fill(run, func(piece, text string) {
			if rows[piece] == nil {
				pieces = append(pieces, piece)
				rows[piece] = append([]any{piece}, slices.Repeat([]any{""}, len(spec.Runs))...)
			}
			rows[piece][k+1] = text
		})
	}
	for _, piece := range pieces {
		t.Rows = append(t.Rows, doc.Row(rows[piece]...))
		t.Rows = append(t.Rows, published(spec, piece, piece)...)
	}
	return t
}

// figures are the contents of a study's JSON file: the answers and, for claims, the undecided parts
// and all readings of the author's sentences.
type figures[T any] struct {
	page.Run
	Figures  T          `json:"figures"`
	Open     []OpenPart `json:"open,omitempty"`
	Readings []reading  `json:"readings,omitempty"`
}

// writePage writes the page of an outcome into a folder, with its figures and other files, and returns
// the path of the page.
func writePage[T Outcome](folder, name string, f figures[T], p *page.Page, more ...files.File) (string, error) {
	data, err := files.JSON(name, f)
	if err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	if p.Title = f.Figures.About().Title; p.Answer == nil {
		p.Answer = []doc.Paragraph{doc.P(f.Figures.Finding())}
	}
	return p.Write(folder, f.Run, append(more, data)...)
}

// narrowed returns a table with its first columns alone.
func narrowed(t doc.Table, columns int) doc.Table {
	t.Head, t.Rows = t.Head[:columns], slices.Clone(t.Rows)
	for i, row := range t.Rows {
		t.Rows[i] = row[:columns]
	}
	return t
}

// screen returns a finding and tables for a terminal, in lines of width characters.
func screen(finding string, width int, tables ...doc.Table) string {
	parts := []string{strings.Join(format.Wrap(finding, width), "\n") + "\n"}
	for _, t := range tables {
		if len(t.Rows) > 0 {
			parts = append(parts, t.Text(width))
		}
	}
	return strings.Join(parts, "\n")
}

//go:embed *.tmpl
var pages embed.FS

// texts are the sentences of pages.
var texts = doc.ParseTemplates(pages)
