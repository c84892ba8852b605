package doc

import (
	"os"
	"path/filepath"
	"testing"

	"bestiary/internal/files"
	"bestiary/internal/testkit"
)

// Rewriting a page removes the pictures that only the earlier page shows; other files
// stay.
func TestWriteDropsOldPictures(t *testing.T) {
	folder := t.TempDir()
	testkit.OK(t, example().Write(folder, "report", true))
	testkit.Must(files.Write(folder, files.File{Name: "charts/mine.svg", Data: []byte("mine")}))(t)
	d := &Document{Title: "Shorter"}
	d.Add(Figure{Name: "rook", Alt: "rook", Wide: []byte("rook")})
	testkit.OK(t, d.Write(folder, "report", false, files.File{Name: "more.csv", Data: []byte("a,b\n")}))
	for name, want := range map[string]bool{
		"charts/pyramid.svg": false, "charts/pyramid.png": false, "charts/knight.svg": false,
		"charts/rook.svg": true, "charts/mine.svg": true, "more.csv": true, "report.html": true,
	} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", name, err, want)
		}
	}
}
