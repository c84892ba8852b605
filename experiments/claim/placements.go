package claim

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"bestiary/experiments/compare"
	"bestiary/experiments/present/chart"
	"bestiary/internal/format"
)

// sortEndings puts the most frequent first.
func sortEndings(list []chart.Ending) {
	slices.SortStableFunc(list, func(a, b chart.Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
}

// placementRows has a row for each placement of the runs whose placements are shown,
// below its head.
func (r *Result) placementRows() [][]string {
	rows := [][]string{{"run", "rank", "placement", "effect", "lo", "hi", "raw", "first", "games", "level"}}
	for i := range r.Experiment.Tables {
		t := &r.Experiment.Tables[i]
		if !t.Placements {
			continue
		}
		for _, run := range t.Runs {
			ranking, err := compare.RankPlacements(r.Runs[run].List, r.Experiment.Level)
			if err != nil {
				continue // the page says so
			}
			for k, e := range ranking.Entries {
				rows = append(rows, []string{r.Runs[run].Run.Name, strconv.Itoa(k + 1), e.Name, format.Cell(e.Effect.Estimate), format.Cell(e.Effect.Lo), format.Cell(e.Effect.Hi),
					format.Cell(e.Raw), format.Cell(e.First), strconv.Itoa(e.Games), format.Cell(r.Experiment.Level)})
			}
		}
	}
	return rows
}

// drawPlacements draws what placements of two waiting pieces are worth, by the files
// of both; nil where games are too few, or other numbers of pieces wait.
func (r *Result) drawPlacements(spec *Chart) *chart.Chart {
	ranking, err := compare.RankPlacements(r.Runs[spec.Runs[0]].List, r.Experiment.Level)
	if err != nil {
		return nil
	}
	effects := map[[2]string]float64{}
	var pieces [2]string
	var files []string
	for _, e := range ranking.Entries {
		places := strings.Split(e.Name, ", ")
		if len(places) != 2 {
			return nil
		}
		var key [2]string
		for k, place := range places {
			pieces[k], key[k], _ = strings.Cut(place, " ")
			if !slices.Contains(files, key[k]) {
				files = append(files, key[k])
			}
		}
		effects[key] = e.Effect.Estimate
	}
	slices.Sort(files)
	in := chart.GridInput{
		About: r.about(spec.Title, spec.Runs), X: "file of the " + pieces[1], Y: "file of the " + pieces[0],
		Columns: files, Rows: files,
	}
	in.Game = r.Runs[spec.Runs[0]].Run.Game.Variant.Title
	in.Note += "; score against the mean, %, shrunk"
	for _, row := range files {
		var cells []chart.Cell
		for _, column := range files {
			x, ok := effects[[2]string{row, column}]
			cells = append(cells, chart.Cell{Value: x, Label: format.Percent.Bare().Difference(x), Empty: !ok})
		}
		in.Cells = append(in.Cells, cells)
	}
	return chart.Grid(in)
}
