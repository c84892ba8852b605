package study

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Sum is a sum of pieces with factors, as in "flying-chariot - rook" or "2 ninja-pawn".
type Sum []Term

// Term is a piece with its factor.
type Term struct {
	Times float64
	Piece string
}

// ParseSum reads a sum: names of pieces with + and - between them, each with a
// factor in front unless it is 1. Signs have spaces around them, since a hyphen inside a name
// belongs to the name.
func ParseSum(text string) (Sum, error) {
	var out Sum
	sign, times, counted, wanted := 1.0, 1.0, false, true
	for _, word := range strings.Fields(text) {
		switch {
		case word == "+" || word == "-":
			if counted || wanted && len(out) > 0 || wanted && word == "+" {
				return nil, fmt.Errorf("a piece is missing before %q", word)
			}
			if sign, wanted = 1, true; word == "-" {
				sign = -1
			}
		case !wanted:
			return nil, fmt.Errorf("a sign is missing before %q", word)
		case unicode.IsDigit(rune(word[0])):
			x, err := strconv.ParseFloat(word, 64)
			if err != nil || !(x > 0 && x < 1000) || counted {
				return nil, fmt.Errorf("%q is not a number from 0 to 1000 in front of a piece", word)
			}
			times, counted = x, true
		default:
			out = append(out, Term{sign * times, word})
			sign, times, counted, wanted = 1, 1, false, false
		}
	}
	if wanted || counted {
		return nil, errors.New("a piece is missing at the end")
	}
	return out, nil
}

// String returns the sum in the notation of ParseSum.
func (s Sum) String() string {
	var b strings.Builder
	for i, t := range s {
		times := t.Times
		switch {
		case times < 0:
			b.WriteString(" - ")
			times = -times
		case i > 0:
			b.WriteString(" + ")
		}
		if times != 1 {
			fmt.Fprintf(&b, "%g ", times)
		}
		b.WriteString(t.Piece)
	}
	return strings.TrimSpace(b.String())
}

// meanSum returns the mean of some pieces, times a factor.
func meanSum(pieces []string, factor float64) Sum {
	var s Sum
	for _, name := range pieces {
		s = append(s, Term{factor / float64(len(pieces)), name})
	}
	return s
}

// isMean reports whether the sum is a mean of pieces, but for rounding.
func (s Sum) isMean() bool {
	return len(s) > 1 && !slices.ContainsFunc(s, func(t Term) bool { return math.Abs(t.Times*float64(len(s))-1) > 1e-4 })
}

// pieces returns the names of the pieces.
func (s Sum) pieces() []string {
	var list []string
	for _, t := range s {
		list = append(list, t.Piece)
	}
	return list
}
