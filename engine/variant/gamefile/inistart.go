package gamefile

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// start is the content of startFen.
type start struct {
	turn  variant.FirstTurn
	array variant.Array
	fen   string // the placement as written
	hand  string // letters of the pieces in hand, in the case of their side
	// rights holds the castling rights, "" for none.
	rights string
	checks string // to win, for each side, as in "3+3"; "" if not given
	// waiting holds the letters of White's gates from left to right.
	waiting string
	holes   []string
}

// has reports whether a side has a piece with an upper-case letter on the board, in hand
// or waiting.
func (s *start) has(letter string, black bool) bool {
	return letter != "" && (s.count(letter, black) > 0 || strings.Contains(s.waiting, letter))
}

// count returns how many pieces with an upper-case letter a side has on the board and in
// hand.
func (s *start) count(letter string, black bool) int {
	if letter == "" {
		return 0
	}
	return strings.Count(s.hand, sided(letter, black)) + len(s.array.Squares(letter, black))
}

// lowestPawns returns, for White and Black, the lowest rank with a piece that has double
// steps, counted from 0 from the owner's side, or 0 if such pieces may be dropped.
func (s *start) lowestPawns(r *iniReader) (white, black int) {
	if r.is("pieceDrops") {
		return 0, 0
	}
	lowest := func(black bool) int {
		for y := range r.ranks {
			row := string(s.array[y])
			if black {
				row = string(s.array[r.ranks-1-y])
			}
			for piece, letter := range r.model.letters {
				first := piece == pawnKey || strings.Contains(r.model.moves[piece], "i")
				if first && strings.Contains(row, sided(letter, black)) {
					return y
				}
			}
		}
		return r.ranks
	}
	return lowest(false), lowest(true)
}

// readStart reads startFen.
func (r *iniReader) readStart(v *variant.Variant) {
	s := r.get("startFen")
	text, line := s.value, s.line
	if text == "-" {
		text = chessStart
	}
	fields := strings.Fields(text)
	if len(fields) == 0 || len(text) > 2048 {
		r.Fault(line, "startFen", toml.Quote(text), "a FEN", "")
		return
	}
	placement, hands, _ := strings.Cut(strings.TrimSuffix(fields[0], "]"), "[")
	r.start.hand, r.start.fen = strings.Trim(hands, "-"), placement
	if r.flag("commitGates") {
		placement = r.gates(placement, line)
	}
	r.start.array = r.readArray(placement, line)
	if r.start.array == nil {
		return
	}
	v.Array, v.Holes = r.start.array.String(), r.start.holes
	if len(fields) > 1 && fields[1] == "b" {
		r.start.turn = variant.BlackMovesFirst
	}
	if len(fields) > 2 && strings.Trim(fields[2], "0123456789+") != "" && fields[2] != "-" {
		r.start.rights = fields[2]
	}
	if i := slices.IndexFunc(fields[1:], func(f string) bool { return strings.Contains(f, "+") }); i >= 0 {
		r.start.checks = fields[i+1]
	}
	r.loseIf(len(fields) > 3 && len(fields[3]) > 1 && fields[3][0] >= 'a' && fields[3][0] <= 'p',
		"startFen", "an en-passant square", "left out")
}

// readArray reads the placement of the pieces and the holes.
func (r *iniReader) readArray(placement string, line int) variant.Array {
	array, holes, problems := variant.ReadArrayWithHoles(placement, r.files, r.ranks)
	for _, problem := range problems {
		r.Fault(line, "startFen", problem, "the rows of the board, highest rank first", "")
	}
	for _, hole := range holes {
		r.start.holes = append(r.start.holes, hole.String())
	}
	return array
}

// gates removes the rows of waiting pieces from a placement: the first is Black's, the
// last White's, and * marks an empty place.
func (r *iniReader) gates(placement string, line int) string {
	rows := strings.Split(placement, "/")
	if len(rows) != r.ranks+2 {
		r.Fault(line, "startFen", format.Plural(len(rows), "row"),
			fmt.Sprintf("%d, with one for the waiting pieces of each side", r.ranks+2), "")
		return ""
	}
	black, white := rows[0], rows[len(rows)-1]
	for _, row := range []string{black, white} {
		if len(row) != r.files {
			r.Fault(line, "startFen", fmt.Sprintf("the row %s of waiting pieces", toml.Quote(row)),
				fmt.Sprintf("%d letters or asterisks", r.files), "")
			return ""
		}
	}
	waiting := strings.ReplaceAll(white, "*", "")
	other := strings.ToUpper(strings.ReplaceAll(black, "*", ""))
	if sorted(waiting) != sorted(other) || waiting != strings.ToUpper(waiting) {
		r.Fault(line, "startFen", fmt.Sprintf("the waiting pieces %s and %s", toml.Quote(white), toml.Quote(black)), "the same pieces for both sides", "")
		return ""
	}
	for _, letter := range waiting {
		if r.model.pieceOf(letter) == "" {
			r.Fault(line, "startFen", toml.Quote(string(letter))+" is no piece's letter", "the letters of pieces", "")
			return ""
		}
	}
	r.start.waiting = waiting
	r.Warn("placement", line, "startFen", "the places %s and %s of the waiting pieces are not kept: the players choose them", toml.Quote(white), toml.Quote(black))
	return strings.Join(rows[1:len(rows)-1], "/")
}

// phaseValue is a key of Fairy-Stockfish for the values of pieces, and the worth of a point in its units.
type phaseValue struct {
	key   string
	point float64
}

// phaseValues lists the keys for the middle game and the endgame. Fairy-Stockfish values a knight at
// 781 and 854, a bishop at 825 and 915, a rook at 1276 and 1380, and a queen at 2538 and 2682. A point
// is defined by the geometric mean of these four pieces, which makes it 252.3 and 273.7.
var phaseValues = []phaseValue{{"pieceValueMg", 252.3}, {"pieceValueEg", 273.7}}

// largestValue is the largest value of a piece that is written, a third of a mate.
const largestValue = 10000

// INIValues returns lines with the values of pieces, given in points by name, for the end of the section
// that WriteINI writes. It leaves some pieces to Fairy-Stockfish's own values: those without a value,
// royal pieces, which are never exchanged, promoted forms, which may have another letter in the section,
// and pawns, whose other terms were tuned together with their value.
func INIValues(v *variant.Variant, points map[string]float64) string {
	var text strings.Builder
	for _, phase := range phaseValues {
		var list []string
		for _, p := range v.Pieces {
			value := math.Round(points[p.Name] * phase.point)
			if p.Royal || p.Pawn || p.PromotedFrom != "" || !(value >= 1) { // 0 means no value
				continue
			}
			list = append(list, fmt.Sprintf("%s:%.0f", strings.ToLower(p.Symbol), min(value, largestValue)))
		}
		if len(list) > 0 {
			fmt.Fprintf(&text, "%s = %s\n", phase.key, strings.Join(list, " "))
		}
	}
	return text.String()
}
