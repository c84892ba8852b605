package estimate

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

func TestDeal(t *testing.T) {
	for _, test := range []struct {
		shares []int
		pairs  int
		want   []int
	}{
		{[]int{2}, 5, []int{5}},
		{[]int{2, 2, 2, 1}, 700, []int{200, 200, 200, 100}},
		{[]int{2, 2, 2, 1}, 703, []int{203, 200, 200, 100}},
		{[]int{2, 2, 2, 1}, 3, []int{3, 0, 0, 0}},
	} {
		var players []PanelPlayer
		for _, share := range test.shares {
			players = append(players, PanelPlayer{share: share})
		}
		deal(players, test.pairs)
		var got []int
		for _, p := range players {
			got = append(got, p.Pairs)
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%d pairs: %s", test.pairs, diff)
		}
	}
}

// The network is a player of its own kind where the program has one.
func TestNetworkInThePanel(t *testing.T) {
	with, without := rulestest.Game(t, "capablanca"), rulestest.Game(t, "racing-kings")
	if got := DefaultPanel(with); !slices.Equal(got, append(Default().Panel, Network)) {
		t.Errorf("the panel of capablanca is %q", got)
	}
	if got := DefaultPanel(without); !slices.Equal(got, Default().Panel) {
		t.Errorf("the panel of racing-kings is %q", got)
	}
	p, err := EnterPlayer(with, match.SelfPlay(), Network, eval.Prior(with))
	if err != nil || p.Weights().Network == nil || !p.Foreign || p.Label() != "bestiary with its network" {
		t.Errorf("%+v, %v", p, err)
	}
	testkit.Fails(t, testkit.Error(EnterPlayer(without, match.SelfPlay(), Network, eval.Prior(without))), `panel: "network": no network comes with the program for racing-kings`)
}

func TestPanelTexts(t *testing.T) {
	for _, test := range []struct {
		panel []string
		want  string // part of the error; none if empty
	}{
		{[]string{Learned, PriorTerms, Perturbed, Deep, "engine:nodes=50"}, ""},
		{nil, "expected at least one player"},
		{[]string{"learnt"}, `panel: player is "learnt", expected one of ["learned" "prior" "perturbed" "deep" "network" "engine:…" "uci:…" "xboard:…" "random"]; did you mean "learned"?`},
		{[]string{"engin:nodes=50"}, `panel: player "engin:nodes=50"`},
		{[]string{Deep, "engine:nodes=50", "engine:nodes=50"}, "stands twice"},
		{[]string{Deep, Deep}, "stands twice"},
		{[]string{"uci:/nowhere,nodes=-1"}, "panel: "},
	} {
		err := checkPanel(test.panel)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q: %v, want %q", test.panel, err, test.want)
		}
	}
}

// Each player has its own games, which are the same for any number of workers and after an
// interruption; together they are the games that are measured.
func TestPanelOfAnEstimate(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := tiny
	cfg.Panel = []string{Learned, PriorTerms, Perturbed, Deep, "engine:nodes=7"}
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

// The perturbed player has different weights, always the same for the same seed.
func TestPerturbed(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := eval.Prior(g)
	a, b, other := perturbed(g, w, 1), perturbed(g, w, 1), perturbed(g, w, 2)
	if !sameWeights(a, b) || sameWeights(a, other) || sameWeights(a, w) {
		t.Error("the weights do not follow from the seed")
	}
	queen := g.TypeNamed("queen")
	was, _ := w.Material(queen)
	if now, _ := a.Material(queen); math.Abs(math.Log(now/was)) > 0.5 {
		t.Errorf("the queen goes from %v to %v", was, now)
	}
}

// A deep player has four times the nodes and half as many games.
func TestEffort(t *testing.T) {
	for want, panel := range map[float64][]string{1: {Learned, PriorTerms}, 2: {Perturbed, Deep}} {
		c := Default()
		if c.Panel = panel; c.Effort() != want {
			t.Errorf("%v searches %v times the nodes, want %v", panel, c.Effort(), want)
		}
	}
}
