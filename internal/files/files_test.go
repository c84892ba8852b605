package files

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

func TestWrite(t *testing.T) {
	folder := t.TempDir()
	list := append([]File{{"a.txt", []byte("one")}}, Picture("p", []byte("svg"), []byte("png"))...)
	want := []string{filepath.Join(folder, "a.txt"), filepath.Join(folder, "charts", "p.svg"), filepath.Join(folder, "charts", "p.png")}
	for _, text := range []string{"one", "two"} {
		list[0].Data = []byte(text)
		got, err := Write(folder, list...)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("wrote %q, error %v, want %q", got, err, want)
		}
		for i, path := range want {
			if data, err := os.ReadFile(path); err != nil || string(data) != string(list[i].Data) {
				t.Errorf("%s holds %q, error %v", path, data, err)
			}
		}
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 2 {
		t.Errorf("%v in the folder, error %v, want a file and the pictures", entries, err)
	}
	if _, err := Write(filepath.Join(folder, "a.txt"), list...); err == nil {
		t.Error("no error where a file is in the way of a folder")
	}
}
