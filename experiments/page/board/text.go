package board

import (
	"fmt"
	"strings"

	"bestiary/engine/rules"
)

// SideNames holds the names of the sides at the start of a sentence.
var SideNames = [2]string{rules.White: "White", rules.Black: "Black"}

// Text draws a position as lines, with White at the bottom. Waiting pieces are beyond the edge,
// behind the piece in front of them.
func Text(p *rules.Position) []string {
	g := p.Game()
	border := "    +" + strings.Repeat("---+", g.Files())
	var lines []string
	if row := waitingRow(p, g.Ranks()-1); row != "" {
		lines = append(lines, row)
	}
	for rank := g.Ranks() - 1; rank >= 0; rank-- {
		var b strings.Builder
		fmt.Fprintf(&b, " %2d |", rank+1)
		for file := range g.Files() {
			b.WriteString(squareContent(p, g.SquareAt(file, rank)) + "|")
		}
		lines = append(lines, border, b.String())
	}
	lines = append(lines, border)
	if row := waitingRow(p, 0); row != "" {
		lines = append(lines, row)
	}
	names := "    "
	for file := range g.Files() {
		names += fmt.Sprintf("  %c ", 'a'+file)
	}
	return append(lines, strings.TrimRight(names, " "))
}

// squareContent returns the three characters inside a square; a hole or a wall is filled.
func squareContent(p *rules.Position, sq rules.Square) string {
	g, content := p.Game(), " "
	if g.IsHole(sq) || p.IsWall(sq) {
		return "###"
	}
	if code := p.At(sq); code != 0 {
		content = g.CodeSymbol(code)
	}
	return " " + content + " "
}

// waitingRow returns the row of pieces waiting behind a rank, or "" if there are none.
func waitingRow(p *rules.Position, rank int) string {
	g := p.Game()
	var b strings.Builder
	b.WriteString("    ")
	any := false
	for file := range g.Files() {
		symbol := " "
		if code := p.Behind(g.SquareAt(file, rank)); code != 0 {
			symbol, any = g.CodeSymbol(code), true
		}
		b.WriteString("  " + symbol + " ")
	}
	if !any {
		return ""
	}
	return strings.TrimRight(b.String(), " ") + "   (waiting)"
}

// Hands lists the pieces that the sides still have to place. It returns "" after the
// placement phase.
func Hands(p *rules.Position) string {
	var sides []string
	for _, side := range []rules.Color{rules.White, rules.Black} {
		symbols := ""
		for _, t := range p.Game().Types() {
			for range p.InHand(t, side) {
				symbols += " " + p.Game().CodeSymbol(rules.CodeOf(t, side))
			}
		}
		if symbols != "" {
			sides = append(sides, SideNames[side]+symbols)
		}
	}
	if len(sides) == 0 {
		return ""
	}
	if p.Placing() {
		return "Still to be placed: " + strings.Join(sides, ", ")
	}
	return "In hand: " + strings.Join(sides, ", ")
}
