package claim

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"bestiary/internal/files"
	"bestiary/internal/present/format"
)

// PageFile is the page of an experiment in its folder.
const PageFile = "report.md"

// Write puts the page of a result into a folder and returns the paths of its main
// files, the page first: report.md, verdicts.csv, experiment.json and, where the
// experiment shows placements, placements.csv. Pictures are in charts/ as SVG and PNG.
// Without a time the same games give the same bytes.
func (r *Result) Write(folder string, info RunInfo) ([]string, error) {
	pictures, err := r.pictures()
	if err != nil {
		return nil, err
	}
	figures, err := r.document(info)
	if err != nil {
		return nil, err
	}
	list := []files.File{{Name: PageFile, Data: r.page(info, pictures)}, {Name: "verdicts.csv", Data: r.verdictsCSV()}, {Name: "experiment.json", Data: figures}}
	if table := r.placementsCSV(); table != nil {
		list = append(list, files.File{Name: "placements.csv", Data: table})
	}
	main := len(list)
	for _, p := range pictures {
		list = append(list, files.Picture(p.name, p.svg, p.png)...)
	}
	written, err := files.Write(folder, list...)
	if err != nil {
		return nil, fmt.Errorf("experiments: %w", err)
	}
	return written[:main], nil
}

// document is experiment.json: how the figures came about, and the figures.
func (r *Result) document(info RunInfo) ([]byte, error) {
	data, err := json.MarshalIndent(struct {
		Version string  `json:"version"`
		Command string  `json:"command"`
		Figures Figures `json:"figures"`
	}{info.Version, info.Command, r.Figures()}, "", "  ")
	return append(data, '\n'), err
}

// verdictsCSV has a row for each test of each hypothesis.
func (r *Result) verdictsCSV() []byte {
	rows := [][]string{{"experiment", "hypothesis", "says", "ours", "measured", "part", "unit", "range_lo", "range_hi",
		"estimate", "lo", "hi", "p_support", "p_contradict", "holm", "verdict", "games", "games_needed", "level"}}
	for i := range r.Answers {
		a := &r.Answers[i]
		h := a.Hypothesis
		needed := ""
		if a.Verdict == Undecided && !math.IsInf(a.Needed, 0) {
			needed = format.Cell(math.Round(a.Needed))
		}
		for _, t := range a.Tests {
			v := t.Evidence.at(r.Experiment.Level)
			rows = append(rows, []string{r.Experiment.ID, strconv.Itoa(i + 1), h.Says, strconv.FormatBool(h.Ours), r.Experiment.What(h),
				t.Name, h.format().Name, format.Cell(h.Rule.Lo), format.Cell(h.Rule.Hi), format.Cell(v.Estimate), format.Cell(v.Lo), format.Cell(v.Hi), format.Cell(t.Support), format.Cell(t.Contradict),
				format.Cell(a.Holm), string(a.Verdict), strconv.Itoa(a.Games), needed, format.Cell(r.Experiment.Level)})
		}
	}
	return writeCSV(rows)
}

func writeCSV(rows [][]string) []byte {
	var b bytes.Buffer
	// A buffer takes everything.
	_ = csv.NewWriter(&b).WriteAll(rows)
	return b.Bytes()
}
