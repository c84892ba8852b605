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
	// Link is the address that the span leads to; empty for none.
	Link string
}

// Mark is how a span is set.
type Mark int

// The marks.
const (
	Plain    Mark = iota
	Strong        // bold
	Emphasis      // italics
	Literal       // as a program or a file has it
	Picture       // the alternative text of a picture, whose file is Link
)

// T makes a text of strings, spans and texts; other values are written as by
// fmt.Sprint.
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

// Bold is a span in bold.
func Bold(text string) Span { return Span{Text: text, Mark: Strong} }

// Italic is a span in italics.
func Italic(text string) Span { return Span{Text: text, Mark: Emphasis} }

// Link is a span that leads to an address. Only addresses of the web and of files
// beside the page become links; of any other, the text alone is written.
func Link(text, address string) Span {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "" && u.Scheme != "http" && u.Scheme != "https" {
		return Span{Text: text}
	}
	return Span{Text: text, Link: address}
}

// Row is a row of a table, each cell of one part that T takes.
func Row(cells ...any) []Text {
	row := make([]Text, len(cells))
	for i, c := range cells {
		row[i] = T(c)
	}
	return row
}

// String is the text without its marks.
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
