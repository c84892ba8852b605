package toml

import (
	"fmt"
	"strconv"
	"strings"
)

// Limits on a file. They bound the time and memory that a hostile file can take:
// the TOML decoder recurses into lists and stores the whole path of every key.
const (
	MaxFileSize   = 1 << 20 // bytes
	maxFields     = 10_000  // keys, tables and list items
	maxPathLength = 200     // bytes of a field path
)

// lineIndex gives the line, from 1, of every field path of a TOML file. Paths
// are written as in FieldError.Field.
type lineIndex map[string]int

// find returns the line of a field or of the nearest table around it, or 0.
func (l lineIndex) find(path string) int {
	for path != "" {
		if line, ok := l[path]; ok {
			return line
		}
		path = path[:max(strings.LastIndexAny(path, ".["), 0)]
	}
	return 0
}

// lineScanner scans a TOML file for the positions of its fields. It reads all valid TOML;
// on anything else it stops, because the decoder reports that.
type lineScanner struct {
	src      string
	pos      int
	line     int
	lines    lineIndex
	elements map[string]int // number of [[name]] headers so far
	stopped  bool
	err      *FieldError // a limit was exceeded
}

// indexLines returns the lines of all fields of src, and an error if src has too many or
// too deeply nested fields.
func indexLines(src string) (lineIndex, *FieldError) {
	s := &lineScanner{src: src, line: 1, lines: lineIndex{}, elements: map[string]int{}}
	table := ""
	for {
		s.skipBlank()
		switch {
		case s.stopped || s.pos == len(s.src):
			return s.lines, s.err
		case s.src[s.pos] == '[':
			table = s.header()
		default:
			s.keyValue(table)
		}
	}
}

// header reads [name] or [[name]] and returns the path of the table it opens.
func (s *lineScanner) header() string {
	list := strings.HasPrefix(s.src[s.pos:], "[[")
	s.accept("[")
	s.accept("[")
	path := s.key("")
	s.record(path)
	if list {
		s.elements[path]++
		path = Item(path, s.elements[path])
		s.record(path)
	}
	s.expect("]")
	if list {
		s.expect("]")
	}
	return path
}

// keyValue reads key = value in the given table.
func (s *lineScanner) keyValue(table string) {
	path := s.key(table)
	s.record(path)
	s.expect("=")
	s.skipSpace()
	s.value(path)
}

// key reads a key, which may be dotted, and returns its path.
func (s *lineScanner) key(path string) string {
	for {
		s.skipSpace()
		path = Path(path, s.keyPart())
		s.skipSpace()
		if s.stopped || len(path) > maxPathLength || !s.accept(".") {
			return path
		}
		if n := s.elements[path]; n > 0 {
			path = Item(path, n)
		}
		s.record(path)
	}
}

// keyPart reads one part of a key, quoted or bare.
func (s *lineScanner) keyPart() string {
	start := s.pos
	if s.skipString() {
		return s.src[start:s.pos]
	}
	for s.pos < len(s.src) && !strings.ContainsRune(" \t\r\n.=[]{},#\"'", rune(s.src[s.pos])) {
		s.pos++
	}
	s.stopped = s.stopped || s.pos == start
	return s.src[start:s.pos]
}

// value reads a value of any type.
func (s *lineScanner) value(path string) {
	switch {
	case s.stopped || s.skipString():
	case s.accept("["):
		for n := 1; s.more("]"); n++ {
			s.record(Item(path, n))
			s.value(Item(path, n))
			s.comma("]")
		}
	case s.accept("{"):
		for s.more("}") {
			s.keyValue(path)
			s.comma("}")
		}
	default:
		start := s.pos
		for s.pos < len(s.src) && !strings.ContainsRune(",]}#\n", rune(s.src[s.pos])) {
			s.pos++
		}
		s.stopped = s.pos == start
	}
}

// more reports whether another item follows; if not, it skips the closing bracket.
func (s *lineScanner) more(closing string) bool {
	s.skipBlank()
	return !s.stopped && !s.accept(closing)
}

// comma skips the comma between items.
func (s *lineScanner) comma(closing string) {
	s.skipBlank()
	if !s.accept(",") && !strings.HasPrefix(s.src[s.pos:], closing) {
		s.stopped = true
	}
}

// skipString skips a string in any of the four notations.
func (s *lineScanner) skipString() bool {
	for _, quotes := range []string{`"""`, `'''`, `"`, `'`} {
		if s.accept(quotes) {
			s.skipStringBody(quotes)
			return true
		}
	}
	return false
}

func (s *lineScanner) skipStringBody(quotes string) {
	for s.pos < len(s.src) {
		switch {
		case s.accept(quotes):
			// A long string may end with up to two quotes of its own.
			for n := 1; n < len(quotes) && s.accept(quotes[:1]); n++ {
			}
			return
		case s.src[s.pos] == '\\' && quotes[0] == '"' && s.pos+1 < len(s.src):
			s.pos++
		}
		if s.src[s.pos] == '\n' {
			s.line++
		}
		s.pos++
	}
	s.stopped = true
}

// skipBlank skips white space, line ends and comments.
func (s *lineScanner) skipBlank() {
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\r':
		case '\n':
			s.line++
		case '#':
			for s.pos+1 < len(s.src) && s.src[s.pos+1] != '\n' {
				s.pos++
			}
		default:
			return
		}
		s.pos++
	}
}

func (s *lineScanner) skipSpace() {
	for s.accept(" ") || s.accept("\t") {
	}
}

// accept skips a literal if it is next.
func (s *lineScanner) accept(literal string) bool {
	if !strings.HasPrefix(s.src[s.pos:], literal) {
		return false
	}
	s.pos += len(literal)
	return true
}

// expect stops the scan unless the literal is next.
func (s *lineScanner) expect(literal string) {
	s.stopped = !s.accept(literal) || s.stopped
}

// record records the line of a path and checks the limits.
func (s *lineScanner) record(path string) {
	switch {
	case s.stopped:
		return
	case len(path) > maxPathLength:
		s.err = &FieldError{Line: s.line, Found: "the name " + Quote(path) + " is too long",
			Expected: fmt.Sprintf("at most %d characters, counting the tables around it", maxPathLength)}
	case len(s.lines) >= maxFields:
		s.err = &FieldError{Line: s.line, Found: "too many fields", Expected: fmt.Sprintf("at most %d", maxFields)}
	}
	s.stopped = s.err != nil
	if _, ok := s.lines[path]; !ok {
		s.lines[path] = s.line
	}
}

// Path returns the path of a key in a table.
func Path(table, key string) string {
	if table == "" {
		return key
	}
	return table + "." + key
}

// Item returns the path of the n-th item of a list, counted from 1.
func Item(list string, n int) string {
	return list + "[" + strconv.Itoa(n) + "]"
}
