package variant

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"

	"bestiary/internal/files"
)

// Load reads and checks the game file at path.
func Load(path string) (*Variant, error) {
	data, err := files.Read(path, MaxFileSize)
	if err != nil {
		return nil, err
	}
	return Parse(path, data)
}

// Parse reads and checks a game file, which error messages call name. The error
// is of type Errors and holds every fault of the file, or only one if the file is
// not TOML.
func Parse(name string, data []byte) (*Variant, error) {
	v, lines, errs := parse(data)
	if len(errs) > 0 {
		errs.at(name, lines)
		return nil, errs
	}
	return v, nil
}

func parse(data []byte) (*Variant, lineIndex, Errors) {
	fields, lines, err := parseTOML(data)
	if err != nil {
		return nil, nil, Errors{err}
	}
	root := newRoot(fields)
	found := root.faults
	v, defaults := decodeVariant(root)
	for _, err := range v.check() {
		if !found.settled[err.Field] {
			found.list = append(found.list, err)
		}
	}
	v = v.Canonical()
	if len(found.list) == 0 {
		found.list = v.checkDefaults(defaults)
	}
	return v, lines, found.list
}

// parseTOML reads a file as TOML and finds the lines of its fields.
func parseTOML(data []byte) (map[string]any, lineIndex, *FieldError) {
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

// syntaxError is a fault that the TOML decoder found.
func syntaxError(err error) *FieldError {
	var at toml.ParseError
	if !errors.As(err, &at) {
		return &FieldError{Found: err.Error()}
	}
	return &FieldError{Line: at.Position.Line, Found: "not valid TOML: " + at.Message}
}
