package betza

import (
	"fmt"
	"slices"
	"strings"
)

const (
	firstRelayLetters = "i" + directionLetters + "mcdpgy"
	relayLetters      = directionLetters + "mcdpgy"
	onlyLegLetters    = "i" + directionLetters + modeLetters + "pgnj"
	lastLegLetters    = directionLetters + modeLetters + "pg"
)

// chain is a group whose legs all use one atom.
type chain struct {
	out  *collector
	at   int
	legs []modifiers
	atom atom
}

// expandChain expands a group of one or more legs.
func expandChain(out *collector, at int, legs []modifiers, a atom) error {
	c := chain{out: out, at: at, legs: legs, atom: a}
	if err := c.check(); err != nil {
		return err
	}
	if len(legs) == 1 && legs[0].has('z') {
		return c.crooked()
	}
	if len(legs) == 1 && legs[0].has('q') && a.short == 1 && a.long == 2 {
		return c.circular()
	}
	first, err := absoluteHeadings(a.kind(), legs[0].directions())
	if err != nil {
		return err
	}
	for _, h := range first.members() {
		if err := c.extend(nil, course{heading: h}, a.reach); err != nil {
			return err
		}
	}
	return nil
}

// check rejects modifiers on legs that can't have them.
func (c chain) check() error {
	last := len(c.legs) - 1
	if last == 0 {
		return c.legs[0].allow(onlyLegLetters, "in a move of one leg")
	}
	if c.atom.extended {
		return errorAt(c.atom.at, "found %s in a move of several legs, expected an atom without X or Y", c.atom.name)
	}
	for i, m := range c.legs {
		allowed, place := relayLetters, "between the first leg and the last"
		switch i {
		case 0:
			allowed, place = firstRelayLetters, "on the first of several legs"
		case last:
			allowed, place = lastLegLetters, "on the last of several legs"
		}
		if err := m.allow(allowed, place); err != nil {
			return err
		}
		if l, ok := m.find("g"); ok && m.has('y') {
			return errorAt(l.at, "found 'g' together with 'y', expected one of them")
		}
	}
	return nil
}

// extend adds the next leg on the given course, and then all possible continuations.
func (c chain) extend(done []Leg, on course, reach int) error {
	i := len(done)
	m := c.legs[i]
	step := c.atom.step(on.heading)
	if i == len(c.legs)-1 {
		return c.finish(done, on.heading, reach)
	}
	next, err := c.continuations(on, c.legs[i+1].directions())
	if err != nil {
		return err
	}
	for _, way := range relays(step, reach, m) {
		legs := append(slices.Clip(done), way)
		for _, h := range next.members() {
			if err := c.extend(legs, on.turnedTo(h), toggled(reach, m)); err != nil {
				return err
			}
		}
	}
	return nil
}

// continuations returns the headings of a later leg. Without direction letters, that is
// every direction but straight back and, for atoms of one kind, without the 45-degree
// turns.
func (c chain) continuations(on course, letters []letter) (headingSet, error) {
	kind := c.atom.kind()
	switch {
	case kind == oblique && len(letters) == 0:
		return 0, errorAt(c.atom.at, "found the oblique atom %s after a leg without directions, expected f or b on every leg but the first", c.atom.name)
	case kind == oblique:
		return on.obliqueHeadings(c.atom, letters)
	case len(letters) > 0:
		return on.headings(letters)
	case kind == allRound:
		return allRound.set() &^ (1 << on.heading.turned(fullTurn/2)), nil
	}
	return headingSet(0x1011).turned(on.heading), nil
}

// finish adds the last leg.
func (c chain) finish(done []Leg, h heading, reach int) error {
	m := c.legs[len(c.legs)-1]
	endings, err := endings(c.atom, h, reach, m)
	if err != nil {
		return err
	}
	for _, ending := range endings {
		err := c.out.add(Path{
			Legs:            append(slices.Clip(done), ending...),
			Initial:         c.legs[0].has('i'),
			EnPassant:       m.has('e'),
			LeavesEnPassant: leavesEnPassant(c.atom, m),
			At:              c.at,
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// collector collects the paths of a move string.
type collector struct {
	paths []Path
	seen  map[string]bool
	// written is the number of paths so far, including repeated ones.
	written int
	budget  *Budget
}

// count counts a path of the group at an offset and checks the limits.
func (c *collector) count(at int) error {
	if c.written == MaxPaths {
		return errorAt(at, "found a group that brings the number of paths over %d, expected fewer legs or directions", MaxPaths)
	}
	if c.budget.left == 0 {
		return errorAt(at, "found a group that brings the number of paths of this move string and those before it over %d, expected fewer legs or directions", c.budget.total)
	}
	c.written++
	c.budget.left--
	return nil
}

// add counts a path and keeps it.
func (c *collector) add(p Path) error {
	if err := c.count(p.At); err != nil {
		return err
	}
	return c.keep(p)
}

// keep appends a counted path unless there is an equal one.
func (c *collector) keep(p Path) error {
	key := p.key()
	if c.seen[key] {
		return nil
	}
	if p.turningSlides() > MaxTurningSlides {
		return errorAt(p.At, "found more than %d sliding legs that may stop on empty squares before another leg, expected fewer", MaxTurningSlides)
	}
	c.seen[key] = true
	c.paths = append(c.paths, p)
	return nil
}

// turningSlides returns the number of legs before the last that can end on more than one
// empty square.
func (p Path) turningSlides() int {
	n := 0
	for _, l := range p.Legs[:len(p.Legs)-1] {
		if l.Min != l.Max && l.End&Empty != 0 {
			n++
		}
	}
	return n
}

// key returns a string that is equal for paths that differ only in At.
func (p Path) key() string {
	p.At = 0
	return fmt.Sprint(p)
}

// selectRoutes keeps the routes allowed by the directions before the bracket. The
// directions apply to the complete move as if it were a single leap; a route that stops
// early is kept if it begins a route that is.
func (b *bracket) selectRoutes() error {
	letters := b.outer.directions()
	if len(letters) == 0 {
		return nil
	}
	kind, ok := b.kind()
	if !ok {
		return errorAt(letters[0].at, "found directions before a bracket whose moves do not all lie alike, expected them inside the bracket")
	}
	set, err := absoluteHeadings(kind, letters)
	if err != nil {
		return err
	}
	begun := map[string]bool{} // the headings of selected routes and all their prefixes
	for _, r := range b.routes {
		if r.complete && set.has(headingOf(r.span())) {
			for i := range r.headings {
				begun[r.headings[:i+1]] = true
			}
		}
	}
	if len(begun) == 0 {
		return errorAt(letters[0].at, "found directions that none of the moves in the bracket has, expected others")
	}
	b.routes = slices.DeleteFunc(b.routes, func(r route) bool { return !begun[r.headings] })
	return nil
}

// kind returns the kind of atom that the complete moves resemble: oblique if all end off
// the queen's lines, or the kind of their lines if all are straight. Otherwise ok is
// false.
func (b *bracket) kind() (k kind, ok bool) {
	var used headingSet
	for _, r := range b.routes {
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

// straight reports whether all legs have one heading.
func (r route) straight() bool {
	return r.headings == strings.Repeat(r.headings[:1], len(r.headings))
}
