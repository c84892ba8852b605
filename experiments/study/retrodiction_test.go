package study

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/experiments/balance"
	"bestiary/experiments/page"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// curve returns a balance with intervals at 960, 3,840 and 15,360 nodes, and drawn on.
func curve(limits ...[2]float64) *balance.Result {
	c := balance.Curve{}
	for i, l := range limits {
		r := balance.Rung{Nodes: 960 << (2 * i), Curve: stat.Interval{Lo: l[0], Hi: l[1], Estimate: (l[0] + l[1]) / 2}}
		if l[0] >= 0.46 && l[1] <= 0.54 {
			r.Verdict = balance.Fair
		}
		c.Rungs = append(c.Rungs, r)
	}
	last := len(limits) - 1
	c.Rungs, c.Beyond = c.Rungs[:last], c.Rungs[last]
	return &balance.Result{Curves: []balance.Curve{c}}
}

// What counts is what the intervals of strong players, and of the curve drawn on, lie beyond.
func TestJudge(t *testing.T) {
	s := openKnown(t, "retrodiction")
	even, wide, high, low := [2]float64{0.47, 0.53}, [2]float64{0.4, 0.6}, [2]float64{0.55, 0.7}, [2]float64{0.3, 0.45}
	little := [2]float64{0.51, 0.56}
	for _, c := range []struct {
		name  string
		group Group
		ahead string
		found *balance.Result
		want  Verdict
		leans string
	}{
		{"leans between strong players", Original, "", curve(even, high, wide, wide), AsKnown, first},
		{"leans where nobody has played", Original, first, curve(even, even, even, high), AsKnown, first},
		{"leans between beginners alone", Original, "", curve(high, even, even, wide), Otherwise, ""},
		{"leans to the wrong side", Original, first, curve(even, wide, low, wide), Otherwise, second},
		{"too little", Original, "", curve(even, even, wide, wide), CannotTell, ""},
		{"even", Fair, "", curve(high, even, even, wide), AsKnown, ""},
		{"even where they play, not beyond", Fair, "", curve(even, even, even, high), Otherwise, first},
		{"not even", Fair, "", curve(even, wide, low, wide), Otherwise, second},
		{"unknown", Fair, "", curve(even, even, wide, wide), CannotTell, ""},
		{"an edge inside of the margin", Edge, first, curve(even, little, wide, wide), AsKnown, ""},
		{"an edge of the other side", Edge, second, curve(even, little, wide, wide), Otherwise, ""},
		{"an edge that is only drawn on", Edge, first, curve(even, wide, wide, high), CannotTell, first},
		{"no count", Edge, "", curve(even, high, high, high), NotJudged, first},
	} {
		k := s.Known[0]
		k.Group, k.Ahead = c.group, c.ahead
		f := s.judge(k, c.found)
		if c.group == Edge && f.Verdict != NotJudged && (f.Found != "") != (f.Verdict != CannotTell) {
			t.Errorf("%s: %q ahead, but %q", c.name, f.Found, f.Verdict)
		}
		if f.Verdict != c.want || f.Leans != c.leans || f.Flagged != (c.leans != "") {
			t.Errorf("%s: %q, leans to %q, want %q, %q", c.name, f.Verdict, f.Leans, c.want, c.leans)
		}
	}
}

// Published scores are compared with the estimates between the strongest players, those of people
// apart from those of engines.
func TestPublishedScores(t *testing.T) {
	fate := func(by string, score, found float64) *Fate {
		return &Fate{Known: Known{Group: Edge, Score: score, By: by}, Verdict: CannotTell, Balance: curve([2]float64{0, 1}, [2]float64{found - 0.2, found + 0.2}, [2]float64{0, 1})}
	}
	r := Retrodicted{Settings: &Retrodiction{Sides: 2, Points: 5, EngineSides: 1, EnginePoints: 1}}
	r.Fates = []*Fate{fate(people, 0.6, 0.57), fate(people, 0.45, 0.49), fate(people, 0.55, 0.48), fate(engines, 0.6, 0.58)}
	f := Retrodicted{Settings: r.Settings, Goals: r.Settings.goals(r.Fates), Failed: []page.Failure{{Name: "chess", Why: "no reason"}}}
	testkit.Same(t, "finding", "Goals met: 4 of 5. Known edges found on their side: 0 of 4; better side as in games between people: 2 of 3; better side as in games between engines: 1 of 1. Not played: chess (no reason).", f.Finding())
	var found []string
	for _, g := range f.Goals {
		found = append(found, g.InWords())
	}
	testkit.Same(t, "found", []string{"0 of 4", "2 of 3", "5.0 in 3 games", "1 of 1", "2.0 in 1 game"}, found) // √((9 + 16 + 49)/3) = 4.97
	if !f.Goals[1].Met || !f.Goals[2].Met || f.Goals[4].Met {
		t.Errorf("%+v", f.Goals)
	}
}

