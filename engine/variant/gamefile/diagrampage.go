package gamefile

import (
	_ "embed"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"bestiary/internal/toml"
)

// textLine is a line of text as a browser displays it.
type textLine struct {
	line int // in the file, from 1
	text string
	// diagram is the number of the diagram element, from 1; 0 outside of them.
	diagram int
}

// page is an HTML page, or a text without any tags.
type page struct {
	lines    []textLine
	diagrams int // the number of diagram elements
	tags     bool
	// metaAuthor is the author in the head of the page, and headings maps the names in
	// headingElements to the text of their first element.
	metaAuthor string
	headings   map[string]string
}

// markup matches what is not text: comments, elements without text, and tags. An unclosed comment
// or element extends to the end of the page.
var markup = regexp.MustCompile(`(?is)<!--.*?(?:-->|\z)` +
	`|<script(?:[^a-z0-9>][^>]*)?>(?:.*?</script[^>]*(?:>|\z)|.*)` +
	`|<style(?:[^a-z0-9>][^>]*)?>(?:.*?</style[^>]*(?:>|\z)|.*)` +
	`|<[a-z/!][^>]*>`)

// readPage converts a page to lines of text without tags.
func readPage(text string) *page {
	s := &stripper{line: 1}
	s.headings = map[string]string{}
	end := 0
	for _, at := range append(markup.FindAllStringIndex(text, -1), []int{len(text), len(text)}) {
		for i, part := range strings.Split(text[end:at[0]], "\n") {
			if i > 0 {
				s.endLine()
				s.line++
			}
			s.text.WriteString(part)
		}
		s.tag(text[at[0]:at[1]])
		end = at[1]
	}
	s.endLine()
	return &s.page
}

// stripper removes the tags from a page.
type stripper struct {
	page
	line    int
	text    strings.Builder
	heading string // name of the open heading if it is the first of its name, otherwise ""
	// element is the name of the open diagram element, if any, and depth the number of
	// open elements with that name.
	element string
	depth   int
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}

func (s *stripper) endLine() {
	text := strings.TrimSpace(strings.ReplaceAll(html.UnescapeString(s.text.String()), "\u00a0", " "))
	s.text.Reset()
	if text == "" {
		return
	}
	diagram := 0
	if s.depth > 0 {
		diagram = s.diagrams
	}
	s.lines = append(s.lines, textLine{s.line, text, diagram})
	if earlier := s.headings[s.heading]; s.heading != "" && isHeading(earlier) {
		s.headings[s.heading] = strings.TrimSpace(earlier + " " + text)
	}
}

var (
	tagName      = regexp.MustCompile(`^</?([a-zA-Z][a-zA-Z0-9]*)`)
	diagramClass = regexp.MustCompile(`(?i)\sclass\s*=\s*("[^"]*\bidiagram\b[^"]*"|'[^']*\bidiagram\b[^']*'|idiagram\b)`)
)

// inline lists the elements that do not end a line of text.
const inline = " a abbr b code em font i small span strong sub sup tt u "

// tag takes note of a tag, comment or element without text.
func (s *stripper) tag(tag string) {
	match := tagName.FindStringSubmatch(tag)
	name := ""
	if match != nil {
		s.tags = true
		name = strings.ToLower(match[1])
	}
	if name != "" && !strings.Contains(inline, " "+name+" ") {
		s.endLine()
	}
	s.line += strings.Count(tag, "\n")
	closing := strings.HasPrefix(tag, "</")
	switch {
	case slices.Contains(headingElements, name):
		s.heading = ""
		if _, ok := s.headings[name]; !ok && !closing {
			s.headings[name], s.heading = "", name
		}
	case name == "meta" && metaAuthor.MatchString(tag):
		if match := metaContent.FindStringSubmatch(tag); match != nil {
			s.metaAuthor = strings.TrimSpace(html.UnescapeString(match[1] + match[2]))
		}
	case name == "script" || name == "style":
	case s.depth == 0 && name != "" && !closing && diagramClass.MatchString(tag):
		s.endLine()
		s.element, s.depth = name, 1
		s.diagrams++
	case s.depth > 0 && name == s.element && !closing:
		s.depth++
	case s.depth > 0 && name == s.element:
		s.endLine()
		s.depth--
	}
}

