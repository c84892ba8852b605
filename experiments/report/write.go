package report

import (
	"fmt"
	"os"
	"path/filepath"

	"bestiary/experiments"
)

// Run says how a result came about, for the reader of the report.
type Run struct {
	// Version is that of the program.
	Version string
	// Command makes the result again.
	Command string
}

// WeightsFile is the file of the weights that an estimate measured with, in its folder.
const WeightsFile = "weights.toml"

// chartFolder is where the pictures go.
const chartFolder = "charts"

// Write puts the report of an estimate into the run's folder and returns the
// paths of the main files, the page for a browser first.
func Write(res *experiments.EstimateResult, run Run) ([]string, error) {
	pictures, err := drawAll(res)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(res.Folder, chartFolder), 0o777); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	for _, p := range pictures {
		for _, f := range p.files() {
			if err := writeFile(res.Folder, filepath.Join(chartFolder, f.name), f.data); err != nil {
				return nil, err
			}
		}
	}
	page, err := newPage(res, run, pictures)
	if err != nil {
		return nil, err
	}
	html, err := page.html()
	if err != nil {
		return nil, err
	}
	table, err := valuesCSV(res)
	if err != nil {
		return nil, err
	}
	config, err := runJSON(res, run)
	if err != nil {
		return nil, err
	}
	var written []string
	for _, f := range []struct {
		name string
		data []byte
	}{
		{"report.html", html}, {"report.md", page.markdown()}, {"values.csv", table}, {"run.json", config},
	} {
		if err := writeFile(res.Folder, f.name, f.data); err != nil {
			return nil, err
		}
		written = append(written, filepath.Join(res.Folder, f.name))
	}
	path := filepath.Join(res.Folder, WeightsFile)
	if err := res.Weights.Save(path, res.Game); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(written, path), nil
}

// writeFile replaces a file whole, so that a reader never sees half of it.
func writeFile(folder, name string, data []byte) error {
	path := filepath.Join(folder, name)
	tmp := path + ".new"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
