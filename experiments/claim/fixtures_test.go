package claim

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// library is for tests that do not run in parallel.
var library = sync.OnceValue(func() *Library { return &Library{} })

func find(t *testing.T, name string) *Experiment {
	t.Helper()
	return testkit.Must(library().Find(name))(t)
}

// shortNames are the experiments of short tests.
var shortNames = []string{"gating", "moves-75"}

// tiny plays next to nothing.
var tiny = Scale{Quick: true, Pairs: 2, Nodes: 4}

// counter counts what a runner reports.
type counter struct{ parts, games int }

func (c *counter) events() Events {
	return Events{
		PartStarts: func(string, int, bool) { c.parts++ },
		GameDone:   func(match.Progress) { c.games++ },
	}
}

// run runs an experiment, which must not fail.
func run(t *testing.T, r *Runner, e *Experiment) *Result {
	t.Helper()
	return testkit.Must(r.Run(context.Background(), e))(t)
}

// filesOf are the files below a folder with their contents.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	err := filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path[len(folder):]] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
