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

// course describes the direction of a move of several legs.
type course struct {
	heading heading
	// bend is the side to which the last bend turned.
	bend hand
}

// hand is the side to which a move bends: left or right.
type hand int

const (
	noHand hand = iota
	leftHand
	rightHand
)

// turnedTo returns the course after a turn to h. Going straight on or back is not a bend.
func (c course) turnedTo(h heading) course {
	switch by := h.turned(-c.heading); {
	case 0 < by && by < fullTurn/2:
		c.bend = rightHand
	case by > fullTurn/2:
		c.bend = leftHand
	}
	c.heading = h
	return c
}

// headings reads the direction letters of a leg that continues on the course. They are
// relative to the course, on the eight-point compass.
func (c course) headings(letters []letter) (headingSet, error) {
	resolved := make([]letter, len(letters))
	for i, l := range letters {
		var err error
		if resolved[i], err = c.resolve(l); err != nil {
			return 0, err
		}
	}
	set, err := readDirections(allRound.system(), resolved)
	return set.turned(c.heading), err
}

// resolve replaces q, the same side as the last bend, and z, the other side, by l or r.
func (c course) resolve(l letter) (letter, error) {
	if l.char != 'q' && l.char != 'z' {
		return l, nil
	}
	same := c.bend
	if same == noHand && l.char == 'q' {
		same = c.handToFile()
	}
	switch {
	case same == noHand && l.char == 'q':
		return l, errorAt(l.at, "found 'q' without an earlier bend, expected it after a bend or a diagonal leg")
	case same == noHand:
		return l, errorAt(l.at, "found 'z' without an earlier bend, expected it after a bend")
	case (same == leftHand) == (l.char == 'q'):
		l.char = 'l'
	default:
		l.char = 'r'
	}
	return l, nil
}

// handToFile returns the side to which a diagonal course bends towards the file. This is
// the meaning of q at a first bend: the piece [F?fqR] continues vertically after a
// diagonal step.
func (c course) handToFile() hand {
	switch c.heading {
	case 2, 10:
		return leftHand
	case 6, 14:
		return rightHand
	}
	return noHand
}

// obliqueHeadings reads the direction letters of a leg of an oblique atom after a leg of
// the same atom.
func (c course) obliqueHeadings(a atom, letters []letter) (headingSet, error) {
	var set headingSet
	for _, l := range letters {
		if l.char != 'f' && l.char != 'b' {
			return 0, errorAt(l.at, "found %q, expected f or b, the only turns defined for the oblique atom %s", l.char, a.name)
		}
		set |= around(l.char, []heading{0}).turned(c.heading)
	}
	return set, nil
}

// crooked expands a group with z before its atom: a slider that turns by 90 degrees after
// every step, alternating between left and right.
func (c chain) crooked() error {
	m, a := c.legs[0], c.atom
	if err := m.allow("imcdez", "on a crooked slider"); err != nil {
		return err
	}
	z, _ := m.find("z")
	if !a.single() || a.kind() == allRound || a.reach == 1 {
		return errorAt(z.at, "found 'z' before %s, expected it before B or R, or on a leg after a bend", a.name)
	}
	if m.count('z') > 1 {
		return errorAt(z.at, "found \"zz\" before %s, expected one z", a.name)
	}
	limit := MaxBoard - 1
	if a.kind() == orthogonal {
		limit *= 2 // only every second step has the same direction
	}
	if a.reach != 0 {
		limit = min(limit, a.reach)
	}
	return c.turning(4, limit, func(i int) int { return i % 2 })
}

// circular expands qN, the rose: a rider of knight's leaps that turns by 45 degrees after
// every leap, always to the same side. The eighth leap would end on its start. A range
// limits the number of leaps.
func (c chain) circular() error {
	m := c.legs[0]
	if err := m.allow("imcdeq", "on a circular rider"); err != nil {
		return err
	}
	if q, _ := m.find("q"); m.count('q') > 1 {
		return errorAt(q.at, "found \"qq\" before %s, expected one q", c.atom.name)
	}
	limit := fullTurn/2 - 1
	if c.atom.reach > 1 { // N without a range means one leap
		limit = min(limit, c.atom.reach)
	}
	return c.turning(fullTurn/8, limit, func(i int) int { return i })
}

// turning adds the paths of up to limit steps that begin in each heading of the atom.
// After i steps the heading has turned by turns(i) times the angle, to the right or to the
// left. Each number of steps needs its own path.
func (c chain) turning(angle heading, limit int, turns func(i int) int) error {
	m := c.legs[0]
	for _, h := range c.atom.kind().set().members() {
		for _, turn := range []heading{angle, -angle} {
			var done []Leg
			for i := range limit {
				step := c.atom.step(h.turned(turn * heading(turns(i))))
				err := c.out.add(Path{
					Legs:      append(done[:i:i], taking(slide(step, 1, 1, m.landing()))),
					Initial:   m.has('i'),
					EnPassant: m.has('e'),
					At:        c.at,
				})
				if err != nil {
					return err
				}
				done = append(done, slide(step, 1, 1, Empty))
			}
		}
	}
	return nil
}

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