var (
	metaAuthor  = regexp.MustCompile(`(?i)\sname\s*=\s*["']?author["']?[\s/>]`)
	metaContent = regexp.MustCompile(`(?i)\scontent\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	// authorLine is a line such as "by A. Author" or "Inventor: A. Author".
	authorLine = regexp.MustCompile(`^(?:(?i:by|(?:invented|designed|created|written) by)\s|(?i:author|inventor|designer)s?:)\s*(\p{Lu}.*)$`)
)

// headingElements lists the elements that can hold the title, in order of preference.
var headingElements = []string{"h1", "title"}

// Limits for headings and names, in characters and words.
const (
	maxHeading   = 100
	maxNameWords = 8
)

// title returns the title of the page: its first heading or else the title in its head. In
// a text without tags it is the first line, if followed by an empty line and later by the
// diagram. Otherwise it is "".
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

// isHeading reports whether a string is short enough for a heading or a name.
func isHeading(text string) bool { return utf8.RuneCountInString(text) <= maxHeading }

// author returns the author in the head of the page or on the first line that names one,
// or "" if there is none.
func (p *page) author() string {
	if p.metaAuthor != "" && isHeading(p.metaAuthor) {
		return p.metaAuthor
	}
	for _, l := range p.lines {
		match := authorLine.FindStringSubmatch(l.text)
		if match != nil && l.diagram == 0 && isHeading(match[1]) && len(strings.Fields(match[1])) <= maxNameWords && !strings.ContainsAny(match[1], "!?;:=") {
			return strings.TrimRight(match[1], ".,")
		}
	}
	return ""
}

// proseOptions lists options of the rules, each with the words that suggest it in a text.
var proseOptions = []struct {
	option string
	words  *regexp.Regexp
}{
	{"n-move", regexp.MustCompile(`(?i)\b(\d\d\d?|forty|fifty|sixty|seventy|seventy[- ]five|hundred)[- ]?moves?\b|\bmove[- ]rule\b`)},
	{"repetition", regexp.MustCompile(`(?i)\b(repetition|repeat(s|ed|ing)?|threefold|perpetual)\b`)},
	{"stalemate", regexp.MustCompile(`(?i)\bstale-?mate(d|s)?\b`)},
	{"insufficient-material", regexp.MustCompile(`(?i)\b(bare(d)?|lone) kings?\b|\binsufficient material\b`)},
	{"castling", regexp.MustCompile(`(?i)\bcastl(e|es|ing)\b`)},
	{"promotion-zone", regexp.MustCompile(`(?i)\bpromot(e|es|ed|ion|ions)\b`)},
	{"turn", regexp.MustCompile(`(?i)\bblack (moves|begins|starts|goes) first\b`)},
}

// noteProse warns that the text beside the diagram is not read, and names the options of the rules that
// it mentions.
func (r *diagramReader) noteProse(p *page, diagram []textLine) {
	var options []string
	line, first := 0, ""
	for _, l := range p.lines {
		if len(diagram) > 0 && diagram[0] == l { // they come in the order of the page
			diagram = diagram[1:]
			continue
		}
		if l.diagram > 0 {
			continue
		}
		for _, o := range proseOptions {
			if o.words.MatchString(l.text) && !slices.Contains(options, o.option) {
				options = append(options, o.option)
				if line == 0 {
					line, first = l.line, l.text
				}
			}
		}
	}
	if options != nil {
		r.Warn("prose", line, "", "%s: text beside the diagram is not read; it may be about the options %s of the rules (--rule)",
			toml.Quote(first), strings.Join(options, ", "))
	}
}
