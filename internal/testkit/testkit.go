package testkit

import (
	"errors"
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var (
	update = flag.Bool("update", false, "rewrite the golden files")
	long   = flag.Bool("long", false, "play, kill and simulate as much as the statements of the tests deserve")
)

// Update reports whether to rewrite the golden files.
func Update() bool { return *update }

// Long reports whether the tests may take many minutes.
func Long() bool { return *long }

// Choose returns the first value, or the second with -long.
func Choose[T any](usual, thorough T) T {
	if *long {
		return thorough
	}
	return usual
}

// NotShort skips a test with -short, which is for the race detector, and gives the reason.
func NotShort(t testing.TB, why string) {
	t.Helper()
	if testing.Short() {
		t.Skip(why)
	}
}

// Golden compares a string with the file testdata/NAME, which -update rewrites.
func Golden[T ~string | ~[]byte](t testing.TB, name string, got T) {
	t.Helper()
	GoldenFile(t, filepath.Join("testdata", name), got)
}

// GoldenFile compares a string with a file, which -update rewrites.
func GoldenFile[T ~string | ~[]byte](t testing.TB, path string, got T) {
	t.Helper()
	if *update {
		Write(t, path, string(got))
	}
	if diff := cmp.Diff(Read(t, path), string(got)); diff != "" {
		t.Errorf("%s (-want +got), see -update:\n%s", path, diff)
	}
}

// Same reports the difference between two values that should be equal, if there is one. The text
// names them; it may be empty.
func Same(t Test, what string, want, got any, opts ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, opts...); diff != "" {
		t.Errorf("%s", strings.TrimSpace(what+" (-want +got):\n"+diff))
	}
}

// Read returns the contents of a file.
func Read(t testing.TB, path ...string) string {
	t.Helper()
	return string(Must(os.ReadFile(filepath.Join(path...)))(t))
}

// TSV returns the rows of a table, each by the names of its columns. The first line that is
// not a comment names them.
func TSV(t testing.TB, path ...string) []map[string]string {
	t.Helper()
	var lines [][]string
	for line := range strings.Lines(Read(t, path...)) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			lines = append(lines, strings.Split(line, "\t"))
		}
	}
	var rows []map[string]string
	for _, cells := range lines[1:] {
		if len(cells) != len(lines[0]) {
			t.Fatalf("%s: %q has %d cells, expected %d", filepath.Join(path...), cells, len(cells), len(lines[0]))
		}
		row := map[string]string{}
		for i, cell := range cells {
			row[lines[0][i]] = cell
		}
		rows = append(rows, row)
	}
	return rows
}

// Write writes a file.
func Write(t testing.TB, path, text string) {
	t.Helper()
	OK(t, os.WriteFile(path, []byte(text), 0o666))
}

// File writes a file in a temporary folder and returns its path.
func File(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	Write(t, path, text)
	return path
}

// Test is a test, a benchmark, or a test of one example drawn by rapid.
type Test interface {
	Helper()
	Fatal(args ...any)
	Errorf(format string, args ...any)
}

// Must takes the results of a call and returns the value for a test, which ends
// if there was an error:
//
//	v := testkit.Must(variant.Find("chess"))(t)
func Must[T any](v T, err error) func(Test) T {
	return func(t Test) T {
		t.Helper()
		OK(t, err)
		return v
	}
}

// OK ends the test if there is an error.
func OK(t Test, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Error returns only the error of a call that also returns a value.
func Error[T any](_ T, err error) error { return err }

// Fails reports a failure if the error is nil or does not contain all of the texts.
func Fails(t Test, err error, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %.300v, want one with %q", err, text)
		}
	}
}

// Near reports a number that is further than the tolerance from the one that is wanted. Only
// NaN is near NaN.
func Near(t Test, what string, got, want, tolerance float64) {
	t.Helper()
	if same := got == want || math.IsNaN(got) && math.IsNaN(want); !same && !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %.10g, want %.10g ± %g", what, got, want, tolerance)
	}
}

// ErrNoLimits is the error of LimitFiles where there are no limits.
var ErrNoLimits = errors.New("files have no limits on this system")

// Root returns the path of the module's root from the folder of the test.
func Root(t testing.TB) string {
	t.Helper()
	path := "."
	for range 10 {
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
			return path
		}
		path = filepath.Join(path, "..")
	}
	t.Fatal("no go.mod above the folder of the test")
	return ""
}
