package pgn

import (
	"fmt"
	"io"
	"strings"
)

// tag reads a tag after its bracket. Over means that the tag begins another game, because
// g already has a tag Event.
func (s *scanner) tag(g *rawGame) (over bool, err error) {
	t := rawTag{line: s.line}
	var problem string
	t.name, t.value, problem, err = s.tagText()
	switch {
	case err != nil && err != io.EOF:
		return false, err
	case problem != "":
		g.fail(t.line, "tag %q %s", t.name, problem)
		return false, err
	}
	if strings.EqualFold(t.name, "Event") {
		if _, have := g.tag("Event"); have {
			s.pending = &t
			return true, nil
		}
	}
	if len(g.tags) == maxTags {
		g.fail(t.line, "more than %d tags", maxTags)
		return false, err
	}
	g.tags = append(g.tags, t)
	return false, err
}

var tooLong = fmt.Sprintf("is longer than %d characters", maxTag)

// tagText reads the name and the value of a tag. Not all programs put a backslash before
// quotation marks inside a value: a mark that is not followed by the closing bracket is
// part of the value.
func (s *scanner) tagText() (name, value, problem string, err error) {
	var b []byte
	var c byte
	for {
		if c, err = s.next(); err != nil || c == '\n' || c == '"' || c == ']' {
			break
		}
		if len(b) < maxWord {
			b = append(b, c)
		}
	}
	name = strings.TrimSpace(string(b))
	if err != nil || c != '"' {
		return name, "", "has no value in quotation marks", err
	}
	b = b[:0]
	for {
		if c, err = s.next(); err != nil || c == '\n' {
			return name, "", "has no closing quotation mark and bracket", err
		}
		if len(b) > maxTag {
			problem = tooLong
			b = b[:maxTag]
		}
		switch c {
		case '\\':
			if peek, _ := s.in.Peek(1); len(peek) == 1 && (peek[0] == '\\' || peek[0] == '"') {
				c = peek[0]
				s.in.Discard(1)
			}
			b = append(b, c)
		case '"':
			if s.closes() {
				return name, string(b), problem, nil
			}
			b = append(b, c)
		default:
			b = append(b, c)
		}
	}
}

// closes reports whether only spaces precede the next closing bracket; if so, it skips
// them and the bracket.
func (s *scanner) closes() bool {
	for n := 1; n <= 16; n++ {
		peek, _ := s.in.Peek(n)
		if len(peek) < n {
			return false
		}
		switch peek[n-1] {
		case ' ', '\t':
		case ']':
			s.in.Discard(n)
			return true
		default:
			return false
		}
	}
	return false
}
