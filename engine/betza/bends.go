package betza

// course is where a move of several legs is heading.
type course struct {
	heading heading
	// bend is the hand of the last bend so far.
	bend hand
}

// hand is the side to which a move bends.
type hand int

const (
	noHand hand = iota
	leftHand
	rightHand
)

// turnedTo returns the course after a turn. Going straight on or back is not a
// bend.
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

// headings reads the direction letters of a leg that follows on the course.
// They are relative to it and on the eight-point compass.
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

// resolve replaces q, to the same hand as the last bend, and z, to the other
// hand, by l or r.
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

// handToFile returns the hand to which a diagonal course bends towards the
// file. That is the meaning of q at a first bend: the piece [F?fqR] goes on
// vertically after a diagonal step.
func (c course) handToFile() hand {
	switch c.heading {
	case 2, 10:
		return leftHand
	case 6, 14:
		return rightHand
	}
	return noHand
}

// obliqueHeadings reads the direction letters of a leg of an oblique atom that
// follows one of the same atom.
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
