package main

import (
	gobuild "go/build"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// pipeline lists the packages from left to right. A package imports only packages to its
// left.
var pipeline = []string{
	"internal/testkit",
	"internal/stat",
	"internal/stat/logit",
	"internal/files",
	"internal/format",
	"internal/stat/rating",
	"internal/toml",
	"internal/check",
	"internal/picture",
	"engine/betza",
	"engine/variant",
	"engine/variant/gamefile",
	"engine/rules",
	"engine/rules/rulestest",
	"engine/endgame",
	"engine/network",
	"engine/eval",
	"engine/search",
	"engine/session",
	"engine/protocol",
	"engine/external",
	"selfplay/store",
	"selfplay/pgn",
	"selfplay/player",
	"selfplay/opening",
	"selfplay/match",
	"selfplay/datagen",
	"selfplay/hub",
	"tuning",
	"tuning/formula",
	"tuning/playing",
	"tuning/network",
	"experiments/page/doc",
	"experiments/page/pieces",
	"experiments/page/chart",
	"experiments/page/board",
	"experiments/page",
	"experiments/run",
	"experiments/estimate",
	"experiments/train",
	"experiments/balance",
	"experiments/measure",
	"experiments/advise",
	"experiments/study",
	"cmd/web",
	"cmd/web/wasm",
	"cmd/web/server",
	"cmd/bestiary",
}

// commandOnly lists the modules that only the program may use.
var commandOnly = []string{
	"github.com/urfave/cli/", "github.com/schollz/progressbar/", "golang.org/x/term",
}

const (
	module = "bestiary/"
	root   = "../.."
)

func TestPackagesImportOnlyToTheirLeft(t *testing.T) {
	for _, p := range packages(t) {
		place := slices.Index(pipeline, p.ImportPath)
		if place < 0 {
			t.Errorf("%s has no place in the pipeline", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			if name, ours := strings.CutPrefix(path, module); ours && slices.Index(pipeline, name) >= place {
				t.Errorf("%s imports %s, which is not to its left", p.ImportPath, name)
			}
			for _, prefix := range commandOnly {
				if strings.HasPrefix(path, prefix) && !strings.HasPrefix(p.ImportPath, "cmd/") {
					t.Errorf("%s imports %s, which is for commands", p.ImportPath, path)
				}
			}
		}
	}
}

// The engine for browsers has no database, and no package that calls methods by name, with
// which a program keeps all of its exported methods.
func TestBrowserEngineIsSmall(t *testing.T) {
	browser := gobuild.Default
	browser.GOOS, browser.GOARCH = "js", "wasm"
	list := []string{"cmd/web/wasm"}
	for i := 0; i < len(list); i++ {
		p, err := browser.ImportDir(filepath.Join(root, list[i]), 0)
		testkit.OK(t, err)
		for _, path := range p.Imports {
			name, ours := strings.CutPrefix(path, module)
			switch {
			case ours && !slices.Contains(list, name):
				list = append(list, name)
			case strings.HasSuffix(path, "/template") || strings.HasPrefix(path, "modernc.org/"):
				t.Errorf("%s imports %s, which is not for browsers", list[i], path)
			}
		}
	}
}

// Every package has a comment in its doc.go.
func TestPackagesHaveComments(t *testing.T) {
	for _, p := range packages(t) {
		if !slices.Contains(p.GoFiles, "doc.go") {
			t.Errorf("%s has no doc.go", p.ImportPath)
			continue
		}
		text := read(t, p.Dir, "doc.go")
		begin := "// Package " + p.Name + " "
		if p.IsCommand() {
			begin = "// " + strings.ToUpper(path.Base(p.ImportPath)[:1]) + path.Base(p.ImportPath)[1:] + " "
		}
		if !strings.HasPrefix(text, begin) || !strings.Contains(text, "\npackage "+p.Name+"\n") {
			t.Errorf("%s/doc.go does not begin with %q", p.ImportPath, begin)
		}
	}
}

// packages returns the packages of the project with their imports. Their ImportPath lacks
// the name of the module.
func packages(t *testing.T) []*gobuild.Package {
	t.Helper()
	var list []*gobuild.Package
	err := filepath.WalkDir(root, func(dir string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		if name := d.Name(); dir != root && (strings.HasPrefix(name, ".") || name == "testdata" || name == "results") {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && dir != root {
			return filepath.SkipDir // a separate module
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*.go")); len(files) == 0 {
			return nil
		}
		p, err := gobuild.ImportDir(dir, 0)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(root, dir)
		p.ImportPath = filepath.ToSlash(relative)
		list = append(list, p)
		return err
	})
	testkit.OK(t, err)
	if few := len(pipeline) / 2; len(list) < few {
		t.Fatalf("%d packages found, want at least %d", len(list), few)
	}
	testkit.Must(os.Stat(filepath.Join(root, "go.mod")))(t)
	return list
}

// make fuzz finds every target of the fuzzer.
func TestFuzzTargets(t *testing.T) {
	tool, err := exec.LookPath("make")
	if err != nil {
		t.Skip(err)
	}
	root := testkit.Root(t)
	var want []string
	target := regexp.MustCompile(`(?m)^func (Fuzz\w+)\(`)
	testkit.OK(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, found := range target.FindAllSubmatch(text, -1) {
			folder, _ := filepath.Rel(root, filepath.Dir(path))
			want = append(want, "-fuzz ^"+string(found[1])+"$ ./"+filepath.ToSlash(folder))
		}
		return err
	}))
	out := testkit.Must(exec.Command(tool, "-s", "-C", root, "fuzz", "FUZZ=echo").Output())(t)
	got := strings.Split(strings.TrimSpace(string(out)), "\n")
	slices.Sort(got)
	slices.Sort(want)
	testkit.Same(t, "targets", want, got)
}
