package variant

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// Square is a file and a rank, both from 0.
type Square struct{ File, Rank int }

// ParseSquare reads a square in coordinate form, "a1". It does not check the size of the board.
func ParseSquare(name string) (sq Square, ok bool) {
	if len(name) < 2 || name[0] < 'a' || name[0] > 'z' || name[1] == '0' {
		return Square{}, false
	}
	n, err := strconv.ParseUint(name[1:], 10, 8)
	return Square{int(name[0] - 'a'), int(n) - 1}, err == nil
}

// String returns the coordinate form of the square.
func (sq Square) String() string {
	return string(rune('a'+sq.File)) + strconv.Itoa(sq.Rank+1)
}

// parseRanks parses a limit to ranks counted from 1, "2" or "2-4".
func parseRanks(s string) (first, last int, ok bool) {
	a, b, ranged := strings.Cut(s, "-")
	if !ranged {
		b = a
	}
	m, err1 := strconv.ParseUint(a, 10, 8)
	n, err2 := strconv.ParseUint(b, 10, 8)
	return int(m), int(n), err1 == nil && err2 == nil && m > 0 && n > 0
}

// formatRanks is the inverse of parseRanks.
func formatRanks(first, last int) string {
	if first == last {
		return strconv.Itoa(first)
	}
	return fmt.Sprintf("%d-%d", first, last)
}

// Area is a rectangle of squares. Files and ranks count from 0.
type Area struct {
	FirstFile, FirstRank, LastFile, LastRank int
}

// ParseArea parses an area written as its first and last square, "d1-f3", or as a single square. It
// does not check the size of the board.
func ParseArea(s string) (a Area, ok bool) {
	first, last, ranged := strings.Cut(s, "-")
	if !ranged {
		last = first
	}
	from, ok1 := ParseSquare(first)
	to, ok2 := ParseSquare(last)
	return Area{from.File, from.Rank, to.File, to.Rank}, ok1 && ok2 && from.File <= to.File && from.Rank <= to.Rank
}

// Holds reports whether the square at a file and rank, counted from 0, lies in the area.
func (a Area) Holds(file, rank int) bool {
	return a.FirstFile <= file && file <= a.LastFile && a.FirstRank <= rank && rank <= a.LastRank
}

// Areas are areas that count as one.
type Areas []Area

// ParseAreas parses areas separated by commas.
func ParseAreas(s string) (list Areas, ok bool) {
	for text := range strings.SplitSeq(s, ",") {
		a, ok := ParseArea(strings.TrimSpace(text))
		if !ok {
			return nil, false
		}
		list = append(list, a)
	}
	return list, true
}

// Holds reports whether the square at a file and rank, counted from 0, lies in one of them.
func (l Areas) Holds(file, rank int) bool {
	return slices.ContainsFunc(l, func(a Area) bool { return a.Holds(file, rank) })
}

// Array is a board indexed by rank and file, both from 0, in the letters of a FEN: upper
// case for White. 0 is an empty square. The letter of a promoted form, which a FEN
// prefixes with +, has the bit PromotedForm set.
type Array [][]byte

// Hole marks a square that is not part of the board, in arrays of other programs.
const Hole = '*'

// PromotedForm marks the letter of a piece whose symbol has a +.
const PromotedForm = 0x80

// AppendSymbol appends a letter of an Array in FEN notation.
func AppendSymbol(b []byte, letter byte) []byte {
	if letter&PromotedForm != 0 {
		b = append(b, '+')
	}
	return append(b, letter&^PromotedForm)
}

// NewArray returns an empty board.
func NewArray(files, ranks int) Array {
	a := make(Array, ranks)
	for rank := range a {
		a[rank] = make([]byte, files)
	}
	return a
}

// ReadArray parses the placement part of a FEN for a board of the given size. If a row is
// invalid, the array is nil and problems explains why.
func ReadArray(text string, files, ranks int) (a Array, problems []string) {
	return readArray(text, files, ranks, false)
}

// ReadArrayWithHoles is like ReadArray for a placement that marks holes with asterisks. It
// also returns the holes, which are empty in the array.
func ReadArrayWithHoles(text string, files, ranks int) (a Array, holes []Square, problems []string) {
	a, problems = readArray(text, files, ranks, true)
	for rank, row := range slices.Backward(a) {
		for file := range row {
			if row[file] == Hole {
				holes = append(holes, Square{file, rank})
				row[file] = 0
			}
		}
	}
	return a, holes, problems
}

