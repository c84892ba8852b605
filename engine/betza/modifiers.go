package betza

import "strings"

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

// allow returns an error for the first letter that is not in chars. Place describes the position of
// the letters, as in "on a last leg".
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
