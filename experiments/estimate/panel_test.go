package estimate

import (
	"context"
	"encoding/json"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/run"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
	"bestiary/tuning/formula"
)

// Each player has its own games, which are the same for any number of workers and after an
// interruption; together they are the games that are measured.
func TestPanelOfAnEstimate(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := tiny
	cfg.Panel = []string{run.Learned, run.PriorTerms, run.Perturbed, run.Deep, "engine:nodes=7"}
	cfg.SetPairs(45)
	cfg.OddsPairs, cfg.Rounds = 0, 0
	run := func(folder string, workers int, stopAfter int) (*Result, error) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		games := 0
		return Run(ctx, g, cfg, folder, match.Workers(workers), match.Events{GameDone: func(p match.Progress) {
			if games++; games == stopAfter {
				cancel()
			}
			if p.Total != 90 {
				t.Errorf("progress of %d games, want 90", p.Total)
			}
		}})
	}
	res := testkit.Must(run(t.TempDir(), 1, -1))(t)
	folder := t.TempDir()
	if _, err := run(folder, 2, 30); err == nil {
		t.Fatal("the run was not interrupted")
	}
	again := testkit.Must(run(folder, 2, -1))(t)
	testkit.Same(t, "an interrupted run has other values", outline(res), outline(again))
	var pairs, nodes []int
	for _, p := range res.Players {
		pairs, nodes = append(pairs, p.Pairs), append(nodes, p.Nodes)
		if p.Estimate == nil || p.Estimate.Pairs != p.Pairs {
			t.Errorf("%s: %d pairs, estimate %+v", p.Name, p.Pairs, p.Estimate)
		}
	}
	base := cfg.Play.Nodes
	if diff := cmp.Diff([]int{10, 10, 10, 5, 10}, pairs) + cmp.Diff([]int{base, base, base, 4 * base, 7}, nodes); diff != "" {
		t.Error(diff)
	}
	seen := map[string]bool{}
	for _, p := range res.Players[:3] {
		w := struct {
			Weights string `json:"weights"`
		}{}
		if err := json.Unmarshal(p.Config(), &w); err != nil || w.Weights == "" || seen[w.Weights] {
			t.Errorf("%s plays with the weights %q of another player, error %v", p.Name, w.Weights, err)
		}
		seen[w.Weights] = true
	}
	if len(res.Besides) != 1 || res.Besides[0].Player != "engine:nodes=7" || res.Besides[0].Own.Pairs != 35 || res.Besides[0].Theirs.Pairs != 10 || len(res.Besides[0].Differences) != 5 {
		t.Errorf("beside the engine: %+v", res.Besides)
	}
	if res.Measurement.Pairs != 45 || res.Games.Games != 90 || res.Rounds[0].Summary.Games != 90 {
		t.Errorf("%d pairs, %d games, %+v", res.Measurement.Pairs, res.Games.Games, res.Rounds[0].Summary)
	}
}

// The network is a player where the program has one.
func TestDefaultPanel(t *testing.T) {
	for game, want := range map[string][]string{"capablanca": append(Default().Panel, run.Network), "racing-kings": Default().Panel} {
		testkit.Same(t, game, want, DefaultPanel(rulestest.Game(t, game)))
	}
}

