package claim

import (
	"bestiary/engine/endgame"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
)

// longestWins is a table of the exact endings of one piece against a bare king, with a
// column for each run.
func (r *Result) longestWins(spec *Table) []doc.Block {
	t := doc.Table{Caption: "The moves of the longest win with best play, and the share of positions that are won.", Head: []string{"piece"}}
	var pieces []string
	cells := map[string][]any{}
	for k, i := range spec.Runs {
		t.Head = append(t.Head, r.Runs[i].Run.Name)
		g := r.Runs[i].Run.Game
		for _, piece := range g.Types() {
			lone, ok := endgame.SolveLone(g, piece)
			if !ok || lone.Longest() == 0 {
				continue
			}
			name := g.TypeName(piece)
			if cells[name] == nil {
				pieces = append(pieces, name)
				cells[name] = []any{name}
				for range spec.Runs {
					cells[name] = append(cells[name], "")
				}
			}
			cells[name][k+1] = format.Count((lone.Longest()+1)/2) + " (" + format.Percent.Number(lone.Share()) + ")"
		}
	}
	for _, name := range pieces {
		t.Rows = append(t.Rows, doc.Row(cells[name]...))
	}
	if len(pieces) == 0 {
		return []doc.Block{doc.P("No piece of these games wins alone.")}
	}
	return []doc.Block{t}
}
