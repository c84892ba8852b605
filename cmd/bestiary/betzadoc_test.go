package main

import (
	"path/filepath"
	"regexp"
	"testing"

	"bestiary/internal/testkit"
)

// The pictures of docs/betza.md, each called by its move, are what bestiary piece draws.
// The folder has no others.
func TestPicturesOfMoveStrings(t *testing.T) {
	docs := filepath.Join(root, "docs")
	links := regexp.MustCompile(`!\[(\S+)\]\((betza/\S+\.svg)\)`).FindAllStringSubmatch(testkit.Read(t, docs, "betza.md"), -1)
	for _, link := range links {
		file := filepath.Join(t.TempDir(), "move.svg")
		if out, errs, code := runHere("piece", link[1], "--svg", file); code != 0 || out+errs != "" {
			t.Errorf("%s: exit code %d, output %q, errors %q", link[1], code, out, errs)
			continue
		}
		testkit.GoldenFile(t, filepath.Join(docs, link[2]), testkit.Read(t, file))
	}
	if files := testkit.Must(filepath.Glob(filepath.Join(docs, "betza", "*")))(t); len(files) != len(links) || len(links) < 45 {
		t.Errorf("%d files in docs/betza for %d pictures", len(files), len(links))
	}
}
