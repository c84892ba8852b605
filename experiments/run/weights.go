package run

import (
	"slices"
	"sync"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
)

// Provenance describes playing weights in words, to complete a sentence such as "The engine
// played with …". It compares the weights themselves and ignores the configuration that they
// came from.
func Provenance(g *rules.Game, w *eval.Weights) string {
	bases := []struct {
		name    string
		weights *eval.Weights
	}{
		{eval.PriorWords, eval.Prior(g)},
		{eval.TunedWords, TunedWeights(g)},
	}
	for _, b := range bases {
		if same(w, b.weights) {
			return b.name
		}
	}
	for _, b := range bases {
		if b.weights != nil && same(w, WithMaterial(g, b.weights, w)) {
			return b.name + ", except that the value of each piece was learned from earlier games"
		}
	}
	return eval.Provenance(g, w)
}

// TunedWeights returns the weights that come with the program for the game or, if its
// rules have been changed, for the game of the same name in the catalogue; nil if there are
// none with the same terms.
func TunedWeights(g *rules.Game) *eval.Weights {
	w, ok := tuned.Load(g.Variant.Name)
	if !ok {
		w, _ = tuned.LoadOrStore(g.Variant.Name, catalogueWeights(g))
	}
	if w := w.(*eval.Weights); w != nil {
		return Transferred(w, g)
	}
	return nil
}

// tuned has what catalogueWeights returned, by the name of the game: a study asks for each of its runs.
var tuned sync.Map

// catalogueWeights returns the tuned weights for the game of the same name in the catalogue, nil if
// there are none.
func catalogueWeights(g *rules.Game) *eval.Weights {
	v, err := variant.Find(g.Variant.Name)
	if err != nil {
		return nil
	}
	if v.Hash() != g.Variant.Hash() {
		if g, err = rules.Compile(v); err != nil {
			return nil
		}
	}
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
	return out
}

func same(a, b *eval.Weights) bool {
	return b != nil && a.Same(b)
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

// StartWeights returns the weights that players start with: the built-in tuned weights for the
// game, or for the catalogue game of the same name with other options; otherwise the weights of
// the mobility prior. Better play makes the results depend more on the pieces.
func StartWeights(g *rules.Game) *eval.Weights {
	if w := TunedWeights(g); w != nil {
		return w
	}
	return eval.Prior(g)
}

// LearnsTerms reports whether learning rounds from these weights fit all terms of the evaluation, as
// they do for the weights of the prior. Tuned weights only learn the values of pieces.
func LearnsTerms(g *rules.Game, start *eval.Weights) bool {
	return same(start, eval.Prior(g)) && start.Network == nil
}
