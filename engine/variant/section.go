package variant

import (
	"fmt"
	"slices"
)

// File is a TOML file that belongs to games but is none, such as that of an
// experiment. It is read with the same errors as a game file: each names the
// line, the path of the field, what was found and what was expected.
type File struct {
	name  string
	lines lineIndex
	errs  *faults
	root  *table
}

// OpenFile reads a file as TOML; name is what error messages call it. The error
// is of type Errors.
func OpenFile(name string, data []byte) (*File, error) {
	fields, lines, err := parseTOML(data)
	if err != nil {
		errs := Errors{err}
		errs.at(name, nil)
		return nil, errs
	}
	f := &File{name: name, lines: lines, errs: &faults{settled: map[string]bool{}}}
	f.root = &table{errs: f.errs, fields: fields}
	return f, nil
}

// Root is the table of the whole file.
func (f *File) Root() *Section { return &Section{f.root} }

// Err is nil or of type Errors, with all faults in the order of their lines.
func (f *File) Err() error {
	f.errs.list.at(f.name, f.lines)
	return f.errs.list.orNil()
}

// Section is a table of a [File]. Each method that reads a key leaves the
// destination alone when the key is absent, reports a value of another type, and
// remembers the key for [Section.Close].
type Section struct{ t *table }

// Has reports whether the key is present.
func (s *Section) Has(key string) bool { return s.t.has(key) }

// Text reads a text.
func (s *Section) Text(key string, into *string) { s.t.text(key, into) }

// Texts reads a list of texts.
func (s *Section) Texts(key string, into *[]string) { s.t.texts(key, into) }

// Number reads a whole number.
func (s *Section) Number(key string, into *int) { s.t.number(key, into) }

// Flag reads true or false.
func (s *Section) Flag(key string, into *bool) { s.t.flag(key, into) }

// Float reads a number.
func (s *Section) Float(key string, into *float64) {
	value := s.t.lookup(key)
	if value == nil {
		return
	}
	if x, ok := asFloat(value); ok {
		*into = x
		return
	}
	s.t.wrongType(key, value, "a number")
}

// Floats reads a list of numbers.
func (s *Section) Floats(key string, into *[]float64) {
	const expected = "a list of numbers, as in [0.5, 1]"
	value := s.t.lookup(key)
	if value == nil {
		return
	}
	list, ok := value.([]any)
	if !ok {
		s.t.wrongType(key, value, expected)
		return
	}
	for i, element := range list {
		x, ok := asFloat(element)
		if !ok {
			s.t.wrongType(item(key, i+1), element, "a number")
		}
		*into = append(*into, x)
	}
}

func asFloat(value any) (float64, bool) {
	switch value := value.(type) {
	case int64:
		return float64(value), true
	case float64:
		return value, true
	}
	return 0, false
}

// TextLists reads a list of lists of texts.
func (s *Section) TextLists(key string, into *[][]string) {
	value := s.t.lookup(key)
	if value == nil {
		return
	}
	list, ok := value.([]any)
	if !ok {
		s.t.wrongType(key, value, `a list of lists, as in [["a", "b"], ["c"]]`)
		return
	}
	for i := range list {
		sub := &table{errs: s.t.errs, path: s.t.path, fields: map[string]any{item(key, i+1): list[i]}}
		var texts []string
		sub.texts(item(key, i+1), &texts)
		*into = append(*into, texts)
	}
}

// Pair is a key of a table with its value as text.
type Pair struct{ Name, Value string }

// Pairs reads a table of texts, numbers and flags, sorted by key.
func (s *Section) Pairs(key string, into *[]Pair) {
	sub := s.t.table(key)
	if sub == nil {
		return
	}
	for name, value := range sub.fields {
		switch value.(type) {
		case string, int64, float64, bool:
			*into = append(*into, Pair{name, fmt.Sprint(value)})
		default:
			sub.wrongType(name, value, "a text, a number, true or false")
		}
	}
	slices.SortFunc(*into, func(a, b Pair) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
}

// Section reads a table inside this one, nil if absent.
func (s *Section) Section(key string) *Section {
	if t := s.t.table(key); t != nil {
		return &Section{t}
	}
	return nil
}

// Sections reads a list of tables, at most limit of them.
func (s *Section) Sections(key string, limit int) []*Section {
	var list []*Section
	for _, t := range s.t.tables(key, limit) {
		list = append(list, &Section{t})
	}
	return list
}

// Report reports a fault of a key. Nearest is the valid name most like the one
// found, "" for none.
func (s *Section) Report(key, found, expected, nearest string) {
	s.t.errs.report(&FieldError{Field: field(s.t.path, key), Found: found, Expected: expected, Nearest: nearest})
}

// Close reports the keys that no method asked for.
func (s *Section) Close() { s.t.close() }
