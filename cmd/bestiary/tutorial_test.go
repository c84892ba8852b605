package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// fewGames are the flags in place of those of a command that plays many games. A study
// always solves endings, which takes seconds; other tests run it.
var fewGames = map[string]struct{ shown, played string }{
	"estimate": {"--quick", "--pairs 4 --rounds 0 --nodes 20"},
	"study":    {"", "--help"},
	"compare":  {"--pairs 200", "--pairs 2 --nodes 5"},
	"play":     {"", "--nodes 10"},
}

// The README and the tutorial can be followed: every command runs, in a file changed as
// they say, and prints what they show. Where games are played, a few are, and what is
// printed is not compared.
func TestTutorial(t *testing.T) {
	for _, page := range []string{"README.md", filepath.Join("docs", "tutorial.md")} {
		t.Run(page, func(t *testing.T) {
			text := testkit.Read(t, root, page)
			t.Chdir(t.TempDir())
			commands := 0
			for _, block := range regexp.MustCompile("(?ms)^```(text|toml)\n(.*?)^```$").FindAllStringSubmatch(text, -1) {
				if block[1] == "toml" {
					changeGame(t, "leapers.toml", block[2])
					continue
				}
				for _, step := range regexp.MustCompile(`(?m)^\$ bestiary `).Split(block[2], -1)[1:] {
					line, output, _ := strings.Cut(step, "\n")
					follow(t, line, output)
					commands++
				}
			}
			if commands < 3 {
				t.Errorf("%d commands", commands)
			}
		})
	}
}

// changeGame changes a game file as a page says: a line replaces that of its key, and a
// table is put at the end.
func changeGame(t *testing.T, path, change string) {
	t.Helper()
	text := testkit.Read(t, path)
	key, _, _ := strings.Cut(change, " = ")
	old := regexp.MustCompile(`(?m)^` + key + ` = .*\n`)
	switch {
	case strings.HasPrefix(change, "["):
		text += "\n" + change
	case len(old.FindAllString(text, -1)) != 1:
		t.Fatalf("%s has not one line %s", path, key)
	default:
		text = old.ReplaceAllLiteralString(text, change)
	}
	testkit.Write(t, path, text)
}

// follow runs a command line and compares its output with what is shown, in which a line …
// stands for any number of lines.
func follow(t *testing.T, line, shown string) {
	t.Helper()
	name, _, _ := strings.Cut(line, " ")
	few, plays := fewGames[name]
	run := line
	if few.shown != "" {
		run = strings.Replace(line, few.shown, few.played, 1)
	} else {
		run += " " + few.played
	}
	out, errs, code := runHere(strings.Fields(run)...)
	if code != 0 {
		t.Fatalf("%s: exit code %d, errors %s", run, code, errs)
	}
	if plays {
		return
	}
	parts := strings.Split("\n"+shown, "\n…\n")
	if len(parts) == 1 {
		testkit.Same(t, line, shown, out)
		return
	}
	rest := "\n" + out
	for i, part := range parts {
		_, after, found := strings.Cut(rest, part)
		if i == 0 && !strings.HasPrefix(rest, part) || !found {
			t.Fatalf("%s: found\n%s\nwhere\n%s\nis shown", line, rest, part)
		}
		rest = after
	}
}

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
