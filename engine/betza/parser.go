package betza

import (
	"slices"
	"strings"
)

// Limits on move strings; exceeding one is a SyntaxError.
const (
	// MaxLength is the maximum length of a move string, in bytes.
	MaxLength = 256
	// MaxPaths is the maximum number of paths of a move string, including repeated paths
	// and paths excluded by directions before a bracket.
	MaxPaths = 4096
	// MaxLegs is the maximum number of legs in a group as written. Paths of crooked and
	// lame riders have more, one or two for each step.
	MaxLegs = 8
	// MaxTurningSlides is the maximum number of sliding legs in a path after which the
	// next leg may begin on any empty square passed, as after the first leg of masR.
	MaxTurningSlides = 2
	// MaxBoard is the maximum width and height of a board, in squares. Riders that need a
	// path for every length are expanded up to this size.
	MaxBoard = 16
)

// Parse parses a move string. The error is a *SyntaxError: a string is either understood
// in full or rejected.
func Parse(s string) (Expression, error) {
	return NewBudget(MaxPaths).Parse(s)
}

func parse(s string, budget *Budget) (Expression, error) {
	if len(s) > MaxLength {
		return Expression{}, errorAt(MaxLength, "found %d bytes, expected at most %d", len(s), MaxLength)
	}
	p := &parser{source: s, collector: &collector{seen: map[string]bool{}, budget: budget}}
	if s == "" {
		return Expression{}, p.unexpected("an atom")
	}
	for p.pos < len(s) {
		if err := p.group(); err != nil {
			return Expression{}, err
		}
	}
	return Expression{Source: s, Paths: p.paths, Castlings: p.castlings}, nil
}

// parser reads the source and passes each group on for expansion.
type parser struct {
	source string
	pos    int
	*collector
	castlings []Castling
}

// peek returns the next byte, or 0 at the end.
func (p *parser) peek() byte {
	if p.pos < len(p.source) {
		return p.source[p.pos]
	}
	return 0
}

// unexpected returns an error for the current character.
func (p *parser) unexpected(expected string) error {
	return errorAt(p.pos, "found %s, expected %s", describe(p.source, p.pos), expected)
}

// group reads one group.
func (p *parser) group() error {
	start := p.pos
	var legs []modifiers
	for {
		m, err := p.modifiers()
		if err != nil {
			return err
		}
		legs = append(legs, m)
		if p.peek() != 'a' {
			break
		}
		if len(legs) == MaxLegs {
			return p.unexpectedLeg()
		}
		p.pos++
	}
	if len(legs) == 1 && p.peek() == '[' {
		return p.bracket(start, legs[0])
	}
	if len(legs) == 1 && p.peek() == 'O' {
		return p.castling(start, legs[0])
	}
	if len(legs) == 1 && p.peek() == 'U' {
		return p.universal(start, legs[0])
	}
	a, err := p.atom()
	if err != nil {
		return err
	}
	before := len(p.paths)
	if err := expandChain(p.collector, start, legs, a); err != nil {
		return err
	}
	if own := p.paths[before:]; len(own) > 0 && !slices.ContainsFunc(own, Path.changes) {
		return errorAt(start, "found a move that ends where it begins and takes nothing; passing is not supported, expected a capture (c) on the way")
	}
	return nil
}

func (p *parser) unexpectedLeg() error {
	return errorAt(p.pos, "found one more leg, expected at most %d", MaxLegs)
}

// modifiers reads lower-case letters up to the next a or any other character.
func (p *parser) modifiers() (modifiers, error) {
	const known = "i" + directionLetters + modeLetters + mannerLetters
	var m modifiers
	for ; p.pos < len(p.source); p.pos++ {
		char := p.peek()
		if char < 'a' || char > 'z' || char == 'a' {
			break
		}
		if pattern := oldBend(p.source[p.pos:]); pattern != "" {
			return nil, errorAt(p.pos, "found 't'; a move that turns is no longer written with t, expected %s", pattern)
		}
		if what, ok := unsupportedLetters[char]; ok {
			return nil, errorAt(p.pos, "found %q; %s is not supported, expected another modifier or an atom", char, what)
		}
		if strings.IndexByte(known, char) < 0 {
			return nil, p.unexpected("a modifier (" + spelled(known) + " a) or an atom")
		}
		m = append(m, letter{char, p.pos})
	}
	return m, m.check()
}

// oldBends maps pieces that Betza wrote with t to their notation here.
var oldBends = map[string]string{"FR": "FyafsF", "WB": "WyafsW"}

// oldBend returns the notation here of a move that begins with t[FR] or tFR in the
// original notation, a step and then a slide outwards, or "" for other moves.
func oldBend(s string) string {
	s, bent := strings.CutPrefix(s, "t")
	if s = strings.TrimPrefix(s, "["); !bent || len(s) < 2 {
		return ""
	}
	if pattern := oldBends[s[:2]]; pattern != "" {
		return pattern
	}
	pattern := "[" + s[:1] + "?" + s[1:2] + "]"
	if _, err := Parse(pattern); err != nil {
		return ""
	}
	return pattern
}

