package rules

import (
	"slices"
)

// MustCapture reports whether a side that can capture must do so.
func (g *Game) MustCapture() bool { return g.Variant.Rules.MustCapture }

// obliged drops the moves that the game forbids from buf[n:], all legal moves or all
// that capture or promote: those that give check, and those that do not drop or capture
// where one must.
func (p *Position) obliged(buf []Move, n int) []Move {
	rule := &p.g.Variant.Rules
	if rule.ChecksForbidden {
		buf = keep(buf, n, func(m Move) bool { return !p.givesCheck(m) })
	}
	if p.mustDrop() {
		buf = keep(buf, n, func(m Move) bool { return m.Kind() == Placing })
	}
	if rule.MustCapture && slices.ContainsFunc(buf[n:], p.IsCapture) {
		buf = keep(buf, n, p.IsCapture)
	}
	return buf
}

// keep filters buf[n:] in place.
func keep(buf []Move, n int, wanted func(Move) bool) []Move {
	out := n
	for _, m := range buf[n:] {
		if wanted(m) {
			buf[out] = m
			out++
		}
	}
	return buf[:out]
}

// canCapture reports whether the side to move may capture, with buf as scratch space.
func (p *Position) canCapture(buf []Move, d *Danger) bool {
	n := len(buf)
	return slices.ContainsFunc(p.CapturesWith(buf, d)[n:], p.IsCapture)
}

// mustDrop reports whether the side to move must drop a piece.
func (p *Position) mustDrop() bool {
	return p.g.Variant.Rules.Hand.MustDrop && p.handSize(p.turn) > 0
}

// MustTake reports whether the side to move must capture.
func (p *Position) MustTake() bool {
	if !p.g.MustCapture() {
		return false
	}
	var d Danger
	p.FindDanger(&d)
	var buf [256]Move
	return p.canCapture(buf[:0], &d)
}

// mayPlay reports whether the obligations of the game allow a move that is legal otherwise.
func (p *Position) mayPlay(m Move) bool {
	if p.g.Variant.Rules.ChecksForbidden && p.givesCheck(m) {
		return false
	}
	return (p.IsCapture(m) || !p.MustTake()) && (m.Kind() == Placing || !p.mustDrop())
}

// givesCheck reports whether a legal move gives check, in a game without explosions.
func (p *Position) givesCheck(m Move) bool {
	switch {
	case m.Kind() == Pass, m.Kind() == Placing && !p.g.drops:
		return false
	case m.Kind() == Placing:
		return p.dropChecks(CodeOf(m.Promotion(), p.turn), m.To())
	}
	return p.checkedAfter(m, p.turn.Other())
}
