package files

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// File is the content of a file, with its name relative to the folder it will be written
// to.
type File struct {
	Name string
	Data []byte
}

// Slug turns a name into part of a file name: lowercase letters, digits and hyphens, at most limit
// of them.
func Slug(name string, limit int) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return !(r >= '0' && r <= '9' || r >= 'a' && r <= 'z')
	})
	text := strings.Join(words, "-")
	return text[:min(len(text), limit)]
}

// CSV returns a table of comma-separated values; the first row is the header.
func CSV(name string, rows [][]string) File {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	for _, row := range rows {
		safe := make([]string, len(row))
		for i, cell := range row {
			safe[i] = Cell(cell)
		}
		_ = w.Write(safe) // writing to a buffer cannot fail
	}
	w.Flush()
	return File{name, b.Bytes()}
}

// JSON returns a value as indented JSON.
func JSON(name string, v any) (File, error) {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", name, err)
	}
	return File{name, append(data, '\n')}, nil
}

// Cell returns a cell of a CSV file. A text that a spreadsheet would evaluate as a
// formula, because it begins with =, +, - or @ and is not a number, gets an apostrophe in
// front.
func Cell(text string) string {
	if len(text) < 2 || !strings.ContainsRune("=+-@", rune(text[0])) {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return text
	}
	return "'" + text
}

// Write writes files into a folder, in order, and returns their paths. It creates missing
// folders.
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

// Replace writes a file atomically: the data are on the disk before the file gets its
// name. The temporary file beside it is always new; an existing link in its place is
// removed, not followed.
func Replace(path string, data []byte) error {
	tmp := fmt.Sprintf("%s.new-%d", path, os.Getpid())
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(tmp, path)
	}
	if err != nil {
		_ = os.Remove(tmp) // the first error says what is wrong
	}
	return err
}

// Read reads a file of at most the given number of bytes.
func Read(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, err
	}
	if int64(len(data)) > limit {
		return nil, fmt.Errorf("%s is larger than %d bytes, the limit for such a file", path, limit)
	}
	return data, nil
}
