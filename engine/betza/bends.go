package betza

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
func (g *group) crooked() error {
	m, a := g.legs[0], g.legs[0].atom
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
	return g.turning(4, limit, func(i int) int { return i % 2 })
}

// circular expands qN, the rose: a rider of knight's leaps that turns by 45 degrees after
// every leap, always to the same side. The eighth leap would end on its start. A range
// limits the number of leaps.
func (g *group) circular() error {
	m := g.legs[0]
	if err := m.allow("imcdeq", "on a circular rider"); err != nil {
		return err
	}
	if q, _ := m.find("q"); m.count('q') > 1 {
		return errorAt(q.at, "found \"qq\" before %s, expected one q", m.atom.name)
	}
	limit := fullTurn/2 - 1
	if m.atom.reach > 1 { // N without a range means one leap
		limit = min(limit, m.atom.reach)
	}
	return g.turning(fullTurn/8, limit, func(i int) int { return i })
}

// turning adds the paths of up to limit steps that begin in each heading of the atom.
// After i steps the heading has turned by turns(i) times the angle, to the right or to the
// left. Each number of steps needs its own path.
func (g *group) turning(angle heading, limit int, turns func(i int) int) error {
	m := g.legs[0]
	for _, h := range m.atom.kind().set().members() {
		for _, turn := range []heading{angle, -angle} {
			var done []Leg
			for i := range limit {
				step := m.atom.step(h.turned(turn * heading(turns(i))))
				err := g.out.add(Path{
					Legs:      append(done[:i:i], taking(slide(step, 1, 1, m.landing()))),
					Initial:   m.has('i'),
					EnPassant: m.has('e'),
					At:        g.at,
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
