package compare

import (
	"fmt"
	"os"
	"path/filepath"
)

// RunInfo says how a result came about, for the reader of the report.
type RunInfo struct {
	// Version is that of the program.
	Version string
	// Command makes the result again.
	Command string
}

// chartFolder is where the pictures go.
const chartFolder = "charts"

// Write puts the report into the folder of the comparison and returns the paths
// of the main files, the page for a browser first: report.html, report.md,
// measures.csv, games.csv and compare.json. The pictures are in charts/, as SVG
// and PNG.
func (res *Result) Write(run RunInfo) ([]string, error) {
	pictures, err := res.pictures()
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Join(res.Folder, chartFolder), 0o777); err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	for _, p := range pictures {
		for _, f := range p.files() {
			if err := replaceFile(filepath.Join(res.Folder, chartFolder, f.name), f.data); err != nil {
				return nil, err
			}
		}
	}
	page := res.newPage(run, pictures)
	var written []string
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
		path := filepath.Join(res.Folder, f.name)
		if err := replaceFile(path, data); err != nil {
			return nil, err
		}
		written = append(written, path)
	}
	return written, nil
}

// replaceFile replaces a file whole, so that a reader never sees half of it.
func replaceFile(path string, data []byte) error {
	tmp := path + ".new"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := os.Rename(tmp, path); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}
