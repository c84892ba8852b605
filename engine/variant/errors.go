package variant

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/internal/present/format"
)

// FieldError is one fault of a game description.
type FieldError struct {
	// File is the name given to Parse; "" when the game did not come from a file.
	File string
	// Line counts from 1; 0 when unknown. For a field that is missing it is
	// the line of the table that should have it.
	Line int
	// Field is the path of the field in the file, such as
	// "piece[2].more-moves[1].ranks". Lists count from 1. "" for the whole file.
	Field string
	// Found says what is wrong.
	Found string
	// Expected says what would be right; "" where Found is enough.
	Expected string
	// Nearest is the valid name most like the one found; "" if no name is like it.
	Nearest string
}

// Error gives the fault on one line.
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

// Errors are all faults of a game description, in the order of its lines.
type Errors []*FieldError

// Error gives the faults, one a line.
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

// orNil turns an empty list into a nil error.
func (e Errors) orNil() error {
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

// Quote shows a text of unknown origin in quotes, cut where it would fill the
// screen.
func Quote(value string) string {
	const most = 60
	if len(value) <= most {
		return fmt.Sprintf("%q", value)
	}
	return fmt.Sprintf("%q…", strings.ToValidUTF8(value[:most], ""))
}

// oneOf joins names to "a, b or c".
func oneOf(names []string) string { return format.List(names, "or") }

// allOf joins names to "a, b and c".
func allOf(names []string) string { return format.List(names, "and") }

// Nearest returns the candidate most like name, or "". A candidate is like a name
// if correcting a third of the letters, or one letter, turns one into the other. The beginning of a candidate, up to a hyphen, counts as
// well, so that "hanibal" finds "hannibal-gryphon". The first of equals wins.
func Nearest[T ~string](name string, candidates []T) string {
	const longest = 64 // bytes; nobody mistypes more, and comparing takes quadratic time
	if len(name) > longest {
		return ""
	}
	best, least := "", max(len(name)/3, 1)+1
	for _, candidate := range candidates {
		if d := EditDistance(strings.ToLower(name), strings.ToLower(string(candidate)), least); d < least {
			best, least = string(candidate), d
		}
	}
	if best == "" && len(name) >= shortestBeginning {
		best = nearestBeginning(strings.ToLower(name), candidates)
	}
	return best
}

// shortestBeginning is the least number of letters that a candidate's beginning
// is recognised by.
const shortestBeginning = 4

// nearestBeginning is Nearest for the beginnings of candidates.
func nearestBeginning[T ~string](name string, candidates []T) string {
	best, least := "", len(name)/3+1
	for _, candidate := range candidates {
		for i, c := range string(candidate) {
			if c != '-' {
				continue
			}
			if d := EditDistance(name, string(candidate[:i]), least); d < least {
				best, least = string(candidate), d
			}
		}
	}
	return best
}

// EditDistance counts the insertions, deletions, replacements and swaps of
// neighbouring bytes that turn a into b (optimal string alignment). When there
// are limit or more it may return limit.
func EditDistance(a, b string, limit int) int {
	if max(len(a), len(b))-min(len(a), len(b)) >= limit {
		return limit
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(a); i++ {
		before, last, row = last, row, before
		row[0] = i
		for j := 1; j <= len(b); j++ {
			substitution := last[j-1]
			if a[i-1] != b[j-1] {
				substitution++
			}
			row[j] = min(last[j]+1, row[j-1]+1, substitution)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
	}
	return row[len(b)]
}
