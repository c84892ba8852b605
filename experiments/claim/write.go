package claim

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"bestiary/experiments/present/answer"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// ResultFile is the result of an experiment in its folder, for programs.
const ResultFile = "experiment.json"

// Write writes the page of a result into a folder, with verdicts.csv, experiment.json
// and, where the experiment shows placements, placements.csv.
func (r *Result) Write(folder string, run answer.Run) error {
	timed := run.Time > 0
	data, err := files.JSON(ResultFile, struct {
		answer.Run
		Figures *Result    `json:"figures"`
		Open    []openPart `json:"open,omitempty"`
	}{run, r, r.open(timed)})
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	list := []files.File{files.CSV("verdicts.csv", r.verdictRows()), data}
	if rows := r.placementRows(); len(rows) > 1 {
		list = append(list, files.CSV("placements.csv", rows))
	}
	_, err = r.page(timed).Write(folder, run, list...)
	return err
}

// Figures are what programs read of a result.
type Figures struct {
	ID         string      `json:"id"`
	Hash       string      `json:"hash"`
	Title      string      `json:"title"`
	Author     string      `json:"author"`
	Page       string      `json:"page"`
	Place      int         `json:"place"`
	Truths     bool        `json:"truths,omitempty"`
	Verdict    Verdict     `json:"verdict"`
	Finding    string      `json:"finding"`
	Level      float64     `json:"level"`
	Games      int         `json:"games"`
	Hypotheses []Answer    `json:"hypotheses"`
	Runs       []RunResult `json:"runs"`
}

// MarshalJSON writes the Figures of the result.
func (r *Result) MarshalJSON() ([]byte, error) {
	e := r.Experiment
	return json.Marshal(Figures{e.ID, e.Hash, e.Title, e.Source.Author, e.Source.Page, e.Place, e.Truths, r.Verdict, r.Finding(), e.Level, r.Games(), r.Answers, r.Runs})
}

// verdictRows has a row for each test of each hypothesis.
func (r *Result) verdictRows() [][]string {
	rows := [][]string{{"experiment", "hypothesis", "says", "quote", "reading", "ours", "measured", "part", "unit", "range_lo", "range_hi",
		"estimate", "lo", "hi", "p_support", "p_contradict", "holm", "verdict", "games", "games_needed", "level"}}
	for i := range r.Answers {
		a := &r.Answers[i]
		needed := ""
		if a.Verdict == Undecided {
			needed = format.Cell(math.Round(float64(a.Needed)))
		}
		for _, t := range a.Tests {
			v := t.Effect
			row := []string{r.Experiment.ID, strconv.Itoa(i + 1), a.Says, a.Quote, a.Reading, strconv.FormatBool(a.Ours), a.What, t.Name, a.Unit}
			for _, x := range []float64{float64(a.Lo), float64(a.Hi), v.Estimate, v.Lo, v.Hi, float64(t.Support), float64(t.Contradict), float64(a.Holm)} {
				row = append(row, format.Cell(x))
			}
			rows = append(rows, append(row, string(a.Verdict), strconv.Itoa(a.Games), needed, format.Cell(r.Experiment.Level)))
		}
	}
	return rows
}
