package fsfini

import (
	"bestiary/internal/toml"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/variant"
)

const chessStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// start is the content of startFen.
type start struct {
	array variant.Array
	fen   string // the placement as it is written
	hand  string // the letters of the pieces in hand, in the case of their side
	// rights are the castling rights, "" for none.
	rights string
	checks string // that each side must give, as in "3+3"; "" if it is not said
	// waiting are the letters of White's gates from left to right.
	waiting string
	holes   []string
}

// has says whether a side has a piece with a letter, upper case, on the board or in hand.
func (s *start) has(letter string, black bool) bool {
	if letter == "" {
		return false
	}
	if black {
		letter = strings.ToLower(letter)
	}
	return strings.Contains(s.hand, letter) || strings.Contains(strings.ToUpper(s.waiting), strings.ToUpper(letter)) ||
		slices.ContainsFunc(s.array, func(row []byte) bool { return strings.Contains(string(row), letter) })
}

// count is the number of pieces with a letter, upper case, that a side has on the board
// and in hand.
func (s *start) count(letter string, black bool) int {
	if letter == "" {
		return 0
	}
	if black {
		letter = strings.ToLower(letter)
	}
	n := strings.Count(s.hand, letter)
	for _, row := range s.array {
		n += strings.Count(string(row), letter)
	}
	return n
}

// lowestPawns is the lowest rank, from 0 from the owner's side, on which White and Black
// have pieces with double steps: 0 where they could be dropped.
func (s *start) lowestPawns(r *reader) (white, black int) {
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
				if black {
					letter = strings.ToLower(letter)
				}
				first := piece == pawnKey || strings.Contains(r.model.moves[piece], "i")
				if first && strings.Contains(row, letter) {
					return y
				}
			}
		}
		return r.ranks
	}
	return lowest(false), lowest(true)
}

// readStart reads startFen.
func (r *reader) readStart(v *variant.Variant) {
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
		r.lose("startFen", "Black moves first", "White does")
	}
	if len(fields) > 2 && strings.Trim(fields[2], "0123456789+") != "" && fields[2] != "-" {
		r.start.rights = fields[2]
	}
	if i := slices.IndexFunc(fields[1:], func(f string) bool { return strings.Contains(f, "+") }); i >= 0 {
		r.start.checks = fields[i+1]
	}
	if len(fields) > 3 && len(fields[3]) > 1 && fields[3][0] >= 'a' && fields[3][0] <= 'p' {
		r.lose("startFen", "an en-passant square", "left out")
	}
}

// readArray reads the placement of the pieces; * is a hole.
func (r *reader) readArray(placement string, line int) variant.Array {
	rows := strings.Split(placement, "/")
	for i, row := range rows {
		text, holes := withoutHoles(row)
		for _, file := range holes {
			if i < r.ranks {
				r.start.holes = append(r.start.holes, variant.Square{File: file, Rank: r.ranks - 1 - i}.String())
			}
		}
		rows[i] = text
	}
	array, problems := variant.ReadArray(strings.Join(rows, "/"), r.files, r.ranks)
	for _, problem := range problems {
		r.Fault(line, "startFen", problem, "the rows of the board, highest rank first", "")
	}
	return array
}

// withoutHoles writes the holes of a row as empty squares, and returns their files.
func withoutHoles(row string) (text string, holes []int) {
	if !strings.Contains(row, "*") {
		return row, nil
	}
	var out strings.Builder
	file, empty := 0, 0
	write := func() {
		if empty > 0 {
			fmt.Fprint(&out, empty)
		}
		empty = 0
	}
	for i := 0; i < len(row); i++ {
		switch c := row[i]; {
		case c == '*':
			holes = append(holes, file)
			empty++
			file++
		case c >= '0' && c <= '9':
			n := int(c - '0')
			if i+1 < len(row) && row[i+1] >= '0' && row[i+1] <= '9' {
				i++
				n = 10*n + int(row[i]-'0')
			}
			empty += n
			file += n
		default:
			write()
			out.WriteByte(c)
			if c != '+' {
				file++
			}
		}
	}
	write()
	return out.String(), holes
}

// gates takes the rows of the waiting pieces off a placement: the first is
// Black's, the last White's, * is an empty place.
func (r *reader) gates(placement string, line int) string {
	rows := strings.Split(placement, "/")
	if len(rows) != r.ranks+2 {
		r.Fault(line, "startFen", fmt.Sprintf("%d rows", len(rows)),
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

func sorted(text string) string {
	letters := []byte(text)
	slices.Sort(letters)
	return string(letters)
}
