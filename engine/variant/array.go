package variant

import (
	"fmt"
	"strconv"
	"strings"
)

// parseSquare reads a square in coordinate form, "a1", and returns its file and
// rank, both from 0. It does not know the size of the board.
func parseSquare(name string) (file, rank int, ok bool) {
	if len(name) < 2 || name[0] < 'a' || name[0] > 'z' || name[1] == '0' {
		return 0, 0, false
	}
	n, err := strconv.ParseUint(name[1:], 10, 8)
	return int(name[0] - 'a'), int(n) - 1, err == nil
}

// squareName is the coordinate form of a square.
func squareName(file, rank int) string {
	return string(rune('a'+file)) + strconv.Itoa(rank+1)
}

// parseRanks reads a limit to ranks counted from 1, "2" or "2-4".
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

// Area is a rectangle of squares, files and ranks from 0.
type Area struct {
	FirstFile, FirstRank, LastFile, LastRank int
}

// ParseArea reads an area written as its first and its last square, "d1-f3". It
// does not know the size of the board.
func ParseArea(s string) (a Area, ok bool) {
	first, last, _ := strings.Cut(s, "-")
	var ok1, ok2 bool
	a.FirstFile, a.FirstRank, ok1 = parseSquare(first)
	a.LastFile, a.LastRank, ok2 = parseSquare(last)
	return a, ok1 && ok2 && a.FirstFile <= a.LastFile && a.FirstRank <= a.LastRank
}

// Holds says whether a square, file and rank from 0, lies in the area.
func (a Area) Holds(file, rank int) bool {
	return a.FirstFile <= file && file <= a.LastFile && a.FirstRank <= rank && rank <= a.LastRank
}

// letters is the array by rank and file, both from 0, in the letters of the
// FEN. 0 is an empty square.
type letters [][]byte

// readArray lays out the array of a board. Where a row cannot be read, problems
// says why.
func readArray(array string, files, ranks int) (board letters, problems []string) {
	rows := strings.Split(array, "/")
	if len(rows) != ranks {
		return nil, []string{fmt.Sprintf("%d rows for %d ranks", len(rows), ranks)}
	}
	board = make(letters, ranks)
	lengths := map[int]bool{}
	for i, row := range rows {
		squares, problem := readRow(row)
		lengths[len(squares)] = true
		if problem == "" && len(squares) != files {
			problem = fmt.Sprintf("%d squares for %d files", len(squares), files)
		}
		if problem != "" {
			problems = append(problems, fmt.Sprintf("row %d, %s, has %s", i+1, Quote(row), problem))
		}
		board[ranks-1-i] = squares
	}
	if len(problems) == ranks && len(lengths) == 1 && len(board[0]) > 0 {
		problems = []string{fmt.Sprintf("every row has %d squares for %d files", len(board[0]), files)}
	}
	return board, problems
}

// readRow reads one row of an array: letters, and numbers of empty squares.
func readRow(row string) (squares []byte, problem string) {
	for i := 0; i < len(row); {
		digits := i
		for digits < len(row) && row[digits] >= '0' && row[digits] <= '9' {
			digits++
		}
		switch {
		case digits > i:
			n, err := strconv.Atoi(row[i:digits])
			if err != nil || n < 1 || n > MaxSide {
				return nil, fmt.Sprintf("the number %s, not 1 to %d", Quote(row[i:digits]), MaxSide)
			}
			squares = append(squares, make([]byte, n)...)
			i = digits
		case upper(row[i]) >= 'A' && upper(row[i]) <= 'Z':
			squares = append(squares, row[i])
			i++
		default:
			return nil, fmt.Sprintf("%s where a letter or a number should be", Quote(row[i:]))
		}
	}
	return squares, ""
}

// upper returns the upper-case form of an ASCII letter, other bytes unchanged.
func upper(letter byte) byte {
	if letter >= 'a' && letter <= 'z' {
		return letter - 'a' + 'A'
	}
	return letter
}
