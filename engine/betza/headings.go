package betza

import "strings"

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

func isVertical(letter byte) bool   { return strings.IndexByte("fbv", letter) >= 0 }
func isHorizontal(letter byte) bool { return strings.IndexByte("lrs", letter) >= 0 }
func isTwoSided(letter byte) bool   { return letter == 's' || letter == 'v' }

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
	for i := 0; i < len(letters); {
		x := letters[i]
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
		default:
			set |= around(x.char, sys.alone)
			i++
		}
	}
	return set, nil
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

// letter is a lower-case letter of the source.
type letter struct {
	char byte
	at   int
}

// modifiers holds the letters before an atom or a bracket that belong to one leg, in
// source order and without the a that ends a leg.
type modifiers []letter

const (
	directionLetters = "fblrvshzq"
	modeLetters      = "mcde"
	// mannerLetters describe how a leg moves; a last leg can have at most one of them.
	mannerLetters   = "pgynj"
	repeatedLetters = directionLetters + "mcdj"
)

// unsupportedLetters maps modifiers of XBetza without a normal form to the reason.
var unsupportedLetters = map[byte]string{
	'k': "royalty",
	'o': "wrapping around the board's edges",
	't': "restricting captures or hops by kind of piece", // see also oldBend
	'u': "unloading captured pieces",
	'x': "borrowing the moves of other pieces",
}

func (m modifiers) has(char byte) bool {
	return m.count(char) > 0
}

func (m modifiers) count(char byte) int {
	n := 0
	for _, l := range m {
		if l.char == char {
			n++
		}
	}
	return n
}

// find returns the first letter in chars.
func (m modifiers) find(chars string) (letter, bool) {
	for _, l := range m {
		if strings.IndexByte(chars, l.char) >= 0 {
			return l, true
		}
	}
	return letter{}, false
}

// among returns the letters in chars.
func (m modifiers) among(chars string) modifiers {
	var list modifiers
	for _, l := range m {
		if strings.IndexByte(chars, l.char) >= 0 {
			list = append(list, l)
		}
	}
	return list
}

// directions returns the direction letters.
func (m modifiers) directions() []letter { return m.among(directionLetters) }

// allow returns an error for the first letter that is not in chars. Place describes where
// the letters stand, as in "on a last leg".
func (m modifiers) allow(chars, place string) error {
	for _, l := range m {
		if strings.IndexByte(chars, l.char) < 0 {
			return errorAt(l.at, "found %q %s, expected there only %s", l.char, place, spelled(chars))
		}
	}
	return nil
}

// spelled lists letters for a message.
func spelled(chars string) string {
	return strings.Join(strings.Split(chars, ""), " ")
}

// check rejects letters that are never valid.
func (m modifiers) check() error {
	for i, l := range m {
		if !m[:i].has(l.char) || strings.IndexByte(repeatedLetters, l.char) >= 0 {
			continue
		}
		if l.char == 'i' {
			return errorAt(l.at, "found a second 'i'; a move by rank (ii) is not supported, expected one i")
		}
		return errorAt(l.at, "found a second %q, expected it once", l.char)
	}
	return m.checkDirectionsTogether()
}

// checkDirectionsTogether rejects directions separated by other letters, since it is
// unclear whether the parts combine.
func (m modifiers) checkDirectionsTogether() error {
	directions := m.directions()
	for i := 1; i < len(directions); i++ {
		if directions[i].at != directions[i-1].at+1 {
			return errorAt(directions[i].at, "found the direction %q apart from the others of its leg, expected directions side by side",
				directions[i].char)
		}
	}
	return nil
}

// modes returns the contents that the letters m, c and d allow on a square, or 0 without
// any of them.
func (m modifiers) modes() Occupancy {
	var o Occupancy
	if m.has('m') {
		o |= Empty
	}
	if m.has('c') {
		o |= Enemy
	}
	if m.has('d') {
		o |= Friend
	}
	return o
}

