package toml

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"bestiary/internal/format"
)

// Section reads one table of a TOML file. Each method that reads a key leaves the
// destination unchanged if the key is absent, reports a value of the wrong type, and
// remembers the key for Close.
type Section struct {
	faults *faults
	path   string
	fields map[string]any
	known  []string
}

// faults collects the errors of a file.
type faults struct {
	list Errors
	// settled holds the paths with a reported fault: a fault that a later check finds
	// there only follows from it.
	settled map[string]bool
}

// lookup returns the value of a key, or nil if absent.
func (s *Section) lookup(key string) any {
	s.known = append(s.known, key)
	return s.fields[key]
}

// Has reports whether the key is present.
func (s *Section) Has(key string) bool {
	_, ok := s.fields[key]
	return ok
}

// Peek returns the text of a key, or "" if it has none. It does not count as reading the
// key.
func (s *Section) Peek(key string) string {
	text, _ := s.fields[key].(string)
	return text
}

// Keys returns the keys of the table in order.
func (s *Section) Keys() []string { return slices.Sorted(maps.Keys(s.fields)) }

// Know names keys that the table may have although they are not read.
func (s *Section) Know(keys ...string) {
	for _, key := range keys {
		if !slices.Contains(s.known, key) {
			s.known = append(s.known, key)
		}
	}
}

// Settled reports whether a fault of the key has been reported.
func (s *Section) Settled(key string) bool { return s.faults.settled[Path(s.path, key)] }

// Settle suppresses later faults of a field, given by its full path, because they follow
// from a reported fault.
func (s *Section) Settle(path string) { s.faults.settled[path] = true }

// Empty returns an empty table for a key that the file lacks.
func (s *Section) Empty(key string) *Section {
	return &Section{faults: s.faults, path: Path(s.path, key)}
}

// Report reports a fault of a key. Nearest is the valid name most like the one found, or
// "" if there is none.
func (s *Section) Report(key, found, expected, nearest string) {
	path := Path(s.path, key)
	s.faults.list = append(s.faults.list, &FieldError{Field: path, Found: found, Expected: expected, Nearest: nearest})
	s.faults.settled[path] = true
}

func (s *Section) report(key, found, expected string) { s.Report(key, found, expected, "") }

// readAs reads a value of a type that the TOML decoder produces.
func readAs[T any](s *Section, key string, into *T, expected string) {
	switch value := s.lookup(key).(type) {
	case nil:
	case T:
		*into = value
	default:
		s.report(key, Describe(value), expected)
	}
}

// Text reads a string.
func (s *Section) Text(key string, into *string) { readAs(s, key, into, "text in quotes") }

// Number reads a whole number.
func (s *Section) Number(key string, into *int) {
	n := int64(*into)
	readAs(s, key, &n, "a whole number")
	if n < math.MinInt32 || n > math.MaxInt32 {
		s.report(key, fmt.Sprint(n), "a number of at most nine digits")
		return
	}
	*into = int(n)
}

// Read reads a value of the type that into points to: a string, a flag, a number, a list of strings
// or of numbers, a list of lists of strings, a table of pairs, or Names.
func (s *Section) Read(key string, into any) {
	switch into := into.(type) {
	case *string:
		s.Text(key, into)
	case *bool:
		readAs(s, key, into, "true or false")
	case *int:
		s.Number(key, into)
	case *float64:
		s.Float(key, into)
	case *[]string:
		s.Texts(key, into)
	case *[]float64:
		items(s, key, into, "a list of numbers, as in [0.5, 1]", (*Section).Float)
	case *[][]string:
		items(s, key, into, `a list of lists, as in [["a", "b"], ["c"]]`, (*Section).Texts)
	case *[]Pair:
		s.Pairs(key, into)
	case *Names:
		if _, ok := s.fields[key].([]any); ok {
			s.Texts(key, &into.List)
		} else {
			readAs(s, key, &into.All, `true, false or a list of texts, as in ["a", "b"]`)
		}
	}
}

