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

// group is a group as written: a chain, whose legs are joined by a and use one atom, or legs
// in brackets.
type group struct {
	out    *collector
	at     int
	outer  modifiers // before the bracket; of a chain, those that concern all of it
	legs   []groupLeg
	chain  bool
	routes []route // of a bracket, before the directions in front of it select some
}

// groupLeg is one leg of a group.
type groupLeg struct {
	modifiers
	atom atom // with the range of this leg
	// mayStop marks a leg in brackets followed by "?".
	mayStop bool
}

// expandChain expands a group of one or more legs.
func expandChain(out *collector, at int, legs []modifiers, a atom) error {
	g := &group{out: out, at: at, outer: legs[0].among("i"), chain: true}
	for _, m := range legs {
		g.legs = append(g.legs, groupLeg{modifiers: m, atom: a})
		a.reach = toggled(a.reach, m)
	}
	first := &g.legs[0]
	switch err := g.checkChain(); {
	case err != nil:
		return err
	case len(legs) == 1 && first.has('z'):
		return g.crooked()
	case len(legs) == 1 && first.has('q') && first.atom.short == 1 && first.atom.long == 2:
		return g.circular()
	}
	return g.expand()
}

// checkChain rejects modifiers on legs that can't have them.
func (g *group) checkChain() error {
	last := len(g.legs) - 1
	if last == 0 {
		return g.legs[0].allow(onlyLegLetters, "in a move of one leg")
	}
	if a := g.legs[0].atom; a.extended {
		return errorAt(a.at, "found %s in a move of several legs, expected an atom without X or Y", a.name)
	}
	for i, m := range g.legs {
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

// expand expands the group.
func (g *group) expand() error {
	first := g.legs[0]
	set, err := absoluteHeadings(first.atom.kind(), first.directions())
	if err != nil {
		return err
	}
	for _, h := range set.members() {
		if err := g.extend(nil, "", course{heading: h}); err != nil {
			return err
		}
	}
	if err := g.selectRoutes(); err != nil {
		return err
	}
	for _, r := range g.routes {
		if err := g.out.keep(r.Path); err != nil {
			return err
		}
	}
	return nil
}

// extend adds the next leg on the given course, and then all possible continuations.
func (g *group) extend(done []Leg, headings string, on course) error {
	i := len(done)
	leg := g.legs[i]
	headings += string([]byte{byte(on.heading)})
	last := i == len(g.legs)-1
	if last || leg.mayStop {
		if err := g.finish(done, headings); err != nil || last {
			return err
		}
	}
	continuations := on.continuations
	if g.chain {
		continuations = on.chained
	}
	next, err := continuations(leg.atom, g.legs[i+1])
	if err != nil {
		return err
	}
	for _, way := range relays(leg.atom.step(on.heading), leg.atom.reach, leg.modifiers) {
		legs := append(slices.Clip(done), way)
		for _, h := range next.members() {
			if err := g.extend(legs, headings, on.turnedTo(h)); err != nil {
				return err
			}
		}
	}
	return nil
}

// chained returns the headings of a leg after one of a chain. If there are no direction letters,
// that is every direction but straight back and, for atoms of one kind, without the 45-degree
// turns.
func (c course) chained(a atom, leg groupLeg) (headingSet, error) {
	kind, letters := a.kind(), leg.directions()
	switch {
	case kind == oblique && len(letters) == 0:
		return 0, errorAt(a.at, "found the oblique atom %s after a leg without directions, expected f or b on every leg but the first", a.name)
	case kind == oblique:
		return c.obliqueHeadings(a, letters)
	case len(letters) > 0:
		return c.headings(letters)
	case kind == allRound:
		return allRound.set() &^ (1 << c.heading.turned(fullTurn/2)), nil
	}
	return headingSet(0x1011).turned(c.heading), nil
}

// finish adds the paths, or in brackets the routes, whose last leg follows those in done.
func (g *group) finish(done []Leg, headings string) error {
	leg := g.legs[len(done)]
	m := slices.Concat(leg.modifiers, g.outer.among(modeLetters))
	endings, err := endings(leg.atom, heading(headings[len(done)]), leg.atom.reach, m)
	if err != nil {
		return err
	}
	for _, ending := range endings {
		if err := g.out.count(g.at); err != nil {
			return err
		}
		r := route{
			Path: Path{
				Legs:            append(slices.Clip(done), ending...),
				Initial:         g.outer.has('i'),
				EnPassant:       m.has('e'),
				LeavesEnPassant: leavesEnPassant(leg.atom, m),
				At:              g.at,
			},
			headings: headings,
			complete: len(done) == len(g.legs)-1,
		}
		if !g.chain {
			g.routes = append(g.routes, r)
		} else if err := g.out.keep(r.Path); err != nil {
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

// straight reports whether all legs have one heading.
func (r route) straight() bool {
	return r.headings == strings.Repeat(r.headings[:1], len(r.headings))
}