// Of guests, weak ones do not take most of the games: each has several exchanges and a fair share of
// the pairs, mostly of one alone.
func TestGuestsShareTheGames(t *testing.T) {
	for _, guests := range [][]string{
		{"gB", "B3", "DZ", "WDA", "mQcN", "R", "NAC", "NHC"},
		{"nD", "AA", "fhN", "DD", "DHZ", "WDA", "DHC", "FNZ"},
		{"mF2bZ2", "B", "sZscWD2", "WFA", "FDZ", "FNH", "FNC", "QN"},
	} {
		v := testkit.Must(formula.Board{Files: 8, Ranks: 8}.Chess())(t)
		for i, moves := range guests {
			testkit.OK(t, formula.AddGuest(v, formula.GuestName(i), moves))
		}
		g := rulestest.Compile(t, v)
		c := Default()
		c.DesignPairs = 9000
		_, chosen, err := chooseOpenings(g, c, expectedBefore(g, c))
		testkit.OK(t, err)
		exchanges, once, twice, sum := map[rules.Type]int{}, map[rules.Type]float64{}, map[rules.Type]float64{}, 0.0
		for _, x := range chosen.Mix {
			seen := map[rules.Type]int{}
			for _, side := range [][]rules.Type{x.Left, x.Right} {
				for _, u := range side {
					seen[u]++
				}
			}
			for u, n := range seen {
				exchanges[u]++
				if n == 1 {
					once[u] += x.Weight
				} else {
					twice[u] += x.Weight
				}
			}
			sum += x.Weight
		}
		for i, moves := range guests {
			u := g.TypeNamed(formula.GuestName(i))
			t.Logf("%s: %d exchanges, %.1f %% of the pairs, %.1f %% with two", moves, exchanges[u], 100*(once[u]+twice[u])/sum, 100*twice[u]/sum)
			if !opening.Guest(g, u) || exchanges[u] < 5 || (once[u]+twice[u])/sum < 0.03 || (once[u]+twice[u])/sum > 0.3 || twice[u] > 0.4*(once[u]+twice[u]) {
				t.Errorf("%s: %d exchanges, %.1f %% of the pairs, %.1f %% with two", moves, exchanges[u], 100*(once[u]+twice[u])/sum, 100*twice[u]/sum)
			}
		}
	}
}

// The games of learning rounds count in a quick run, as those of other players at the same exchanges, and again
// when it continues; in other runs they do not.
func TestLearningGamesCount(t *testing.T) {
	g, folder := rulestest.Game(t, "chess"), t.TempDir()
	cfg := Quick()
	cfg.Play.Nodes, cfg.RoundPairs = 5, 30
	cfg.SetPairs(40)
	cfg.OddsPairs = 0
	measured := func(cfg Config, folder string) (pairs, differ int, names []string, shares float64) {
		res := testkit.Must(Run(t.Context(), g, cfg, folder, match.Workers(2), match.Events{}))(t)
		for _, d := range res.Differences {
			differ += d.Pairs
		}
		for _, p := range res.Players {
			names = append(names, p.Name)
		}
		return res.Measurement.Pairs + res.Copies.Repeated/2, differ, names, res.Panel.Shares
	}
	for range 2 {
		pairs, differ, names, shares := measured(cfg, folder)
		testkit.Same(t, "players", []string{"learned", "learning 1", "learning 2"}, names)
		if pairs != 100 || differ < 95 || differ > 100 || shares > 0.5 {
			t.Errorf("%d pairs count, %d at exchanges, shares %.2f, want 100 with shares of 0.34", pairs, differ, shares)
		}
	}
	games := testkit.Must(store.Open(folder))(t)
	defer games.Close()
	for round := 1; round <= 3; round++ {
		for rec, err := range games.Games(round) {
			testkit.OK(t, err)
			p, others := testkit.Must(g.ParseFEN(rec.FEN))(t), 0
			for sq := range rules.Square(8) { // of the first rank
				if code := p.At(sq); code != 0 && code != g.NewPosition().At(sq) {
					others++
				}
			}
			if others > 2 {
				t.Errorf("game %s begins at %s, want the first rank of the array but for an exchange", rec.Name(), rec.FEN)
			}
		}
	}
	if plan := testkit.Must(NewPlan(g, cfg))(t); plan.Most() != 200 || plan.Games[2] != 200 {
		t.Errorf("the plan has %d games, %v by size, want 200", plan.Most(), plan.Games)
	}
	if want := cfg.ExpectedPanel().Shares; math.Abs(want-0.34) > 1e-9 {
		t.Errorf("the plan expects shares of %v, want (40² + 30² + 30²)/100²", want)
	}
	cfg.Counted = false
	if pairs, _, names, shares := measured(cfg, t.TempDir()); pairs != 40 || len(names) != 1 || shares != 1 {
		t.Errorf("%d pairs of %v count without learning games, shares %v", pairs, names, shares)
	}
}