// All games have different openings, and so do those of a quick run.
func TestGamesShareNoOpenings(t *testing.T) {
	s := openKnown(t, "retrodiction")
	quick := testkit.Must(library().Open("retrodiction", Options{Scale: Scale{Quick: true}}))(t).(*Retrodiction)
	seeds := map[uint64]string{}
	for _, k := range s.Known {
		for name, s := range map[string]*Retrodiction{k.Name: s, k.Name + " quick": quick} {
			seed := s.run(Run{Name: k.Name}).Play.Seed
			if seeds[seed] != "" {
				t.Errorf("%s and %s have the same openings", name, seeds[seed])
			}
			seeds[seed] = name
		}
	}
}

// Goals count what each group asks for.
func TestGoalsOfGroups(t *testing.T) {
	r := Retrodicted{Settings: &Retrodiction{Short: true, Originals: 1, Controls: 0, Edges: 2}}
	r.Fates = []*Fate{
		{Known: Known{Group: Original}, Verdict: AsKnown, Flagged: true},
		{Known: Known{Group: Original}, Verdict: Otherwise, Flagged: true}, // to the wrong side
		{Known: Known{Group: Fair}, Verdict: Otherwise, Flagged: true},
		{Known: Known{Group: Fair}, Verdict: CannotTell},
		{Known: Known{Group: Edge}, Verdict: AsKnown},
		{Known: Known{Group: Edge}, Verdict: NotJudged, Flagged: true},
	}
	want := "Goals met: 1 of 3. Revised originals flagged: 1 of 2; fair designs flagged: 1 of 2; known edges found on their side: 1 of 1."
	f := Retrodicted{Settings: r.Settings, Goals: r.Settings.goals(r.Fates)}
	want = "This short run, with a twentieth of the games, says nothing about the full one. " + want
	if got := f.Finding(); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	for i, met := range []bool{true, false, false} {
		if f.Goals[i].Met != met {
			t.Errorf("goal %d: met %v", i+1, f.Goals[i].Met)
		}
	}
}

const tiny = `[retrodiction]
seed = 3
pairs = 3
strengths = [5, 20]
judged-from = 20
rounds = 1
round-pairs = 2
[[original]]
game = "orda"
revision = "chess"
says = "not even"
source = "https://a.example/"
[[edge]]
game = "chess"
score = 0.55
by = "people"
says = "counted"
source = "https://b.example/"
`

