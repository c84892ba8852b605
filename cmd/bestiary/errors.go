package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"bestiary/engine/betza"
)

// printError writes an error in one line, a list of errors in a line each. An error
// in a move string is followed by the string and a mark under the place.
func printError(w io.Writer, err error) {
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "bestiary: %s\n", strings.TrimRight(line, "\r\n"))
	}
	var syntax *betza.SyntaxError
	if errors.As(err, &syntax) && syntax.Source != "" {
		fmt.Fprint(w, caret(syntax))
	}
}

// caret shows the part of a move string around an error and points to it.
func caret(e *betza.SyntaxError) string {
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

// printable replaces what would not take one column on a terminal.
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
