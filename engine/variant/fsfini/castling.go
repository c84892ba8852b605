package fsfini

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

// castle is how a side castles to one side of the board.
type castle struct {
	partner string // the key of the piece
	steps   int    // of the king; 0 where it does not castle
}

// castling makes the rule from the files on which the king starts and lands.
func (r *reader) castling(v *variant.Variant) variant.Castling {
	none := variant.Castling{Kind: variant.NoCastling}
	if !r.flag("castling") || r.start.rights == "" {
		return none
	}
	if s := r.get("castlingKingPieceWhite"); len(s.pieces) != 1 || s.pieces[0] != kingKey || !slices.Equal(r.get("castlingKingPieceBlack").pieces, s.pieces) {
		r.lose("castlingKingPieceWhite", "another piece castles than the royal one", "no castling")
		return none
	}
	if r.flag("chess960") {
		r.lose("chess960", "castling from shuffled arrays", "from this array")
	}
	left, leftBlack := r.castle('Q', false), r.castle('q', true)
	right, rightBlack := r.castle('K', false), r.castle('k', true)
	both := func(a, b castle) (castle, bool) { // the sides castle in the same way, as far as they do
		return castle{max(a.partner, b.partner), max(a.steps, b.steps)}, a == b
	}
	a, sameA := both(left, leftBlack)
	h, sameH := both(right, rightBlack)
	rule := variant.Castling{Kind: variant.OrthodoxCastling, KingSteps: max(h.steps, a.steps)}
	if h.steps > 0 {
		rule.KingSteps = h.steps
	}
	switch least := min(a.steps, h.steps); {
	case a.partner == "" && h.partner == "":
		return none
	case !sameA || !sameH || a.partner == "" || h.partner == "":
		r.lose("castling", "the sides castle in different ways, or to one side only", "no castling")
		return none
	case least < variant.MinKingSteps || rule.KingSteps > variant.MaxKingSteps:
		r.lose("castling", fmt.Sprintf("the king goes %d squares to one side and %d to the other", a.steps, h.steps), "no castling")
		return variant.Castling{Kind: variant.NoCastling, Partner: r.names[h.partner]}
	case a.steps != h.steps:
		rule.ASideKingSteps = a.steps
	}
	rule.Partner = r.names[h.partner]
	if a.partner != h.partner {
		rule.ASidePartner = r.names[a.partner]
	}
	return rule
}

// castle finds how a side castles: as the rights of startFen say, with the piece that
// stands nearest to the corner.
func (r *reader) castle(right rune, black bool) castle {
	rookKey, rank := "castlingRookPiecesWhite", r.number("castlingRank", 1, variant.MaxSide)-1
	if black {
		rookKey = "castlingRookPiecesBlack"
	}
	if !strings.ContainsRune(r.start.rights, right) || rank >= r.ranks {
		return castle{}
	}
	row := r.start.array[rank]
	if black {
		row = r.start.array[r.ranks-1-rank]
	}
	king := r.castlingKing(row, black)
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
		return castle{piece, (king - to) * step}
	}
	return castle{}
}

// castlingKing is the file of the king on a rank, -1 if there is none.
func (r *reader) castlingKing(row []byte, black bool) int {
	letter := r.model.letters[kingKey]
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
