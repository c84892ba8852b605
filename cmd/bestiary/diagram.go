package main

import (
	"strings"

	"bestiary/engine/betza"
	"bestiary/experiments/board"
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

// drawFrame draws the moves of a piece.
func drawFrame(f *board.Frame) []string {
	var lines []string
	for y := f.Top; y >= f.Bottom; y-- {
		var b strings.Builder
		for x := -f.Left; x <= f.Left; x++ {
			v := betza.Vec{DX: x, DY: y}
			b.WriteString(drawTarget(v, f.All.Targets[v]) + targetMark(f, v))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
	}
	return lines
}

// drawTarget is the letter for a square, in upper case for a jump.
func drawTarget(v betza.Vec, t board.Target) string {
	letter := "."
	switch {
	case v == betza.Vec{}:
		return "@"
	case t.Quiet > board.OverPiece && t.Capture > board.OverPiece:
		letter = "o"
	case t.Quiet > board.OverPiece:
		letter = "m"
	case t.Capture > board.OverPiece:
		letter = "x"
	case t != board.Target{}:
		letter = "^"
	}
	if t.Jumps() && board.Distance(v) > 1 {
		letter = strings.ToUpper(letter)
	}
	return letter
}

// targetMark is the character behind the letter.
func targetMark(f *board.Frame, v betza.Vec) string {
	if i := f.LimitOf(v); i >= 0 {
		return mark(i)
	}
	t := f.All.Targets[v]
	if (t.Quiet == board.OverPiece) != (t.Capture == board.OverPiece) && max(t.Quiet, t.Capture) > board.OverPiece {
		return "^"
	}
	return " "
}
