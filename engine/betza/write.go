package betza

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Leap is a leap of a piece over any squares in between.
type Leap struct {
	Vec
	// Rides is set if it may be repeated in its direction without limit, through empty squares.
	Rides bool
	// Modes are the squares that it may end on: Empty, Enemy or both.
	Modes Occupancy
}

// groupDirections lists the possible beginnings of a group, as far as the atom has them.
var groupDirections = []string{"", "f", "b", "l", "r", "v", "s", "fs", "bs", "vl", "vr", "fl", "fr", "bl", "br", "lf", "rf", "lb", "rb"}

// sliders lists the riders that have letters of their own.
var sliders = map[string]string{"W": "R", "F": "B"}

// endLetters has the letter of a group that ends on such squares alone.
var endLetters = map[Occupancy]string{Empty: "m", Enemy: "c", Empty | Enemy: ""}

// Write returns a move string for a piece with these leaps. The error is for a leap without an
// atom, or without modes.
func Write(leaps []Leap) (string, error) {
	type group struct {
		rides bool
		atom  string
		modes Occupancy
	}
	var order []group
	to := map[group][]Vec{}
	for _, l := range leaps {
		g := group{l.Rides, AtomOf(max(l.DX, -l.DX), max(l.DY, -l.DY)), l.Modes}
		if _, ok := endLetters[l.Modes]; g.atom == "" || !ok {
			return "", fmt.Errorf("a leap by %d and %d with the modes %d cannot be written", l.DX, l.DY, l.Modes)
		}
		if to[g] == nil {
			order = append(order, g)
		}
		to[g] = append(to[g], l.Vec)
	}
	var text strings.Builder
	for _, g := range order {
		atom := g.atom
		if g.rides {
			atom = cmp.Or(sliders[g.atom], g.atom+"0")
		}
		for _, letters := range headed(g.atom, to[g]) {
			text.WriteString(letters + endLetters[g.modes] + atom)
		}
	}
	return text.String(), nil
}

// headed returns letters of directions for the leaps of an atom, as few as possible one after the
// other.
func headed(atom string, left []Vec) (out []string) {
	left = slices.Clone(left)
	for len(left) > 0 {
		best, most := "", 0
		for _, letters := range groupDirections {
			to := single(letters + atom)
			missing := slices.ContainsFunc(to, func(v Vec) bool { return !slices.Contains(left, v) })
			if !missing && len(to) > most {
				best, most = letters, len(to)
			}
		}
		out = append(out, best)
		to := single(best + atom)
		left = slices.DeleteFunc(left, func(v Vec) bool { return slices.Contains(to, v) })
	}
	return out
}

// single returns where a group leads in one leap; nil if it is none.
func single(group string) []Vec {
	e, err := Parse(group)
	if err != nil {
		return nil
	}
	quiet, _ := e.Destinations(func(int, int) (Occupancy, bool) { return Empty, true })
	return quiet
}

// Groups splits a valid move string into its groups.
func Groups(move string) []string {
	var groups []string
	for start := 0; start < len(move); {
		end := start
		for end < len(move) && move[end] >= 'a' && move[end] <= 'z' {
			end++
		}
		if end < len(move) && move[end] == '[' {
			end += max(strings.IndexByte(move[end:], ']'), 0) + 1
		} else {
			end = endOfAtom(move, end)
		}
		groups = append(groups, move[start:min(end, len(move))])
		start = end
	}
	return groups
}

// endOfAtom returns the index after the atom at i: its letter, a second letter or suffix,
// and its range.
func endOfAtom(move string, i int) int {
	i++
	if i < len(move) && (move[i] == move[i-1] || move[i] == 'X' || move[i] == 'Y') {
		i++
	}
	for i < len(move) && move[i] >= '0' && move[i] <= '9' {
		i++
	}
	return i
}
