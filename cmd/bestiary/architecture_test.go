package main

import (
	gobuild "go/build"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shared lists, from left to right, the packages that every other one may import,
// and pipeline the rest. A package imports only what stands to its left. The tools
// import nothing of the project but what is shared.
var (
	pipeline = []string{
		"engine/betza", "engine/variant",
		"engine/variant/internal/importing", "engine/variant/diagram", "engine/variant/fsfini", "engine/variant/gamefile", "engine/rules", "engine/endgame", "engine/network", "engine/eval", "engine/search",
		"engine/session", "engine/protocol",
		"engine/bench", "engine/external", "internal/present/board",
		"internal/check", "selfplay/store", "selfplay/pgn", "selfplay/table", "selfplay/player", "selfplay/opening", "selfplay/match", "selfplay/hub",
		"selfplay", "tuning", "tuning/playing", "tuning/network", "experiments", "experiments/train", "experiments/report", "experiments/review", "experiments/compare", "experiments/claim", "cmd/web", "cmd/web/wasm", "cmd/web/server", "cmd/bestiary",
	}
	tools  = []string{"engine/protocol/squares", "selfplay/rating", "tuning/logit", "internal/files"}
	shared = []string{"internal/stat", "internal/present/format", "internal/present/chart", "internal/present/doc"}
)

// commandOnly are the modules that only the program may use.
var commandOnly = []string{
	"github.com/urfave/cli/", "github.com/schollz/progressbar/", "golang.org/x/term",
}

const (
	module = "bestiary/"
	root   = "../.."
)

func TestPackagesImportOnlyToTheirLeft(t *testing.T) {
	for _, p := range packages(t) {
		order := append(slices.Clone(shared), pipeline...)
		place := slices.Index(order, p.ImportPath)
		if place < 0 && !slices.Contains(tools, p.ImportPath) {
			t.Errorf("%s has no place in the pipeline", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			name, ours := strings.CutPrefix(path, module)
			if ours && !slices.Contains(tools, name) && place >= 0 && slices.Index(order, name) >= place {
				t.Errorf("%s imports %s, which is not to its left", p.ImportPath, name)
			}
			if ours && slices.Contains(tools, p.ImportPath) && !slices.Contains(shared, name) {
				t.Errorf("%s imports %s, but stands alone", p.ImportPath, name)
			}
			for _, prefix := range commandOnly {
				if strings.HasPrefix(path, prefix) && !strings.HasPrefix(p.ImportPath, "cmd/") {
					t.Errorf("%s imports %s, which is for commands", p.ImportPath, path)
				}
			}
		}
	}
}

// Every package is explained in its doc.go.
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

// packages reads the imports of all packages of the project. Their ImportPath
// is without the name of the module.
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
			return filepath.SkipDir // a module of its own
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
	if err != nil {
		t.Fatal(err)
	}
	if few := len(pipeline) / 2; len(list) < few {
		t.Fatalf("%d packages found, want at least %d", len(list), few)
	}
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err != nil {
		t.Fatal(err)
	}
	return list
}
