package importing

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
)

// Limits on a file.
const (
	MaxFile   = 1 << 20 // bytes
	MaxSide   = 16      // files, ranks
	MaxPieces = 26      // kinds of pieces
	MaxPaths  = 8192    // ways to move of all pieces, as betza writes them out
)

// Warning says that something of a description was left out, guessed or
// changed on the way.
type Warning struct {
	// Kind is what the warning is about, in lower-case words joined by
	// hyphens; docs/importing.md lists all kinds.
	Kind string
	// File is the name given to the reader; "" when a game was written.
	File string
	// Line counts from 1; 0 when the warning is about no single line.
	Line int
	// Item is the parameter, key, piece or field concerned; may be "".
	Item string
	// Text says what was found and what became of it.
	Text string
}

// String gives the warning on one line.
func (w Warning) String() string {
	var b strings.Builder
	if w.File != "" {
		b.WriteString(w.File + ":")
		if w.Line > 0 {
			fmt.Fprintf(&b, "%d:", w.Line)
		}
		b.WriteByte(' ')
	}
	if w.Item != "" {
		b.WriteString(w.Item + ": ")
	}
	return b.String() + w.Text + " [" + w.Kind + "]"
}

// Report collects the errors and warnings of one file.
type Report struct {
	File     string
	Errors   variant.Errors
	Warnings []Warning
	// moves is what all move strings of the file may be written out to; nil
	// before the first of them.
	moves     *betza.Budget
	overdrawn bool // and a move was refused for it
}

// ErrNotRead is what ParseMove says after an error that spent the budget of the
// file. That error says all there is to say.
var ErrNotRead = errors.New("not read, since the moves before it have too many paths")

// ParseMove reads a move string in XBetza.
func (r *Report) ParseMove(move string) (betza.Expression, error) {
	if r.moves == nil {
		r.moves = betza.NewBudget(MaxPaths)
	}
	if r.overdrawn {
		return betza.Expression{}, ErrNotRead
	}
	e, err := r.moves.Parse(move)
	r.overdrawn = err != nil && r.moves.Spent()
	return e, err
}

// Fault adds an error.
func (r *Report) Fault(line int, item, found, expected, nearest string) {
	r.Errors = append(r.Errors, &variant.FieldError{File: r.File, Line: line, Field: cut(item),
		Found: found, Expected: expected, Nearest: nearest})
}

// Warn adds a warning.
func (r *Report) Warn(kind string, line int, item, format string, args ...any) {
	r.Warnings = append(r.Warnings, Warning{Kind: kind, File: r.File, Line: line, Item: cut(item),
		Text: fmt.Sprintf(format, args...)})
}

// Finish checks a game that was read without errors. line gives the line for a
// field path of a game file, 0 if it has none.
func (r *Report) Finish(v *variant.Variant, line func(field string) int) (*variant.Variant, []Warning, error) {
	if len(r.Errors) == 0 {
		r.adopt(v.Validate(), line)
	}
	if len(r.Errors) > 0 {
		slices.SortStableFunc(r.Errors, func(a, b *variant.FieldError) int { return cmp.Compare(a.Line, b.Line) })
		return nil, r.Warnings, r.Errors
	}
	return v, r.Warnings, nil
}

// adopt takes over the faults that the game's own check found.
func (r *Report) adopt(err error, line func(string) int) {
	var faults variant.Errors
	if err == nil || !errors.As(err, &faults) {
		return
	}
	for _, fault := range faults {
		fault.File, fault.Line = r.File, line(fault.Field)
		r.Errors = append(r.Errors, fault)
	}
}

// longestShown is how much of a text from a file a message repeats, in bytes.
const longestShown = 60

// cut is variant.Quote without the quotes, for names.
func cut(name string) string {
	if len(name) <= longestShown {
		return name
	}
	return strings.ToValidUTF8(name[:longestShown], "") + "…"
}
