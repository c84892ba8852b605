package fsfini

import (
	"slices"
	"strings"

	"bestiary/engine/variant"
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

// orthodox are keys that say nothing new when they have these values. Any other
// value is a rule that a game file cannot express.
var orthodox = map[string][]string{
	"blastOnCapture": {"false"}, "bikjangRule": {"false"}, "cambodianMoves": {"false"},
	"capturesToHand": {"false"}, "castlingDroppedPiece": {"false"}, "castlingKingPiece": {"k"}, "castlingRank": {"1"},
	"castlingRookKingsideFile": nil, "castlingRookQueensideFile": nil, "castlingWins": {"-"},
	"chasingRule": {"none"}, "checkCounting": {"false"}, "checking": {"true"}, "checkmateValue": {"loss"},
	"connectN": {"0"}, "countingRule": {"none"}, "diagonalLines": {"-"}, "dropChecks": {"true"}, "dropLoop": {"false"},
	"dropNoDoubled": {"-"}, "dropNoDoubledCount": {"1"}, "dropOnTop": {"false"}, "dropOppositeColoredBishop": {"false"},
	"dropPromoted": {"false"}, "enPassantRegion": {"-"}, "enPassantTypes": {"p"}, "enclosingDrop": {"none"},
	"enclosingDropStart": {"-"}, "extinctionClaim": {"false"}, "extinctionOpponentPieceCount": {"0"},
	"extinctionPieceCount": {"0"}, "extinctionPieceTypes": {"-"}, "extinctionPseudoRoyal": {"false"},
	"extinctionValue": {"none"}, "firstRankPawnDrops": {"false"}, "flagMove": {"false"}, "flagPiece": {"-"},
	"flagPieceWhite": {"-"}, "flagPieceBlack": {"-"},
	"flagRegionBlack": {"-"}, "flagRegionWhite": {"-"}, "flipEnclosedPieces": {"none"}, "flyingGeneral": {"false"},
	"makpongRule": {"false"}, "mandatoryPiecePromotion": {"false"}, "materialCounting": {"none"},
	"mobilityRegion": nil, "moveRepetitionIllegal": {"false"}, "mustCapture": {"false"}, "mustDrop": {"false"},
	"mustDropType": {"*"}, "nFoldValue": {"draw"}, "nFoldValueAbsolute": {"false"}, "nMoveRuleTypes": {"p"},
	"oppositeCastling": {"false"}, "pass": {"false"}, "passOnStalemate": {"false"}, "perpetualCheckIllegal": {"false"},
	"petrifyOnCapture": {"false"}, "petrifyOnCaptureTypes": {"-"}, "pieceDemotion": {"false"}, "pieceDrops": {"false"},
	"piecePromotionOnCapture": {"false"}, "promotedPieceType": {"-"}, "promotionLimit": {"-"},
	"promotionZonePawnDrops": {"false"}, "seirawanGating": {"false"}, "shatarMateRule": {"false"},
	"shogiPawnDropMateIllegal": {"false"}, "sittuyinPromotion": {"false"}, "sittuyinRookDrop": {"false"},
	"soldierPromotionRank": {"1"}, "stalematePieceCount": {"false"}, "twoBoards": {"false"},
	"wallingRule": {"none"}, "whiteDropRegion": nil, "blackDropRegion": nil,
}

// checkKeys warns of the keys that are not followed.
func (r *reader) checkKeys() {
	keys := make([]string, 0, len(r.settings))
	for key := range r.settings {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		s := r.settings[key]
		harmless, known := orthodox[key]
		switch {
		case slices.Contains(ruleKeys, key), isPieceKey(key), slices.Contains(aids, key), strings.HasPrefix(key, "mobilityRegion") && s.value == "-":
		case known && slices.Contains(harmless, s.value):
		case known || strings.HasPrefix(key, "mobilityRegion"):
			r.Warn("unsupported-key", s.line, key, "%s has no counterpart in a game file; left out", variant.Quote(s.value))
		default:
			r.Warn("unknown-key", s.line, key, "is not known; left out%s", didYouMean(key))
		}
	}
}

func didYouMean(key string) string {
	known := slices.Clone(ruleKeys)
	for _, p := range standardPieces {
		known = append(known, p.key)
	}
	if near := variant.Nearest(key, append(known, "customPiece1")); near != "" {
		return "; did you mean " + near + "?"
	}
	return ""
}
