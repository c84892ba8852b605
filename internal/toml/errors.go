package toml

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// FieldError is one fault of a file.
type FieldError struct {
	// File is the name given to Open; "" if the fault does not concern a file.
	File string
	// Line counts from 1; 0 if unknown. For a missing field it is the line of the table
	// that should have it.
	Line int
	// Field is the path of the field in the file, such as
	// "piece[2].more-moves[1].ranks". Lists count from 1. "" for the whole file.
	Field string
	// Found says what is wrong.
	Found string
	// Expected says what would be right; "" if Found says enough.
	Expected string
	// Nearest is the valid name most like the one found; "" if there is none.
	Nearest string
}

// Error returns the fault on one line.
func (e *FieldError) Error() string {
	var b strings.Builder
	if e.File != "" {
		b.WriteString(e.File + ":")
		if e.Line > 0 {
			fmt.Fprintf(&b, "%d:", e.Line)
		}
		b.WriteByte(' ')
	}
	if e.Field != "" {
		b.WriteString(e.Field + ": ")
	}
	b.WriteString(e.Found)
	if e.Expected != "" {
		b.WriteString("; expected " + e.Expected)
	}
	if e.Nearest != "" {
		fmt.Fprintf(&b, "; did you mean %q?", e.Nearest)
	}
	return b.String()
}

// Errors holds all faults of a file, in the order of their lines.
type Errors []*FieldError

// Error returns the faults, one per line.
func (e Errors) Error() string {
	lines := make([]string, len(e))
	for i, err := range e {
		lines[i] = err.Error()
	}
	return strings.Join(lines, "\n")
}

// Unwrap lets errors.As find a *FieldError.
func (e Errors) Unwrap() []error {
	list := make([]error, len(e))
	for i, err := range e {
		list[i] = err
	}
	return list
}

// OrNil turns an empty list into a nil error.
func (e Errors) OrNil() error {
	if len(e) == 0 {
		return nil
	}
	return e
}

// at gives every fault its file and line, and sorts by line.
func (e Errors) at(file string, lines lineIndex) {
	for _, err := range e {
		err.File = file
		if err.Line == 0 {
			err.Line = lines.find(err.Field)
		}
	}
	slices.SortStableFunc(e, func(a, b *FieldError) int { return cmp.Compare(a.Line, b.Line) })
}

// Quote quotes a text of unknown origin, cutting it if it would fill the screen.
func Quote(value string) string {
	const maxLength = 60
	if len(value) <= maxLength {
		return fmt.Sprintf("%q", value)
	}
	return fmt.Sprintf("%q…", strings.ToValidUTF8(value[:maxLength], ""))
}
