package report

import (
	"os"
	"path/filepath"
	"sync"
	"testing"

	"bestiary/experiments/study"
	"bestiary/internal/testkit"
)

// library is for tests that do not run in parallel.
var library = sync.OnceValue(func() *study.Library { return &study.Library{} })

func find(t *testing.T, name string) *study.Experiment {
	t.Helper()
	return testkit.Must(library().Find(name))(t)
}

// shortNames are the experiments of short tests.
var shortNames = []string{"gating", "moves-75"}

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
