package report

import (
	"fmt"
	"math"
	"strconv"

	"bestiary/experiments/claim"
	"bestiary/experiments/present/answer"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// ResultFile is the result of an experiment in its folder, for programs.
const ResultFile = "experiment.json"

// figures are what an experiment.json says of a result, beside its answer.Run.
type figures struct {
	Figures claim.Figures    `json:"figures"`
	Open    []claim.OpenPart `json:"open,omitempty"`
	// Readings are all readings of what the author wrote.
	Readings []reading `json:"readings,omitempty"`
}

// Write writes the page of a result into a folder, with verdicts.csv, experiment.json
// and, where the experiment shows placements, placements.csv.
func Write(folder string, result *claim.Result, run answer.Run) error {
	r := page{result, run.Time > 0}
	data, err := files.JSON(ResultFile, struct {
		answer.Run
		figures
	}{run, figures{r.Figures(), r.Open(r.timed), r.readings()}})
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	list := []files.File{files.CSV("verdicts.csv", r.verdictRows()), data}
	if rows := r.placementRows(); len(rows) > 1 {
		list = append(list, files.CSV("placements.csv", rows))
	}
	_, err = r.layout().Write(folder, run, list...)
	return err
}

// verdictRows has a row for each test of each hypothesis.
func (r page) verdictRows() [][]string {
	rows := [][]string{{"experiment", "hypothesis", "says", "quote", "reading", "family", "since", "known", "measured", "part", "unit", "range_lo", "range_hi",
		"estimate", "lo", "hi", "p_support", "p_contradict", "holm", "verdict", "games", "games_needed", "level"}}
	for i := range r.Answers {
		a := &r.Answers[i]
		needed := ""
		if a.Verdict == claim.Undecided {
			needed = format.Cell(math.Round(float64(a.Needed)))
		}
		for _, t := range a.Tests {
			v := t.Effect
			row := []string{r.Experiment.ID, strconv.Itoa(i + 1), a.Says, a.Quote, a.Reading, string(a.Family), a.Since, a.Known, a.What, t.Name, a.Unit}
			for _, x := range []float64{float64(a.Lo), float64(a.Hi), v.Estimate, v.Lo, v.Hi, float64(t.Support), float64(t.Contradict), float64(a.Holm)} {
				row = append(row, format.Cell(x))
			}
			rows = append(rows, append(row, string(a.Verdict), strconv.Itoa(a.Games), needed, format.Cell(r.Experiment.Level)))
		}
	}
	return rows
}
