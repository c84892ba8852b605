package gamefile

import (
	"cmp"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// castling writes the castling rule and returns the rights.
func (w *iniWriter) castling() string {
	c := w.Game.Rules.Castling
	rank, king := w.castlingFrom()
	if c.Kind != variant.OrthodoxCastling && c.Kind != variant.Chess960Castling || rank < 0 {
		w.set("castling", false)
		return "-"
	}
	left := c.TowardsA()
	to, from := king+c.KingSteps, king-left.KingSteps
	if c.Kind == variant.Chess960Castling {
		w.set("chess960", true)
		to, from = w.Game.Files-2, 2
	}
	w.set("castlingRank", rank+1)
	w.set("castlingKingFile", string(rune('a'+king)))
	for _, square := range []struct {
		key  string
		file int
	}{{"castlingKingsideFile", to}, {"castlingQueensideFile", from}} {
		if square.file >= 0 && square.file < w.Game.Files {
			w.set(square.key, string(rune('a'+square.file)))
		}
	}
	if c.King != "" || w.pseudoRoyal() {
		w.set("castlingKingPiece", strings.ToLower(w.castler().Symbol))
	}
	partners := w.letters(unique(append(c.Partners(false), left.Partner)))
	w.set("castlingRookPieces", partners)
	return w.rights(rank, king, partners)
}

// castlingFrom returns the rank, from its own side, and the file of a king that castles,
// or -1 if there is none.
func (w *iniWriter) castlingFrom() (rank, file int) {
	for _, black := range []bool{false, true} {
		for y, row := range w.Array {
			if file := slices.Index(row, sided(w.castler().Symbol, black)[0]); file >= 0 && black {
				return w.Game.Ranks - 1 - y, file
			} else if file >= 0 {
				return y, file
			}
		}
	}
	return -1, -1
}

// castler returns the piece that castles as the king.
func (w *iniWriter) castler() *variant.Piece {
	if name := w.Game.Rules.Castling.King; name != "" {
		return w.Piece(name)
	}
	return w.Royal()
}

// rights returns the castling rights at the start: for sides with a partner on the king's
// rank.
func (w *iniWriter) rights(rank, king int, partners string) string {
	var rights strings.Builder
	for _, black := range []bool{false, true} {
		row, letters := string(w.Array[rank]), strings.ToUpper(partners)
		if black {
			row, letters = string(w.Array[w.Game.Ranks-1-rank]), partners
		}
		if at := strings.IndexAny(row, sided(w.castler().Symbol, black)); at >= 0 {
			for right, part := range []string{row[at:], row[:at]} {
				letter := sided("KQ"[right:right+1], black)
				if own := w.Game.Rules.Castling.Rights; strings.ContainsAny(part, letters) && (own == "" || strings.Contains(own, letter)) {
					rights.WriteString(letter)
				}
			}
		}
	}
	return cmp.Or(rights.String(), "-")
}

// sided returns the letter of a side for an upper-case letter.
func sided(letter string, black bool) string {
	if black {
		return strings.ToLower(letter)
	}
	return letter
}
