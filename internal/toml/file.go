package toml

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"bestiary/internal/format"
)

// File is a TOML file. Its errors name the line, the path of the field, and the actual and the
// expected value.
type File struct {
	name  string
	lines lineIndex
	root  *Section
}

// Open reads a file as TOML. Error messages call it name. The error is of type
// Errors.
func Open(name string, data []byte) (*File, error) {
	fields, lines, err := parse(data)
	if err != nil {
		errs := Errors{err}
		errs.at(name, nil)
		return nil, errs
	}
	root := &Section{faults: &faults{settled: map[string]bool{}}, fields: fields}
	return &File{name, lines, root}, nil
}

// Root returns the table of the whole file.
func (f *File) Root() *Section { return f.root }

// Add adds faults found by a later check, except for fields whose fault has already been
// reported, because such faults only follow from it.
func (f *File) Add(errs ...*FieldError) {
	for _, err := range errs {
		if !f.root.faults.settled[err.Field] {
			f.root.faults.list = append(f.root.faults.list, err)
		}
	}
}

// Err returns nil or an error of type Errors, with all faults in the order of
// their lines.
func (f *File) Err() error {
	list := f.root.faults.list
	list.at(f.name, f.lines)
	return list.OrNil()
}

// parse reads a file as TOML and finds the lines of its fields.
func parse(data []byte) (map[string]any, lineIndex, *FieldError) {
	if len(data) > MaxFileSize {
		return nil, nil, &FieldError{Found: "the file is too long", Expected: fmt.Sprintf("at most %d bytes", MaxFileSize)}
	}
	if !utf8.Valid(data) {
		return nil, nil, &FieldError{Found: "the file is not text in UTF-8"}
	}
	src := strings.TrimPrefix(string(data), "\ufeff")
	lines, limit := indexLines(src)
	if limit != nil {
		return nil, nil, limit
	}
	var fields map[string]any
	if _, err := toml.Decode(src, &fields); err != nil {
		return nil, nil, Fault("", err)
	}
	return fields, lines, nil
}

// decoderTypes describes types by their names in messages of the decoder.
var decoderTypes = map[string]string{"int64": "a number", "float64": "a number", "float": "a number",
	"integer": "a whole number", "string": "text in quotes", "bool": "true or false", "boolean": "true or false", "slice": "a list", "[]any": "a list",
	"map": "a table", "map[string]any": "a table", "time.Time": "a date or time"}

// Messages of the decoder about values that do not fit.
var (
	misfit    = regexp.MustCompile(`^toml: line (\d+) \(last key "(.*)"\): (.*)$`)
	otherType = regexp.MustCompile(`^incompatible types: TOML value has type (.+); destination has type (.+)$`)
)

// Fault describes an error of the decoder as a fault of the file called name.
func Fault(name string, err error) *FieldError {
	var at toml.ParseError
	if errors.As(err, &at) {
		text := strings.Replace(at.Message, "out of range for int64", "too large", 1)
		return &FieldError{File: name, Line: at.Position.Line, Found: format.Excerpt("not valid TOML: " + text)}
	}
	m := misfit.FindStringSubmatch(err.Error())
	if m == nil {
		return &FieldError{File: name, Found: err.Error()}
	}
	f := &FieldError{File: name, Field: strings.ReplaceAll(m[2], `\"`, `"`), Found: m[3]}
	f.Line, _ = strconv.Atoi(m[1])
	if types := otherType.FindStringSubmatch(m[3]); types != nil {
		f.Found, f.Expected = cmp.Or(decoderTypes[types[1]], types[1]), cmp.Or(decoderTypes[types[2]], types[2])
	} else if strings.HasPrefix(m[3], "expected array length") {
		f.Found, f.Expected = "a list of another length", strings.Fields(m[3])[3]
		f.Expected = strings.TrimSuffix(f.Expected, ";") + " values"
	}
	return f
}

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
	// Found states what is wrong.
	Found string
	// Expected states what would be valid; "" if Found is sufficient.
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

// Quote quotes a string of unknown origin, cutting it if it would fill the screen.
func Quote(value string) string {
	const maxLength = 60
	if len(value) <= maxLength {
		return fmt.Sprintf("%q", value)
	}
	return fmt.Sprintf("%q…", strings.ToValidUTF8(value[:maxLength], ""))
}
