package claim

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
)

// PageFile is the page of an experiment in its folder.
const PageFile = "report.md"

// chartFolder is where the pictures go.
const chartFolder = "charts"

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
	files := []file{{PageFile, r.page(info, pictures)}, {"verdicts.csv", r.verdictsCSV()}, {"experiment.json", figures}}
	if table := r.placementsCSV(); table != nil {
		files = append(files, file{"placements.csv", table})
	}
	main := len(files)
	for _, p := range pictures {
		files = append(files, file{filepath.Join(chartFolder, p.name+".svg"), p.svg}, file{filepath.Join(chartFolder, p.name+".png"), p.png})
	}
	if err := os.MkdirAll(filepath.Join(folder, chartFolder), 0o777); err != nil {
		return nil, fmt.Errorf("experiments: %w", err)
	}
	var written []string
	for _, f := range files {
		path := filepath.Join(folder, f.name)
		if err := replaceFile(path, f.data); err != nil {
			return nil, err
		}
		written = append(written, path)
	}
	return written[:main], nil
}

// file is a file of a page, its name from the folder of the page.
type file struct {
	name string
	data []byte
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

// replaceFile replaces a file whole, so that a reader never sees half of it.
func replaceFile(path string, data []byte) error {
	tmp := path + ".new"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return nil
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
			needed = cell(math.Round(a.Needed))
		}
		for _, t := range a.Tests {
			v := t.Evidence.at(r.Experiment.Level)
			rows = append(rows, []string{r.Experiment.ID, strconv.Itoa(i + 1), h.Says, strconv.FormatBool(h.Ours), r.Experiment.What(h),
				t.Name, h.style().unit, cell(h.Rule.Lo), cell(h.Rule.Hi), cell(v.Estimate), cell(v.Lo), cell(v.Hi), cell(t.Support), cell(t.Contradict),
				cell(a.Holm), string(a.Verdict), strconv.Itoa(a.Games), needed, cell(r.Experiment.Level)})
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

// cell is a number with six significant digits, or nothing.
func cell(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}
