package measure

import (
	"reflect"
	"slices"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/run"
	"bestiary/selfplay/player"
)

// Side is one of the two sets of rules.
type Side struct {
	// Game is the game that is played.
	Game *rules.Game
	// Weights are the engine's weights; nil means the tuned ones that come with
	// the program if it has them for the games of both sides, else the mobility
	// prior.
	Weights *eval.Weights
}

// maxLabel is the maximum length of a label, in characters.
const maxLabel = 40

// Labels returns short names that distinguish two games: the options in which they differ if they
// are the same game, otherwise their names.
func Labels(a, b *variant.Variant) [2]string {
	out := [2]string{a.Name, b.Name}
	if a.Name == b.Name {
		if options := [2]string{differing(a, b), differing(b, a)}; options[0] != "" && options[1] != "" {
			out = options
		}
	}
	for i := range out {
		out[i] = shortened(out[i], maxLabel)
	}
	if out[0] == out[1] {
		for i, v := range []*variant.Variant{a, b} {
			out[i] = shortened(out[i], maxLabel-7) + " " + v.Hash()[:6]
		}
	}
	return out
}

// differing lists the options in which a differs from b. Settings that follow from one of
// the game's own options are not listed again.
func differing(a, b *variant.Variant) string {
	var list []string
	b = b.Clone()
	settings, others := a.Settings(), b.Settings()
	for _, own := range []bool{true, false} {
		for _, s := range settings {
			if (s.Field == "") != own || slices.Contains(others, s) {
				continue
			}
			list = append(list, s.Name+"="+s.Value)
			if own && b.Override(s.Name, s.Value) == nil {
				others = b.Settings()
			}
		}
	}
	return strings.Join(list, ", ")
}

// shortened cuts a string to the given number of characters.
func shortened(text string, limit int) string {
	r := []rune(text)
	if len(r) <= limit {
		return text
	}
	return string(r[:limit-1]) + "…"
}

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
	tuned := [2]*eval.Weights{run.TunedWeights(sides[0].Game), run.TunedWeights(sides[1].Game)}
	if samePieces(sides[0].Game.Variant, sides[1].Game.Variant) {
		for i := range tuned { // a side without weights of its own takes those of the other
			if other := tuned[1-i]; other != nil && (tuned[i] == nil || tuned[i].Origin.From != "") {
				tuned[i] = run.Transferred(other, sides[i].Game)
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