func readArray(text string, files, ranks int, holes bool) (a Array, problems []string) {
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return nil, []string{fmt.Sprintf("%s for %s", format.Plural(len(rows), "row"), format.Plural(ranks, "rank"))}
	}
	a = make(Array, ranks)
	lengths := map[int]bool{}
	for i, row := range rows {
		squares, problem := readRow(row, holes)
		lengths[len(squares)] = true
		if problem == "" && len(squares) != files {
			problem = fmt.Sprintf("%d squares for %d files", len(squares), files)
		}
		if problem != "" {
			problems = append(problems, fmt.Sprintf("the row of rank %d, %s, has %s", ranks-i, toml.Quote(row), problem))
		}
		a[ranks-1-i] = squares
	}
	switch {
	case len(problems) == 0:
		return a, nil
	case len(problems) == ranks && len(lengths) == 1 && len(a[0]) > 0:
		problems = []string{fmt.Sprintf("every row has %d squares for %d files", len(a[0]), files)}
	}
	return nil, problems
}

// String returns the placement part of a FEN, highest rank first.
func (a Array) String() string {
	var b strings.Builder
	for rank := len(a) - 1; rank >= 0; rank-- {
		empty := 0
		for file, letter := range a[rank] {
			if letter == 0 {
				empty++
			}
			if last := file == len(a[rank])-1; empty > 0 && (last || letter != 0) {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			if letter != 0 {
				b.Write(AppendSymbol(nil, letter))
			}
		}
		if rank > 0 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// LetterOf returns the letter by which arrays and positions name a side's piece, see PromotedForm.
func LetterOf(symbol string, black bool) byte {
	letter := symbol[len(symbol)-1]
	if black {
		letter += 'a' - 'A'
	}
	if len(symbol) > 1 {
		letter |= PromotedForm
	}
	return letter
}

// Squares returns the squares of a side's pieces with the symbol, by rank and file.
func (a Array) Squares(symbol string, black bool) []Square {
	letter := LetterOf(symbol, black)
	var found []Square
	for rank, row := range a {
		for file := range row {
			if row[file] == letter {
				found = append(found, Square{file, rank})
			}
		}
	}
	return found
}

// Ranks returns, in ascending order, the ranks of a side's pieces with the symbol, counted
// from 1 from that side.
func (a Array) Ranks(symbol string, black bool) []int {
	var ranks []int
	for _, sq := range a.Squares(symbol, black) {
		if black {
			sq.Rank = len(a) - 1 - sq.Rank
		}
		ranks = append(ranks, sq.Rank+1)
	}
	slices.Sort(ranks)
	return slices.Compact(ranks)
}

// readRow parses a row of an array: letters, numbers of empty squares and, if allowed,
// holes.
func readRow(row string, holes bool) (squares []byte, problem string) {
	for i := 0; i < len(row); {
		digits := i
		for digits < len(row) && row[digits] >= '0' && row[digits] <= '9' {
			digits++
		}
		switch {
		case digits > i:
			n, err := strconv.Atoi(row[i:digits])
			if err != nil || n < 1 || n > MaxSide {
				return nil, fmt.Sprintf("the number %s, not 1 to %d", toml.Quote(row[i:digits]), MaxSide)
			}
			squares = append(squares, make([]byte, n)...)
			i = digits
		case isLetter(row[i]), holes && row[i] == Hole:
			squares = append(squares, row[i])
			i++
		case row[i] == '+' && i+1 < len(row) && isLetter(row[i+1]):
			squares = append(squares, row[i+1]|PromotedForm)
			i += 2
		default:
			return nil, fmt.Sprintf("%s where a letter or a number should be", toml.Quote(row[i:]))
		}
	}
	return squares, ""
}

func isLetter(c byte) bool { return upper(c) >= 'A' && upper(c) <= 'Z' }

// upper returns the upper-case form of a letter of an Array, other bytes unchanged.
func upper(letter byte) byte {
	if c := letter &^ PromotedForm; c >= 'a' && c <= 'z' {
		return letter - 'a' + 'A'
	}
	return letter
}