// landing returns what the last square of a move may hold, not counting en-passant
// captures.
func (m modifiers) landing() Occupancy {
	if _, ok := m.find(modeLetters); !ok {
		return Empty | Enemy
	}
	return m.modes()
}

// endings returns the possible forms of the last leg of a move, each as one or more legs
// of the normal form.
func endings(a atom, h heading, reach int, m modifiers) ([][]Leg, error) {
	manner, err := mannerOf(m)
	if err != nil {
		return nil, err
	}
	step, end := a.step(h), m.landing()
	switch manner.char {
	case 'p', 'g':
		return hops(step, reach, end, manner)
	case 'j':
		return jumps(a, h, reach, end, m)
	case 'n':
		return lameLeaps(a, h, reach, end, m)
	}
	return [][]Leg{{taking(slide(step, 1, reach, end))}}, nil
}

// mannerOf returns the letter for how the last leg moves; its char is 0 if there is none.
// At most one is allowed.
func mannerOf(m modifiers) (letter, error) {
	manners := m.among(mannerLetters)
	for _, l := range manners {
		if l.char != manners[0].char {
			return letter{}, errorAt(l.at, "found %q together with %q, expected one of them", l.char, manners[0].char)
		}
	}
	if len(manners) == 0 {
		return letter{}, nil
	}
	return manners[0], nil
}

// hops returns the legs of moves over exactly one piece: with p to any square beyond it,
// with g to the square directly beyond it. A range counts from the start and includes the
// piece.
func hops(step Vec, reach int, end Occupancy, manner letter) ([][]Leg, error) {
	if reach == 1 {
		return nil, errorAt(manner.at, "found %q on an atom of range 1, which cannot move over a piece, expected a range of 0 or of 2 and more",
			manner.char)
	}
	if reach >= MaxBoard {
		reach = 0
	}
	if manner.char == 'g' {
		limit := max(reach-1, 0)
		return [][]Leg{{slide(step, 1, limit, Occupied), taking(slide(step, 1, 1, end))}}, nil
	}
	if reach == 0 {
		return [][]Leg{{slide(step, 1, 0, Occupied), taking(slide(step, 1, 0, end))}}, nil
	}
	var ways [][]Leg
	for before := 1; before < reach; before++ {
		ways = append(ways, []Leg{
			slide(step, before, before, Occupied),
			taking(slide(step, 1, reach-before, end)),
		})
	}
	return ways, nil
}

// jumps returns the legs of moves with j. Sliders skip one square per letter j, whatever
// stands there, and the range counts these squares. The leapers N, D and A need a piece
// half-way.
func jumps(a atom, h heading, reach int, end Occupancy, m modifiers) ([][]Leg, error) {
	j, _ := m.find("j")
	skipped := m.count('j')
	switch {
	case !a.single() && skipped > 1:
		return nil, errorAt(j.at, "found \"jj\" on %s, expected it only on W, F and K as sliders", a.name)
	case !a.single():
		return halfwayLeaps(a, h, reach, end, j)
	case reach != 0 && reach <= skipped:
		return nil, errorAt(j.at, "found 'j' on %s, which leaves no square to go to, expected a range greater than the number of j", a.name)
	}
	step := a.step(h)
	skip := Leg{Step: step, Min: skipped, Max: skipped, Through: Anything, End: Anything}
	return [][]Leg{{skip, taking(slide(step, 1, max(reach-skipped, 0), end))}}, nil
}

// slide returns a leg of ordinary steps whose last square satisfies end.
func slide(step Vec, from, limit int, end Occupancy) Leg {
	return Leg{Step: step, Min: from, Max: limit, Through: Empty, End: end}
}

// taking marks a leg that captures a piece on the square where it ends.
func taking(l Leg) Leg {
	l.Takes = l.End&Occupied != 0
	return l
}

