package pgn

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"bestiary/engine/rules"
)

// Limits on a game, so that no input takes much memory.
const (
	maxTags    = 200
	maxTag     = 64 << 10 // bytes of a value
	maxWord    = 64       // bytes
	maxComment = 512      // bytes of a comment that are kept
	maxMoves   = 20_000
)

// rawGame is a game as written.
type rawGame struct {
	line   int // of its first character
	tags   []rawTag
	moves  []rawMove
	result string // the marker after the moves, or empty
	end    int    // line
	begun  bool   // the moves have begun
	depth  int    // nesting of variations at this point
	err    error  // the first error
	errAt  int    // its line
	tokens []rawToken
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

// tag returns a tag; ok is false if it is missing.
func (g *rawGame) tag(name string) (t rawTag, ok bool) {
	for _, t := range g.tags {
		if strings.EqualFold(t.name, name) {
			return t, true
		}
	}
	return rawTag{}, false
}

// own reports whether the game was written by Write.
func (g *rawGame) own() bool {
	event, _ := g.tag("Event")
	return event.value == selfPlayEvent || event.value == matchEvent
}

// scanner splits PGN text into games. It does not interpret moves, so that a game that
// cannot be played does not hide the next one.
type scanner struct {
	in      *bufio.Reader
	line    int
	newLine bool // at the beginning of a line
	pending *rawTag
	whole   bool // variations and notes are kept
}

func newScanner(r io.Reader) *scanner {
	return &scanner{in: bufio.NewReaderSize(r, 64<<10), line: 1, newLine: true}
}

// next returns the next byte; line ends of all kinds become '\n'.
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

// skipMark skips the byte order mark that some editors write at the beginning of a file.
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

// game returns the next game. The error is io.EOF after the last game, or the error
// of the reader.
func (s *scanner) game() (*rawGame, error) {
	g := &rawGame{line: s.line}
	if s.pending != nil {
		g.tags, g.line, s.pending = append(g.tags, *s.pending), s.pending.line, nil
	}
	for {
		first := s.newLine
		c, err := s.next()
		over := err == io.EOF && (g.begun || len(g.tags)+len(g.moves) > 0 || g.err != nil)
		if err != nil && !over {
			return nil, err
		}
		if !over {
			over, err = s.item(g, c, first)
		}
		if over {
			g.end = s.line
			if g.depth > 0 {
				g.fail(s.line, "a variation has no closing parenthesis")
			}
			return g, nil
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
	}
}

// item reads the item that begins with byte c; first is whether c begins a line. Over means that
// the game ends with the item or before it.
func (s *scanner) item(g *rawGame, c byte, first bool) (over bool, err error) {
	switch {
	case c == ' ' || c == '\t' || c == '\n' || c == '\v' || c == '\f':
	case c == '%' && first || c == ';':
		err = s.skipPast('\n')
	case c == '{':
		err = s.comment(g)
	case c == '<':
		err = s.skipPast('>')
	case c == '(':
		g.depth++
		s.keep(g, c, "")
	case c == ')' && g.depth == 0:
		g.fail(s.line, "a parenthesis closes no variation")
	case c == ')':
		g.depth--
		s.keep(g, c, "")
	case c == '[' && g.depth > 0 && !first: // a mark inside a variation
	case c == '[' && (g.begun || g.depth > 0):
		s.in.UnreadByte()
		s.newLine = first
		over = true
	case c == '[':
		over, err = s.tag(g)
	case c == ']' || c == '}' || c == '>' || c == '.': // stray characters
	case c == '$':
		var word string
		word, err = s.word(c)
		s.keep(g, c, word)
	default:
		var word string
		word, err = s.word(c)
		if word == "1/2" {
			if head, _ := s.in.Peek(len(spacedDraw)); string(head) == spacedDraw {
				s.in.Discard(len(spacedDraw))
			}
		}
		if !isNoise(word) && !isResult(word) {
			s.keep(g, 'm', word)
		}
		if (err == nil || err == io.EOF) && g.depth == 0 {
			g.begun = true
			over = s.take(g, word)
		}
	}
	return over, err
}

// take handles a word of the move text and reports whether the game ends with it.
func (s *scanner) take(g *rawGame, word string) bool {
	switch {
	case isResult(word):
		g.result = word
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

// spacedDraw follows the first half of a draw written as 1/2 - 1/2.
const spacedDraw = " - 1/2"

// isResult is asked of each word, most of which are moves and their numbers.
func isResult(word string) bool {
	if word == "*" {
		return true
	}
	if len(word) < 3 || word[0] != '0' && word[0] != '1' && word[0] != "½"[0] || word[len(word)-1] == '.' {
		return false
	}
	_, ok := rules.ReadResult(word)
	return ok
}

// isNoise reports whether a word is not a move: a move number, a lone annotation, or a
// note that a capture was en passant.
func isNoise(word string) bool {
	number := strings.TrimRight(word, ".")
	switch {
	case word == "--": // a null move
		return false
	case strings.Trim(number, "0123456789") == "":
		return len(number) < 4 || number != word // four digits without a full stop are a move by correspondence
	}
	return word == "e.p." || word == "ep" || strings.Trim(word, "+-=/\\!?#~_∓±∞⩲⩱□") == ""
}

// word reads the word that begins with byte first. A number ends with its full stop. A
// word longer than any move is cut.
func (s *scanner) word(first byte) (string, error) {
	b := []byte{first}
	digits := first >= '0' && first <= '9'
	for {
		peek, err := s.in.Peek(1)
		if err != nil {
			return string(b), err
		}
		c := peek[0]
		if c == '(' {
			if n := s.promotion(); n > 0 {
				piece, _ := s.in.Peek(n)
				b = append(b, piece...)
				s.in.Discard(n)
				continue
			}
		}
		if c <= ' ' || strings.IndexByte("{}()[];$<>", c) >= 0 {
			return string(b), nil
		}
		if digits && c == '.' {
			s.in.Discard(1)
			return string(b) + ".", nil
		}
		s.in.Discard(1)
		digits = digits && c >= '0' && c <= '9'
		if len(b) <= maxWord {
			b = append(b, c)
		}
		s.newLine = false
	}
}

// promotion returns the length of a promotion in brackets that comes next, such as (Q) or (=Q), and 0
// for anything else, such as a variation.
func (s *scanner) promotion() int {
	next, _ := s.in.Peek(4)
	text := strings.Replace(string(next), "(=", "(", 1)
	if len(text) < 3 || text[2] != ')' || text[1] < 'A' || text[1] > 'Z' && text[1] < 'a' || text[1] > 'z' {
		return 0
	}
	return strings.IndexByte(string(next), ')') + 1
}

func (s *scanner) skipPast(end byte) error {
	for {
		if c, err := s.next(); err != nil || c == end {
			return err
		}
	}
}

// comment reads a comment in braces, which belongs to the move before it.
func (s *scanner) comment(g *rawGame) error {
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
	s.keep(g, '{', string(b))
	if g.depth == 0 && len(g.moves) > 0 {
		m := &g.moves[len(g.moves)-1]
		if len(m.comment) < maxComment {
			m.comment = strings.TrimSpace(m.comment + " " + string(b))
		}
	}
	return nil
}

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
	was, have := g.tag(t.name)
	if have && was.value != t.value && slices.Contains([]string{"fen", "variant", "result"}, strings.ToLower(t.name)) {
		g.fail(t.line, "the tag %s is %q, and on line %d it is %q; expected one of them", t.name, t.value, was.line, was.value)
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
