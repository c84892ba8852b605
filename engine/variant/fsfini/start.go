package fsfini

import (
	"fmt"
	"slices"
	"strconv"
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
		r.Lose(line, "startFen", text, "pieces in hand", "left out")
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
		r.Lose(line, "startFen", text, "Black moves first", "White does")
	}
	r.start.castles = len(fields) > 2 && fields[2] != "-"
	if len(fields) > 3 && fields[3] != "-" {
		r.Lose(line, "startFen", text, "an en-passant square", "left out")
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

// value returns the value of a key and its line; a default if it is not set.
func (r *reader) value(key, standard string) (string, int) {
	if s, ok := r.settings[key]; ok {
		return s.value, s.line
	}
	return standard, 0
}

// number reads a number between two limits.
func (r *reader) number(key string, standard, low, high int) int {
	text, line := r.value(key, strconv.Itoa(standard))
	return r.Number(line, key, text, standard, low, high)
}

func (r *reader) flag(key string, standard bool) bool {
	return r.choice(key, strconv.FormatBool(standard), "true", "false") == "true"
}

func (r *reader) choice(key, standard string, words ...string) string {
	text, line := r.value(key, standard)
	return r.Choice(line, key, text, standard, words...)
}

// file reads the letter or number of a file and returns it from 0.
func (r *reader) file(key, standard string) int {
	text, line := r.value(key, standard)
	file := -1
	if len(text) == 1 && text[0] >= 'a' && text[0] <= 'z' {
		file = int(text[0] - 'a')
	} else if n, err := strconv.ParseUint(text, 10, 8); err == nil {
		file = int(n) - 1
	}
	if file < 0 || file >= r.files {
		r.Fault(line, key, variant.Quote(text), fmt.Sprintf("a file from a to %c", 'a'+r.files-1), "")
		return 0
	}
	return file
}

// region reads a list of squares in which * stands for all files or ranks, and
// returns the ranks, from 1 from the owner's side in rising order. ok is false
// if they are not whole ranks.
func (r *reader) region(key, standard string, black bool) (ranks []int, ok bool) {
	text, line := r.value(key, standard)
	if text == "-" || text == "" {
		return nil, true
	}
	if len(text) > 4096 {
		r.Fault(line, key, "too many squares", "a list of squares", "")
		return nil, true
	}
	covered := make([][variant.MaxSide]bool, r.ranks)
	for _, entry := range strings.Fields(text) {
		if !r.cover(covered, entry) {
			r.Fault(line, key, variant.Quote(entry), "squares or whole ranks of the board, as in *8", "")
			return nil, true
		}
	}
	ok = true
	for i := range r.ranks {
		row := covered[i]
		if black {
			row = covered[r.ranks-1-i]
		}
		squares := 0
		for _, is := range row[:r.files] {
			if is {
				squares++
			}
		}
		ok = ok && (squares == 0 || squares == r.files)
		if squares > 0 {
			ranks = append(ranks, i+1)
		}
	}
	return ranks, ok
}

// cover marks the squares of an entry such as a3, *3, a* or **.
func (r *reader) cover(covered [][variant.MaxSide]bool, entry string) bool {
	if len(entry) < 2 {
		return false
	}
	firstFile, lastFile := 0, r.files-1
	if entry[0] != '*' {
		firstFile = int(entry[0]) - 'a'
		lastFile = firstFile
	}
	firstRank, lastRank := 0, r.ranks-1
	if entry[1:] != "*" {
		n, err := strconv.ParseUint(entry[1:], 10, 8)
		if err != nil {
			return false
		}
		firstRank, lastRank = int(n)-1, int(n)-1
	}
	if firstFile < 0 || lastFile >= r.files || firstRank < 0 || lastRank >= r.ranks {
		return false
	}
	for rank := firstRank; rank <= lastRank; rank++ {
		for file := firstFile; file <= lastFile; file++ {
			covered[rank][file] = true
		}
	}
	return true
}

// bothRegions reads a region of each side and returns what they have in common
// as seen from their owners. A difference or a part of a rank is a warning.
func (r *reader) bothRegions(white, whiteStandard, black, blackStandard string) []int {
	ranks, ok := r.region(white, whiteStandard, false)
	if !ok {
		text, line := r.value(white, whiteStandard)
		r.Lose(line, white, text, "not made of whole ranks", "all squares of its ranks")
	}
	others, ok := r.region(black, blackStandard, true)
	if !ok || !slices.Equal(ranks, others) {
		text, line := r.value(black, blackStandard)
		r.Lose(line, black, text, "not the same for Black as for White", "White's for both")
	}
	return ranks
}
