package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/study"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

var linkPattern = regexp.MustCompile(`\]\(<?([^)>\s]+)>?\)`)

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

// The tables of the results, and the answers in front of pages, are those that the program makes of the results beside them.
func TestIndexIsThatOfThePages(t *testing.T) {
	published, copied := filepath.Join(root, "results"), t.TempDir()
	figures := testkit.Must(filepath.Glob(filepath.Join(published, "*", study.ResultFile)))(t)
	pages := []string{"README.md", "claims.md", "questions.md", "readings.csv"}
	for _, path := range figures {
		pages = append(pages, testkit.Must(filepath.Rel(published, filepath.Join(filepath.Dir(path), page.MarkdownFile)))(t))
	}
	sources := slices.Clone(figures)
	for _, name := range pages {
		sources = append(sources, filepath.Join(published, name))
	}
	for _, path := range sources {
		to := filepath.Join(copied, testkit.Must(filepath.Rel(published, path))(t))
		testkit.OK(t, os.MkdirAll(filepath.Dir(to), 0o777))
		testkit.Write(t, to, testkit.Read(t, path))
	}
	testkit.Must(study.WriteIndex(copied))(t)
	for _, name := range pages {
		testkit.Same(t, name+"; bestiary experiments index results writes it", testkit.Read(t, copied, name), testkit.Read(t, published, name))
	}
	if len(figures) < 20 {
		t.Errorf("%d pages", len(figures))
	}
}

// The first games of published pages come out the same, with -long all that the pages keep.
func TestPublishedGamesComeOutTheSame(t *testing.T) {
	kept := testkit.Must(filepath.Glob(filepath.Join(root, "results", "*", page.SampleFile)))(t)
	if len(kept) == 0 {
		t.Fatal("no page has kept games")
	}
	for _, path := range kept {
		var sample page.Sample
		testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, path)), &sample))
		if len(sample.Games) < 2 || sample.Version == "" || sample.Command == "" {
			t.Errorf("%s: %d rounds by version %q and command %q", path, len(sample.Games), sample.Version, sample.Command)
		}
		sample.Games = sample.Games[:testkit.Choose(2, len(sample.Games))]
		folder := t.TempDir()
		testkit.Write(t, filepath.Join(folder, page.SampleFile), string(testkit.Must(json.Marshal(sample))(t)))
		if again := testkit.Must(page.Repeat(context.Background(), folder))(t); again.Games == 0 || len(again.Differ) > 0 {
			t.Errorf("%s: %+v", path, again)
		}
	}
}

// Games of every kind can be estimated, with -long all of the catalogue.
func TestEveryGameCanBeEstimated(t *testing.T) {
	some := []string{"al-ces", "hannibal-manticore", "musketeer", "crazyhouse", "different-armies", "antichess"}
	for _, name := range testkit.Choose(some, variant.Catalogue()) {
		t.Run(name, func(t *testing.T) {
			g := rulestest.Game(t, name)
			cfg := estimate.Default()
			cfg.SetPairs(2)
			cfg.Rounds, cfg.Play.Nodes = 0, 20
			if eval.Loses(g) {
				testkit.Fails(t, testkit.Error(estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), match.Events{})), "by losing its pieces")
				return
			}
			res := testkit.Must(estimate.Run(context.Background(), g, cfg, t.TempDir(), match.Workers(1), match.Events{}))(t)
			if n, kinds := len(res.Ranking), len(opening.Valued(g)); res.Games.Games != 4 || n != kinds {
				t.Errorf("%d games, %d values of %d kinds of pieces that have one", res.Games.Games, n, kinds)
			}
		})
	}
}

// halfWidth returns the mean half-width of the limits of the forecasts in a table of matches.
func halfWidth(t *testing.T, path string) float64 {
	rows := testkit.Must(csv.NewReader(strings.NewReader(testkit.Read(t, path))).ReadAll())(t)
	lo, hi, sum := slices.Index(rows[0], "predicted_lo"), slices.Index(rows[0], "predicted_hi"), 0.0
	for _, row := range rows[1:] {
		sum += (testkit.Must(strconv.ParseFloat(row[hi], 64))(t) - testkit.Must(strconv.ParseFloat(row[lo], 64))(t)) / 2
	}
	return sum / float64(len(rows)-1)
}

// Every figure of the page of results, and of that of the goals, stands on a page that the same row or item links to; a row
// without a link belongs to the one above.
func TestFiguresStandOnTheirPages(t *testing.T) {
	number, interval := regexp.MustCompile(`\d+(?:[.,]\d+)*`), regexp.MustCompile(`(\d+(?:\.\d+)?)[^()|\d]*(\([\d.]+ to [\d.]+)`)
	for _, name := range []string{"README.md", "goals.md"} {
		text, _, _ := strings.Cut(testkit.Read(t, root, "results", name), "<!-- verdicts -->")
		var cited []string
		pages := ""
		figures := 0
		for _, line := range strings.Split(text, "\n") {
			if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "- ") {
				continue
			}
			shown := linkPattern.ReplaceAllString(line, "]")
			for i, link := range linkPattern.FindAllStringSubmatch(line, -1) {
				if i == 0 {
					cited, pages = nil, ""
				}
				file, _, _ := strings.Cut(link[1], "#")
				if file == "league/matches.csv" {
					cited = append(cited, fmt.Sprintf("%.1f", 100*halfWidth(t, filepath.Join(root, "results", file))))
				}
				pages += testkit.Read(t, root, "results", file)
				cited = append(cited, number.FindAllString(testkit.Read(t, root, "results", file), -1)...)
			}
			if cells := strings.Split(shown, "|"); name == "goals.md" && len(cells) > 4 {
				shown = cells[3] // the goals are ours
			}
			for _, m := range interval.FindAllStringSubmatch(shown, -1) { // with its estimate
				if !regexp.MustCompile(`\b` + regexp.QuoteMeta(m[1]) + `[^()|\d]*` + regexp.QuoteMeta(m[2])).MatchString(pages) {
					t.Errorf("%s: no linked page has %s", name, m[0])
				}
			}
			for _, n := range number.FindAllString(shown, -1) {
				figures++
				if len(n) > 1 && !slices.Contains(cited, n) {
					t.Errorf("%s: no linked page has the figure %s of %q", name, n, line)
				}
			}
		}
		if figures < 20 {
			t.Errorf("%s has %d figures", name, figures)
		}
	}
}
