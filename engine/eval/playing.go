package eval

import (
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/format"
)

// The words for weights that come with the program, to complete "plays with …".
const (
	PriorWords = "the weights of the mobility prior, which nobody has tuned"
	TunedWords = "the tuned weights that come with the program"
)

// Playing returns a sentence that describes the weights of a player. With changed rules they may differ
// from the weights of the game in the catalogue.
func Playing(player string, g *rules.Game, w *Weights) string {
	text := player + " plays " + g.Variant.Name + " with "
	if w.Network != nil {
		text += "a network and "
	}
	return text + Provenance(g, w)
}

// Provenance describes weights apart from their network, to complete "plays with …". It compares
// the weights themselves and ignores the configuration that they came from.
func Provenance(g *rules.Game, w *Weights) string {
	standard := Default(g)
	switch o := w.Origin; {
	case w.Same(Prior(g)):
		return PriorWords
	case w.Same(standard) && standard.Origin != nil && standard.Origin.From == "":
		return TunedWords
	case w.Same(standard):
		return nearest(g).words(g)
	case o != nil && o.Games > 0:
		return "weights that were tuned with " + format.Plural(o.Games, "game")
	}
	return "weights from another source"
}

// words describes the weights for the other game.
func (k *kin) words(g *rules.Game) string {
	text := "the tuned weights of " + k.game
	var kinds []string
	for _, t := range g.Types() {
		if name := g.TypeName(t); k.names[name] == "" {
			kinds = append(kinds, name)
		}
	}
	switch {
	case len(kinds) > 0:
		return text + " and, for the " + format.List(kinds, "and") + ", those of the mobility prior"
	case k.game == g.Variant.Name:
		return text + " with its usual rules"
	}
	return text + ", a game with all its pieces"
}

// Same reports whether the terms have the same weights.
func (w *Weights) Same(other *Weights) bool {
	return slices.Equal(w.MG, other.MG) && slices.Equal(w.EG, other.EG)
}
