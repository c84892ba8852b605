package main

import (
	"fmt"
	"strconv"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
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

func (size boardSize) String() string {
	return fmt.Sprintf("%dx%d", size.files, size.ranks)
}

func (size boardSize) has(s variant.Square) bool {
	return s.File >= 0 && s.File < size.files && s.Rank >= 0 && s.Rank < size.ranks
}

// middle is the square in the middle, the lower left one of several.
func (size boardSize) middle() variant.Square {
	return variant.Square{File: (size.files - 1) / 2, Rank: (size.ranks - 1) / 2}
}

// parseSquare reads a square such as g7 for the flag that it was given with.
func (size boardSize) parseSquare(flag, text string) (variant.Square, error) {
	s, ok := variant.ParseSquare(text)
	if !ok || !size.has(s) {
		last := variant.Square{File: size.files - 1, Rank: size.ranks - 1}
		return s, fmt.Errorf("%s: found %q, expected a square of the %s board, from a1 to %s", flag, text, size, last)
	}
	return s, nil
}

// parseSquares reads lists of squares separated by commas.
func (size boardSize) parseSquares(flag string, lists []string) ([]variant.Square, error) {
	var squares []variant.Square
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
