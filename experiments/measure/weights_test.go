package measure

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
)

// Sides of one game share the weights of that game by any options; weights that
// are given stay; with nothing tuned, both play with the prior.
func TestChooseWeights(t *testing.T) {
	a, b := rulestest.Game(t, "chess n-move=40"), rulestest.Game(t, "chess stalemate=loss")
	got := chooseWeights([2]Side{{Game: a}, {Game: b}})
	if !slices.Equal(got[0].weights.MG, got[1].weights.MG) || got[0].origin != got[1].origin {
		t.Errorf("weights %v and %v of the same pieces, want the same", got[0], got[1])
	}
	own := eval.Prior(a)
	own.MG[0]++
	got = chooseWeights([2]Side{{Game: a, Weights: own}, {Game: b}})
	if got[0].weights != own || !strings.HasPrefix(got[0].String(), "given, ") || got[0].String() == got[1].String() {
		t.Errorf("weights %v and %v, want the given ones on the first side", got[0], got[1])
	}
	if !samePieces(a.Variant, b.Variant) || samePieces(a.Variant, rulestest.Game(t, "shatranj").Variant) {
		t.Error("the pieces of chess are those of chess by any rules")
	}
	// Only one of two games has tuned weights, if any: then neither uses them.
	got = chooseWeights([2]Side{{Game: a}, {Game: rulestest.Game(t, "shatranj")}})
	if got[0].origin != got[1].origin {
		t.Errorf("weights %v and %v, want both tuned or neither", got[0], got[1])
	}
}
