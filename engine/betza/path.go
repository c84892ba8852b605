package betza

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Vec is a step of a move: DX files to the right and DY ranks forward, as seen by the
// moving side (for White, forward is towards the higher ranks).
type Vec struct{ DX, DY int }

// Occupancy is a set of possible contents of a square, as seen by the moving piece.
type Occupancy uint8

// The members of an Occupancy.
const (
	Empty Occupancy = 1 << iota
	Enemy
	Friend

	Occupied = Enemy | Friend
	Anything = Empty | Occupied
)

// Leg is a straight run of equal steps.
type Leg struct {
	// Step is repeated between Min and Max times. Min is at least 1; Max 0
	// means as far as the board reaches.
	Step     Vec
	Min, Max int
	// Through is what a square before the last one of this leg may hold: Empty for ordinary sliders.
	Through Occupancy
	// End is what the last square of this leg may hold for the path to continue or, on the last
	// leg, for the move to end there. It is 0 only on the last leg of a path that can only capture
	// en passant.
	End Occupancy
	// Takes marks a leg that removes a piece met at its end. It is set on a last leg that
	// can end on a piece, and on earlier legs that capture in passing.
	Takes bool
}

// Path is one way to move: its legs are walked in order. A piece can make the
// move when every leg's conditions hold. The square that the piece has left and
// the squares of pieces that it took on an earlier leg count as empty.
//
// Several paths may lead to one square, as a falcon's do. That is one move,
// however many of the paths are open.
type Path struct {
	Legs []Leg
	// Initial marks a move open only to a piece that has not moved yet (i).
	Initial bool
	// EnPassant marks a path whose last square may be an empty square that an
	// enemy piece has just passed over, capturing that piece (e).
	EnPassant bool
	// LeavesEnPassant marks a path whose passed squares become targets of
	// en-passant captures (an initial move with n, as in ifmnD).
	LeavesEnPassant bool
	// At is the byte offset in the source string of the group the path came from.
	At int
}

// Flying returns a path that passes over everything and ends on an empty square.
func (p Path) Flying() Path {
	p.Legs = slices.Clone(p.Legs)
	for i := range p.Legs {
		leg := &p.Legs[i]
		leg.Through, leg.End, leg.Takes = Anything, Anything, false
	}
	p.Legs[len(p.Legs)-1].End = Empty
	return p
}

// changes reports whether the path takes something on the way or can end on a square other
// than its first.
func (p Path) changes() bool {
	for i, l := range p.Legs {
		if l.Min != l.Max || l.Takes && i < len(p.Legs)-1 {
			return true
		}
	}
	return p.span() != Vec{}
}

// span returns the displacement of the path if every leg is as short as possible.
func (p Path) span() Vec {
	var v Vec
	for _, l := range p.Legs {
		v.DX += l.Min * l.Step.DX
		v.DY += l.Min * l.Step.DY
	}
	return v
}

// Castling represents an atom O: a king that has not moved goes Steps squares towards a
// partner on one of the given sides.
type Castling struct {
	Left, Right bool
	// Steps is at least 1. If Jumps is set, it is the maximum number of squares.
	Steps int
	// Jumps is set by the modifier p: squares in between may be occupied.
	Jumps bool
	// At is the byte offset in the source string of the group.
	At int
}

// Expression is a parsed move string in normal form: the union of its paths, as seen by
// the moving side and with absolute directions.
type Expression struct {
	Source    string
	Paths     []Path
	Castlings []Castling
}

// Budget bounds the total number of paths of several move strings, such as all strings of
// a game: a short string can have thousands of paths.
type Budget struct {
	total, left int
}

// Key returns a string shared by all expressions with the same paths, whatever strings they were
// read from. It omits castling.
func (e Expression) Key() string {
	list := make([]string, len(e.Paths))
	for i, p := range e.Paths {
		list[i] = p.key()
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// NewBudget returns a budget for a number of paths. Paths repeated within a string count
// each time.
func NewBudget(paths int) *Budget {
	return &Budget{paths, paths}
}

// Spent reports whether the budget is used up, so that every further move string would be
// rejected.
func (b *Budget) Spent() bool {
	return b.left == 0
}

// Parse is like the function Parse, but charges the paths to the budget. A rejected string
// costs the paths expanded before the fault was found.
func (b *Budget) Parse(s string) (Expression, error) {
	e, err := parse(s, b)
	if syntax, ok := err.(*SyntaxError); ok {
		syntax.Source = s
	}
	return e, err
}

// SyntaxError reports where and why a move string could not be understood.
type SyntaxError struct {
	// Source is the whole move string.
	Source string
	// Offset is the position in Source, in bytes from 0 to len(Source).
	Offset int
	// Msg states what is there and what was expected.
	Msg string
}

// Error names the string and the position, as a column counted from 1 in bytes.
func (e *SyntaxError) Error() string {
	source := e.Source
	if len(source) > MaxLength {
		source = source[:MaxLength]
	}
	return fmt.Sprintf("move string %q: column %d: %s", source, e.Offset+1, e.Msg)
}

// errorAt returns an error whose Source is set by Parse.
func errorAt(offset int, format string, args ...any) error {
	return &SyntaxError{Offset: offset, Msg: fmt.Sprintf(format, args...)}
}

// describe describes the character at an offset of s.
func describe(s string, offset int) string {
	if offset >= len(s) {
		return "the end of the string"
	}
	r, size := utf8.DecodeRuneInString(s[offset:])
	if r == utf8.RuneError && size <= 1 {
		return fmt.Sprintf("byte 0x%02x", s[offset])
	}
	return fmt.Sprintf("%q", r)
}

// Pointer returns two lines for a terminal: the part of the move string around the error,
// and a mark below the position.
func (e *SyntaxError) Pointer() string {
	const around = 30 // maximum number of characters on either side
	before, after := printable(e.Source[:e.Offset]), printable(e.Source[e.Offset:])
	if len(before) > around {
		before = append([]rune("..."), before[len(before)-around:]...)
	}
	if len(after) > around {
		after = append(after[:around:around], []rune("...")...)
	}
	return fmt.Sprintf("  %s%s\n  %s^\n", string(before), string(after), strings.Repeat(" ", len(before)))
}

// printable replaces characters that may not occupy exactly one column of a terminal.
func printable(s string) []rune {
	var runes []rune
	for _, r := range s {
		if r == utf8.RuneError || r > unicode.MaxLatin1 || !unicode.IsPrint(r) {
			r = '?'
		}
		runes = append(runes, r)
	}
	return runes
}
