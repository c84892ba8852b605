package gamefile

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

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
		r.noteProse(page, diagram)
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
