package betza

// heading is a direction on a sixteen-point compass, clockwise from forward:
// multiples of 4 are orthogonal, other even numbers diagonal, odd ones oblique.
type heading int

const fullTurn = 16

// turned returns the heading turned clockwise.
func (h heading) turned(by heading) heading {
	return ((h+by)%fullTurn + fullTurn) % fullTurn
}

// headingSet has one bit for each heading.
type headingSet uint16

func (s headingSet) has(h heading) bool {
	return s>>h&1 == 1
}

// turned turns every member clockwise.
func (s headingSet) turned(by heading) headingSet {
	by = heading(0).turned(by)
	return s<<by | s>>(fullTurn-by)
}

// members returns the members in clockwise order from forward.
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
	return [...]headingSet{orthogonal: 0x1111, diagonal: 0x4444, oblique: 0xaaaa, allRound: 0x5555}[k]
}

// step returns the leap of an atom in a heading. An orthogonal atom in a diagonal heading
// leaps as its partner, and vice versa: W as F, D as A, H as G.
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

// headingOf returns the compass point of a nonzero displacement; every oblique
// displacement belongs to the odd heading of its octant.
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

// atom is the leap that a leg repeats, in all its rotations and reflections, with the
// maximum number of repetitions.
type atom struct {
	name string
	at   int // offset in the source
	// short and long are the coordinates of the leap, 0 <= short <= long.
	short, long int
	// compound marks K and Q, which have both the (0,1) and the (1,1) leap.
	compound bool
	// extended marks leaps written with the suffix X or Y.
	extended bool
	// reach is the maximum number of leaps, 0 for as many as the board allows.
	reach int
}

// kind classifies an atom by the direction of its moves.
type kind int

const (
	orthogonal kind = iota
	diagonal
	oblique
	allRound // orthogonal and diagonal: K and Q
)

func (a atom) kind() kind {
	switch {
	case a.compound:
		return allRound
	case a.short == 0:
		return orthogonal
	case a.short == a.long:
		return diagonal
	}
	return oblique
}

// single reports whether the atom's leaps lead to adjacent squares, so that repeating them
// is sliding.
func (a atom) single() bool {
	return a.long == 1
}

// basicAtoms maps capital letters to atoms.
var basicAtoms = map[byte]atom{
	'W': {short: 0, long: 1, reach: 1},
	'F': {short: 1, long: 1, reach: 1},
	'D': {short: 0, long: 2, reach: 1},
	'N': {short: 1, long: 2, reach: 1},
	'A': {short: 2, long: 2, reach: 1},
	'H': {short: 0, long: 3, reach: 1},
	'C': {short: 1, long: 3, reach: 1}, 'L': {short: 1, long: 3, reach: 1},
	'Z': {short: 2, long: 3, reach: 1}, 'J': {short: 2, long: 3, reach: 1},
	'G': {short: 3, long: 3, reach: 1},
	'K': {compound: true, long: 1, reach: 1},
	'R': {short: 0, long: 1},
	'B': {short: 1, long: 1},
	'Q': {compound: true, long: 1},
}

// AtomOf returns the atom that leaps by two coordinates, in either order, or "" if there is
// none.
func AtomOf(a, b int) string {
	short, long := min(a, b), max(a, b)
	for _, char := range "WFDNAHCZG" {
		if own := basicAtoms[byte(char)]; own.short == short && own.long == long {
			return string(char)
		}
	}
	for _, name := range []string{"WX", "FX", "DX", "NX", "HX", "CX", "DY", "NY", "AY", "CY", "ZY"} {
		if extendedAtoms[name] == [2]int{short, long} {
			return name
		}
	}
	return ""
}

// extendedAtoms maps atoms with the suffix X (three more on the longer coordinate) or Y
// (two more on both) to their leaps, short and long. A, Z and G with X are left out, since
// an older description of the notation gives them other leaps.
var extendedAtoms = map[string][2]int{
	"WX": {0, 4}, "FX": {1, 4}, "DX": {0, 5}, "NX": {1, 5}, "HX": {0, 6}, "CX": {1, 6}, "LX": {1, 6},
	"DY": {2, 4}, "NY": {3, 4}, "AY": {4, 4}, "CY": {3, 5}, "LY": {3, 5}, "ZY": {4, 5}, "JY": {4, 5},
}
