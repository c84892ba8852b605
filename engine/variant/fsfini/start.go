package fsfini

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// start is the content of startFen.
type start struct {
	array variant.Array
	// castles says that the FEN has castling rights.
	castles bool
	// waiting are the letters of White's gates from left to right.
	waiting string
}

// readStart reads startFen.
func (r *reader) readStart(v *variant.Variant) {
	text, line := r.value("startFen", chessStart)
	fields := strings.Fields(text)
	if len(fields) == 0 || len(text) > 2048 {
		r.Fault(line, "startFen", variant.Quote(text), "a FEN", "")
		return
	}
	placement, hands, hasHands := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	if hasHands && strings.Trim(hands, "-") != "" {
		r.Warn("hand", line, "startFen", "the pieces in hand %s are left out", variant.Quote(hands))
	}
	if r.flag("commitGates", false) {
		placement = r.gates(v, placement, line)
	}
	array, problems := variant.ReadArray(placement, r.files, r.ranks)
	for _, problem := range problems {
		r.Fault(line, "startFen", problem, "the rows of the board, highest rank first", "")
	}
	r.start.array = array
	v.Array = array.String()
	if len(fields) > 1 && fields[1] != "w" {
		r.Warn("start", line, "startFen", "the side to move is %s; White moves first here", variant.Quote(fields[1]))
	}
	r.start.castles = len(fields) > 2 && fields[2] != "-"
	if len(fields) > 3 && fields[3] != "-" {
		r.Warn("start", line, "startFen", "the en-passant square %s is left out", variant.Quote(fields[3]))
	}
}

// gates takes the rows of the waiting pieces off a placement: the first is
// Black's, the last White's, * is an empty place.
func (r *reader) gates(v *variant.Variant, placement string, line int) string {
	rows := strings.Split(placement, "/")
	if len(rows) != r.ranks+2 {
		r.Fault(line, "startFen", fmt.Sprintf("%d rows", len(rows)),
			fmt.Sprintf("%d, with one for the waiting pieces of each side", r.ranks+2), "")
		return ""
	}
	black, white := rows[0], rows[len(rows)-1]
	for _, row := range []string{black, white} {
		if len(row) != r.files {
			r.Fault(line, "startFen", fmt.Sprintf("the row %s of waiting pieces", variant.Quote(row)),
				fmt.Sprintf("%d letters or asterisks", r.files), "")
			return ""
		}
	}
	waiting := strings.ReplaceAll(white, "*", "")
	other := strings.ToUpper(strings.ReplaceAll(black, "*", ""))
	if sorted(waiting) != sorted(other) || waiting != strings.ToUpper(waiting) {
		r.Fault(line, "startFen", fmt.Sprintf("the waiting pieces %s and %s", variant.Quote(white), variant.Quote(black)), "the same pieces for both sides", "")
		return ""
	}
	for i := range len(waiting) {
		if byLetter(v, waiting[i]) == nil {
			r.Fault(line, "startFen", variant.Quote(waiting[i:i+1])+" is no piece's letter", "the letters of pieces", "")
			return ""
		}
	}
	r.start.waiting = waiting
	r.Warn("placement", line, "startFen", "the places %s and %s of the waiting pieces are not kept: the players choose them", variant.Quote(white), variant.Quote(black))
	return strings.Join(rows[1:len(rows)-1], "/")
}

func sorted(text string) string {
	letters := []byte(text)
	slices.Sort(letters)
	return string(letters)
}
