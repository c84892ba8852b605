package study

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/measure"
	"bestiary/experiments/page"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// ranking ranks the placements of a run; false where the games are too few.
func (r draft) ranking(run int) (*measure.Ranking, bool) {
	ranking, err := measure.RankPlacements(r.Runs[run].List, r.Experiment.Level)
	return ranking, err == nil
}

// shownPlacements is the number of placements that a page names from the top and from
// the bottom of the ranking.
const shownPlacements = 8

// placements returns the table of where waiting pieces score best.
func (r draft) placements(spec *Table) []doc.Block {
	var out []doc.Block
	for _, i := range spec.Runs {
		ranking, ok := r.ranking(i)
		if !ok {
			out = append(out, doc.P(r.Runs[i].Run.Name, ": cannot tell; there are too few games to rank placements."))
			continue
		}
		n := len(ranking.Entries)
		t := doc.Table{Head: []string{"", "placement", "score against the mean, %", "probability to be the best", "games"}}
		for k, entry := range ranking.Entries {
			switch {
			case k < shownPlacements || k >= n-shownPlacements:
				score, best := format.Percent.Bare().Interval(entry.Effect), format.Probability(entry.First)
				t.Rows = append(t.Rows, doc.Row(k+1, entry.Name, score, best, format.Count(entry.Games)))
			case k == shownPlacements:
				t.Rows = append(t.Rows, doc.Row("", fmt.Sprintf("%d more, all in placements.csv", n-2*shownPlacements), "", "", ""))
			}
		}
		spread := map[string]string{"Spread": format.Percent.Interval(ranking.Spread), "P": format.Probability(ranking.P)}
		out = append(out, t, doc.Paragraph(texts.Text("placements", spread)))
	}
	return out
}

// placementSheet returns placements.csv, with all placements of the tables that show them; nil if
// there are none.
func (r draft) placementSheet() []files.File {
	type row struct {
		run  string
		rank int
		measure.Ranked
	}
	var rows []row
	for _, t := range r.Experiment.Tables {
		for _, run := range t.Runs {
			if ranking, ok := r.ranking(run); ok && t.Kind == "placements" { // otherwise the page says so
				for k, e := range ranking.Entries {
					rows = append(rows, row{r.Runs[run].Run.Name, k + 1, e})
				}
			}
		}
	}
	if len(rows) == 0 {
		return nil
	}
	return []files.File{page.Sheet("placements.csv", "run,rank,placement,effect,lo,hi,raw,first,games,level", rows, func(p *row) []any {
		return []any{p.run, p.rank, p.Name, p.Effect, p.Raw, p.First, p.Games, r.Experiment.Level}
	})}
}

// drawPlacements draws what placements of two waiting pieces are worth, by the files of both;
// nil where games are too few, or where another number of pieces waits.
func (r draft) drawPlacements(spec *Chart) *chart.Chart {
	ranking, ok := r.ranking(spec.Runs[0])
	if !ok {
		return nil
	}
	effects := map[[2]string]float64{}
	var pieces [2]string
	var list []string
	for _, e := range ranking.Entries {
		places := strings.Split(e.Name, ", ")
		if len(places) != 2 {
			return nil
		}
		var key [2]string
		for k, place := range places {
			pieces[k], key[k], _ = strings.Cut(place, " ")
		}
		list = append(list, key[:]...)
		effects[key] = e.Effect.Estimate
	}
	slices.Sort(list)
	list = slices.Compact(list)
	in := chart.GridInput{About: r.aboutGame(spec), X: "file of the " + pieces[1], Y: "file of the " + pieces[0], Columns: list, Rows: list}
	in.Note += "; score against the mean, %, shrunk"
	for _, row := range list {
		var cells []chart.Cell
		for _, column := range list {
			x, ok := effects[[2]string{row, column}]
			cells = append(cells, chart.Cell{Value: x, Label: format.Percent.Bare().Difference(x), Empty: !ok})
		}
		in.Cells = append(in.Cells, cells)
	}
	return chart.Grid(in)
}
