package train

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

func played(t *testing.T, g *rules.Game, newer, older *eval.Weights, cfg match.Config, workers int) *MatchResult {
	t.Helper()
	return testkit.Must(Match(context.Background(), g, newer, older, cfg.Nodes, cfg, match.Workers(workers), match.Events{}))(t)
}

// careless returns weights that give pieces away.
func careless(g *rules.Game) *eval.Weights {
	w := eval.Prior(g)
	for _, t := range g.Types() {
		w.SetMaterial(t, 10, 10)
	}
	return w
}

func TestMatchTellsBetterFromWorse(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := matchOf(3, 200, 40, 100)
	better := played(t, g, eval.Prior(g), careless(g), cfg, 2)
	if better.State.Decision != rating.AcceptH1 || !better.Accepted || better.Elo.Lo <= 0 || better.Pairs.Number() >= 200 {
		t.Errorf("good weights against careless ones: %+v", *better)
	}
	worse := played(t, g, careless(g), eval.Prior(g), cfg, 2)
	if worse.State.Decision != rating.AcceptH0 || worse.Accepted || worse.Elo.Hi >= 0 {
		t.Errorf("careless weights against good ones: %+v", *worse)
	}
}

// If both weights play alike, the second game of a pair repeats the first with the names
// exchanged.
func TestMatchOfEquals(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	alike := eval.Prior(g)
	alike.MG[0] += 1e-9
	r := played(t, g, alike, eval.Prior(g), matchOf(0, 6, 20, 10), 2)
	if p := r.Pairs; p.WL+p.DD != 6 || r.Accepted {
		t.Errorf("equals: %+v, accepted %v; want 6 even pairs, not accepted", p, r.Accepted)
	}
}

func TestMatchIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := matchOf(4, 60, 20, 200)
	one := played(t, g, eval.Prior(g), careless(g), cfg, 1)
	many := played(t, g, eval.Prior(g), careless(g), cfg, 7)
	testkit.Same(t, "1 and 7 workers differ", one, many)
	cfg.Seed = 5
	if other := played(t, g, eval.Prior(g), careless(g), cfg, 2); cmp.Equal(one, other) {
		t.Error("another seed gives the same match")
	}
}

func TestMatchEndsWithItsContext(t *testing.T) {
	g := rulestest.Game(t, "chess")
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Match(ctx, g, eval.Prior(g), eval.Prior(g), 5, matchOf(0, 600, 5, 10), match.Workers(2), match.Events{GameDone: func(match.Progress) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestOpeningsAreBalancedAndDiffer(t *testing.T) {
	for _, name := range []string{"chess", "hannibal-manticore"} {
		g := rulestest.Game(t, name)
		source := testkit.Must(opening.New(g, Default().Match.Config, 1))(t)
		s := search.New(eval.New(g, eval.Prior(g)), search.Options{})
		seen := map[string]bool{}
		for pair := range 10 {
			start := testkit.Must(source.Start(1, pair, 0))(t)
			p := start.Position
			s.Reset()
			if score := s.Search(p, search.Limits{Nodes: 500}).Score; score > 150 || score < -150 {
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
	if err := Default().Validate(); err != nil {
		t.Errorf("the default: %v", err)
	}
	for want, edit := range map[string]func(*Config){
		"rounds is -1":              func(c *Config) { c.Rounds = -1 },
		"self-play: pairs is -5":    func(c *Config) { c.Play.Pairs = -5 },
		"self-play: nodes is -1":    func(c *Config) { c.Play.Nodes = -1 },
		"match: pairs is -1":        func(c *Config) { c.Match.Pairs = -1 },
		"match: nodes is -1":        func(c *Config) { c.Match.Nodes = -1 },
		"match: random-plies is -1": func(c *Config) { c.Match.RandomPlies = -1 },
		"match: max-plies is 8":     func(c *Config) { c.Match.MaxPlies = 8 },
		"match: no sequential test": func(c *Config) { c.Match.SPRT = nil },
		"rating":                    func(c *Config) { c.Match.SPRT = &rating.SPRT{Elo0: 5, Elo1: 1} },
		"positions per game is -1":  func(c *Config) { c.Sampling.PositionsPerGame = -1 },
	} {
		cfg := Default()
		if edit(&cfg); cfg.Validate() == nil || !strings.Contains(cfg.Validate().Error(), want) {
			t.Errorf("error %v, want %q", cfg.Validate(), want)
		}
	}
}

// matchOf returns a match that tests 0 against elo.
func matchOf(seed uint64, pairs, nodes int, elo float64) match.Config {
	m := Default().Match
	m.Seed, m.Pairs, m.Nodes, m.SPRT = seed, pairs, nodes, &rating.SPRT{Elo1: elo}
	return m
}

// quick is a run of about a second.
var quick = func() Config {
	c := Default()
	c.Rounds, c.Match = 2, matchOf(0, 8, 20, 10)
	c.Play.Seed, c.Play.Pairs, c.Play.Nodes = 2, 12, 20
	return c
}()

func TestRunContinuesWhereItWasInterrupted(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	games := 0
	_, err := Run(ctx, g, quick, folder, match.Workers(2), match.Events{GameDone: func(match.Progress) {
		if games++; games == 60 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v, want that of the context", err)
	}
	rest := 0
	broken := testkit.Must(Run(context.Background(), g, quick, folder, match.Workers(1), match.Events{GameDone: func(p match.Progress) {
		if p.Tally.Test == nil {
			rest++
		}
	}}))(t)
	whole := testkit.Must(Run(context.Background(), g, quick, t.TempDir(), match.Workers(3), match.Events{}))(t)
	if rest == 0 || rest > quick.Games()-60 {
		t.Errorf("%d of %d games played after 60", rest, quick.Games())
	}
	if whole.Data.Games != quick.Games() || len(whole.Rounds) != 2 || whole.Rounds[0].Fit.Games != quick.Games()/2 {
		t.Errorf("%d games, %d in the first of %d rounds", whole.Data.Games, whole.Rounds[0].Fit.Games, len(whole.Rounds))
	}
	if !slices.Equal(broken.Final.MG, whole.Final.MG) || !slices.Equal(broken.Final.EG, whole.Final.EG) || *broken.Match != *whole.Match {
		t.Error("the interrupted run ends with other weights or another match")
	}
	testkit.Same(t, "largest changes", whole.Changes(), broken.Changes())
	for i, c := range whole.Changes() {
		if c.By <= 0 || c.NewMG == c.OldMG && c.NewEG == c.OldEG || i > 0 && c.By > whole.Changes()[i-1].By {
			t.Errorf("change %d: %+v", i, c)
		}
	}
}
