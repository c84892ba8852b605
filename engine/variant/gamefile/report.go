package gamefile

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"bestiary/engine/betza"
	"bestiary/engine/variant"
	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// Warning reports that something in a description was omitted, guessed or changed.
type Warning struct {
	// Kind is the kind of warning, as lower-case words joined by hyphens;
	// docs/importing.md lists all kinds.
	Kind string
	// File is the name given to the reader; "" if the game was being written.
	File string
	// Line counts from 1; 0 if the warning is not about a single line.
	Line int
	// Item is the parameter, key, piece or field concerned, or "".
	Item string
	// Text states the fault and how the reader or writer handled it.
	Text string
}

// String returns the warning on one line.
func (w Warning) String() string {
	fault := toml.FieldError{File: w.File, Line: w.Line, Field: w.Item, Found: w.Text}
	return fault.Error() + " [" + w.Kind + "]"
}

// report collects the errors and warnings of one file.
type report struct {
	File     string
	Errors   toml.Errors
	Warnings []Warning
	// Approximate omits rules that a game file cannot express and lists them in Lost;
	// otherwise they are errors.
	Approximate  bool
	Lost         []string // as in Variant.Approximates
	approximable int      // errors that Approximate avoids
	// moves is the budget for all move strings of the file; nil before the first.
	moves     *betza.Budget
	overdrawn bool // a move was refused because the budget was used up
}

// newReport starts the report on a file and returns the file's text. The file must be
// UTF-8 and at most toml.MaxFileSize bytes long; otherwise ok is false and the report
// holds the fault.
func newReport(name string, data []byte, approximate bool) (r report, text string, ok bool) {
	r.File, r.Approximate = name, approximate
	switch {
	case len(data) > toml.MaxFileSize:
		r.Fault(0, "", "the file is too long", fmt.Sprintf("at most %d bytes", toml.MaxFileSize), "")
	case !utf8.Valid(data):
		r.Fault(0, "", "the file is not text in UTF-8", "", "")
	default:
		return r, strings.TrimPrefix(string(data), "\ufeff"), true
	}
	return r, "", false
}

// ErrNotRead is the error of a move string that was not read because earlier strings have
// too many paths, which was already reported.
var ErrNotRead = errors.New("not read, since the moves before it have too many paths")

// ParseMove parses a move string in XBetza.
func (r *report) ParseMove(move string) (betza.Expression, error) {
	if r.moves == nil {
		r.moves = betza.NewBudget(variant.MaxPaths)
	}
	if r.overdrawn {
		return betza.Expression{}, ErrNotRead
	}
	e, err := r.moves.Parse(move)
	r.overdrawn = err != nil && r.moves.Spent()
	return e, err
}

// MoveFault adds the error of a move string, which the file may write differently. It
// reports whether there was an error.
func (r *report) MoveFault(line int, item, move string, err error) bool {
	var syntax *betza.SyntaxError
	switch {
	case err == nil:
		return false
	case errors.Is(err, ErrNotRead):
	case errors.As(err, &syntax):
		as := ""
		if syntax.Source != move {
			as = ", read as " + toml.Quote(syntax.Source)
		}
		r.Fault(line, item, fmt.Sprintf("move %s%s, column %d: %s", toml.Quote(move), as, syntax.Offset+1, syntax.Msg), "", "")
	default:
		r.Fault(line, item, fmt.Sprintf("move %s: %v", toml.Quote(move), err), "", "")
	}
	return true
}

// Number parses a number between two limits. Any other text is a fault and yields the
// default.
func (r *report) Number(line int, item, text string, standard, low, high int) int {
	n, err := strconv.ParseInt(text, 10, 32)
	if err != nil || int(n) < low || int(n) > high {
		r.Fault(line, item, toml.Quote(text), fmt.Sprintf("a number from %d to %d", low, high), "")
		return standard
	}
	return int(n)
}

// Choice parses one of several words. Any other text is a fault and yields the default.
func (r *report) Choice(line int, item, text, standard string, words ...string) string {
	if !slices.Contains(words, text) {
		r.Fault(line, item, toml.Quote(text), format.List(words, "or"), toml.Nearest(text, words))
		return standard
	}
	return text
}

// Fault adds an error, unless it has been found before.
func (r *report) Fault(line int, item, found, expected, nearest string) {
	e := &toml.FieldError{File: r.File, Line: line, Field: cut(item), Found: found, Expected: expected, Nearest: nearest}
	if !slices.ContainsFunc([]*toml.FieldError(r.Errors), func(o *toml.FieldError) bool { return o.Error() == e.Error() }) {
		r.Errors = append(r.Errors, e)
	}
}

// Warn adds a warning.
func (r *report) Warn(kind string, line int, item, format string, args ...any) {
	r.Warnings = append(r.Warnings, Warning{Kind: kind, File: r.File, Line: line, Item: cut(item),
		Text: fmt.Sprintf(format, args...)})
}

