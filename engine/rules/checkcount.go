package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// ChecksLeft returns the number of checks that a side must still give to win; 0 in a
// game in which checks do not count.
func (p *Position) ChecksLeft(c Color) int { return int(p.left[c]) }

// CountsChecks reports whether a side wins by checks alone.
func (g *Game) CountsChecks() bool { return g.Variant.Rules.Checks > 0 }

// startChecks sets the counts of checks to those at the start.
func (p *Position) startChecks() {
	n := uint8(p.g.Variant.Rules.Checks)
	p.left = [2]uint8{n, n}
}

// countCheck counts a check that the last move has given.
func (p *Position) countCheck() {
	if c := p.turn.Other(); p.InCheck() && p.left[c] > 0 {
		z := &p.g.zobrist.checks[c]
		p.hash ^= z[p.left[c]] ^ z[p.left[c]-1]
		p.left[c]--
	}
}

// judgeChecks ends the game if a side has given all its checks.
func (p *Position) judgeChecks() {
	for _, c := range []Color{White, Black} {
		if p.left[c] == 0 {
			p.end(win(c), checksGiven)
		}
	}
}

// checks reads the numbers of checks that the sides must still give, such as 3+2; "" is all of them.
func (r *fenReader) checks(text string) error {
	r.p.startChecks()
	if text == "" {
		return nil
	}
	limit := r.g.Variant.Rules.Checks
	if limit == 0 {
		return r.fail("checks", "found %q, but this game does not count checks", text)
	}
	white, black, _ := strings.Cut(text, "+")
	for c, text := range []string{white, black} {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > limit {
			return r.fail("checks", "found %q, expected the checks that each side must still give, 0 to %d, as in %q", white+"+"+black, limit, fmt.Sprintf("%d+%d", limit, limit))
		}
		r.p.left[c] = uint8(n)
	}
	return nil
}
