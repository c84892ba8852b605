package compare

import (
	"reflect"

	"bestiary/engine/eval"
	"bestiary/engine/variant"
	"bestiary/experiments/estimate"
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

// String returns the origin with the hash of the weights.
func (c choice) String() string { return c.origin + ", " + player.HashWeights(c.weights) }

// chooseWeights chooses weights for sides without their own. The sides should differ in
// their rules alone, so both or neither play with tuned weights; two sets of rules of one
// game share its weights, whatever their options.
func chooseWeights(sides [2]Side) [2]choice {
	tuned := [2]*eval.Weights{estimate.TunedWeights(sides[0].Game), estimate.TunedWeights(sides[1].Game)}
	if samePieces(sides[0].Game.Variant, sides[1].Game.Variant) {
		for i, other := range []*eval.Weights{tuned[1], tuned[0]} {
			if tuned[i] == nil && other != nil {
				tuned[i] = estimate.Transferred(other, sides[i].Game)
			}
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

// samePieces reports whether the same pieces play on the same board.
func samePieces(a, b *variant.Variant) bool {
	return a.Files == b.Files && a.Ranks == b.Ranks && reflect.DeepEqual(a.Pieces, b.Pieces)
}
