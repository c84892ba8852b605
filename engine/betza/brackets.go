package betza

import (
	"slices"
)

const (
	outerLetters           = "ifblrvsh" + modeLetters
	optionalBracketLetters = directionLetters + "mcd"
	relayBracketLetters    = directionLetters + "mcdp"
	lastBracketLetters     = directionLetters + modeLetters + "pg"
)

// bracketLeg is one leg of a group in brackets.
type bracketLeg struct {
	modifiers
	atom atom
	// mayStop marks a leg followed by "?".
	mayStop bool
}

// bracket is a group in brackets.
type bracket struct {
	out    *collector
	at     int
	outer  modifiers
	legs   []bracketLeg
	routes []route
}

// route is a path of a group in brackets. It is incomplete if it stops before the last
// leg.
type route struct {
	Path
	headings string // the heading of each leg as a byte
	complete bool
}

// bracket reads a group in brackets and expands it.
func (p *parser) bracket(start int, outer modifiers) error {
	b := &bracket{out: p.collector, at: start, outer: outer}
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
	if err := b.check(); err != nil {
		return err
	}
	return b.expand()
}

// bracketLeg reads a leg up to the sign after it.
func (p *parser) bracketLeg(b *bracket) error {
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
	b.legs = append(b.legs, bracketLeg{modifiers: m, atom: a, mayStop: sign == '?'})
	return nil
}

// check rejects modifiers on legs that can't have them.
func (b *bracket) check() error {
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

// expand expands the group.
func (b *bracket) expand() error {
	first := b.legs[0]
	set, err := absoluteHeadings(first.atom.kind(), first.directions())
	if err != nil {
		return err
	}
	for _, h := range set.members() {
		if err := b.extend(nil, "", course{heading: h}); err != nil {
			return err
		}
	}
	if err := b.selectRoutes(); err != nil {
		return err
	}
	for _, r := range b.routes {
		if err := b.out.keep(r.Path); err != nil {
			return err
		}
	}
	return nil
}

// extend adds the next leg on the given course, and then all possible continuations.
func (b *bracket) extend(done []Leg, headings string, on course) error {
	i := len(done)
	leg := b.legs[i]
	headings += string([]byte{byte(on.heading)})
	last := i == len(b.legs)-1
	if last || leg.mayStop {
		if err := b.finish(done, headings); err != nil || last {
			return err
		}
	}
	next, err := b.continuations(on, leg.atom, b.legs[i+1])
	if err != nil {
		return err
	}
	for _, way := range relays(leg.atom.step(on.heading), leg.atom.reach, leg.modifiers) {
		legs := append(slices.Clip(done), way)
		for _, h := range next.members() {
			if err := b.extend(legs, headings, on.turnedTo(h)); err != nil {
				return err
			}
		}
	}
	return nil
}

// continuations returns the headings of a leg. Without direction letters, that is straight
// on if its atom moves that way, otherwise the 45-degree turns.
func (b *bracket) continuations(on course, before atom, leg bracketLeg) (headingSet, error) {
	kind, letters := leg.atom.kind(), leg.directions()
	straight := headingSet(1 << on.heading)
	if kind == oblique || before.kind() == oblique {
		if before.short != leg.atom.short || before.long != leg.atom.long {
			return 0, errorAt(leg.atom.at, "found %s after %s, expected an oblique atom only before and after the same atom",
				leg.atom.name, before.name)
		}
		if len(letters) == 0 {
			return straight, nil
		}
		return on.obliqueHeadings(leg.atom, letters)
	}
	if len(letters) == 0 {
		if set := straight & kind.set(); set != 0 {
			return set, nil
		}
		return straight.turned(-2) | straight.turned(2), nil
	}
	set, err := on.headings(letters)
	if err == nil && set&^kind.set() != 0 {
		err = errorAt(letters[0].at, "found directions in which %s does not move after %s, expected others", leg.atom.name, before.name)
	}
	return set, err
}

// finish records the routes whose last leg follows those in done.
func (b *bracket) finish(done []Leg, headings string) error {
	leg := b.legs[len(done)]
	m := slices.Concat(leg.modifiers, b.outer.among(modeLetters))
	endings, err := endings(leg.atom, heading(headings[len(done)]), leg.atom.reach, m)
	if err != nil {
		return err
	}
	for _, ending := range endings {
		if err := b.out.count(b.at); err != nil {
			return err
		}
		b.routes = append(b.routes, route{
			Path: Path{
				Legs:      append(slices.Clip(done), ending...),
				Initial:   b.outer.has('i'),
				EnPassant: m.has('e'),
				At:        b.at,
			},
			headings: headings,
			complete: len(done) == len(b.legs)-1,
		})
	}
	return nil
}
