package gamefile

import (
	"cmp"
	_ "embed"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"bestiary/engine/variant"
	"bestiary/internal/toml"
)

// diagramReader reads one diagram.
type diagramReader struct {
	report
	parameters map[string]parameter
	pieces     []piece
	holes      []piece // the lines about holes
	board      board
	garbled    bool // some line is not an item, or has too many fields, and may have been a piece
}

// parseDiagram parses the diagram in a page or a text of at most 1 MiB. Messages use name for
// the file; the game is named after it and takes the title and author stated on the page. The
// rest is as in ParseINI.
func parseDiagram(name string, data []byte, approximate bool) (*variant.Variant, []Warning, error) {
	r := &diagramReader{parameters: map[string]parameter{}}
	report, text, ok := newReport(name, data, approximate)
	r.report = report
	v := &variant.Variant{Name: gameName(name)}
	if ok {
		page := readPage(text)
		diagram := r.selectLines(page)
		v.Title, v.Author = page.title(diagram), page.author()
		r.readItems(r.findItems(diagram, page.diagrams))
	}
	v.Title = cmp.Or(v.Title, v.Name)
	if n := len(r.pieces); n > 0 && n <= variant.MaxPieces && !r.garbled {
		r.build(v)
	}
	return r.Finish(v, r.lineOf)
}

func (r *diagramReader) readItems(items []item) {
	for _, it := range items {
		if match := parameterForm.FindStringSubmatch(it.text); match != nil && !pieceForm.MatchString(it.text) {
			r.setParameter(it.line, match[1], match[2])
		} else {
			r.readPiece(it)
		}
	}
	if len(r.pieces) == 0 && len(items) > 0 && len(r.Errors) == 0 {
		r.Fault(items[0].line, "", "no pieces", "lines of the form name:ID:move:image:squares", "")
	}
	if n := len(r.pieces); n > variant.MaxPieces {
		r.Fault(r.pieces[variant.MaxPieces].line, "", fmt.Sprintf("%d kinds of pieces", n), fmt.Sprintf("at most %d", variant.MaxPieces), "")
	}
}

// build makes the game from the items. After a fault, it continues in order to report
// further faults.
func (r *diagramReader) build(v *variant.Variant) {
	v.Rules = variant.DefaultRules()
	v.Rules.Symmetry = variant.RotateSymmetry
	r.symbols()
	placed := r.layout(v)
	royal := r.royal()
	for i := range r.pieces {
		v.Pieces = append(v.Pieces, r.gamePiece(&r.pieces[i], i == royal, royal >= 0))
	}
	if royal >= 0 && placed {
		v.Rules.Castling = r.castling(&r.pieces[royal])
	}
	r.promotion(v, royal)
	if placed {
		r.gating(v)
	}
}

// lineOf returns the line that caused a fault in a field of the game.
func (r *diagramReader) lineOf(field string) int {
	var n int
	if _, err := fmt.Sscanf(field, "piece[%d]", &n); err == nil && n >= 1 && n <= len(r.pieces) {
		return r.pieces[n-1].line
	}
	parameters := map[string]string{"board.files": "files", "board.ranks": "ranks",
		"rules.promotion[1].zone": "promoZone", "rules.promotion[1].choices": "promoChoice"}
	field, _, _ = strings.Cut(field, "choices[") // of which one is at fault
	return r.parameters[cmp.Or(parameters[field], parameters[field+"choices"])].line
}

//go:embed moves.tsv
var movesTable string

// knownMoves has the moves implied by names: a name, its move and other meanings of the name,
// if there are any.
var knownMoves = sync.OnceValue(func() [][]string { return tableRows(movesTable) })

// item is a parameter or a piece of a diagram.
type item struct {
	line int
	text string
}

var (
	parameterForm = regexp.MustCompile(`^([A-Za-z][A-Za-z0-9]*)\s*=\s*(.*)$`)
	pieceForm     = regexp.MustCompile(`^[+]?\pL[\pL0-9 _'’+-]*(:[^:]*){3,}$`)
	// plainPiece matches a piece whose fields contain no characters found only in sentences.
	plainPiece = regexp.MustCompile(`^[^:]*:[^:\s]*:[^:\s/]*:[^:\s]*(:[a-z0-9, -]*(:.*)?)?$`)
)

// maxItem is the maximum length of an item, in bytes. A piece on every square of the
// largest board takes less than half of it.
const maxItem = 4096

// isItem reports whether a string is an item. In prose only known parameters and plain pieces
// count, since a sentence may contain colons and equals signs.
func isItem(text string, prose bool) bool {
	if len(text) > maxItem {
		return false
	}
	if match := parameterForm.FindStringSubmatch(text); match != nil && !pieceForm.MatchString(text) {
		return !prose || effects()[match[1]] != "" && !strings.Contains(match[2], " ")
	}
	return pieceForm.MatchString(text) && (!prose || plainPiece.MatchString(text))
}

