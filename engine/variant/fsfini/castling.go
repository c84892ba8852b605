package fsfini

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// castle describes how a side castles to one side of the board.
type castle struct {
	partner string // the key of the piece
	steps   int    // of the king; 0 if it does not castle
}

// castling derives the rule from the files where the king starts and lands.
func (r *reader) castling(v *variant.Variant) variant.Castling {
	none := variant.Castling{Kind: variant.NoCastling}
	if !r.flag("castling") || r.start.rights == "" {
		return none
	}
	king := r.get("castlingKingPieceWhite").pieces
	if len(king) != 1 || !slices.Equal(r.get("castlingKingPieceBlack").pieces, king) {
		r.lose("castlingKingPieceWhite", "several pieces that castle as the king, or not the same for both sides", "no castling")
		return none
	}
	left, leftBlack := r.castle(king[0], 'Q', false), r.castle(king[0], 'q', true)
	right, rightBlack := r.castle(king[0], 'K', false), r.castle(king[0], 'k', true)
	a, sameA := both(left, leftBlack)
	h, sameH := both(right, rightBlack)
	// A side without a king or a partner in the array does not castle.
	white, black := left != castle{} || right != castle{}, leftBlack != castle{} || rightBlack != castle{}
	rule := variant.Castling{Kind: variant.OrthodoxCastling, KingSteps: cmp.Or(h.steps, a.steps), Partner: r.names[cmp.Or(h.partner, a.partner)]}
	switch {
	case !white && !black:
		return none
	case !sameA && white && black, !sameH && white && black:
		r.lose("castling", "the sides castle in different ways", "no castling")
		return none
	case a.steps != 0 && h.steps != 0 && a.steps != h.steps:
		rule.ASideKingSteps = a.steps
	}
	if r.flag("chess960") {
		return r.shuffled(rule)
	}
	if shortest := min(cmp.Or(a.steps, h.steps), rule.KingSteps); shortest < variant.MinKingSteps || max(a.steps, h.steps) > variant.MaxKingSteps {
		r.lose("castling", fmt.Sprintf("the king goes %d squares to one side and %d to the other", a.steps, h.steps), "no castling")
		return variant.Castling{Kind: variant.NoCastling, Partner: rule.Partner}
	}
	if a.partner != "" && h.partner != "" && a.partner != h.partner {
		rule.ASidePartner = r.names[a.partner]
	}
	if v.Rules.Royals != variant.OneRoyal && (!r.royals()[king[0]] || king[0] != kingKey) {
		rule.King = r.names[king[0]]
	}
	return rule
}

// shuffled returns Chess960 castling, which works for any array.
func (r *reader) shuffled(rule variant.Castling) variant.Castling {
	if r.file(r.get("castlingKingsideFile")) != r.files-2 || r.file(r.get("castlingQueensideFile")) != 2 {
		r.lose("chess960", "castling from shuffled arrays to other files than the third and the last but one", "from this array")
		return rule
	}
	return variant.Castling{Kind: variant.Chess960Castling, Partner: rule.Partner}
}

// both merges how White and Black castle on one side of the board, and reports whether
// they castle alike.
func both(a, b castle) (castle, bool) {
	return castle{max(a.partner, b.partner), max(a.steps, b.steps)}, a == b
}

// castle finds how a side castles, given the rights in startFen and the piece nearest to
// the corner.
func (r *reader) castle(kingPiece string, right rune, black bool) castle {
	rookKey, rank := "castlingRookPiecesWhite", r.number("castlingRank", 1, variant.MaxSide)-1
	if black {
		rookKey = "castlingRookPiecesBlack"
	}
	if rank >= r.ranks {
		return castle{}
	}
	row := r.start.array[rank]
	if black {
		row = r.start.array[r.ranks-1-rank]
	}
	king := r.castlingKing(kingPiece, row, black)
	to := r.file(r.get("castlingKingsideFile"))
	from, step := min(r.file(r.get("castlingRookKingsideFile")), r.files-1), -1
	if right == 'Q' || right == 'q' {
		to, from, step = r.file(r.get("castlingQueensideFile")), r.file(r.get("castlingRookQueensideFile")), 1
	}
	for file := from; file >= 0 && file < r.files && king >= 0; file += step {
		piece := r.model.pieceOf(rune(row[file]))
		if row[file] == 0 || (row[file] >= 'a') != black || !slices.Contains(r.get(rookKey).pieces, piece) {
			continue
		}
		if (file-king)*step > 0 { // behind the king
			return castle{}
		}
		if !strings.ContainsRune(r.start.rights, right) {
			r.lose("startFen", "no right to castle although king and partner are there", "with it")
		}
		return castle{piece, (king - to) * step}
	}
	return castle{}
}

// castlingKing returns the file of the king on a rank, or -1 if there is none.
func (r *reader) castlingKing(piece string, row []byte, black bool) int {
	letter := r.model.letters[piece]
	if letter == "" {
		return -1
	}
	if black {
		letter = strings.ToLower(letter)
	}
	first, last := strings.Index(string(row), letter), strings.LastIndex(string(row), letter)
	if first != last {
		return r.file(r.get("castlingKingFile"))
	}
	r.get("castlingKingFile")
	return first
}
