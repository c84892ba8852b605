package diagram

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	metaAuthor  = regexp.MustCompile(`(?i)\sname\s*=\s*["']?author["']?[\s/>]`)
	metaContent = regexp.MustCompile(`(?i)\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	// authorLine is a line such as "by A. Author" or "Inventor: A. Author".
	authorLine = regexp.MustCompile(`^(?:(?i:by|(?:invented|designed|created|written) by)\s|(?i:author|inventor|designer)s?:)\s*(\p{Lu}.*)$`)
)

// headingElements are the elements that can hold the title, the better ones
// first.
var headingElements = []string{"h1", "title"}

// Limits on what can be a heading or a name, in characters and words.
const (
	longestHeading = 100
	mostNameWords  = 8
)

// title is the title that the page gives: its first heading or else its name in
// the head. In a text without tags it is the first line if an empty line follows
// and the diagram comes later. It is "" if there is none.
func (p *page) title(diagram []textLine) string {
	for _, element := range headingElements {
		if text := p.headings[element]; text != "" && isHeading(text) {
			return text
		}
	}
	if p.tags || len(p.lines) < 2 || len(diagram) == 0 {
		return ""
	}
	first := p.lines[0]
	if first.line >= diagram[0].line || p.lines[1].line <= first.line+1 || !isHeading(first.text) || strings.HasSuffix(first.text, ".") {
		return ""
	}
	return first.text
}

// isHeading reports whether a text is short enough for a heading or a name.
func isHeading(text string) bool { return utf8.RuneCountInString(text) <= longestHeading }

// author is the author in the head of the page, or else on the first line that
// names one, "" if there is none.
func (p *page) author() string {
	if p.metaAuthor != "" && isHeading(p.metaAuthor) {
		return p.metaAuthor
	}
	for _, l := range p.lines {
		match := authorLine.FindStringSubmatch(l.text)
		if match != nil && l.diagram == 0 && isHeading(match[1]) && len(strings.Fields(match[1])) <= mostNameWords && !strings.ContainsAny(match[1], "!?;:=") {
			return strings.TrimRight(match[1], ".,")
		}
	}
	return ""
}
