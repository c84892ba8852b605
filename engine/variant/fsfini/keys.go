package fsfini

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"bestiary/engine/variant"
	"bestiary/engine/variant/internal/importing"
)

// ruleKeys are the keys that the reader follows, pieces apart.
var ruleKeys = []string{
	"maxFile", "maxRank", "startFen", "chess960",
	"promotionRegionWhite", "promotionRegionBlack", "promotionPieceTypes", "promotionPawnTypes", "mandatoryPawnPromotion", "immobilityIllegal",
	"doubleStep", "doubleStepRegionWhite", "doubleStepRegionBlack", "tripleStepRegionWhite", "tripleStepRegionBlack",
	"castling", "castlingKingFile", "castlingKingsideFile", "castlingQueensideFile", "castlingRookPieces",
	"nMoveRule", "nFoldRule", "stalemateValue", "gating", "commitGates",
}

// aids are the keys that only help the program to play.
var aids = []string{"pieceValueMg", "pieceValueEg", "endgameEval", "nnueAlias", "pieceToCharTable", "variantTemplate", "pocketSize"}

//go:embed orthodox.tsv
var orthodoxTable string

// orthodox has the values of orthodox chess for keys of rules that a game file cannot
// express; "" where no value is harmless.
var orthodox = sync.OnceValue(func() map[string]string {
	values := map[string]string{}
	for _, row := range importing.Table(orthodoxTable) {
		values[row[0]] = row[1]
	}
	return values
})

// checkKeys warns of the keys that are not followed.
func (r *reader) checkKeys() {
	keys := make([]string, 0, len(r.settings))
	for key := range r.settings {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		s := r.settings[key]
		harmless, known := orthodox()[key]
		switch {
		case slices.Contains(ruleKeys, key), isPieceKey(key), slices.Contains(aids, key), strings.HasPrefix(key, "mobilityRegion") && s.value == "-":
		case known && harmless != "" && harmless == s.value:
		case known || strings.HasPrefix(key, "mobilityRegion"):
			r.Warn("unsupported-key", s.line, key, "%s has no counterpart in a game file; left out", variant.Quote(s.value))
		default:
			r.Warn("unknown-key", s.line, key, "is not known; left out%s", didYouMean(key))
		}
	}
}

func didYouMean(key string) string {
	known := slices.Clone(ruleKeys)
	for _, p := range standardPieces() {
		known = append(known, p.key)
	}
	if near := variant.Nearest(key, append(known, "customPiece1")); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
