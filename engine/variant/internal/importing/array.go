package importing

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/variant"
)

// Array is a board by rank and file, both from 0, in the letters of a FEN: upper
// case for White. 0 is an empty square.
type Array [][]byte

// NewArray returns an empty board.
func NewArray(files, ranks int) Array {
	a := make(Array, ranks)
	for rank := range a {
		a[rank] = make([]byte, files)
	}
	return a
}

// String is the placement part of a FEN, highest rank first.
func (a Array) String() string {
	rows := make([]string, len(a))
	for rank, squares := range a {
		rows[len(a)-1-rank] = row(squares)
	}
	return strings.Join(rows, "/")
}

func row(squares []byte) string {
	var b strings.Builder
	empty := 0
	flush := func() {
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		empty = 0
	}
	for _, letter := range squares {
		if letter == 0 {
			empty++
			continue
		}
		flush()
		b.WriteByte(letter)
	}
	flush()
	return b.String()
}

// ReadArray reads the placement part of a FEN for a board of the given size.
func ReadArray(text string, files, ranks int) (Array, error) {
	rows := strings.Split(text, "/")
	if len(rows) != ranks {
		return nil, fmt.Errorf("%d rows for %d ranks", len(rows), ranks)
	}
	a := NewArray(files, ranks)
	for i, text := range rows {
		if err := readRow(text, a[ranks-1-i]); err != nil {
			return nil, fmt.Errorf("row %d, %s: %w", i+1, variant.Quote(text), err)
		}
	}
	return a, nil
}

// readRow fills the squares of a rank.
func readRow(text string, squares []byte) error {
	file := 0
	for i := 0; i < len(text); i++ {
		n := 1
		switch c := text[i]; {
		case c >= '0' && c <= '9':
			start := i
			for i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' {
				i++
			}
			var err error
			if n, err = strconv.Atoi(text[start : i+1]); err != nil || n < 1 || n > MaxSide {
				return fmt.Errorf("the number %s, not 1 to %d", variant.Quote(text[start:i+1]), MaxSide)
			}
		case c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z':
			if file < len(squares) {
				squares[file] = c
			}
		default:
			return fmt.Errorf("%s where a letter or a number should be", variant.Quote(text[i:]))
		}
		file += n
	}
	if file != len(squares) {
		return fmt.Errorf("%d squares for %d files", file, len(squares))
	}
	return nil
}

// Ranks lists, in rising order, the ranks on which a side's pieces with the
// symbol stand, counted from 1 from that side.
func (a Array) Ranks(symbol string, black bool) []int {
	letter := symbol[0]
	if black {
		letter += 'a' - 'A'
	}
	var ranks []int
	for i := range a {
		squares := a[i]
		if black {
			squares = a[len(a)-1-i]
		}
		if strings.IndexByte(string(squares), letter) >= 0 {
			ranks = append(ranks, i+1)
		}
	}
	return ranks
}
