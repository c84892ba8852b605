package claim

import (
	"cmp"
	"slices"
	"strconv"

	"bestiary/experiments/chart"
	"bestiary/experiments/compare"
)

// sortEndings puts the most frequent first.
func sortEndings(list []chart.Ending) {
	slices.SortStableFunc(list, func(a, b chart.Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Reason, b.Reason))
	})
}

// placementsCSV has a row for each placement of the runs whose placements are shown;
// nil if there are none.
func (r *Result) placementsCSV() []byte {
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
				rows = append(rows, []string{r.Runs[run].Run.Name, strconv.Itoa(k + 1), e.Name, cell(e.Effect.Estimate), cell(e.Effect.Lo), cell(e.Effect.Hi),
					cell(e.Raw), cell(e.First), strconv.Itoa(e.Games), cell(r.Experiment.Level)})
			}
		}
	}
	if len(rows) == 1 {
		return nil
	}
	return writeCSV(rows)
}

// drawPlacements is not drawn where games are too few.
func (r *Result) drawPlacements(spec *Chart) (*chart.Chart, error) { return nil, nil }
