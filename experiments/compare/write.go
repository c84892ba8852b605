//go:build !js

package compare

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"bestiary/internal/files"
)

// RunInfo says how a result came about, for the reader of the report.
type RunInfo struct {
	Version string `json:"version"` // of the program
	Command string `json:"command"` // makes the result again
}

// Write puts the report into the folder of the comparison and returns the path of
// the page for a browser, report.html. Beside it are report.md, measures.csv,
// games.csv, compare.json and, in charts/, the pictures as SVG and PNG.
func (res *Result) Write(run RunInfo) (string, error) {
	d, err := res.document(run)
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	figures := *res
	figures.Folder = "" // the same run in another folder is the same document
	data, err := json.MarshalIndent(struct {
		RunInfo
		Config  Config  `json:"config"`
		Figures *Result `json:"figures"`
	}{run, res.Config, &figures}, "", "  ")
	if err != nil {
		return "", fmt.Errorf("report: compare.json: %w", err)
	}
	err = d.Write(res.Folder, "report", files.CSV("measures.csv", res.measureRows()), files.CSV("games.csv", res.gameRows()),
		files.File{Name: "compare.json", Data: append(data, '\n')})
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return filepath.Join(res.Folder, "report.html"), nil
}
