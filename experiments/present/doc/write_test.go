package doc

import (
	"os"
	"path/filepath"
	"testing"

	"bestiary/internal/files"
)

// A page that is written again loses the pictures that only the page of before shows; other
// files stay.
func TestWriteDropsOldPictures(t *testing.T) {
	folder := t.TempDir()
	if err := example().Write(folder, "report", true); err != nil {
		t.Fatal(err)
	}
	if _, err := files.Write(folder, files.File{Name: "charts/mine.svg", Data: []byte("mine")}); err != nil {
		t.Fatal(err)
	}
	d := &Document{Title: "Shorter"}
	d.Add(Figure{Name: "rook", Alt: "rook", Wide: []byte("rook")})
	if err := d.Write(folder, "report", false, files.File{Name: "more.csv", Data: []byte("a,b\n")}); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]bool{
		"charts/pyramid.svg": false, "charts/pyramid.png": false, "charts/knight.svg": false,
		"charts/rook.svg": true, "charts/mine.svg": true, "more.csv": true, "report.html": true,
	} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", name, err, want)
		}
	}
}
