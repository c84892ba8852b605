package toml

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"bestiary/internal/format"
)

// File is a TOML file. Its errors name the line, the path of the field, what was
// found and what was expected.
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
		return nil, nil, syntaxError(err)
	}
	return fields, lines, nil
}

// syntaxError converts an error of the TOML decoder to a fault.
func syntaxError(err error) *FieldError {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return &FieldError{Found: err.Error()}
	}
	return &FieldError{Line: at.Position.Line, Found: format.Excerpt("not valid TOML: " + at.Message)}
}
