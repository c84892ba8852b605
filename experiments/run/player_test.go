package run

import (
	"math"
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
		panel []string
		pairs int
		want  []int
	}{
		{[]string{Learned}, 5, []int{5}},
		{[]string{Learned, PriorTerms, Perturbed, Deep}, 700, []int{200, 200, 200, 100}},
		{[]string{Learned, PriorTerms, Perturbed, Deep}, 703, []int{203, 200, 200, 100}},
		{[]string{Learned, PriorTerms, Perturbed, Deep}, 3, []int{3, 0, 0, 0}},
	} {
		var players []Player
		for _, name := range test.panel {
			players = append(players, Player{Name: name})
		}
		Deal(players, test.pairs)
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
	p, err := Enter(with, match.SelfPlay(), Network, eval.Prior(with))
	if err != nil || p.Weights().Network == nil || !p.Foreign || p.Label() != "bestiary with its network" {
		t.Errorf("%+v, %v", p, err)
	}
	testkit.Fails(t, testkit.Error(Enter(without, match.SelfPlay(), Network, eval.Prior(without))), `panel: "network": no network comes with the program for racing-kings`)
}

func TestPanelTexts(t *testing.T) {
	for _, test := range []struct {
		panel []string
		want  string // part of the error; none if empty
	}{
		{[]string{Learned, PriorTerms, Perturbed, Deep, "engine:nodes=50"}, ""},
		{nil, "expected at least one player"},
		{[]string{"learnt"}, `panel: player is "learnt", expected learned, prior, perturbed, deep, network, engine:…, uci:…, xboard:… or random; did you mean "learned"?`},
		{[]string{"engin:nodes=50"}, `panel: player "engin:nodes=50"`},
		{[]string{Deep, "engine:nodes=50", "engine:nodes=50"}, "stands twice"},
		{[]string{Deep, Deep}, "stands twice"},
		{[]string{"uci:/nowhere,nodes=-1"}, "panel: "},
	} {
		err := CheckPanel(test.panel)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%q: %v, want %q", test.panel, err, test.want)
		}
	}
}

// The perturbed player has different weights, always the same for the same seed.
func TestPerturbed(t *testing.T) {
	g := rulestest.Game(t, "chess")
	w := eval.Prior(g)
	a, b, other := perturbed(g, w, 1), perturbed(g, w, 1), perturbed(g, w, 2)
	if !a.Same(b) || a.Same(other) || a.Same(w) {
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
		if got := Effort(panel); got != want {
			t.Errorf("%v searches %v times the nodes, want %v", panel, got, want)
		}
	}
}
