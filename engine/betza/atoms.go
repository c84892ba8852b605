package betza

// atom is what a leg repeats: a leap in all its rotations and reflections, and
// how often it may be repeated.
type atom struct {
	name string
	at   int // offset in the source
	// short and long are the coordinates of the leap, 0 <= short <= long.
	short, long int
	// compound marks K and Q, which have both the (0,1) and the (1,1) leap.
	compound bool
	// extended marks leaps written with the suffix X or Y.
	extended bool
	// reach is the range: how many leaps, 0 for as many as the board allows.
	reach int
}

// kind says how an atom's moves lie to the board.
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

// single reports whether the atom's leaps go to an adjacent square, so that
// repeating them is sliding.
func (a atom) single() bool {
	return a.long == 1
}

// isKnight reports whether the atom is N, as a leaper or as a rider.
func (a atom) isKnight() bool {
	return a.short == 1 && a.long == 2
}

// basicAtom returns the atom that a capital letter stands for.
func basicAtom(letter byte) (a atom, ok bool) {
	switch letter {
	case 'W':
		a = atom{short: 0, long: 1, reach: 1}
	case 'F':
		a = atom{short: 1, long: 1, reach: 1}
	case 'D':
		a = atom{short: 0, long: 2, reach: 1}
	case 'N':
		a = atom{short: 1, long: 2, reach: 1}
	case 'A':
		a = atom{short: 2, long: 2, reach: 1}
	case 'H':
		a = atom{short: 0, long: 3, reach: 1}
	case 'C', 'L':
		a = atom{short: 1, long: 3, reach: 1}
	case 'Z', 'J':
		a = atom{short: 2, long: 3, reach: 1}
	case 'G':
		a = atom{short: 3, long: 3, reach: 1}
	case 'K':
		a = atom{compound: true, long: 1, reach: 1}
	case 'R':
		a = atom{short: 0, long: 1}
	case 'B':
		a = atom{short: 1, long: 1}
	case 'Q':
		a = atom{compound: true, long: 1}
	default:
		return atom{}, false
	}
	a.name = string(letter)
	return a, true
}

// extendedLeap returns the leap of an atom with the suffix X (three more on the
// longer coordinate) or Y (two more on both). A, Z and G with X are left out:
// an older description of the notation gives them other leaps.
func extendedLeap(letter, suffix byte) (short, long int, ok bool) {
	switch string([]byte{letter, suffix}) {
	case "WX":
		return 0, 4, true
	case "FX":
		return 1, 4, true
	case "DX":
		return 0, 5, true
	case "NX":
		return 1, 5, true
	case "HX":
		return 0, 6, true
	case "CX", "LX":
		return 1, 6, true
	case "DY":
		return 2, 4, true
	case "NY":
		return 3, 4, true
	case "AY":
		return 4, 4, true
	case "CY", "LY":
		return 3, 5, true
	case "ZY", "JY":
		return 4, 5, true
	}
	return 0, 0, false
}
