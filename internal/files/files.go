package files

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/csv"
	"encoding/hex"
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

// ReadJSON decodes the file called name, which this program has written.
func ReadJSON(name string, data []byte, into any) error {
	err := json.Unmarshal(data, into)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		line := 1 + bytes.Count(data[:min(syntax.Offset, int64(len(data)))], []byte("\n"))
		return fmt.Errorf("%s:%d: the file is damaged: %v, expected JSON as this program writes it", name, line, syntax)
	case errors.As(err, &kind):
		return fmt.Errorf("%s: the file is damaged: found a JSON %s at %s, expected JSON as this program writes it",
			name, kind.Value, cmp.Or(kind.Field, "the top"))
	case err != nil:
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
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

// Replace writes a file atomically: the data are on the disk before the file gets its name. The
// temporary file in the same folder is always new; an existing link of that name is removed, not
// followed.
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

// SHA256 returns the SHA-256 of data, in hexadecimal.
func SHA256(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Sealed returns files preceded by one with their SHA-256, in the format of sha256sum. It has the
// name of the first file.
func Sealed(list ...File) []File {
	var sums []byte
	for _, f := range list {
		sums = append(sums, SHA256(f.Data)+"  "+f.Name+"\n"...)
	}
	first := list[0].Name
	return append([]File{{Name: strings.TrimSuffix(first, filepath.Ext(first)) + ".sha256", Data: sums}}, list...)
}

// Seal writes the files that games follow from, with their SHA-256, into the folder of the games. If
// the folder has them they must be the same.
func Seal(folder string, list ...File) error {
	missing := 0
	for _, f := range list {
		path := filepath.Join(folder, f.Name)
		data, err := Read(path, 1<<20)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing++
		case err != nil:
			return err
		case !bytes.Equal(data, f.Data):
			return fmt.Errorf("%s is another file than the one given, and its games are played: settings are not changed after the first game; choose another folder with --out DIR", path)
		}
	}
	if missing == 0 {
		return nil
	}
	_, err := Write(folder, Sealed(list...)...)
	return err
}

// Lock holds results back until they are opened, once.
type Lock struct {
	Opened bool
	// By is the criterion by which the results were judged when they were opened, "" before.
	By string

	path, of string
}

// lockFile is the content of the file that records that results were opened.
type lockFile struct {
	Of      string `json:"of"` // hash of their inputs
	By      string `json:"by,omitempty"`
	Results string `json:"results"` // SHA-256
}

// ReadLock finds out whether the results in a folder were opened. They follow from something with
// a hash, which may not have changed since.
func ReadLock(folder, of string) (Lock, error) {
	l := Lock{path: filepath.Join(folder, "opened.json"), of: of}
	data, err := Read(l.path, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return l, nil
	}
	var was lockFile
	if err == nil {
		if err = ReadJSON(l.path, data, &was); err != nil {
			err = fmt.Errorf("%w; if the opening was interrupted, remove this file: the results are then locked again", err)
		}
	}
	if err == nil && was.Of != of {
		err = fmt.Errorf("%s is of other settings (%s, now %s)", l.path, was.Of, of)
	}
	l.Opened, l.By = err == nil, was.By
	return l, err
}

// Open unlocks the results, which must be complete, and records by what they are judged. It is an
// error if they were opened before.
func (l *Lock) Open(results any, by string) error {
	if l.Opened {
		return fmt.Errorf("what is locked was opened before, as %s says; the same command without --open shows it", l.path)
	}
	data, err := json.Marshal(results)
	if err == nil {
		data, err = json.MarshalIndent(lockFile{l.of, by, SHA256(data)}, "", "  ")
	}
	if err != nil {
		return err
	}
	f, err := os.OpenFile(l.path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return errors.Join(err, os.Remove(l.path))
	}
	l.Opened, l.By = true, by
	return nil
}
