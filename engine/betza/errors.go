package betza

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// SyntaxError says where and why a move string could not be understood.
type SyntaxError struct {
	// Source is the whole move string.
	Source string
	// Offset is the place in Source, in bytes from 0 to len(Source).
	Offset int
	// Msg says what was found there and what was expected.
	Msg string
}

// Error names the string and the place, as a column counted from 1 in bytes.
func (e *SyntaxError) Error() string {
	source := e.Source
	if len(source) > MaxLength {
		source = source[:MaxLength]
	}
	return fmt.Sprintf("move string %q: column %d: %s", source, e.Offset+1, e.Msg)
}

// errorAt makes an error whose Source Parse fills in.
func errorAt(offset int, format string, args ...any) error {
	return &SyntaxError{Offset: offset, Msg: fmt.Sprintf(format, args...)}
}

// describe names the character at an offset of s.
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

// Pointer is two lines for a terminal: the part of the move string around the
// error, and a mark below its place.
func (e *SyntaxError) Pointer() string {
	const around = 30 // characters shown on either side
	before, after := printable(e.Source[:e.Offset]), printable(e.Source[e.Offset:])
	if len(before) > around {
		before = append([]rune("..."), before[len(before)-around:]...)
	}
	if len(after) > around {
		after = append(after[:around:around], []rune("...")...)
	}
	return fmt.Sprintf("  %s%s\n  %s^\n", string(before), string(after), strings.Repeat(" ", len(before)))
}

// printable replaces characters that may not take one column of a terminal.
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
