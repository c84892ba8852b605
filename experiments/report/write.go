package report

import (
	"fmt"
	"path/filepath"

	"bestiary/experiments"
	"bestiary/internal/files"
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

// Write puts the report of an estimate into the run's folder and returns the
// paths of the main files, the page for a browser first.
func Write(res *experiments.EstimateResult, run Run) ([]string, error) {
	pictures, err := drawAll(res)
	if err != nil {
		return nil, err
	}
	for _, p := range pictures {
		if _, err := files.Write(res.Folder, files.Picture(p.name, p.svg, p.png)...); err != nil {
			return nil, fmt.Errorf("report: %w", err)
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
	written, err := files.Write(res.Folder,
		files.File{Name: "report.html", Data: html}, files.File{Name: "report.md", Data: page.markdown()},
		files.File{Name: "values.csv", Data: table}, files.File{Name: "run.json", Data: config})
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	path := filepath.Join(res.Folder, WeightsFile)
	if err := res.Weights.Save(path, res.Game); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return append(written, path), nil
}
