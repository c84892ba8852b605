package rules

import "bestiary/engine/variant"

// repeated returns the result when this position occurs for the n-th time.
func (p *Position) repeated(n int) Result {
	rule := &p.g.Variant.Rules
	if rule.PerpetualCheck == variant.PerpetualLoss {
		switch checked, checks := p.perpetual(n); {
		case checked && !checks:
			return win(p.turn)
		case checks && !checked:
			return win(p.turn.Other())
		case checks:
			return Draw
		}
	}
	switch rule.RepetitionResult {
	case variant.RepetitionLoss:
		return win(p.turn.Other())
	case variant.RepetitionWin:
		return win(p.turn)
	case variant.RepetitionWhite:
		return WhiteWins
	case variant.RepetitionBlack:
		return BlackWins
	}
	return Draw
}

// perpetual reports whether the side to move has been in check, and the other side,
// whenever it was to move since the position n occurrences ago, this one included.
func (p *Position) perpetual(n int) (checked, checks bool) {
	checked, checks = p.inCheck, true
	for i := len(p.history) - 1; i > 0 && n > 1; i -= 2 {
		checks = checks && p.history[i].inCheck
		checked = checked && p.history[i-1].inCheck
		if p.history[i-1].hash == p.hash {
			n--
		}
	}
	return checked, checks
}

// RepeatedInTree returns the result that a search should assume for a position that has
// occurred before, in games where repetition is not always a draw. It returns Ongoing for
// new positions and for draws.
func (p *Position) RepeatedInTree() Result {
	if n := p.g.Variant.Rules.Repetition; n == 0 || !p.g.repeats || p.reversible < 4 || p.Occurrences(2) < 2 {
		return Ongoing
	}
	if r := p.repeated(2); r != Draw {
		return r
	}
	return Ongoing
}
