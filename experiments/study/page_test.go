package study

import (
	"context"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/tuning"
)

// Every experiment of the catalogue runs, from the games to the page. Those that
// share runs are played by one runner.
func TestEveryExperimentRuns(t *testing.T) {
	names := Catalogue()
	if testing.Short() {
		names = shortNames
	}
	var list []*Experiment
	for _, name := range names {
		list = append(list, find(t, name))
	}
	played := 0
	r := &Runner{
		Folder: t.TempDir(),
		Scale:  Scale{Quick: true, Pairs: 2, Nodes: 4}, // next to nothing
		Events: match.Events{GameDone: func(match.Progress) { played++ }},
	}
	for _, e := range list {
		res := testkit.Must(r.Run(context.Background(), e))(t)
		if len(res.Answers) != len(e.Hypotheses) || res.Games() == 0 {
			t.Errorf("%s: %d answers from %d games", e.ID, len(res.Answers), res.Games())
		}
		for _, a := range res.Answers {
			if a.Games == 0 || len(a.Tests) == 0 || math.IsNaN(float64(a.Holm)) != (res.Verdict == Control) || a.Verdict == Undecided && !(float64(a.Needed) >= float64(a.Games)) {
				t.Errorf("%s: %s: %+v", e.ID, a.Says, a)
			}
		}
		folder := filepath.Join(r.Folder, e.ID)
		testkit.Must(res.Write(folder, page.Run{Version: "v1", Command: "bestiary"}))(t)
		page := filesOf(t, folder)["/"+page.MarkdownFile]
		for _, want := range []string{strings.TrimSpace(string((&doc.Document{Title: e.Title}).Markdown())), e.Source.Author, "](charts/board-", "To make this page again:\n\n    bestiary\n", "| version | v1 |"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: the page lacks %q", e.ID, want)
			}
		}
		valued := slices.ContainsFunc(e.Runs, func(run *Run) bool { return run.Kind == ValuesRun })
		if said := strings.Contains(page, "divided among several players"); said != valued || valued && !strings.Contains(page, " and 16 nodes a move.") {
			t.Errorf("%s: the page says of a panel: %v, want %v with the nodes of all its players", e.ID, said, valued)
		}
		if e.ID == "moves-75" && !strings.Contains(page, "against a bare king, %, prior |") {
			t.Errorf("%s: a table lacks the rows of single players", e.ID)
		}
		if strings.Contains(page, "NaN") || strings.Contains(page, "%!") {
			for line := range strings.Lines(page) {
				if strings.Contains(line, "NaN") || strings.Contains(line, "%!") {
					t.Errorf("%s: the page has a number that is none: %s", e.ID, line)
				}
			}
		}
	}
	if planned := r.Games(list); played == 0 || played > planned {
		t.Errorf("%d games, planned were at most %d", played, planned)
	}
}

// A page can be made without any games, as of a run that has just begun.
func TestPagesWithoutGames(t *testing.T) {
	names := Catalogue()
	if testing.Short() {
		names = shortNames
	}
	for _, name := range names {
		r := find(t, name).Unanswered()
		for i := range r.Runs {
			run := r.Runs[i]
			run.Values = &estimate.Result{Game: run.Run.Game, Measurement: &tuning.Measurement{}}
			run.Odds = &estimate.OddsResult{Game: run.Run.Game}
		}
		draft{Result: r}.layout()
	}
}

