package fsfini

import (
	"fmt"

	"bestiary/engine/variant"
)

// The diagonal lines of palaces: diagonalLines lists the corners and the centre of
// each, and pieces that go straight also go along these lines there.

const linesKey = "diagonalLines"

// palaces returns the lower left corners of the palaces, file and rank from 0.
func (r *reader) palaces() (list [][2]int) {
	lines, turned := r.region(linesKey), r.region(linesKey)
	turned.turn()
	squares := 0
	for y := range lines {
		for x := range lines[y] {
			if lines[y][x] {
				squares++
			}
			if lines.has(x, y) && lines.has(x+2, y) && lines.has(x+1, y+1) && lines.has(x, y+2) && lines.has(x+2, y+2) {
				list = append(list, [2]int{x, y})
			}
		}
	}
	if squares != 5*len(list) || !lines.equal(turned) {
		r.lose(linesKey, "not the corners and the centre of palaces of three by three squares, the same for both sides", "none")
		return nil
	}
	return list
}

// onLines returns the moves of a piece along the lines of palaces. A line from a corner to
// the centre becomes a set of moves limited to the two by two squares around it.
func (r *reader) onLines(piece string) (sets []variant.MoveSet) {
	rising, falling, across := "", "", ""
	switch {
	case piece == "wazir" || piece == kingKey && r.model.moves[piece] == "W":
		rising, falling = "frblF", "flbrF"
	case piece == soldierKey:
		rising, falling = "frF", "flF"
	case piece == "rook":
		rising, falling, across = "frblF", "flbrF", "nA"
	case piece == cannonKey:
		across = "pB"
	default:
		return nil
	}
	reach := r.mobility("White", piece)
	add := func(betza string, x, y, size int) {
		if betza != "" && reach.has(x, y) && reach.has(x+size, y) && reach.has(x, y+size) && reach.has(x+size, y+size) {
			area := fmt.Sprintf("%c%d-%c%d", 'a'+x, y+1, 'a'+x+size, y+size+1)
			sets = append(sets, variant.MoveSet{Betza: betza, Area: area})
		}
	}
	for _, at := range r.lines {
		x, y := at[0], at[1]
		add(rising, x, y, 1)
		add(rising, x+1, y+1, 1)
		add(falling, x+1, y, 1)
		add(falling, x, y+1, 1)
		add(across, x, y, 2)
	}
	return sets
}