func knownFile(t *testing.T, text string) string {
	path := filepath.Join(t.TempDir(), "tiny.toml")
	testkit.OK(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// openKnown opens a retrodiction.
func openKnown(t *testing.T, arg string) *Retrodiction {
	t.Helper()
	return testkit.Must(library().Open(arg, Options{}))(t).(*Retrodiction)
}

// retrodict plays a retrodiction in a folder.
func retrodict(t *testing.T, s *Retrodiction, folder string, events match.Events) *Retrodicted {
	t.Helper()
	return testkit.Must(s.Run(t.Context(), &Session{Folder: folder, Crew: match.Workers(1), Events: events}))(t).(*Retrodicted)
}

// The settings are written before the games, and games under others are refused.
func TestSettingsStay(t *testing.T) {
	folder := t.TempDir()
	own := filepath.Join(folder, "tiny")
	s := openKnown(t, knownFile(t, tiny))
	res := retrodict(t, s, folder, match.Events{})
	testkit.Must(res.Write(own, page.Run{}))(t)
	hash := string(testkit.Must(os.ReadFile(filepath.Join(own, "retrodiction.sha256")))(t))
	page := string(testkit.Must(os.ReadFile(filepath.Join(own, page.MarkdownFile)))(t))
	if !strings.HasPrefix(hash, res.SHA256+"  retrodiction.toml") || !strings.Contains(page, res.SHA256) {
		t.Errorf("hash %s, page %s", hash, page)
	}
	again := retrodict(t, s, folder, match.Events{GameDone: func(match.Progress) { t.Error("a game was played again") }})
	if a, b := res.Fates[0].Balance.Config.Play.Seed, res.Fates[1].Balance.Config.Play.Seed; a == b {
		t.Errorf("both games have the seed %d", a)
	}
	if again.Fates[1].Balance.Answer != res.Fates[1].Balance.Answer {
		t.Error("another result")
	}
	other := openKnown(t, knownFile(t, strings.Replace(tiny, "0.55", "0.56", 1)))
	played := string(testkit.Must(os.ReadFile(filepath.Join(own, "played.json")))(t))
	for _, want := range []string{`"revision": `, `"name": "orda"`, `"rules": "` + s.Known[0].Run.Game.Variant.Hash(), `"weights": "`, `"RoundPairs": 2`} {
		if !strings.Contains(played, want) {
			t.Errorf("played.json lacks %s", want)
		}
	}
	testkit.Fails(t, testkit.Error(other.Run(t.Context(), &Session{Folder: folder, Crew: match.Workers(1)})), "settings are not changed after the first game")
}

// A game without even openings does not keep the others from being played, and the page names it.
// Other errors come at the end.
func TestOneGameFails(t *testing.T) {
	s := openKnown(t, knownFile(t, tiny))
	plays := StrengthsRun.plan()
	defer func(before plan) { *plays = before }(*plays)
	fails := func(err error) {
		plays.play = func(_ context.Context, _ *Runner, out *RunResult, _ string) (*eval.Weights, error) {
			if out.Game == "orda" {
				return nil, err
			}
			out.Balance = curve([2]float64{0.4, 0.6}, [2]float64{0.4, 0.6}, [2]float64{0.4, 0.6})
			return eval.Prior(out.Run.Game), nil
		}
	}
	fails(&opening.Unbalanced{Game: "orda"})
	if f := retrodict(t, s, t.TempDir(), match.Events{}); len(f.Fates) != 1 || !strings.Contains(f.Finding(), "Not played: orda (") {
		t.Errorf("%d games, %s", len(f.Fates), f.Finding())
	}
	fails(errors.New("the disk is full"))
	testkit.Fails(t, testkit.Error(s.Run(t.Context(), &Session{Folder: t.TempDir()})), "retrodiction: orda: the disk is full")
}

func TestFaultsOfRetrodictions(t *testing.T) {
	for _, c := range []struct{ was, is, want string }{
		{`game = "orda"`, `game = "ordo"`, `:9: original[1].game: unknown game "ordo"`},
		{`revision = "chess"`, `revision = "ches"`, `revision "ches" of orda; expected the name of a game of the file; did you mean "chess"?`},
		{`score = 0.55`, `score = 55`, `:15: edge[1].score: 55; expected a share between 0 and 1`},
		{`score = 0.55`, `score = 0.5`, `edge[1].score: 0.5; expected the score of an edge`},
		{`score = 0.55`, "score = 0.55\nahead = \"second\"", `edge[1].score: 0.55; expected the score of an edge, for the side that is ahead`},
		{`by = "people"`, ``, `edge[1].by: ""; expected "people" or "engines" beside a score`},
		{`score = 0.55`, ``, `edge[1].by: "people"; expected "people" or "engines" beside a score, and nothing without one`},
		{`score = 0.55`, `ahead = "white"`, `edge[1].ahead: "white"; expected "first" or "second"`},
		{`game = "chess"`, `game = "orda"`, `"orda" stands twice`},
		{`says = "counted"`, ``, `edge[1].says: missing`},
		{`pairs = 3`, `pairs = 0`, `pairs is 0`},
		{`pairs = 3`, `pears = 3`, `unknown key`},
		{`seed = 3`, `seed = -1`, `seed: -1`},
		{`[5, 20]`, `[5, 20.9]`, `strengths: 20.9; expected whole numbers`},
		{`judged-from = `, "judged-from = 9", `judged-from is 9`},
		{tiny[strings.Index(tiny, "[[original]]"):], "", `no game; expected at least one [[original]], [[control]] or [[edge]]`},
	} {
		testkit.Fails(t, testkit.Error(library().Open(knownFile(t, strings.Replace(tiny, c.was, c.is, 1)), Options{})), c.want)
	}
}

// The retrodiction of the program is complete: what it asks for can be met, and each game has a
// source.
func TestOwnRetrodiction(t *testing.T) {
	s := openKnown(t, "retrodiction")
	count := map[Group]int{}
	for _, k := range s.Known {
		if !strings.HasPrefix(k.Source, "http") {
			t.Errorf("%s: source %q", k.Name, k.Source)
		}
		if k.Group != Edge || k.Ahead != "" {
			count[k.Group]++
		}
	}
	if count[Original] < s.Originals || count[Fair] != 8 || count[Edge] < s.Edges || s.Sides != 3 || s.Points != 5 || s.EngineSides != 5 {
		t.Errorf("%v for goals of %d, %d and %d", count, s.Originals, s.Controls, s.Edges)
	}
	if text := s.String(); !strings.HasPrefix(text, "24 game variants: 4 revised originals, 8 fair designs and 12 known edges (1 not judged); 600 pairs") {
		t.Errorf("the games are %q", text)
	}
}
