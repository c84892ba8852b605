package main

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/betza"
)

// boardSize is the size of the board of the betza command, in squares.
type boardSize struct{ files, ranks int }

func parseBoardSize(text string) (boardSize, error) {
	files, ranks, _ := strings.Cut(text, "x")
	var size boardSize
	var err error
	for _, side := range []struct {
		text string
		into *int
	}{{files, &size.files}, {ranks, &size.ranks}} {
		if *side.into, err = strconv.Atoi(side.text); err != nil || *side.into < 1 || *side.into > betza.MaxBoard {
			return size, fmt.Errorf("--board %q: expected FILESxRANKS, each from 1 to %d, as in 13x13", text, betza.MaxBoard)
		}
	}
	return size, nil
}

// square is a square of that board, both coordinates from 0.
type square struct{ file, rank int }

func (s square) String() string {
	return fmt.Sprintf("%c%d", 'a'+s.file, s.rank+1)
}

func (size boardSize) String() string {
	return fmt.Sprintf("%dx%d", size.files, size.ranks)
}

func (size boardSize) has(s square) bool {
	return s.file >= 0 && s.file < size.files && s.rank >= 0 && s.rank < size.ranks
}

// middle is the square in the middle, the lower left one of several.
func (size boardSize) middle() square {
	return square{(size.files - 1) / 2, (size.ranks - 1) / 2}
}

// parseSquare reads a square such as g7 for the flag that it was given with.
func (size boardSize) parseSquare(flag, text string) (square, error) {
	if text != "" && text[0] >= 'a' && text[0] <= 'z' {
		rank, err := strconv.Atoi(text[1:])
		if s := (square{int(text[0] - 'a'), rank - 1}); err == nil && s.String() == text {
			if size.has(s) {
				return s, nil
			}
			last := square{size.files - 1, size.ranks - 1}
			return s, fmt.Errorf("%s: %s is not on the %s board, which goes from a1 to %s", flag, text, size, last)
		}
	}
	return square{}, fmt.Errorf("%s: %q is not a square such as g7", flag, text)
}

// parseSquares reads lists of squares separated by commas.
func (size boardSize) parseSquares(flag string, lists []string) ([]square, error) {
	var squares []square
	for _, text := range strings.Split(strings.Join(lists, ","), ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		s, err := size.parseSquare(flag, text)
		if err != nil {
			return nil, err
		}
		squares = append(squares, s)
	}
	return squares, nil
}