// Lose reports a rule that cannot be expressed: as an error or, with Approximate, as a
// rule that the game lacks. Item and value quote the file, and instead describes how the
// game is played without the rule.
func (r *report) Lose(line int, item, value, why, instead string) {
	if !r.Approximate {
		r.approximable++
		r.Fault(line, item, fmt.Sprintf("%s: %s", toml.Quote(value), why), "a rule that a game file can express, or --approximate: "+instead, "")
		return
	}
	const maxValue = 4000 // bytes of a value
	lost := cut(item)
	if value != "" {
		lost += " = " + strings.ToValidUTF8(value[:min(len(value), maxValue)], "")
	}
	if !slices.Contains(r.Lost, lost) {
		r.Lost = append(r.Lost, lost)
	}
	r.Warn("lost", line, item, "%s: %s; %s", toml.Quote(value), why, instead)
}

// Unknown reports an unknown item: as an error that suggests the nearest known name or,
// with Approximate, as something that the game may lack.
func (r *report) Unknown(line int, item, value string, known []string) {
	if r.Approximate {
		r.Lose(line, item, value, "the name is not known", "left out")
		return
	}
	r.approximable++
	r.Fault(line, item, "unknown name", "a known one, or --approximate: left out", toml.Nearest(item, known))
}

// Faulty reports whether there are errors that Approximate does not avoid.
func (r *report) Faulty() bool { return len(r.Errors) > r.approximable }

// Finish checks a game that was read, unless it is faulty, and returns it in canonical form.
// A game without faults that cannot be expressed is checked, too, so that it can be read with
// Approximate if all its errors say so. line
// returns the line of a field path of a game file, or 0.
func (r *report) Finish(v *variant.Variant, line func(field string) int) (*variant.Variant, []Warning, error) {
	v.Approximates = r.Lost
	if !r.Faulty() {
		faults, _ := v.Validate().(toml.Errors) // nil without faults
		for _, fault := range faults {
			fault.File, fault.Line = r.File, line(fault.Field)
			r.Errors = append(r.Errors, fault)
		}
	}
	if len(r.Errors) > 0 {
		slices.SortStableFunc(r.Errors, func(a, b *toml.FieldError) int { return cmp.Compare(a.Line, b.Line) })
		return nil, r.Warnings, r.Errors
	}
	return v.Canonical(), r.Warnings, nil
}

// cut shortens a name as toml.Quote does, without quotes.
func cut(name string) string {
	const maxLength = 60 // bytes
	if len(name) <= maxLength {
		return name
	}
	return strings.ToValidUTF8(name[:maxLength], "") + "…"
}

// modifiersOf returns the letters before the atom or bracket of a group.
func modifiersOf(group string) string {
	return group[:strings.IndexFunc(group+"[", func(r rune) bool { return r < 'a' || r > 'z' })]
}

// limitFirstMoves converts a valid move string into move sets. If every piece starts on one rank,
// counted from 1 from its owner, and cannot return to it, groups with the modifier i become sets
// limited to that rank. Groups with the atom O are omitted.
func limitFirstMoves(move string, starts []int) (sets []variant.MoveSet) {
	var everywhere string
	limits := len(starts) == 1 && onlyForward(move)
	for _, group := range betza.Groups(move) {
		modifiers := modifiersOf(group)
		atom := group[len(modifiers):]
		switch {
		case strings.HasPrefix(atom, "O"):
		case strings.Contains(modifiers, "i") && limits:
			plain := strings.ReplaceAll(modifiers, "i", "") + atom
			parsed, err := betza.Parse(group)
			leaves := err == nil && slices.ContainsFunc(parsed.Paths, func(p betza.Path) bool { return p.LeavesEnPassant })
			sets = append(sets, variant.MoveSet{Betza: plain, FirstRank: starts[0], LastRank: starts[0], LeavesEnPassant: leaves})
		default:
			everywhere += group
		}
	}
	if everywhere != "" {
		sets = append([]variant.MoveSet{{Betza: everywhere}}, sets...)
	}
	return sets
}

// onlyForward reports whether every leg of a valid move leads to a higher rank.
func onlyForward(move string) bool {
	parsed, err := betza.Parse(move)
	return err == nil && !slices.ContainsFunc(parsed.Paths, func(p betza.Path) bool {
		return slices.ContainsFunc(p.Legs, func(l betza.Leg) bool { return l.Step.DY <= 0 })
	})
}

// nameFrom converts a string to the form of names in games: lower-case words joined by hyphens, at
// most variant.MaxName characters. It returns "" if no letters are left.
func nameFrom(text string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(text) {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		case r == '\'' || r == '’':
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
		if b.Len() == variant.MaxName {
			break
		}
	}
	return strings.TrimRight(b.String(), "-")
}

// gameName derives the name of a game from the name of its file or section.
func gameName(text string) string {
	base := filepath.Base(text)
	if name := nameFrom(strings.TrimSuffix(base, filepath.Ext(base))); name != "" {
		return name
	}
	return "game"
}

// uniqueName returns name, with a number after it if it is taken.
func uniqueName(name string, taken []string) string {
	unique := name
	for n := 2; slices.Contains(taken, unique); n++ {
		suffix := "-" + strconv.Itoa(n)
		unique = strings.TrimRight(name[:min(len(name), variant.MaxName-len(suffix))], "-") + suffix
	}
	return unique
}

// tableRows parses a table with one row per line and tabs between cells. Lines that begin with
// # are comments.
func tableRows(text string) [][]string {
	var rows [][]string
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); line != "" && line[0] != '#' {
			rows = append(rows, strings.Split(line, "\t"))
		}
	}
	return rows
}
