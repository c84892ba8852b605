package main

import (
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// diagramLegend explains drawPiece.
const diagramLegend = `  @  the piece; its own side is at the bottom of the drawing
  o  moves or captures    m  only moves    x  only captures
  O M X  the same by a jump, whatever stands between
  ^  only over another piece; behind a letter: more over another piece
  '  only from some ranks, which the text gives`

// rankMarks mark the squares of a piece's 1st, 2nd, … set of moves with limits.
const rankMarks = "'\"`,;"

// mark is the rankMark of the i-th set with limits; many sets share the last.
func mark(i int) string {
	i = min(i, len(rankMarks)-1)
	return rankMarks[i : i+1]
}

// pieceMoves is a piece's moves, parsed.
type pieceMoves struct {
	everywhere []betza.Expression
	limited    []betza.Expression
	limits     []variant.MoveSet // goes with limited
}

func parseMoves(p variant.Piece) (pieceMoves, error) {
	var m pieceMoves
	for _, set := range p.Moves {
		e, err := betza.Parse(set.Betza)
		switch {
		case err != nil:
			return m, err
		case set.FirstRank == 0:
			m.everywhere = append(m.everywhere, e)
		default:
			m.limited, m.limits = append(m.limited, e), append(m.limits, set)
		}
	}
	return m, nil
}

func (m pieceMoves) all() []betza.Expression {
	return append(m.everywhere[:len(m.everywhere):len(m.everywhere)], m.limited...)
}

// Sizes of a diagram, in squares on each side of the piece.
const (
	sliderRadius = 4 // shows how a line goes on
	mostRadius   = 7
)

// drawPiece draws the moves of a piece on a board just large enough. cut says
// that they go on beyond it.
func drawPiece(m pieceMoves) (lines []string, cut bool) {
	all, free := newReach(m.all()...), newReach(m.everywhere...)
	limited := make([]*reach, len(m.limited))
	for i, e := range m.limited {
		limited[i] = newReach(e)
	}
	radius := all.radius()
	left, bottom, top := 1, 0, 0
	for v := range all.targets {
		if distance(v) > radius {
			cut = true
			continue
		}
		left, bottom, top = max(left, v.DX, -v.DX), min(bottom, v.DY), max(top, v.DY)
	}
	for y := top; y >= bottom; y-- {
		var b strings.Builder
		for x := -left; x <= left; x++ {
			v := betza.Vec{DX: x, DY: y}
			b.WriteString(drawTarget(v, all.targets[v]) + targetMark(v, free, limited, all.targets[v]))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines, cut
}

// radius is how far a drawing has to show the moves. Riders whose paths are
// written out for every length count as endless.
func (r *reach) radius() int {
	radius := r.finite
	if radius > mostRadius {
		radius = min(max(r.jumps, sliderRadius), mostRadius)
	}
	if r.endless {
		radius = max(radius, sliderRadius)
	}
	return radius
}

// drawTarget is the letter for a square, in upper case for a jump.
func drawTarget(v betza.Vec, t target) string {
	letter := "."
	switch {
	case v == betza.Vec{}:
		return "@"
	case t.quiet > overPiece && t.capture > overPiece:
		letter = "o"
	case t.quiet > overPiece:
		letter = "m"
	case t.capture > overPiece:
		letter = "x"
	case t != target{}:
		letter = "^"
	}
	jumps := (t.quiet == always || t.quiet == never) && (t.capture == always || t.capture == never)
	if jumps && distance(v) > 1 {
		letter = strings.ToUpper(letter)
	}
	return letter
}

// targetMark is the character behind the letter.
func targetMark(v betza.Vec, free *reach, limited []*reach, t target) string {
	for i, r := range limited {
		if free.targets[v].better(r.targets[v]) != free.targets[v] {
			return mark(i)
		}
	}
	if (t.quiet == overPiece) != (t.capture == overPiece) && max(t.quiet, t.capture) > overPiece {
		return "^"
	}
	return " "
}
