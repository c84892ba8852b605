package claim

import (
	"fmt"
	"math"

	"bestiary/experiments/compare"
	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
)

// table is a table of the experiment, with a column for each run.
func (r *Result) table(spec *Table) []doc.Block {
	if spec.Placements {
		return r.placements(spec)
	}
	if spec.LongestWins {
		return r.longestWins(spec)
	}
	t := doc.Table{Head: []string{"measure"}}
	for _, i := range spec.Runs {
		t.Head = append(t.Head, r.Runs[i].Run.Name)
	}
	if spec.Values {
		t.Head[0] = "piece"
		if len(spec.Runs) > 0 && r.Runs[spec.Runs[0]].Values != nil {
			t.Head[0] += ", " + r.Runs[spec.Runs[0]].Values.Measurement.Scale.In()
		}
		t.Rows = r.values(spec)
	}
	for _, name := range spec.Measures {
		unit, label := describeMeasure(name)
		u := unit.Format()
		for _, player := range r.playersOf(spec) {
			what := label + ", " + u.Name
			if player != "" {
				what += ", " + player
			}
			row := []any{what}
			for _, i := range spec.Runs {
				text := format.Unknown
				if e, err := measured(name, r.Runs[i].by(player).List); err == nil && !math.IsNaN(e.Estimate) {
					text = u.Bare().Interval(e.at(r.Experiment.Level))
				}
				row = append(row, text)
			}
			t.Rows = append(t.Rows, doc.Row(row...))
		}
		t.Rows = append(t.Rows, spec.published(name, label+", "+u.Name)...)
	}
	return []doc.Block{t}
}

// playersOf are the players that a table has rows for, "" for that of the runs alone.
func (r *Result) playersOf(spec *Table) []string {
	if !spec.Players {
		return []string{""}
	}
	return r.players(&Hypothesis{Runs: spec.Runs})
}

// published is the row of a table with the numbers of others, if there is one.
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

// values are rows with the values of all pieces of some runs, in pawns.
func (r *Result) values(spec *Table) [][]doc.Text {
	runs := spec.Runs
	var pieces []string
	cells := map[string][]any{}
	for k, i := range runs {
		for _, v := range r.Runs[i].Values.Ranking {
			if cells[v.Piece] == nil {
				pieces = append(pieces, v.Piece)
				cells[v.Piece] = make([]any, len(runs)+1)
				for j := range cells[v.Piece] {
					cells[v.Piece][j] = ""
				}
				cells[v.Piece][0] = v.Piece
			}
			cells[v.Piece][k+1] = format.Value.Interval(v.Total)
		}
	}
	var rows [][]doc.Text
	for _, piece := range pieces {
		rows = append(rows, doc.Row(cells[piece]...))
		rows = append(rows, spec.published(piece, piece)...)
	}
	return rows
}

// shownPlacements is the number of placements that a page names from the top and from
// the bottom of the ranking.
const shownPlacements = 8

// placements ranks where waiting pieces stand.
func (r *Result) placements(spec *Table) []doc.Block {
	var out []doc.Block
	for _, i := range spec.Runs {
		ranking, err := compare.RankPlacements(r.Runs[i].List, r.Experiment.Level)
		if err != nil {
			out = append(out, doc.P(r.Runs[i].Run.Name, ": cannot tell; there are too few games to rank placements."))
			continue
		}
		n := len(ranking.Entries)
		t := doc.Table{Head: []string{"", "placement", "score against the mean, %", "probability to be the best", "games"}}
		for k, entry := range ranking.Entries {
			if k >= shownPlacements && k < n-shownPlacements {
				if k == shownPlacements {
					t.Rows = append(t.Rows, doc.Row("", fmt.Sprintf("%d more, all in placements.csv", n-2*shownPlacements), "", "", ""))
				}
				continue
			}
			t.Rows = append(t.Rows, doc.Row(k+1, entry.Name, format.Percent.Bare().Interval(entry.Effect), format.Probability(entry.First), format.Count(entry.Games)))
		}
		out = append(out, t, doc.P(fmt.Sprintf("Scores are shrunk towards their mean by as much as placements seem to differ: the standard deviation of their effects is %s, and the p-value of no difference is %s.",
			format.Percent.Interval(ranking.Spread), format.Probability(ranking.P))))
	}
	return out
}
