package main

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/internal/present/format"
)

// sceneLegend explains the letters of drawScene; only those that occur are
// printed.
var sceneLegend = []struct{ letter, meaning string }{
	{"@", "the piece"},
	{"o", "can move or capture"},
	{"m", "can only move"},
	{"x", "can only capture"},
	{"f", "friend"},
	{"F", "friend that can be captured"},
	{"e", "enemy out of reach"},
	{"E", "enemy that can be captured"},
}

// drawScene draws the board of a piece among others, and the legend.
func drawScene(s *scene, e betza.Expression) (lines []string, legend string) {
	quiet, captures := e.Destinations(s.occupancy)
	used := map[string]bool{}
	for rank := s.size.ranks - 1; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, " %2d ", rank+1)
		for file := range s.size.files {
			v := betza.Vec{DX: file - s.at.file, DY: rank - s.at.rank}
			letter := s.letter(e, v, slices.Contains(quiet, v), slices.Contains(captures, v))
			used[letter] = true
			b.WriteString(" " + letter)
		}
		lines = append(lines, b.String())
	}
	var names strings.Builder
	names.WriteString("    ")
	for file := range s.size.files {
		fmt.Fprintf(&names, " %c", 'a'+file)
	}
	var entries []string
	for _, l := range sceneLegend {
		if used[l.letter] {
			entries = append(entries, l.letter+" "+l.meaning)
		}
	}
	return append(lines, names.String()), strings.Join(format.Wrap(strings.Join(entries, "; "), textWidth), "\n") + "\n"
}

// letter is how a square looks.
func (s *scene) letter(e betza.Expression, v betza.Vec, quiet, capture bool) string {
	switch on, _ := s.occupancy(v.DX, v.DY); {
	case v == betza.Vec{}:
		return "@"
	case on == betza.Friend && capture:
		return "F"
	case on == betza.Friend:
		return "f"
	case on == betza.Enemy && capture:
		return "E"
	case on == betza.Enemy:
		return "e"
	}
	capture = capture || s.wouldCapture(e, v)
	switch {
	case quiet && capture:
		return "o"
	case quiet:
		return "m"
	case capture:
		return "x"
	}
	return "."
}

// wouldCapture reports whether the piece could capture an enemy on an empty
// square if one stood there.
func (s *scene) wouldCapture(e betza.Expression, v betza.Vec) bool {
	_, captures := e.Destinations(func(dx, dy int) (betza.Occupancy, bool) {
		on, ok := s.occupancy(dx, dy)
		if dx == v.DX && dy == v.DY {
			on = betza.Enemy
		}
		return on, ok
	})
	return slices.Contains(captures, v)
}
