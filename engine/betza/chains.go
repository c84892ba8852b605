package betza

import (
	"fmt"
	"slices"
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
