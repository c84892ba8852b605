package compare

import (
	"reflect"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/player"
)

// choice holds the weights of a side and their origin in words.
type choice struct {
	weights *eval.Weights
	origin  string
}

// Where weights are from.
const (
	givenWeights = "given"
	tunedWeights = "tuned, from the program"
	priorWeights = "mobility prior"
)

// String is the origin with the hash of the weights.
func (c choice) String() string { return c.origin + ", " + player.HashWeights(c.weights) }

// chooseWeights chooses weights for sides without their own. The sides should differ in
// their rules alone, so both or neither play with tuned weights; two sets of rules of one
// game share its weights, whatever their options.
func chooseWeights(sides [2]Side) [2]choice {
	var tuned [2]*eval.Weights
	for i, s := range sides {
		tuned[i] = tunedFor(s.Game)
	}
	a, b := sides[0].Game, sides[1].Game
	for i, other := range []*eval.Weights{tuned[1], tuned[0]} {
		if tuned[i] == nil && other != nil && samePieces(a.Variant, b.Variant) {
			tuned[i] = transferred(other, sides[i].Game)
		}
	}
	var out [2]choice
	for i, s := range sides {
		switch {
		case s.Weights != nil:
			out[i] = choice{s.Weights, givenWeights}
		case tuned[0] != nil && tuned[1] != nil:
			out[i] = choice{tuned[i], tunedWeights}
		default:
			out[i] = choice{eval.Prior(s.Game), priorWeights}
		}
	}
	return out
}

// tunedFor returns the tuned weights of the program for a game of the catalogue, whatever
// its options; nil if there are none.
func tunedFor(g *rules.Game) *eval.Weights {
	v, err := variant.Find(g.Variant.Name)
	if err != nil || !samePieces(v, g.Variant) {
		return nil
	}
	base, err := rules.Compile(v)
	if err != nil {
		return nil
	}
	w, prior := eval.Default(base), eval.Prior(base)
	if slices.Equal(w.MG, prior.MG) && slices.Equal(w.EG, prior.EG) {
		return nil
	}
	return transferred(w, g)
}

// samePieces reports whether the same pieces play on the same board.
func samePieces(a, b *variant.Variant) bool {
	return a.Files == b.Files && a.Ranks == b.Ranks && reflect.DeepEqual(a.Pieces, b.Pieces)
}

// transferred returns the same weights for another game; nil if its terms differ.
func transferred(w *eval.Weights, g *rules.Game) *eval.Weights {
	out := eval.Prior(g)
	if !slices.Equal(out.Names(), w.Names()) {
		return nil
	}
	copy(out.MG, w.MG)
	copy(out.EG, w.EG)
	return out
}