// splitItems returns the items of a line, separated by spaces, or nil if some part of the
// line is not an item.
func splitItems(l textLine, prose bool) []item {
	words := strings.Fields(l.text)
	if len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !isItem(w, prose) }) {
		items := make([]item, len(words))
		for i, word := range words {
			items[i] = item{l.line, word}
		}
		return items
	}
	if isItem(l.text, prose) {
		return []item{{l.line, l.text}}
	}
	return nil
}

// findItems reads the lines of the diagram on a page with the given number of diagram
// elements.
func (r *diagramReader) findItems(lines []textLine, diagrams int) []item {
	var items []item
	for _, l := range lines {
		found := splitItems(l, false)
		switch {
		case found != nil:
			items = append(items, found...)
		case strings.ContainsAny(l.text, ":="):
			expected := "parameter=value or name:ID:move:image:squares[:count]"
			if len(l.text) > maxItem {
				expected += fmt.Sprintf(", in at most %d bytes", maxItem)
			}
			r.Fault(l.line, "", toml.Quote(l.text), expected, "")
			r.garbled = true
		default:
			r.Warn("text", l.line, "", "%s is neither a parameter nor a piece; left out", toml.Quote(l.text))
		}
		if len(items)+len(r.Errors)+len(r.Warnings) > maxItems {
			r.Fault(l.line, "", fmt.Sprintf("more than %d parameters, pieces and lines that are neither", maxItems), "a diagram of a game", "")
			return nil
		}
	}
	if len(items) == 0 && len(r.Errors) == 0 {
		expected := "lines of the forms parameter=value and name:ID:move:image:squares"
		if diagrams > 0 {
			expected += " in the element of class idiagram"
		}
		r.Fault(0, "", "no diagram", expected, "")
	}
	return items
}

// maxItems is the maximum number of parameters, of pieces and of other lines.
const maxItems = 200

// selectLines returns the lines of the first diagram element if there is one. Otherwise it
// returns the lines from the first item to the last, with adjacent lines up to a blank
// line, which separates a diagram from prose.
func (r *diagramReader) selectLines(p *page) []textLine {
	lines, diagrams := p.lines, p.diagrams
	var selected []textLine
	for _, l := range lines {
		if l.diagram == 1 {
			selected = append(selected, l)
		}
	}
	if diagrams > 1 {
		r.Warn("several-diagrams", 0, "", "the page has %d diagrams; the first was read", diagrams)
	}
	if diagrams > 0 {
		return selected
	}
	isDiagram := func(l textLine) bool { return splitItems(l, true) != nil }
	first := slices.IndexFunc(lines, isDiagram)
	if first < 0 {
		return nil
	}
	last := first
	for i, l := range lines {
		if isDiagram(l) {
			last = i
		}
	}
	for first > 0 && lines[first].line-lines[first-1].line <= 1 {
		first--
	}
	for last+1 < len(lines) && lines[last+1].line-lines[last].line <= 1 {
		last++
	}
	return lines[first : last+1]
}

//go:embed parameters.tsv
var parametersTable string

// effects maps the names of the known parameters to their effects.
var effects = sync.OnceValue(func() map[string]string {
	effect := map[string]string{}
	for _, row := range tableRows(parametersTable) {
		effect[row[0]] = row[1]
	}
	return effect
})

// parameter is a value with its line.
type parameter struct {
	line  int
	value string
}

// setParameter records a parameter, or reports why it is ignored.
func (r *diagramReader) setParameter(line int, name, value string) {
	value = strings.TrimSpace(value)
	switch effects()[name] {
	case "rule":
		if earlier, ok := r.parameters[name]; ok {
			r.Fault(line, name, fmt.Sprintf("given before, on line %d", earlier.line), "each parameter once", "")
			return
		}
		r.parameters[name] = parameter{line, value}
	case "look":
	case "lost":
		if value != "" && value != "0" {
			r.Lose(line, name, value, "no game file can say this", "left out")
		}
	default:
		var rules []string
		for _, row := range tableRows(parametersTable) {
			if row[1] == "rule" {
				rules = append(rules, row[0])
			}
		}
		r.Unknown(line, name, value, rules)
	}
}

// number returns the value of a parameter between two limits, or a default if it is absent
// or invalid.
func (r *diagramReader) number(name string, standard, low, high int) int {
	p, ok := r.parameters[name]
	if !ok {
		return standard
	}
	return r.Number(p.line, name, p.value, standard, low, high)
}

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
