package board

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/format"
)

// Scene is a white piece on a board, possibly with other pieces.
type Scene struct {
	Files, Ranks int
	At           variant.Square
	Others       map[variant.Square]betza.Occupancy // Friend or Enemy
	Moves        betza.Expression
}

// Has reports whether a square is on the board.
func (s *Scene) Has(sq variant.Square) bool {
	return sq.File >= 0 && sq.File < s.Files && sq.Rank >= 0 && sq.Rank < s.Ranks
}

// Destinations returns the squares that the piece can go to without and with a capture, by
// rank and then file.
func (s *Scene) Destinations() (quiet, captures []variant.Square) {
	q, c := s.Moves.Destinations(s.occupancy)
	return s.squares(q), s.squares(c)
}

func (s *Scene) squares(offsets []betza.Vec) []variant.Square {
	slices.SortFunc(offsets, func(a, b betza.Vec) int {
		return cmp.Or(cmp.Compare(a.DY, b.DY), cmp.Compare(a.DX, b.DX))
	})
	list := make([]variant.Square, len(offsets))
	for i, v := range offsets {
		list[i] = s.square(v.DX, v.DY)
	}
	return list
}

func (s *Scene) square(dx, dy int) variant.Square {
	return variant.Square{File: s.At.File + dx, Rank: s.At.Rank + dy}
}

func (s *Scene) occupancy(dx, dy int) (betza.Occupancy, bool) {
	sq := s.square(dx, dy)
	return max(s.Others[sq], betza.Empty), s.Has(sq)
}

// sceneLegend explains the letters of Scene.Text.
var sceneLegend = []struct{ letter, meaning string }{
	{"@", "the piece"},
	{"o", "can move or capture"},
	{"m", "can only move"},
	{"x", "can only capture"},
	{"f", "friend"},
	{"F", "friend that can be captured"},
	{"e", "enemy on whose square it cannot move"},
	{"E", "enemy that can be captured"},
}

// Text draws the board as lines, with an explanation of the letters in it.
func (s *Scene) Text() (lines []string, legend string) {
	quiet, captures := s.Destinations()
	used := map[string]bool{}
	for rank := s.Ranks - 1; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, " %2d ", rank+1)
		for file := range s.Files {
			sq := variant.Square{File: file, Rank: rank}
			letter := s.letter(sq, slices.Contains(quiet, sq), slices.Contains(captures, sq))
			used[letter] = true
			b.WriteString(" " + letter)
		}
		lines = append(lines, b.String())
	}
	names := "    "
	for file := range s.Files {
		names += fmt.Sprintf(" %c", 'a'+file)
	}
	var entries []string
	for _, l := range sceneLegend {
		if used[l.letter] {
			entries = append(entries, l.letter+" "+l.meaning)
		}
	}
	return append(lines, names), strings.Join(entries, "; ")
}

func (s *Scene) letter(sq variant.Square, quiet, capture bool) string {
	if sq == s.At {
		return "@"
	}
	if other := s.Others[sq]; other != 0 {
		letter := map[betza.Occupancy]string{betza.Friend: "f", betza.Enemy: "e"}[other]
		if capture {
			letter = strings.ToUpper(letter)
		}
		return letter
	}
	if letter := choose("omx", quiet, capture || s.wouldCapture(sq)); letter != "" {
		return letter
	}
	return "."
}

// wouldCapture reports whether the piece could capture an enemy on an empty
// square.
func (s *Scene) wouldCapture(sq variant.Square) bool {
	_, captures := s.Moves.Destinations(func(dx, dy int) (betza.Occupancy, bool) {
		on, ok := s.occupancy(dx, dy)
		if s.square(dx, dy) == sq {
			on = betza.Enemy
		}
		return on, ok
	})
	return slices.Contains(captures, betza.Vec{DX: sq.File - s.At.File, DY: sq.Rank - s.At.Rank})
}

// Notes returns sentences about moves that the drawing does not show.
func (s *Scene) Notes() []string {
	var notes []string
	if slices.ContainsFunc(s.Moves.Paths, func(p betza.Path) bool { return p.Initial }) {
		notes = append(notes, "Some of the moves are only for a piece that has not moved.")
	}
	if slices.ContainsFunc(s.Moves.Paths, func(p betza.Path) bool { return p.EnPassant }) {
		notes = append(notes, "It also captures en passant.")
	}
	for _, c := range s.Moves.Castlings {
		notes = append(notes, castlingNote(c))
	}
	return notes
}

func castlingNote(c betza.Castling) string {
	side := "to either side"
	switch {
	case !c.Right:
		side = "to the left"
	case !c.Left:
		side = "to the right"
	}
	if c.Jumps {
		return fmt.Sprintf("It also castles %s, over up to %s, whatever stands between.", side, format.Plural(c.Steps, "square"))
	}
	return fmt.Sprintf("It also castles %s, over %s.", side, format.Plural(c.Steps, "square"))
}
