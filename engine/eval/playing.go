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
	switch o := w.Origin; {
	case w.Same(Prior(g)):
		return PriorWords
	case w.Same(Default(g)):
		return tunedWords(g)
	case o != nil && o.Games > 0:
		return "weights that were tuned with " + format.Plural(o.Games, "game")
	}
	return "weights from another source"
}

// tunedWords describes Default, if it is tuned.
func tunedWords(g *rules.Game) string {
	switch from := Default(g).Origin.From; from {
	case "":
		return TunedWords
	case g.Variant.Name:
		return "the tuned weights of " + from + " with its usual rules"
	default:
		return "the tuned weights of " + from + ", a game with the same pieces"
	}
}

// Same reports whether the terms have the same weights.
func (w *Weights) Same(other *Weights) bool {
	return slices.Equal(w.MG, other.MG) && slices.Equal(w.EG, other.EG)
}
