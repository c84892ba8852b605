package main

import (
	"bestiary/internal/testkit"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	linkPattern    = regexp.MustCompile(`\]\(<?([^)>\s]+)>?\)`)
	verdictPattern = regexp.MustCompile(`(?m)^\| \[([^\]]*)\]\(<?([^)>]*)>?\) \| [^|]* \| \*\*(?:[✓✗?] )?([a-z ]+)\*\*`)
)

// Everything that a page shows or links to exists.
func TestLinksLeadToFiles(t *testing.T) {
	pages := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == ".git" || d.Name() == "testdata" || d.Name() == "runs") {
			return filepath.SkipDir
		}
		if filepath.Ext(path) != ".md" {
			return nil
		}
		pages++
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for _, link := range linkPattern.FindAllStringSubmatch(string(text), -1) {
			file, _, _ := strings.Cut(link[1], "#")
			if file == "" || strings.Contains(file, "://") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(path), filepath.FromSlash(file))); err != nil {
				t.Errorf("%s: link to %s: %v", path, link[1], err)
			}
		}
		return nil
	})
	if err != nil || pages < 10 {
		t.Fatalf("%d pages, %v", pages, err)
	}
}

// The README repeats the claims of the index, and no author without a claim gets a
// verdict.
func TestREADMEHasTheVerdictsOfTheIndex(t *testing.T) {
	rows := func(path, folder string) (list []string) {
		text := testkit.Must(os.ReadFile(filepath.Join(root, path)))(t)
		for _, m := range verdictPattern.FindAllStringSubmatch(string(text), -1) {
			list = append(list, strings.Join([]string{m[1], strings.TrimPrefix(m[2], folder), m[3]}, " | "))
		}
		return list
	}
	first, index := rows("README.md", "results/"), rows("results/README.md", "")
	if !slices.Equal(first, index) {
		t.Errorf("README.md:\n%s\nresults/README.md:\n%s", strings.Join(first, "\n"), strings.Join(index, "\n"))
	}
	if len(index) == 0 {
		t.Error("no verdicts")
	}
}