// atom reads an atom with its suffix and range.
func (p *parser) atom() (atom, error) {
	if reason, ok := unsupportedAtoms[p.peek()]; ok {
		return atom{}, errorAt(p.pos, "found %q; %s, expected another atom", p.peek(), reason)
	}
	start := p.pos
	a, ok := basicAtoms[p.peek()]
	if !ok && start > 0 && strings.IndexByte("-?", p.peek()) >= 0 {
		return atom{}, p.unexpected("an atom; a move that turns is written in brackets, as in [F?R]")
	}
	if !ok {
		return atom{}, p.unexpected("an atom (W F D N A H C L Z J G K Q R B U)")
	}
	a.name = p.source[start : start+1]
	p.pos++
	char, next := p.source[start], p.peek()
	var err error
	switch {
	case next == 'X' || next == 'Y':
		err = p.extend(&a, char)
	case next == char:
		err = p.double(&a)
	}
	if err == nil && isDigit(p.peek()) {
		a.reach, err = p.number()
	}
	a.name, a.at = p.source[start:p.pos], start
	return a, err
}

// unsupportedAtoms maps atoms of XBetza that have no normal form, or none here, to the reason.
var unsupportedAtoms = map[byte]string{
	'U': "the universal leaper is a group of its own with one leg",
	'I': "imitators are not supported",
	'@': "drops are not supported",
	'O': "castling is a group of its own with one leg",
	'(': "repeated groups in parentheses are not supported",
	'[': "brackets stand neither inside brackets nor after the modifier a",
}

// extend reads the suffix X or Y.
func (p *parser) extend(a *atom, char byte) error {
	suffix := p.peek()
	leap, ok := extendedAtoms[string([]byte{char, suffix})]
	if !ok && suffix == 'X' && strings.IndexByte("AZJG", char) >= 0 {
		return errorAt(p.pos-1, "found \"%cX\", whose leap differs between descriptions of the notation, expected another atom", char)
	}
	if !ok {
		return errorAt(p.pos-1, "found \"%c%c\", which is not defined, expected WX FX DX NX HX CX or DY NY AY CY ZY", char, suffix)
	}
	*a = atom{short: leap[0], long: leap[1], extended: true, reach: 1}
	p.pos++
	return nil
}

// double reads the second letter of a doubled atom.
func (p *parser) double(a *atom) error {
	if a.reach == 0 {
		return p.unexpected("a different atom, since " + a.name + " has no limit on its range already")
	}
	p.pos++
	a.reach = 0
	if p.peek() == p.source[p.pos-1] {
		return p.unexpected("a different atom after a doubled one")
	}
	if isDigit(p.peek()) {
		return p.unexpected("no number after a doubled atom, which has no limit on its range")
	}
	return nil
}

func isDigit(char byte) bool {
	return char >= '0' && char <= '9'
}

// number reads one or two digits without a leading zero.
func (p *parser) number() (int, error) {
	start, n := p.pos, 0
	for isDigit(p.peek()) {
		if p.pos-start == 2 || p.pos > start && n == 0 {
			return 0, p.unexpected("a number from 0 to 99 without leading zeros")
		}
		n = 10*n + int(p.peek()-'0')
		p.pos++
	}
	return n, nil
}

// castling reads the atom O with its number.
func (p *parser) castling(start int, m modifiers) error {
	atomAt := p.pos
	if l, ok := m.find("j"); ok {
		return errorAt(l.at, "found 'j' before O; castling with a piece that is not at the edge is not supported, expected i, l, r, s or p")
	}
	if err := m.allow("ilrsp", "before O"); err != nil {
		return err
	}
	if !m.has('i') {
		return errorAt(atomAt, "found castling without i; a king that has moved cannot castle, expected i before O")
	}
	c := Castling{
		Left:  m.has('l') || m.has('s'),
		Right: m.has('r') || m.has('s'),
		Jumps: m.has('p'),
		At:    start,
	}
	if !c.Left && !c.Right {
		return errorAt(atomAt, "found castling without a side, expected l, r or s before O")
	}
	p.pos++
	if !isDigit(p.peek()) {
		return p.unexpected("the number of squares that the king moves in castling")
	}
	numberAt := p.pos
	var err error
	if c.Steps, err = p.number(); err != nil {
		return err
	}
	if c.Steps == 0 {
		return errorAt(numberAt, "found castling over 0 squares, expected a number from 1 to 99")
	}
	p.castlings = append(p.castlings, c)
	return nil
}

// universal reads the atom U, which leaps to any square. It is expanded into a leap for
// every offset on the largest board, from the farthest rank to the rearmost and from left
// to right.
func (p *parser) universal(start int, m modifiers) error {
	if err := m.allow("imcd", "before U"); err != nil {
		return err
	}
	p.pos++
	if next := p.peek(); isDigit(next) || next == 'U' {
		return p.unexpected("no range after U, which reaches every square")
	}
	const limit = MaxBoard - 1
	for dy := limit; dy >= -limit; dy-- {
		for dx := -limit; dx <= limit; dx++ {
			leap := Vec{dx, dy}
			if leap == (Vec{}) {
				continue
			}
			err := p.add(Path{Legs: []Leg{taking(slide(leap, 1, 1, m.landing()))}, Initial: m.has('i'), At: start})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
