package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "rewrite the golden files of the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bestiary": main})
}

// The scripts show each command as its user meets it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"complains": complains},
	})
}

// complains checks that the command before it printed exactly one line, this
// error.
func complains(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: complains error")
	}
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("output in spite of an error:\n%s", out)
	}
	if got, want := ts.ReadFile("stderr"), "bestiary: "+args[0]+"\n"; got != want {
		ts.Fatalf("errors\n%swant\n%s", got, want)
	}
}

// runHere runs a command line in this process.
func runHere(args ...string) (stdout, stderr string, code int) {
	var out, errs bytes.Buffer
	code = run(args, strings.NewReader(""), &out, &errs)
	return out.String(), errs.String(), code
}

type fullDisk struct{}

func (fullDisk) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestOutputThatCannotBeWrittenIsAnError(t *testing.T) {
	var errs bytes.Buffer
	code := run([]string{"show", "chess"}, strings.NewReader(""), fullDisk{}, &errs)
	if got, want := errs.String(), "bestiary: writing the output: disk full\n"; code != 1 || got != want {
		t.Errorf("exit code %d, errors %q; want 1, %q", code, got, want)
	}
}

// Help and the drawings of the catalogue fit a terminal of 80 columns; only a
// FEN, an address and an unbroken list may be longer.
func TestWidth(t *testing.T) {
	app := newApp()
	for _, cmd := range app.Commands {
		checkWidth(t, "help", cmd.Name)
	}
	for _, args := range [][]string{{"help"}, {"variants"}, {"variants", "--rules"}, {"show", "hannibal-manticore"}, {"moves", "hannibal-manticore"}, {"betza", "RFX"}} {
		checkWidth(t, args...)
	}
}

func checkWidth(t *testing.T, args ...string) {
	t.Helper()
	out, errs, code := runHere(args...)
	if code != 0 || errs != "" {
		t.Errorf("%v: exit code %d, errors %q", args, code, errs)
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		if len(line) > 80 && !strings.HasPrefix(line, "FEN ") && !strings.Contains(line, "://") && !strings.Contains(line, "promotion-choices=") {
			t.Errorf("%v: line of %d columns: %s", args, len(line), line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("%v: blanks at the end of %q", args, line)
		}
	}
}

// The description in --json help mentions every field that is printed.
func TestHelpDocumentsJSON(t *testing.T) {
	for _, args := range [][]string{
		{"variants"}, {"variants", "--rules"}, {"show", "hannibal-manticore"}, {"moves", "chess"},
		{"perft", "chess", "1", "--divide"}, {"betza", "N"}, {"version"},
	} {
		out, _, code := runHere(append(args, "--json")...)
		if code != 0 || strings.Count(out, "\n") != 1 {
			t.Errorf("%v --json: exit code %d, output %q", args, code, out)
		}
		help, _, _ := runHere("help", args[0])
		for _, field := range jsonFields(t, out) {
			if !strings.Contains(help, `"`+field+`"`) {
				t.Errorf("help %s does not mention the field %q", args[0], field)
			}
		}
	}
}

// jsonFields lists the names of all fields of a JSON text. Those of a map from
// options to values are data, not fields.
func jsonFields(t *testing.T, text string) []string {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	collectFields(value, seen)
	return slices.Sorted(maps.Keys(seen))
}

func collectFields(value any, seen map[string]bool) {
	switch value := value.(type) {
	case []any:
		for _, element := range value {
			collectFields(element, seen)
		}
	case map[string]any:
		for name, element := range value {
			seen[name] = true
			if _, isMap := element.(map[string]any); !isMap {
				collectFields(element, seen)
			}
		}
	}
}
