package estimate

import (
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// Provenance describes playing weights in words, to complete a sentence such as "The engine
// played with …". It compares the weights themselves and ignores the configuration that they
// came from.
func Provenance(g *rules.Game, w *eval.Weights) string {
	bases := []struct {
		name    string
		weights *eval.Weights
	}{
		{"the weights of the mobility prior, which nobody has tuned", eval.Prior(g)},
		{"the tuned weights that come with the program", TunedWeights(g)},
	}
	for _, b := range bases {
		if sameWeights(w, b.weights) {
			return b.name
		}
	}
	for _, b := range bases {
		if b.weights != nil && sameWeights(w, withMaterial(g, b.weights, w)) {
			return b.name + ", except that the value of each piece was learned from earlier games"
		}
	}
	if o := w.Origin; o != nil && o.Games > 0 {
		return "weights that were tuned with " + format.Plural(o.Games, "game")
	}
	return "weights from another source"
}

// TunedWeights returns the weights that come with the program for the game or, if its
// rules have been changed, for the game of the same name in the catalogue; nil if there are
// none with the same terms.
func TunedWeights(g *rules.Game) *eval.Weights {
	v, err := variant.Find(g.Variant.Name)
	if err != nil {
		return nil
	}
	base := g
	if v.Hash() != g.Variant.Hash() {
		if base, err = rules.Compile(v); err != nil {
			return nil
		}
	}
	w := eval.Default(base)
	if w.Origin == nil {
		return nil
	}
	return Transferred(w, g)
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

func sameWeights(a, b *eval.Weights) bool {
	return b != nil && slices.Equal(a.MG, b.MG) && slices.Equal(a.EG, b.EG)
}

// withMaterial returns base with the values of pieces of w.
func withMaterial(g *rules.Game, base, w *eval.Weights) *eval.Weights {
	out := base.Clone()
	for _, t := range g.Types() {
		if t != g.Royal() {
			mg, eg := w.Material(t)
			out.SetMaterial(t, mg, eg)
		}
	}
	return out
}