// relays returns the possible forms of a leg that is not the last. It ends on an empty
// square unless its modes say otherwise; p and g pass over a piece without capturing it.
func relays(step Vec, reach int, m modifiers) []Leg {
	end := m.modes()
	passes := m.has('p') || m.has('g')
	if m.has('y') || end == 0 && !passes {
		end |= Empty
	}
	if !passes {
		return []Leg{taking(slide(step, 1, reach, end))}
	}
	ways := []Leg{slide(step, 1, reach, end|Occupied)}
	if end&Occupied != 0 {
		ways = append(ways, taking(slide(step, 1, reach, end&Occupied)))
	}
	return ways
}

// toggled returns the range of the legs after one with y or g: a leaper continues as a
// slider and a slider as a leaper.
func toggled(reach int, m modifiers) int {
	if !m.has('y') && !m.has('g') {
		return reach
	}
	if reach == 1 {
		return 0
	}
	return 1
}

// lameLeaps returns the legs of moves with n: every leap needs empty squares on its way.
// For sliders, which pass over nothing, n only marks the passed squares for en passant.
func lameLeaps(a atom, h heading, reach int, end Occupancy, m modifiers) ([][]Leg, error) {
	n, _ := m.find("n")
	if !a.single() {
		return halfwayLeaps(a, h, reach, end, n)
	}
	if !leavesEnPassant(a, m) || reach == 1 {
		return nil, errorAt(n.at, "found 'n' on %s, which leaps over nothing, expected it there only with i and m and a range of more than 1", a.name)
	}
	return [][]Leg{{taking(slide(a.step(h), 1, reach, end))}}, nil
}

// leavesEnPassant reports whether a single leg is an initial move whose passed squares
// become targets of en-passant captures: i, n and m without other modes, along a line.
func leavesEnPassant(a atom, m modifiers) bool {
	return m.has('i') && m.has('n') && m.modes() == Empty && !m.has('e') && a.kind() != oblique
}

// halfwayLeaps returns the legs of leaps for which the squares passed over matter: with n
// they must be empty, with j there must be a piece. For riders this applies to every leap,
// so each number of leaps needs its own path.
func halfwayLeaps(a atom, h heading, reach int, end Occupancy, manner letter) ([][]Leg, error) {
	approach, rest, err := splitLeap(a, h, manner)
	if err != nil {
		return nil, err
	}
	if manner.char == 'j' {
		approach.End = Occupied
	}
	limit := (MaxBoard - 1) / a.long
	if reach != 0 && reach < limit {
		limit = reach
	}
	var ways [][]Leg
	var before []Leg
	for range limit {
		way := append(before[:len(before):len(before)], approach, taking(slide(rest, 1, 1, end)))
		ways = append(ways, way)
		before = append(before, approach, slide(rest, 1, 1, Empty))
	}
	return ways, nil
}

// splitLeap splits a leap into the part up to the last square passed over and the final
// step. A knight passes over its orthogonal neighbour.
func splitLeap(a atom, h heading, manner letter) (approach Leg, rest Vec, err error) {
	leap := a.step(h)
	straight := a.kind() != oblique
	switch {
	case a.extended || !straight && a.long != 2:
		return Leg{}, Vec{}, errorAt(manner.at, "found %q on %s, for which the squares passed over are not defined, expected it on N, D, A%s", manner.char, a.name, orLonger(manner))
	case straight && a.long == 3 && manner.char == 'j':
		return Leg{}, Vec{}, errorAt(manner.at, "found 'j' on %s, which has no half-way square, expected it on N, D, A or a slider", a.name)
	case straight:
		rest = Vec{leap.DX / a.long, leap.DY / a.long}
		return slide(rest, a.long-1, a.long-1, Empty), rest, nil
	}
	half := Vec{leap.DX / 2, leap.DY / 2} // rounds towards the orthogonal square
	return slide(half, 1, 1, Empty), Vec{leap.DX - half.DX, leap.DY - half.DY}, nil
}

// orLonger returns the end of the list of atoms for which a manner of leaping is defined.
func orLonger(manner letter) string {
	if manner.char == 'n' {
		return ", H or G"
	}
	return " or a slider"
}
