package study

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bestiary/internal/files"
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

// counter counts what a runner reports.
type counter struct{ parts, games int }

func (c *counter) events() match.Events {
	return match.Events{
		PartStarts: func(match.Part) { c.parts++ },
		GameDone:   func(match.Progress) { c.games++ },
	}
}

// ran runs an experiment, which must not fail.
func ran(t *testing.T, r *Runner, e *Experiment) *Result {
	t.Helper()
	return testkit.Must(r.Run(context.Background(), e))(t)
}

// figuresOf returns the figures of a result as a file has them.
func figuresOf(t *testing.T, r *Result) string {
	t.Helper()
	return string(testkit.Must(files.JSON("figures.json", r))(t).Data)
}

// filesOf maps the paths of the files below a folder to their contents.
func filesOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	files := map[string]string{}
	testkit.OK(t, filepath.WalkDir(folder, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		files[path[len(folder):]] = string(data)
		return err
	}))
	return files
}