// ReadFields reads fields of the table.
func (s *Section) ReadFields(fields []Field) {
	for _, f := range fields {
		s.Read(f.Key, f.At)
	}
}

// Float reads a number.
func (s *Section) Float(key string, into *float64) {
	if whole, ok := s.fields[key].(int64); ok {
		s.lookup(key)
		*into = float64(whole)
		return
	}
	readAs(s, key, into, "a number")
}

// items reads a list, each item by read.
func items[T any](s *Section, key string, into *[]T, expected string, read func(one *Section, name string, into *T)) {
	var list []any
	readAs(s, key, &list, expected)
	for i, value := range list {
		name := Item(key, i+1)
		var item T
		read(&Section{faults: s.faults, path: s.path, fields: map[string]any{name: value}}, name, &item)
		*into = append(*into, item)
	}
}

// Texts reads a list of texts.
func (s *Section) Texts(key string, into *[]string) {
	items(s, key, into, `a list of texts, as in ["a", "b"]`, func(one *Section, name string, text *string) {
		one.Text(name, text)
		if one.Settled(name) {
			s.faults.settled[Path(s.path, key)] = true
		}
	})
}

// Pair is a key of a table with its value as text.
type Pair struct{ Name, Value string }

// Pairs reads a table of texts, numbers and flags, sorted by key.
func (s *Section) Pairs(key string, into *[]Pair) {
	table := s.Section(key)
	if table == nil {
		return
	}
	for _, name := range table.Keys() {
		switch value := table.fields[name].(type) {
		case string, int64, float64, bool:
			*into = append(*into, Pair{name, fmt.Sprint(value)})
		default:
			table.report(name, Describe(value), "a text, a number, true or false")
		}
	}
}

// Section reads a nested table; it returns nil if absent.
func (s *Section) Section(key string) *Section {
	var fields map[string]any
	path := Path(s.path, key)
	if readAs(s, key, &fields, "a table, ["+path+"]"); fields == nil {
		return nil
	}
	return &Section{faults: s.faults, path: path, fields: fields}
}

// Sections reads a list of at most limit tables.
func (s *Section) Sections(key string, limit int) []*Section {
	var list []any
	if tables, ok := s.fields[key].([]map[string]any); ok {
		s.lookup(key)
		for _, fields := range tables {
			list = append(list, fields)
		}
	} else {
		readAs(s, key, &list, "a list of tables, each [["+Path(s.path, key)+"]] or { … }")
	}
	if len(list) > limit {
		s.report(key, fmt.Sprintf("%d entries", len(list)), fmt.Sprintf("at most %d", limit))
		list = list[:limit]
	}
	var sections []*Section
	for i, value := range list {
		if fields, ok := value.(map[string]any); ok {
			sections = append(sections, &Section{faults: s.faults, path: Path(s.path, Item(key, i+1)), fields: fields})
		} else {
			s.report(Item(key, i+1), Describe(value), "a table, { … }")
		}
	}
	return sections
}

// Close reports the keys of the table that no method has read.
func (s *Section) Close() {
	for _, key := range s.Keys() {
		if slices.Contains(s.known, key) {
			continue
		}
		near := Nearest(key, s.known)
		s.Report(Key(key), "unknown key", format.List(s.known, "or"), near)
		if near != "" {
			s.faults.settled[Path(s.path, near)] = true
		}
	}
}

// Key formats a key for a file, in quotes if it needs them.
func Key(key string) string {
	bare := func(r rune) bool {
		return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	if key != "" && strings.IndexFunc(key, func(r rune) bool { return !bare(r) }) < 0 {
		return key
	}
	return `"` + key + `"`
}

// Describe describes a TOML value.
func Describe(value any) string {
	switch value := value.(type) {
	case string:
		return "text " + Quote(value)
	case int64, float64:
		return fmt.Sprintf("the number %v", value)
	case bool:
		return fmt.Sprint(value)
	case []any, []map[string]any:
		return "a list"
	case map[string]any:
		return "a table"
	}
	return "a date or time"
}
