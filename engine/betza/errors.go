package betza

import (
	"fmt"
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
