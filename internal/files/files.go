package files

import (
	"os"
	"path/filepath"
)

// File is a file with its content, its name from the folder that it is for.
type File struct {
	Name string
	Data []byte
}

// Charts is the folder of the pictures of a report.
const Charts = "charts"

// Picture is both forms of a picture.
func Picture(name string, svg, png []byte) []File {
	return []File{{filepath.Join(Charts, name+".svg"), svg}, {filepath.Join(Charts, name+".png"), png}}
}

// Write puts files into a folder, in order, and returns their paths. Folders that are
// missing are made.
func Write(folder string, list ...File) ([]string, error) {
	var written []string
	for _, f := range list {
		path := filepath.Join(folder, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return nil, err
		}
		if err := Replace(path, f.Data); err != nil {
			return nil, err
		}
		written = append(written, path)
	}
	return written, nil
}

// Replace replaces a file whole.
func Replace(path string, data []byte) error {
	tmp := path + ".new"
	if err := os.WriteFile(tmp, data, 0o666); err != nil {
		return err
	}
	return os.Rename(tmp, path)
}
