package betza

import "strings"

// directionSystem describes the direction letters for a kind of atom. Its lists hold
// headings relative to the middle of the side named by a letter.
type directionSystem struct {
	// alone lists the headings of a single letter.
	alone []heading
	// half lists the headings of a letter followed by h; empty if h is not defined.
	half []heading
	// A pair of perpendicular letters means the headings common to first around the first
	// letter and last around the second; empty if letters never pair.
	first, last []heading
	// anyOrder means that the order of the letters in a pair does not matter.
	anyOrder bool
}

func (k kind) system() directionSystem {
	switch k {
	case orthogonal:
		return directionSystem{alone: []heading{0}}
	case diagonal:
		side := []heading{-2, 2}
		return directionSystem{alone: side, first: side, last: side, anyOrder: true}
	case oblique:
		narrow, wide := []heading{-1, 1}, []heading{-3, -1, 1, 3}
		return directionSystem{alone: narrow, half: wide, first: wide, last: narrow}
	}
	wide := []heading{-2, 0, 2}
	return directionSystem{alone: []heading{0}, half: wide, first: wide, last: wide, anyOrder: true}
}

// middles has the middle of the side that a letter names; s and v name two sides.
var middles = map[byte][]heading{'f': {0}, 'r': {4}, 'b': {8}, 'l': {12}, 'v': {0, 8}, 's': {4, 12}}

// around returns the headings at the given offsets from the side named by a letter.
func around(letter byte, offsets []heading) headingSet {
	var set headingSet
	for _, m := range middles[letter] {
		for _, o := range offsets {
			set |= 1 << m.turned(o)
		}
	}
	return set
}

func isVertical(letter byte) bool { return strings.IndexByte("fbv", letter) >= 0 }

func isHorizontal(letter byte) bool { return strings.IndexByte("lrs", letter) >= 0 }

func isTwoSided(letter byte) bool { return letter == 's' || letter == 'v' }

func perpendicular(x, y byte) bool {
	return isVertical(x) && isHorizontal(y) || isHorizontal(x) && isVertical(y)
}

// absoluteHeadings reads the direction letters of a first leg. No letters mean all
// directions of the atom.
func absoluteHeadings(k kind, letters []letter) (headingSet, error) {
	for _, l := range letters {
		switch l.char {
		case 'q':
			return 0, errorAt(l.at, "found 'q' on a first leg; the only circular rider is qN, expected it before N alone or on a leg after a bend")
		case 'z':
			return 0, errorAt(l.at, "found 'z' on a first leg, expected it on a leg after a bend, or with B or R as the only leg")
		}
	}
	if len(letters) == 0 {
		return k.set(), nil
	}
	if k == oblique && letters[0].char == 'h' {
		return chiralHalf(letters)
	}
	return readDirections(k.system(), letters)
}

// chiralHalf reads hr and hl, which mean every second one of the eight oblique headings.
func chiralHalf(letters []letter) (headingSet, error) {
	if len(letters) == 2 && letters[1].char == 'r' {
		return 0x2222, nil
	}
	if len(letters) == 2 && letters[1].char == 'l' {
		return 0x8888, nil
	}
	return 0, errorAt(letters[0].at, "found 'h' at the start of the directions, expected hr or hl and nothing else")
}

// readDirections returns the union of the headings named by the letters, in pairs or
// alone.
func readDirections(sys directionSystem, letters []letter) (headingSet, error) {
	var set headingSet
	before := 0 // letters of the reading before, if they are one lone letter or a pair of single sides
	for i := 0; i < len(letters); {
		x, single := letters[i], 0
		if x.char == 'h' {
			return 0, errorAt(x.at, "found 'h', expected it only after a single f, b, l or r")
		}
		next := following(letters, i)
		switch {
		case next == 'h':
			if len(sys.half) == 0 || isTwoSided(x.char) {
				return 0, errorAt(letters[i+1].at, "found \"%ch\", expected h only after f, b, l or r and on N, C, Z, K, Q or their like", x.char)
			}
			set |= around(x.char, sys.half)
			i += 2
		case next == x.char:
			set |= around(x.char, sys.alone)
			i += 2
		case len(sys.first) > 0 && perpendicular(x.char, next) && !standsAlone(letters, i):
			if err := checkPair(sys, letters, i); err != nil {
				return 0, err
			}
			set |= around(x.char, sys.first) & around(next, sys.last)
			i += 2
			if !isTwoSided(next) {
				single = 2
			}
		default:
			set |= around(x.char, sys.alone)
			i++
			single = 1
		}
		if isTwoSided(x.char) {
			single = 0
		}
		if before+single == 3 && len(sys.half) > 0 {
			if err := loneBesidePair(letters[i-3 : i]); err != nil {
				return 0, err
			}
		}
		before = single
	}
	return set, nil
}

// loneBesidePair rejects three different single sides, as in rlb, of which two would be read as a pair.
// Betza himself means all three sides and, for a king, the squares between them.
func loneBesidePair(letters []letter) error {
	text := make([]byte, 0, 3)
	between := byte(0) // the side that is between the other two
	for i, l := range letters {
		text = append(text, l.char)
		if perpendicular(l.char, letters[(i+1)%3].char) && perpendicular(l.char, letters[(i+2)%3].char) {
			between = l.char
		}
	}
	if text[0] == text[1] || text[0] == text[2] || text[1] == text[2] {
		return nil
	}
	others := strings.ReplaceAll(string(text), string(between), "")
	return errorAt(letters[0].at,
		"found %q, which is ambiguous, expected \"%ch%s\" for all moves to these sides, or pairs without a third letter",
		text, between, others)
}

// following returns the letter after the i-th, or 0 at the end.
func following(letters []letter, i int) byte {
	if i+1 < len(letters) {
		return letters[i+1].char
	}
	return 0
}

// standsAlone reports whether a two-sided letter cannot pair with the next one because
// that letter is doubled or followed by h.
func standsAlone(letters []letter, i int) bool {
	third := following(letters, i+1)
	return isTwoSided(letters[i].char) && (third == 'h' || third == letters[i+1].char)
}

// checkPair rejects ambiguous pairs: pairs that begin with s or v if order matters, pairs
// of two-sided letters, and pairs whose second letter could just as well pair with the
// third.
func checkPair(sys directionSystem, letters []letter, i int) error {
	x, y := letters[i].char, letters[i+1].char
	if !isTwoSided(x) || len(sys.half) == 0 { // for diagonal atoms, letters pair from the left in any order
		return nil
	}
	switch {
	case isTwoSided(y):
		return errorAt(letters[i].at, "found \"%c%c\", which is ambiguous here, expected single sides (f, b, l, r) or a pair such as fs", x, y)
	case !sys.anyOrder:
		return errorAt(letters[i].at, "found \"%c%c\", which is ambiguous on an oblique atom, expected \"%c%c\" for a subset or \"%c%c%c\" for both",
			x, y, y, x, x, y, y)
	case perpendicular(y, following(letters, i+1)):
		return errorAt(letters[i].at, "found \"%c%c%c\", which is ambiguous, expected pairs that begin with f, b, l or r",
			x, y, letters[i+2].char)
	}
	return nil
}
