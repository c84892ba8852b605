package mend

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"bestiary/experiments/balance"
	"bestiary/internal/format"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

const (
	tempo = "let Black begin with c5-c4 already played"
	step  = "let White begin with a2-a3 already played"
)

// The one edit that makes the game fair wins, and only few candidates play many games.
func TestSearchFindsTheEdit(t *testing.T) {
	w := &world{usual: 0.62}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.5}
	r := result(t, s)
	testkit.Same(t, "winner", tempo, r.Winner.Text)
	testkit.Same(t, "verdict", Reaches, r.Winner.Verdict)
	testkit.Same(t, "answer", "The smallest edit that gives a score between 46.0 % and 54.0 %: "+tempo+". It was played.", r.Answer)
	if p := s.Plan(); r.Games >= p.Race+p.Confirmation || len(r.Race) != p.Candidates {
		t.Errorf("%d games of %d candidates, planned are at most %d of %d", r.Games, len(r.Race), p.Race+p.Confirmation, p.Candidates)
	}
	for _, c := range r.Race {
		if c.Text != tempo && c.Out == "" {
			t.Errorf("%s is still in", c.Text)
		}
	}
	if rows := r.rows(); len(rows) != len(r.Race)+1 || rows[1][11] != string(Reaches) {
		t.Errorf("mend.csv begins with %q", rows[:2])
	}
	if text := r.Text(79); !strings.Contains(text, "1st: "+tempo) {
		t.Errorf("the text lacks the winner:\n%s", text)
	}
}

// A fair game needs no edit, even if one happens to score better in the race.
func TestSearchKeepsAFairGame(t *testing.T) {
	w := &world{usual: 0.5}
	r := result(t, searchOf(t, w, nil))
	testkit.Same(t, "winner", "change nothing", r.Winner.Text)
	testkit.Same(t, "confirmed", 1, len(r.Confirmed)) // no other is smaller
	if !strings.HasPrefix(r.Answer, "Nothing has to be mended") {
		t.Errorf("answer %q", r.Answer)
	}
}

// Two edits at once are tried where no single one suffices.
func TestSearchCombinesTwo(t *testing.T) {
	w := &world{usual: 0.7}
	s := searchOf(t, w, nil)
	a, b := s.candidates[0].with(s.edit(t, tempo)), s.edit(t, step)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.6, s.hashOf(t, step): 0.6, a.with(b).Hash: 0.5}
	r := result(t, s)
	testkit.Same(t, "winner", tempo+", and "+step, r.Winner.Text)
	testkit.Same(t, "size", 2, r.Winner.Size)

	s = searchOf(t, w, func(c *Config) { c.Partners = 0 })
	w.scores = nil
	r = result(t, s)
	if r.Winner != nil || len(r.Confirmed) > 0 || !strings.Contains(r.Answer, "the race has ruled out") {
		t.Errorf("found %q", r.Answer)
	}
}

// Fresh games decide: they have other seeds than those of the race.
func TestConfirmationHasItsOwnGames(t *testing.T) {
	c := Default()
	g := small(t)
	raced, fresh := c.inRace(g, 1), c.inEarnest(g, 5)
	if raced.Play.Seed == fresh.Play.Seed || raced.Play.Seed == c.Balance.Play.Seed {
		t.Errorf("seeds %d and %d", raced.Play.Seed, fresh.Play.Seed)
	}
	testkit.Same(t, "strengths", c.Balance.Strengths, fresh.Strengths)
	testkit.Same(t, "level", "0.9900", format.Fixed(fresh.Level, 4))
	testkit.Same(t, "pairs", []int{40, 80}, []int{raced.Play.Pairs, c.inRace(g, 2).Play.Pairs})
}

