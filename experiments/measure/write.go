//go:build !js

package measure

import (
	"fmt"

	"bestiary/experiments/page"
	"bestiary/internal/files"
)

// Write writes the report into the folder of the comparison and returns the path of
// the page for a browser. Beside it are report.md, measures.csv, games.csv,
// compare.json and, in charts/, the pictures.
func (res *Result) Write(run page.Run) (string, error) {
	figures := *res
	figures.Folder = "" // the same run in another folder is the same document
	data, err := files.JSON("compare.json", struct {
		page.Run
		Config  Config  `json:"config"`
		Figures *Result `json:"figures"`
	}{run, res.Config, &figures})
	if err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return res.page().Write(res.Folder, run, files.CSV("measures.csv", res.measureRows()), files.CSV("games.csv", res.gameRows()), data)
}
