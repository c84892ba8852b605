package train

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/selfplay/rating"
)

func game(t testing.TB, name string) *rules.Game {
	t.Helper()
	v, err := variant.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := rules.Compile(v)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func played(t *testing.T, g *rules.Game, newer, older *eval.Weights, cfg MatchConfig, workers int) *MatchResult {
	t.Helper()
	r, err := Match(context.Background(), g, newer, older, cfg, workers, nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// careless are weights that give pieces away.
func careless(g *rules.Game) *eval.Weights {
	w := eval.Prior(g)
	for _, t := range g.Types() {
		w.SetMaterial(t, 10, 10)
	}
	return w
}

func TestMatchTellsBetterFromWorse(t *testing.T) {
	g := game(t, "chess")
	cfg := MatchConfig{Seed: 3, Pairs: 200, Nodes: 40, Elo1: 100}
	better := played(t, g, eval.Prior(g), careless(g), cfg, 2)
	if better.State.Decision != rating.AcceptH1 || !better.Accepted || better.Elo.Elo.Lo <= 0 || better.Pairs.Number() >= 200 {
		t.Errorf("good weights against careless ones: %+v", *better)
	}
	worse := played(t, g, careless(g), eval.Prior(g), cfg, 2)
	if worse.State.Decision != rating.AcceptH0 || worse.Accepted || worse.Elo.Elo.Hi >= 0 {
		t.Errorf("careless weights against good ones: %+v", *worse)
	}
}

// With the same weights on both sides the second game of a pair is the first
// one with the names exchanged.
func TestMatchOfEquals(t *testing.T) {
	g := game(t, "hannibal-manticore")
	r := played(t, g, eval.Prior(g), eval.Prior(g), MatchConfig{Pairs: 6, Nodes: 20, NoTest: true}, 2)
	if p := r.Pairs; p.WL+p.DD != 6 || r.Accepted {
		t.Errorf("equals: %+v, accepted %v; want 6 even pairs, not accepted", p, r.Accepted)
	}
}

func TestMatchIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	g := game(t, "chess")
	cfg := MatchConfig{Seed: 4, Pairs: 60, Nodes: 20, Elo1: 200}
	one := played(t, g, eval.Prior(g), careless(g), cfg, 1)
	many := played(t, g, eval.Prior(g), careless(g), cfg, 7)
	if diff := cmp.Diff(one, many); diff != "" {
		t.Errorf("1 and 7 workers differ:\n%s", diff)
	}
	cfg.Seed = 5
	if other := played(t, g, eval.Prior(g), careless(g), cfg, 2); cmp.Equal(one, other) {
		t.Error("another seed gives the same match")
	}
}

func TestMatchEndsWithItsContext(t *testing.T) {
	g := game(t, "chess")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Match(ctx, g, eval.Prior(g), eval.Prior(g), MatchConfig{Nodes: 5}, 2, func(MatchProgress) { cancel() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestOpeningsAreBalancedAndDiffer(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		g := game(t, name)
		e := eval.New(g, eval.Prior(g))
		m := &match{g: g, cfg: MatchConfig{}.Resolved(), newer: e, older: e}
		s := search.New(e, search.Options{})
		seen := map[string]bool{}
		for pair := range 10 {
			p := m.opening(newRand(1, pair), s)
			s.Reset()
			if score := s.Search(p, search.Limits{Nodes: openingNodes}).Score; score > openingBalance || score < -openingBalance {
				t.Errorf("%s: %s has the score %d", name, p.FEN(), score)
			}
			if result, _ := p.Outcome(); result != rules.Ongoing || p.Placing() {
				t.Errorf("%s: %s is over, or pieces still wait to be placed", name, p.FEN())
			}
			seen[p.FEN()] = true
		}
		if len(seen) != 10 {
			t.Errorf("%s: %d different openings of 10", name, len(seen))
		}
	}
}

func TestConfigsAreChecked(t *testing.T) {
	if err := (Config{}).Validate(); err != nil {
		t.Errorf("the zero value: %v", err)
	}
	for want, cfg := range map[string]Config{
		"rounds: found -1":                    {Rounds: -1},
		"pairs: found -5":                     {Pairs: -5},
		"random plies: found 101":             {RandomPlies: 101},
		"nodes":                               {Nodes: -1},
		"pairs of the match: found -1":        {Match: MatchConfig{Pairs: -1}},
		"nodes of the match: found -1":        {Match: MatchConfig{Nodes: -1}},
		"random plies of the match: found -1": {Match: MatchConfig{RandomPlies: -1}},
		"length limit of the match: found 8":  {Match: MatchConfig{MaxPlies: 8}},
		"rating":                              {Match: MatchConfig{Elo0: 5, Elo1: 1}},
		"positions per game: found -1":        {Sampling: samplingOf(-1)},
	} {
		if err := cfg.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: error %v, want %q", cfg, err, want)
		}
	}
}