// The page of the truths says how many were found.
func TestPageOfTruths(t *testing.T) {
	e := *find(t, "truth")
	e.Tables, e.Charts = nil, nil // which need runs
	r := e.Unanswered()
	r.Verdict = Control
	text := func() string {
		return string(draft{Result: r}.layout().Document(page.Run{Version: "v", Command: "c"}).Markdown())
	}
	if got := text(); !strings.Contains(got, "too few to compare") {
		t.Error(got)
	}
	for _, a := range r.Answers {
		a.Effect, a.Verdict = stat.Symmetric((float64(a.Lo)+float64(a.Hi))/2, 0.01, 0.95), Inside
	}
	if got := text(); !strings.Contains(got, "24 of 24 results inside the published ranges, 0 outside. Of the decided results, 100 % lie inside (goal: 90 %). The root mean square deviation is 0.00") {
		t.Error(got)
	}
	r.Answers[3].Effect.Estimate, r.Answers[3].Verdict = float64(r.Answers[3].Hi)+0.001, Outside
	got := text()
	for _, want := range []string{"Published results of H.G. Muller", "| **✓ inside** |", "| **✗ outside** |", "23 of 24 results inside the published ranges, 1 outside."} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(got, "supported") {
		t.Error("a control has nothing to support")
	}
	r.Answers[3].Effect, r.Answers[3].Verdict = stat.Symmetric(float64(r.Answers[3].Hi), 1, 0.95), CannotTell
	got = text()
	for _, want := range []string{"23 of 24 results inside the published ranges, 0 outside, 1 undecided. An undecided result's interval", "The estimates alone put 24 inside. Of the decided results, 100 % lie inside", "| **? cannot tell** |", "| form | phase | nodes |", "| fit; here match | whole games; here array | ", "| Fairy-Max; here 1,000 |"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// The page says how the armies of matches come to differ, and draws an array that two games share once.
func TestPageOfMatches(t *testing.T) {
	for name, want := range map[string]string{"truth-2": "odds of chess, give-up", "replication": ""} {
		e := *find(t, name)
		e.Tables, e.Charts = nil, nil // which need runs
		r := e.Unanswered()
		r.Verdict = Control
		text := string(draft{Result: r}.layout().Document(page.Run{Version: "v", Command: "c"}).Markdown())
		if !strings.Contains(text, want) || name == "replication" && strings.Contains(text, "give-up") {
			t.Errorf("%s: the page lacks %q, or trades:\n%s", name, want, text)
		}
		if name == "truth-2" && (!strings.Contains(text, "(charts/board-chess") || strings.Contains(text, "(charts/board-bent-riders")) {
			t.Errorf("the array of chess is not drawn once:\n%s", text)
		}
	}
}

// A page begins with its verdict, in at most 40 words before the first table or picture.
func TestAnswerIsShort(t *testing.T) {
	for _, name := range shortNames {
		e := *find(t, name)
		e.Tables, e.Charts = nil, nil // which need runs
		r := e.Unanswered()
		for i := range r.Answers {
			r.Answers[i].Verdict = Contradicted
		}
		want := doc.Verdict("contradicted").Text
		r.Verdict = Contradicted
		text := string(draft{Result: r}.layout().Document(page.Run{}).Markdown())
		_, body, _ := strings.Cut(text, e.Source.Author)
		before, _, found := strings.Cut(strings.ReplaceAll(body, "\n![", "\n|"), "\n|")
		if n := len(strings.Fields(before)); !found || n > 40 || !strings.Contains(before, want) {
			t.Errorf("%s: %d words before the first table: %s", name, n, before)
		}
		if !strings.Contains(text, "Contradicted: "+r.Answers[0].Says) && r.Answers[0].Family == Claimed {
			t.Errorf("%s: the page does not name what is contradicted", name)
		}
	}
}

// The appendix has a table of what each player finds, one for means that several hypotheses are about, the
// players of runs in one row, and only the numbers that count with what they measure.
func TestAppendixIsBrief(t *testing.T) {
	e := *find(t, "falcon-rook")
	e.Tables, e.Charts = nil, nil // which need runs
	r := e.Unanswered()
	r.Verdict = Undecided
	members := []Member{{Name: "one", Effect: stat.Symmetric(0.4, 0.1, 0.95), Shrunk: stat.Symmetric(0.41, 0.1, 0.95)}}
	for i, a := range r.Answers {
		a.Effect, a.Verdict, a.Members = stat.Symmetric(0.44, 0.02, 0.95), Undecided, members
		a.Players = []PlayerAnswer{{"300 nodes", stat.Symmetric(0.5, 0.1, 0.95), Supported, 10}, {"prior", stat.Symmetric(0.25, 0.1, 0.95), Contradicted, 10}}
		if i == 2 {
			a.Family, a.Number = Blind, 9
		}
	}
	r.Answers[1].Players = r.Answers[1].Players[1:]
	for _, peer := range e.Runs[0].Peers {
		r.Runs[0].Peers = append(r.Runs[0].Peers, &RunResult{Run: peer, Name: peer.Name, Nodes: peer.Play.Nodes, Weights: "its weights"})
	}
	text := string(draft{Result: r}.layout().Document(page.Run{Version: "v", Command: "c"}).Markdown())
	for _, want := range []string{
		"|  | in | 300 nodes | prior |\n|---|---|---|---|\n| 1 | % | ✓ 50.0 (40.0 to 60.0) | ✗ 25.0 (15.0 to 35.0) |\n| 2 | % |  | ✗ 25.0 (15.0 to 35.0) |\n",
		"mean hypotheses 1 and 2 are about, in %", "| one | 40.0 (30.0 to 50.0) | 41.0 (31.0 to 51.0) |",
		"| hannibal-manticore | odds of hannibal-manticore, falcon=rook | 300 nodes · 1,500 nodes · prior | ",
		"\n- The player prior has ", "|  | hypothesis | measured | supported if | ", "|  | hypothesis | supported if | ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}
