package run

import (
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
)

// Provenance describes playing weights in words, to complete a sentence such as "The engine
// played with …". It compares the weights themselves and ignores the configuration that they
// came from.
func Provenance(g *rules.Game, w *eval.Weights) string {
	bases := []*eval.Weights{eval.Prior(g), eval.Default(g)}
	if !slices.ContainsFunc(bases, w.Same) {
		for _, base := range bases {
			if w.Same(WithMaterial(g, base, w)) {
				return eval.Provenance(g, base) + ", except that the value of each piece was learned from earlier games"
			}
		}
	}
	return eval.Provenance(g, w)
}

// TunedWeights returns the tuned weights that come with the program for the game or for the nearest
// game of the catalogue, as eval.Default; nil if there are none.
func TunedWeights(g *rules.Game) *eval.Weights {
	if w := eval.Default(g); w.Origin != nil {
		return w
	}
	return nil
}

// Transferred returns the same weights for another game; nil if that has other terms.
func Transferred(w *eval.Weights, g *rules.Game) *eval.Weights {
	out := eval.Prior(g)
	if !slices.Equal(out.Names(), w.Names()) {
		return nil
	}
	copy(out.MG, w.MG)
	copy(out.EG, w.EG)
	out.Origin = w.Origin
	return out
}

// WithMaterial returns base with the values of pieces of w.
func WithMaterial(g *rules.Game, base, w *eval.Weights) *eval.Weights {
	out := base.Clone()
	for _, t := range g.Types() {
		if t != g.Royal() {
			mg, eg := w.Material(t)
			out.SetMaterial(t, mg, eg)
		}
	}
	return out
}

// LearnsTerms reports whether learning rounds from these weights fit all terms of the evaluation, as
// they do for the weights of the prior. Tuned weights only learn the values of pieces.
func LearnsTerms(g *rules.Game, start *eval.Weights) bool {
	return start.Origin == nil && start.Network == nil && (start.Same(eval.Prior(g)) || start.Same(eval.Default(g)))
}
