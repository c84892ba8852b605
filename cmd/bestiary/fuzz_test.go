package main

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

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
