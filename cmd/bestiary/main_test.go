package main

import (
	"bytes"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/testscript"

	"bestiary/engine/variant"
	"bestiary/experiments/page"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"bestiary": main, "deaf": deaf})
}

// The scripts show each command as users see it.
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       testkit.Update(),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"complains":  complains,
			"sameruns":   sameRuns,
			"cutshort":   cutShort,
			"documented": documented,
		},
	})
}

// complains checks that the previous command printed exactly this error on one line.
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

// sameRuns checks that two folders of runs hold the same files with the same bytes, except
// for the databases, which hold games in the order they ended.
func sameRuns(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sameruns folder folder")
	}
	a, b := filesOf(ts, ts.MkAbs(args[0])), filesOf(ts, ts.MkAbs(args[1]))
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if b[name] != a[name] {
			ts.Fatalf("%s and %s have different %s:\n%s", args[0], args[1], name, cmp.Diff(a[name], b[name]))
		}
	}
	if len(a) != len(b) || len(a) < 16 {
		ts.Fatalf("%d and %d files, want the same number, at least 16", len(a), len(b))
	}
}

// documented checks that the section on a CSV file in docs/games.md explains every column,
// and that the names follow one style.
func documented(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: documented file.csv")
	}
	docs, err := os.ReadFile("../../docs/games.md")
	ts.Check(err)
	_, section, ok := strings.Cut(string(docs), "### "+filepath.Base(args[0])+"\n")
	if !ok {
		ts.Fatalf("docs/games.md has no section about %s", args[0])
	}
	section, _, _ = strings.Cut(section, "\n##")
	head, _, _ := strings.Cut(ts.ReadFile(args[0]), "\n")
	names := strings.Split(head, ",")
	for _, name := range names {
		base := strings.TrimSuffix(strings.TrimSuffix(name, "_lo"), "_hi")
		if !strings.Contains(section, "`"+name+"`") && (base == name || !slices.Contains(names, base)) {
			ts.Fatalf("docs/games.md does not explain the column %s of %s", name, args[0])
		}
		if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" {
			ts.Fatalf("%s has a column %q, expected lower-case words joined by _", args[0], name)
		}
	}
}

// cutShort copies the first half of a file.
func cutShort(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: cutshort from to")
	}
	data := ts.ReadFile(args[0])
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(data[:len(data)/2]), 0o666))
}

// filesOf reads all files below a folder except the games.
func filesOf(ts *testscript.TestScript, folder string) map[string]string {
	files := map[string]string{}
	ts.Check(filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == store.File || d.Name() == page.SampleFile {
			return err // a folder may have more games than the run
		}
		data, err := os.ReadFile(path)
		files[path[len(folder):]] = string(data)
		return err
	}))
	return files
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

// Help texts and the drawings of the catalogue fit a terminal of 80 columns; only a FEN,
// an address or an unbroken list may be longer.
func TestWidth(t *testing.T) {
	testkit.NotShort(t, "shows commands that other tests run")
	app := newApp()
	for _, cmd := range app.Commands {
		checkWidth(t, "help", cmd.Name)
	}
	for _, args := range [][]string{{"help"}, {"show"}, {"show", "--rules"}, {"engine", "moves", "hannibal-manticore"}, {"engine", "analyze", "hannibal-manticore", "--depth", "3"}, {"piece", "RFX"}, {"engine", "elo", "--pairs", "1,2,3,4,5,6", "--sprt", "0,5"}} {
		checkWidth(t, args...)
	}
	for _, game := range variant.Catalogue() {
		checkWidth(t, "show", game)
	}
	folder := t.TempDir()
	checkWidth(t, append(smallRun, "--out", folder)...)
	checkWidth(t, "tune", folder)
	checkWidth(t, "engine", "bench", "complete-permutation", "--nodes", "10")
	checkWidth(t, append(smallPlay, "--out", t.TempDir())...)
	checkWidth(t, append(smallOdds, "--out", t.TempDir())...)
	checkWidth(t, append(smallCompare, "--out", t.TempDir())...)
}

// Runs that take a fraction of a second.
var (
	smallRun  = []string{"estimate", "hannibal-manticore", "--pairs", "4", "--rounds", "0", "--nodes", "20"}
	smallPlay = []string{"selfplay", "chess", "--pairs", "2", "--nodes", "20"}
	smallOdds = []string{"odds", "hannibal-manticore", "manticore+elephant=queen+bishop", "--pairs", "2", "--nodes", "20"}

	smallCompare = []string{"compare", "chess", "--against", "n-move=1", "--pairs", "2", "--nodes", "5", "--same", "white-score=0.5"}
)

func checkWidth(t *testing.T, args ...string) {
	t.Helper()
	out, errs, code := runHere(args...)
	if code != 0 || errs != "" && !slices.Contains([]string{"estimate", "odds", "compare", "selfplay"}, args[0]) && !strings.HasPrefix(errs, "warning: ") {
		t.Errorf("%v: exit code %d, errors %q", args, code, errs)
	}
	for line := range strings.Lines(out) {
		line = strings.TrimSuffix(line, "\n")
		unbroken := !strings.Contains(strings.TrimSpace(line), " ")
		if utf8.RuneCountInString(line) > 80 && !unbroken && !strings.HasPrefix(line, "FEN ") && !strings.Contains(line, "://") {
			t.Errorf("%v: line of %d columns: %s", args, len(line), line)
		}
		if strings.TrimRight(line, " ") != line {
			t.Errorf("%v: blanks at the end of %q", args, line)
		}
	}
}

// The exit code tells a command line that is wrong from files and games that are.
func TestExitCodes(t *testing.T) {
	for line, want := range map[string]int{
		"engine elo --wdl 1,2,3":                        0,
		"shwo chess":                                    2,
		"--nonsense":                                    2,
		"help nonsense":                                 2,
		"experiments walk":                              2,
		"show":                                          0,
		"show chess nightrider ninja":                   2,
		"show chess --jsno":                             2,
		"show chess --piece ninja":                      2,
		"engine perft chess three":                      2,
		"engine elo":                                    2,
		"engine elo --wdl 1,2":                          2,
		"engine elo --wdl 1,2,3 --sprt 0,x":             2,
		"match chess engine":                            2,
		"estimate chess --pairs 0":                      2,
		"estimate chess --quick --precision 1":          2,
		"odds chess --level 2":                          2,
		"compare chess":                                 2,
		"compare chess --against nonsense":              2,
		"study chess --steps 0,1":                       2,
		"match chess engine engine:nods=3":              2,
		"match chess engine engine --games 3":           2,
		"selfplay chess --openings array":               2,
		"experiments run --all --publish ''":            2,
		"tune --network":                                2,
		"show nonsense":                                 1,
		"validate missing.toml":                         1,
		"estimate chess --weights missing.toml":         1,
		"match chess players.toml engine":               1,
		"engine elo --wdl 1,2,3 --sprt 0,5 --model elo": 2,
		"experiments show nonsense":                     1,
		"info missing":                                  1,
		"compare chess chess --weights missing.tml":     2,
	} {
		args := strings.Fields(strings.ReplaceAll(line, "''", ""))
		if _, errs, code := runHere(args...); code != want || want != 0 && !strings.HasPrefix(errs, "bestiary: ") {
			t.Errorf("%s: exit code %d, errors %q; want %d", line, code, errs, want)
		}
	}
}
