package compare

import (
	"fmt"

	"bestiary/internal/files"
)

// RunInfo says how a result came about, for the reader of the report.
type RunInfo struct {
	// Version is that of the program.
	Version string
	// Command makes the result again.
	Command string
}

// Write puts the report into the folder of the comparison and returns the paths
// of the main files, the page for a browser first: report.html, report.md,
// measures.csv, games.csv and compare.json. The pictures are in charts/, as SVG
// and PNG.
func (res *Result) Write(run RunInfo) ([]string, error) {
	pictures, err := res.pictures()
	if err != nil {
		return nil, err
	}
	for _, p := range pictures {
		if _, err := files.Write(res.Folder, files.Picture(p.name, p.svg, p.png)...); err != nil {
			return nil, fmt.Errorf("report: %w", err)
		}
	}
	page := res.newPage(run, pictures)
	var list []files.File
	for _, f := range []struct {
		name string
		make func() ([]byte, error)
	}{
		{"report.html", page.html},
		{"report.md", func() ([]byte, error) { return page.markdown(), nil }},
		{"measures.csv", res.measuresCSV},
		{"games.csv", res.gamesCSV},
		{"compare.json", func() ([]byte, error) { return res.document(run) }},
	} {
		data, err := f.make()
		if err != nil {
			return nil, fmt.Errorf("report: %s: %w", f.name, err)
		}
		list = append(list, files.File{Name: f.name, Data: data})
	}
	written, err := files.Write(res.Folder, list...)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return written, nil
}
