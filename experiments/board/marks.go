package board

import "fmt"

// mark is what a square of a drawing of moves shows.
type mark struct {
	quiet, capture bool // without, with capture
	// jump: nothing between can bar the way.
	jump bool
	// overQuiet and overCapture: only over another piece, which the marks
	// above do not say.
	overQuiet, overCapture bool
}

// markOf is the mark of a target; near says that it stands next to the piece,
// where there is nothing to jump.
func markOf(t Target, near bool) mark {
	m := mark{quiet: t.Quiet > OverPiece, capture: t.Capture > OverPiece,
		overQuiet: t.Quiet == OverPiece, overCapture: t.Capture == OverPiece}
	m.jump = !near && t.Jumps()
	return m
}

// Shapes around the middle of a square, as SVG paths.
const (
	diamond      = "M0 -10 L10 0 L0 10 L-10 0 Z"
	largeDiamond = "M0 -14 L14 0 L0 14 L-14 0 Z"
	cross        = "M-6 -6 L6 6 M6 -6 L-6 6"
	arch         = "M-7 0 A7 7 0 0 1 7 0"
)

// draw draws the mark around the middle of a square.
func (m mark) draw(c *canvas, x, y float64) {
	switch {
	case m.quiet && m.capture && m.jump:
		c.path(x, y, diamond, style{fill: bothColor})
	case m.quiet && m.capture:
		c.circle(x, y, 8, style{fill: bothColor})
	case m.quiet && m.jump:
		c.path(x, y, diamond, style{"none", quietColor, 2.5})
	case m.quiet:
		c.circle(x, y, 8, style{"none", quietColor, 2.5})
	case m.capture:
		c.path(x, y, cross, style{"none", takeColor, 3})
		if m.jump {
			c.path(x, y, largeDiamond, style{"none", takeColor, 1.5})
		}
	}
	if m.overQuiet || m.overCapture {
		lift := 0.0
		if m.quiet || m.capture {
			lift = 14 // above the other mark
		}
		c.path(x, y-lift+3, arch, style{"none", m.archColor(), 2.5})
	}
}

func (m mark) archColor() string {
	switch {
	case m.overQuiet && m.overCapture:
		return bothColor
	case m.overQuiet:
		return quietColor
	}
	return takeColor
}

// meaning explains the mark in the legend.
func (m mark) meaning() string {
	switch {
	case m.overQuiet || m.overCapture:
		return fmt.Sprintf("%s over another piece", verb(m.overQuiet, m.overCapture))
	case m.jump:
		return verb(m.quiet, m.capture) + " by a jump, whatever stands between"
	}
	return verb(m.quiet, m.capture)
}

func verb(quiet, capture bool) string {
	switch {
	case quiet && capture:
		return "moves or captures"
	case quiet:
		return "moves without capturing"
	}
	return "only captures"
}

// parts splits a mark into those that the legend explains.
func (m mark) parts() []mark {
	var list []mark
	if m.quiet || m.capture {
		list = append(list, mark{quiet: m.quiet, capture: m.capture, jump: m.jump})
	}
	if m.overQuiet || m.overCapture {
		list = append(list, mark{overQuiet: m.overQuiet, overCapture: m.overCapture})
	}
	return list
}

// legendOrder are the marks that parts can give, in the order of the legend.
var legendOrder = []mark{
	{quiet: true, capture: true}, {quiet: true}, {capture: true},
	{quiet: true, capture: true, jump: true}, {quiet: true, jump: true}, {capture: true, jump: true},
	{overQuiet: true, overCapture: true}, {overQuiet: true}, {overCapture: true},
}
