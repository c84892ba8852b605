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
	q, c := s.Moves.Destinations(func(dx, dy int) (betza.Occupancy, bool) {
		sq := s.square(dx, dy)
		return max(s.Others[sq], betza.Empty), s.Has(sq)
	})
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
	p := Panel{Box: Box{-s.At.File, s.Files - 1 - s.At.File, -s.At.Rank, s.Ranks - 1 - s.At.Rank}, Pieces: map[betza.Vec]betza.Occupancy{}}
	for sq, who := range s.Others {
		p.Pieces[betza.Vec{DX: sq.File - s.At.File, DY: sq.Rank - s.At.Rank}] = who
	}
	p.Targets = p.among(s.Moves, p.Has)
	names := "    "
	for file := range s.Files {
		names += fmt.Sprintf(" %c", 'a'+file)
	}
	drawing := drawPanel(&p)
	for i, line := range drawing {
		lines = append(lines, fmt.Sprintf(" %2d  %s", s.Ranks-i, strings.TrimRight(line, " ")))
	}
	var entries []string
	for _, l := range sceneLegend {
		if strings.Contains(strings.Join(drawing, ""), l.letter) {
			entries = append(entries, l.letter+" "+l.meaning)
		}
	}
	return append(lines, names), strings.Join(entries, "; ")
}

// Notes returns sentences about moves that the drawing does not show.
func (s *Scene) Notes() []string {
	var notes []string
	if slices.ContainsFunc(s.Moves.Paths, isInitial) {
		notes = append(notes, "Some of the moves are only for a piece that has not moved.")
	}
	if slices.ContainsFunc(s.Moves.Paths, capturesEnPassant) {
		notes = append(notes, "It also captures en passant.")
	}
	for _, c := range s.Moves.Castlings {
		side, over := "to either side", "over %s."
		switch {
		case !c.Right:
			side = "to the left"
		case !c.Left:
			side = "to the right"
		}
		if c.Jumps {
			over = "over up to %s, whatever stands between."
		}
		notes = append(notes, fmt.Sprintf("It also castles %s, "+over, side, format.Plural(c.Steps, "square")))
	}
	return notes
}
