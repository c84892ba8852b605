package doc

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
)

// Text is text whose parts may be marked.
type Text []Span

// Span is a part of a text.
type Span struct {
	Text string
	Mark Mark
	// Link is the target of the span; empty for none.
	Link string
}

// Mark is the style of a span.
type Mark int

// The marks.
const (
	Plain    Mark = iota
	Strong        // bold
	Emphasis      // italics
	Literal       // as a program or a file has it
	Good          // a verdict, see Verdict
	Bad
	Open  // the games cannot tell
	Split // it depends on who plays
)

// T returns a text of strings, spans and texts; other values are formatted by fmt.Sprint.
func T(parts ...any) Text {
	var out Text
	for _, p := range parts {
		switch p := p.(type) {
		case Text:
			out = append(out, p...)
		case Span:
			out = append(out, p)
		default:
			if s := fmt.Sprint(p); s != "" {
				out = append(out, Span{Text: s})
			}
		}
	}
	return out
}

// Bold returns a span in bold.
func Bold(text string) Span { return Span{Text: text, Mark: Strong} }

// Italic returns a span in italics.
func Italic(text string) Span { return Span{Text: text, Mark: Emphasis} }

// Link returns a span that links to an address. Only addresses of the web and of files in the
// folder of the page become links; otherwise the text stays plain.
func Link(text, address string) Span {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Span{Text: text}
	}
	return Span{Text: text, Link: address}
}

// Row returns a row of a table, with each cell made by T.
func Row(cells ...any) []Text {
	row := make([]Text, len(cells))
	for i, c := range cells {
		row[i] = T(c)
	}
	return row
}

// String returns the text without its marks.
func (t Text) String() string {
	var b strings.Builder
	for _, s := range t {
		b.WriteString(s.Text)
	}
	return b.String()
}

// oneLine replaces line breaks and other control characters by spaces.
func oneLine(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsControl(r) }), " ")
}