// A search that is interrupted anywhere goes on to the same answer.
func TestSearchGoesOn(t *testing.T) {
	w := &world{usual: 0.62}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.5, s.hashOf(t, step): 0.52}
	want := result(t, s)
	calls := len(w.calls)
	for _, at := range []int{calls / 2, calls - 1} {
		w.calls, w.stopAt = nil, at
		if _, err := s.Run(t.Context(), "run", match.Crew{}, match.Events{}); !errors.Is(err, errStop) {
			t.Fatalf("stopped at call %d: error %v", at, err)
		}
		w.stopAt = 0
		if got := result(t, s); got.Answer != want.Answer || got.Games != want.Games {
			t.Errorf("stopped at call %d: %q after %d games, want %q after %d", at, got.Answer, got.Games, want.Answer, want.Games)
		}
	}
}

func TestOtherTargets(t *testing.T) {
	for target, want := range map[string]string{
		"draws<=0.3":  "at most 30.0 % of the games drawn",
		"length<=120": "games of at most 120 plies on average",
	} {
		w := &world{usual: 0.5}
		if strings.HasPrefix(target, "length") {
			w.usual = 0.7
		}
		s := searchOf(t, w, func(c *Config) { c.Target = testkit.Must(ParseTarget(target))(t) })
		text := "let both sides begin with a2-a3 already played"
		w.scores = map[string]float64{s.hashOf(t, text): map[Measure]float64{Draws: 0.8, Length: 0.3}[s.Target.Of]}
		r := result(t, s)
		testkit.Same(t, target, target, r.Target)
		if r.Winner == nil || r.Winner.Text != text || r.Winner.Verdict != Reaches || !strings.Contains(r.Answer, want) {
			t.Errorf("%s: %q", target, r.Answer)
		}
	}
}

// A game in which no random moves keep the balance leaves the race, and the others go on.
func TestUnevenOpenings(t *testing.T) {
	w := &world{usual: 0.5}
	s := searchOf(t, w, nil)
	w.uneven = s.hashOf(t, tempo)
	r := result(t, s)
	i := slices.IndexFunc(r.Race, func(c *Standing) bool { return c.Text == tempo })
	testkit.Same(t, "out", outUneven, r.Race[i].Out)
	testkit.Same(t, "rounds", 0, r.Race[i].Round)
}

func TestFaults(t *testing.T) {
	g := small(t)
	for text, change := range map[string]func(*Config){
		`mend: edits: kind is "swop", expected one of ["first" "tempo" "move" "swap" "atom" "rule"]; did you mean "swap"?`: func(c *Config) { c.Edits = []Kind{"swop"} },
		`edits: "swap" stands twice`:                                    func(c *Config) { c.Edits = []Kind{Swap, Swap} },
		`keep is 0, expected 1 to 20`:                                   func(c *Config) { c.Keep = 0 },
		`partners is 1, expected 0 or 2 to 20`:                          func(c *Config) { c.Partners = 1 },
		`no number of games shows that none is drawn`:                   func(c *Config) { c.Target = Target{Draws, 0} },
		`target: length<=4, expected more than the 4 random plies`:      func(c *Config) { c.Target = Target{Length, 4} },
		`balance: margin is 0.6`:                                        func(c *Config) { c.Balance.Margin = 0.6 },
		`no network knows the edited games`:                             func(c *Config) { c.Balance.Panel = []string{"network"} },
		`both sides of chess begin alike; expected "first"`:             func(c *Config) { c.Balance.Of = balance.Army },
		`mend: no edit of the kinds ["first"] gives another valid game`: func(c *Config) { c.Edits = []Kind{First} },
		`target: measure is "wins", expected one of ["score"]`:          func(c *Config) { c.Target.Of = "wins" },
	} {
		c := Default()
		change(&c)
		testkit.Fails(t, testkit.Error(New(g, c)), text)
	}
	for target, text := range map[string]string{
		"drawn<=0.3":   `target: measure is "drawn", expected one of ["score" "draws" "length"]; did you mean "draws"?`,
		"draws":        `target is "draws", expected score, draws<=X with a share such as 0.3, or length<=N`,
		"length<=many": `target is "length<=many"`,
	} {
		testkit.Fails(t, testkit.Error(ParseTarget(target)), text)
	}
}
