package betza

// heading is a direction on a sixteen-point compass, clockwise from forward:
// multiples of 4 are orthogonal, other even numbers diagonal, odd ones oblique.
type heading int

const fullTurn = 16

// turned returns the heading reached by turning clockwise.
func (h heading) turned(by heading) heading {
	return ((h+by)%fullTurn + fullTurn) % fullTurn
}

// headingSet has one bit for each heading.
type headingSet uint16

const (
	orthogonalSet headingSet = 0x1111
	diagonalSet   headingSet = 0x4444
	allRoundSet              = orthogonalSet | diagonalSet
	obliqueSet    headingSet = 0xaaaa
)

func (s headingSet) has(h heading) bool {
	return s>>h&1 == 1
}

// turned turns every member clockwise.
func (s headingSet) turned(by heading) headingSet {
	by = heading(0).turned(by)
	return s<<by | s>>(fullTurn-by)
}

// members lists the set clockwise from forward.
func (s headingSet) members() []heading {
	var list []heading
	for h := heading(0); h < fullTurn; h++ {
		if s.has(h) {
			list = append(list, h)
		}
	}
	return list
}

// set returns all headings in which a kind of atom moves.
func (k kind) set() headingSet {
	switch k {
	case orthogonal:
		return orthogonalSet
	case diagonal:
		return diagonalSet
	case oblique:
		return obliqueSet
	}
	return allRoundSet
}

// step returns the leap of an atom in a heading. An orthogonal atom in a
// diagonal heading, or the reverse, leaps as its partner: W as F, D as A, H as G.
func (a atom) step(h heading) Vec {
	var v Vec
	switch h % 4 {
	case 0:
		v = Vec{0, a.long}
	case 1:
		v = Vec{a.short, a.long}
	case 2:
		v = Vec{a.long, a.long}
	case 3:
		v = Vec{a.long, a.short}
	}
	for range h / 4 {
		v = Vec{v.DY, -v.DX}
	}
	return v
}

// headingOf returns the point of the compass that a displacement belongs to;
// every oblique one belongs to the odd heading of its octant. v is not zero.
func headingOf(v Vec) heading {
	for h := heading(0); h < fullTurn; h += 4 {
		switch {
		case v.DX == 0 && v.DY > 0:
			return h
		case v.DX > 0 && v.DY > v.DX:
			return h + 1
		case v.DX > 0 && v.DY == v.DX:
			return h + 2
		case v.DY > 0 && v.DX > v.DY:
			return h + 3
		}
		v = Vec{-v.DY, v.DX} // anticlockwise, into the first quadrant
	}
	return 0
}
