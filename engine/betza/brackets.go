package betza

import "slices"

const (
	outerLetters           = "ifblrvsh" + modeLetters
	optionalBracketLetters = directionLetters + "mcd"
	relayBracketLetters    = directionLetters + "mcdp"
	lastBracketLetters     = directionLetters + modeLetters + "pg"
)

// route is a path of a group in brackets. It is incomplete if it stops before the last
// leg.
type route struct {
	Path
	headings string // the heading of each leg as a byte
	complete bool
}

// bracket reads a group in brackets and expands it.
func (p *parser) bracket(start int, outer modifiers) error {
	b := &group{out: p.collector, at: start, outer: outer}
	if err := outer.allow(outerLetters, "before a bracket"); err != nil {
		return err
	}
	for p.peek() != ']' {
		p.pos++ // the opening bracket or the sign between legs
		if err := p.bracketLeg(b); err != nil {
			return err
		}
	}
	p.pos++
	if isDigit(p.peek()) {
		return p.unexpected("no number after a bracket")
	}
	if err := b.checkBracket(); err != nil {
		return err
	}
	return b.expand()
}

// bracketLeg reads a leg up to the sign after it.
func (p *parser) bracketLeg(b *group) error {
	if len(b.legs) == MaxLegs {
		return p.unexpectedLeg()
	}
	m, err := p.modifiers()
	if err != nil {
		return err
	}
	a, err := p.atom()
	if err != nil {
		return err
	}
	sign := p.peek()
	switch {
	case sign == ']' && len(b.legs) == 0:
		return p.unexpected("'-' or '?' and a second leg")
	case sign != '-' && sign != '?' && sign != ']':
		return p.unexpected("'-', '?' or ']'")
	}
	b.legs = append(b.legs, groupLeg{modifiers: m, atom: a, mayStop: sign == '?'})
	return nil
}

// checkBracket rejects modifiers on legs that can't have them.
func (b *group) checkBracket() error {
	_, outerModes := b.outer.find(modeLetters)
	for i, leg := range b.legs {
		last := i == len(b.legs)-1
		allowed, place := relayBracketLetters, "on a leg before '-'"
		switch {
		case last:
			allowed, place = lastBracketLetters, "on the last leg of a bracket"
		case leg.mayStop:
			allowed, place = optionalBracketLetters, "on a leg before '?'"
		}
		if err := leg.allow(allowed, place); err != nil {
			return err
		}
		if l, ok := leg.find(modeLetters); ok && outerModes && (last || leg.mayStop) {
			return errorAt(l.at, "found %q on a leg that can end the move, expected modes either there or before the bracket", l.char)
		}
	}
	return nil
}

// continuations returns the headings of a leg in brackets. If there are no direction letters, that
// is straight on if its atom moves that way, otherwise the 45-degree turns.
func (c course) continuations(before atom, leg groupLeg) (headingSet, error) {
	kind, letters := leg.atom.kind(), leg.directions()
	straight := headingSet(1 << c.heading)
	if kind == oblique || before.kind() == oblique {
		if before.short != leg.atom.short || before.long != leg.atom.long {
			return 0, errorAt(leg.atom.at, "found %s after %s, expected an oblique atom only before and after the same atom",
				leg.atom.name, before.name)
		}
		if len(letters) == 0 {
			return straight, nil
		}
		return c.obliqueHeadings(leg.atom, letters)
	}
	if len(letters) == 0 {
		if set := straight & kind.set(); set != 0 {
			return set, nil
		}
		return straight.turned(-2) | straight.turned(2), nil
	}
	set, err := c.headings(letters)
	if err == nil && set&^kind.set() != 0 {
		err = errorAt(letters[0].at, "found directions in which %s does not move after %s, expected others", leg.atom.name, before.name)
	}
	return set, err
}

// selectRoutes keeps the routes allowed by the directions before the bracket. The
// directions apply to the complete move as if it were a single leap; a route that stops
// early is kept if it begins a route that is.
func (g *group) selectRoutes() error {
	letters := g.outer.directions()
	if len(letters) == 0 {
		return nil
	}
	kind, ok := g.kind()
	if !ok {
		return errorAt(letters[0].at, "found directions before a bracket whose moves do not all lie alike, expected them inside the bracket")
	}
	set, err := absoluteHeadings(kind, letters)
	if err != nil {
		return err
	}
	begun := map[string]bool{} // the headings of selected routes and all their prefixes
	for _, r := range g.routes {
		if r.complete && set.has(headingOf(r.span())) {
			for i := range r.headings {
				begun[r.headings[:i+1]] = true
			}
		}
	}
	if len(begun) == 0 {
		return errorAt(letters[0].at, "found directions that none of the moves in the bracket has, expected others")
	}
	g.routes = slices.DeleteFunc(g.routes, func(r route) bool { return !begun[r.headings] })
	return nil
}

// kind returns the kind of atom that the complete moves resemble: oblique if all end off
// the queen's lines, or the kind of their lines if all are straight. Otherwise ok is
// false.
func (g *group) kind() (k kind, ok bool) {
	var used headingSet
	for _, r := range g.routes {
		if !r.complete {
			continue
		}
		span := r.span()
		if span == (Vec{}) {
			return 0, false
		}
		h := headingOf(span)
		if h%2 == 0 && !r.straight() {
			return 0, false
		}
		used |= 1 << h
	}
	for _, k := range []kind{orthogonal, diagonal, oblique, allRound} {
		if used&^k.set() == 0 {
			return k, true
		}
	}
	return 0, false
}
