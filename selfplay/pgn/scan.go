package pgn

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Bounds of what a game may have, so that no input takes much memory.
const (
	maxTags    = 200
	maxTag     = 64 << 10 // bytes of a value
	maxWord    = 64       // bytes
	maxComment = 512      // bytes that are kept of a comment
	maxMoves   = 20_000
)

// rawGame is a game as it is written.
type rawGame struct {
	line   int // of its first character
	tags   []rawTag
	moves  []rawMove
	result string // the marker behind the moves, or none
	end    int    // line
	err    error  // the first thing that cannot be read
	errAt  int    // line
}

type rawTag struct {
	name, value string
	line        int
}

type rawMove struct {
	text, comment string
	line          int
}

func (g *rawGame) fail(line int, format string, args ...any) {
	if g.err == nil {
		g.err, g.errAt = fmt.Errorf(format, args...), line
	}
}

func (g *rawGame) empty() bool { return len(g.tags) == 0 && len(g.moves) == 0 }

// tag is the value of a tag; ok is false when there is none.
func (g *rawGame) tag(name string) (t rawTag, ok bool) {
	for _, t := range g.tags {
		if strings.EqualFold(t.name, name) {
			return t, true
		}
	}
	return rawTag{}, false
}

// scanner takes PGN text apart into games. It knows nothing of moves, so that a
// game that cannot be played does not hide the next one.
type scanner struct {
	in      *bufio.Reader
	line    int
	newLine bool // at the beginning of a line
	pending *rawTag
}

func newScanner(r io.Reader) *scanner {
	return &scanner{in: bufio.NewReaderSize(r, 64<<10), line: 1, newLine: true}
}

// next is the next byte; line ends of all kinds are '\n'.
func (s *scanner) next() (byte, error) {
	c, err := s.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if c == '\r' {
		c = '\n'
		if after, err := s.in.Peek(1); err == nil && after[0] == '\n' {
			s.in.Discard(1)
		}
	}
	s.newLine = c == '\n'
	if s.newLine {
		s.line++
	}
	return c, nil
}

// back takes back the byte that next returned, which was no line end.
func (s *scanner) back() { s.in.UnreadByte() }

// skipMark skips the mark that some editors put in front of a text.
func (s *scanner) skipMark() error {
	head, _ := s.in.Peek(3)
	switch {
	case string(head) == "\xef\xbb\xbf":
		s.in.Discard(3)
	case len(head) >= 2 && (string(head[:2]) == "\xff\xfe" || string(head[:2]) == "\xfe\xff"):
		return fmt.Errorf("the text is in UTF-16, expected UTF-8")
	}
	return nil
}

// game is the next game. The error is io.EOF behind the last one, or that of
// the reader.
func (s *scanner) game() (*rawGame, error) {
	g := &rawGame{line: s.line}
	if s.pending != nil {
		g.tags, g.line, s.pending = append(g.tags, *s.pending), s.pending.line, nil
	}
	depth := 0     // of variations
	begun := false // the moves have begun
	for {
		first := s.newLine
		c, err := s.next()
		if err == io.EOF && (begun || !g.empty() || g.err != nil) {
			if depth > 0 {
				g.fail(s.line, "a variation has no closing parenthesis")
			}
			g.end = s.line
			return g, nil
		}
		if err != nil {
			return nil, err
		}
		switch {
		case c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f':
			continue
		case c == '%' && first || c == ';':
			err = s.skipPast('\n')
		case c == '{':
			err = s.comment(g, depth)
		case c == '<':
			err = s.skipPast('>')
		case c == '(':
			depth++
		case c == ')':
			if depth--; depth < 0 {
				g.fail(s.line, "a parenthesis closes no variation")
				depth = 0
			}
		case c == '[':
			if depth > 0 && !first {
				continue // a mark inside a variation
			}
			if begun || depth > 0 {
				if depth > 0 {
					g.fail(s.line, "a variation has no closing parenthesis")
				}
				s.back()
				s.newLine = first
				g.end = s.line
				return g, nil
			}
			var over bool
			if over, err = s.tag(g); over {
				return g, nil
			}
		case c == ']' || c == '}' || c == '>' || c == '.':
		case c == '$':
			_, err = s.word(c)
		default:
			var word string
			if word, err = s.word(c); (err == nil || err == io.EOF) && depth == 0 {
				begun = true
				if s.take(g, word) {
					return g, nil
				}
			}
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
	}
}

// take notes a word of the move text; true means that the game ends with it.
func (s *scanner) take(g *rawGame, word string) bool {
	switch {
	case isResult(word):
		g.result, g.end = word, s.line
		return true
	case isNoise(word):
	case len(word) > maxWord:
		g.fail(s.line, "%q… is longer than %d characters, expected a move", word[:20], maxWord)
	case len(g.moves) == maxMoves:
		g.fail(s.line, "more than %d moves", maxMoves)
	default:
		g.moves = append(g.moves, rawMove{text: word, line: s.line})
	}
	return false
}

func isResult(word string) bool {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "1/2", "½-½", "*":
		return true
	}
	return false
}

// isNoise reports whether a word is no move: a number, an annotation that
// stands alone, or the remark that a capture was en passant.
func isNoise(word string) bool {
	return strings.Trim(word, "0123456789") == "" || strings.Trim(word, "+-=/\\!?#~_∓±∞⩲⩱□") == "" || word == "e.p."
}

// word reads a word that begins with a byte. A number ends before its full
// stop. What is longer than any move is cut.
func (s *scanner) word(first byte) (string, error) {
	b := []byte{first}
	digits := first >= '0' && first <= '9'
	for {
		peek, err := s.in.Peek(1)
		if err != nil {
			return string(b), err
		}
		c := peek[0]
		if c <= ' ' || strings.IndexByte("{}()[];$<>", c) >= 0 || digits && c == '.' {
			return string(b), nil
		}
		s.in.Discard(1)
		digits = digits && c >= '0' && c <= '9'
		if len(b) <= maxWord {
			b = append(b, c)
		}
		s.newLine = false
	}
}

func (s *scanner) skipPast(end byte) error {
	for {
		if c, err := s.next(); err != nil || c == end {
			return err
		}
	}
}

// comment reads what stands in braces. It belongs to the move before it.
func (s *scanner) comment(g *rawGame, depth int) error {
	line := s.line
	var b []byte
	for {
		c, err := s.next()
		if err == io.EOF {
			g.fail(line, "a comment has no closing brace")
		}
		if err != nil {
			return err
		}
		if c == '}' {
			break
		}
		if len(b) < maxComment {
			b = append(b, c)
		}
	}
	if depth == 0 && len(g.moves) > 0 {
		m := &g.moves[len(g.moves)-1]
		if len(m.comment) < maxComment {
			m.comment = strings.TrimSpace(m.comment + " " + string(b))
		}
	}
	return nil
}

// tag reads a tag behind its bracket. Over means that it begins another game,
// because g has a tag Event already.
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
	if _, have := g.tag("Event"); have && strings.EqualFold(t.name, "Event") {
		s.pending, g.end = &t, t.line
		return true, nil
	}
	if len(g.tags) == maxTags {
		g.fail(t.line, "more than %d tags", maxTags)
		return false, err
	}
	g.tags = append(g.tags, t)
	return false, err
}

// tagText reads the name and the value of a tag. Quotation marks inside the
// value should have a backslash in front, but not all programs write it: one
// that is not followed by the closing bracket is part of the value.
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
			problem = fmt.Sprintf("is longer than %d characters", maxTag)
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

// closes reports whether only spaces stand before the next closing bracket,
// which it then skips.
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
