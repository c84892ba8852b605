package doc

import (
	"regexp"
	"strings"
)

// Read parses a page as Markdown writes it, or one written by hand in the same forms:
// headings, paragraphs, notes, lists, tables, pictures, and code indented by four spaces.
// HTML is left out. Link returns the address to use in place of another.
func Read(markdown string, link func(string) string) *Document {
	r := &reader{link: link, d: &Document{}}
	for line := range strings.Lines(markdown) {
		line = strings.TrimRight(line, " \r\n")
		level := len(line) - len(strings.TrimLeft(line, "#"))
		switch {
		case level > 0:
			r.flush()
			r.heading(level, r.text(line[level:]).String())
		case line == "" || strings.HasPrefix(line, "<"):
			r.flush()
		case len(r.lines) > 0 && begins(line) != "" && begins(line) != begins(r.lines[0]):
			r.flush()
			r.lines = append(r.lines, line)
		default:
			r.lines = append(r.lines, line)
		}
	}
	r.flush()
	return r.d
}

// reader is a document while it is read.
type reader struct {
	link  func(string) string
	d     *Document
	lines []string // of the present block
}

// The beginnings of lines that tell blocks apart.
const (
	codeLine = "    "
	noteLine = "> "
	listLine = "- "
	rowLine  = "|"
)

// begins is the beginning of a line that tells its block; "" for one of a paragraph.
func begins(line string) string {
	for _, begin := range []string{codeLine, noteLine, listLine, rowLine} {
		if strings.HasPrefix(line, begin) {
			return begin
		}
	}
	return ""
}

// heading begins the page, its appendix, a section or a part of the body.
func (r *reader) heading(level int, text string) {
	text = strings.TrimSpace(text)
	appendix := r.d.Appendix != nil
	switch {
	case level == 1 && r.d.Title == "":
		r.d.Title = text
	case level == 2 && text == "Appendix":
		r.d.Appendix = []Section{}
	case level == 3 && appendix:
		r.d.Appendix = append(r.d.Appendix, Section{Title: text})
	case level > 2:
		r.add(Subheading(text))
	default:
		r.add(Heading(text))
	}
}

// add appends a block to the last section of the appendix or, before it, to the body.
func (r *reader) add(b Block) {
	if n := len(r.d.Appendix); n > 0 {
		r.d.Appendix[n-1].Blocks = append(r.d.Appendix[n-1].Blocks, b)
	} else {
		r.d.Add(b)
	}
}

// flush ends the present block.
func (r *reader) flush() {
	lines := r.lines
	if r.lines = nil; len(lines) == 0 {
		return
	}
	begin := begins(lines[0])
	text := strings.TrimPrefix(strings.Join(lines, "\n"), begin)
	parts := strings.Split(text, "\n"+begin) // of a note and of a list, continued lines too
	switch begin {
	case codeLine:
		r.add(Code(strings.Join(parts, "\n")))
	case noteLine:
		r.add(Note(r.text(strings.TrimPrefix(strings.Join(parts, " "), "**Note.** "))))
	case listLine:
		var list List
		for _, item := range parts {
			list = append(list, r.text(item))
		}
		r.add(list)
	case rowLine:
		r.add(r.table(lines))
	default:
		r.add(Paragraph(r.text(text)))
	}
}

// table reads the lines of a table, the second of which has dashes only.
func (r *reader) table(lines []string) Table {
	var t Table
	for i, line := range lines {
		var row []Text
		for _, cell := range cellText.FindAllString(strings.Trim(line, "|"), -1) {
			row = append(row, r.text(strings.TrimSpace(cell)))
		}
		switch i {
		case 0:
			for _, cell := range row {
				t.Head = append(t.Head, cell.String())
			}
		case 1:
		default:
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}

// cellText matches a cell of a table, in which a backslash protects a bar.
var cellText = regexp.MustCompile(`(\\.|[^|\\])+`)

// inline matches the parts of a text that are not plain, each with its groups: an escaped
// character; the text and the address of a picture or a link; code; words in bold or in
// italics; a comment.
var inline = regexp.MustCompile(`\\([[:punct:]])` +
	`|(!?)\[((?:\\.|[^\]\\])*)\]\((?:<([^<>]*)>|([^()<>\s]*))\)` +
	"|`([^`]+)`" +
	`|\*\*((?:\\.|[^*\\])+)\*\*` +
	`|\*((?:\\.|[^*\\])+)\*` +
	`|<!--.*?-->`)

// text parses a text with marks and links.
func (r *reader) text(s string) Text {
	s = strings.Join(strings.Fields(s), " ")
	var out Text
	for s != "" {
		from, to := len(s), len(s)
		var special Text
		if at := inline.FindStringIndex(s); at != nil {
			from, to = at[0], at[1]
			special = r.special(inline.FindStringSubmatch(s[from:]))
		}
		for _, span := range append(T(s[:from]), special...) {
			plain := Span{Text: span.Text}
			if last := len(out) - 1; last >= 0 && span == plain && out[last] == (Span{Text: out[last].Text}) {
				out[last].Text += span.Text
			} else {
				out = append(out, span)
			}
		}
		s = s[to:]
	}
	return out
}

// special is what a match of inline stands for.
func (r *reader) special(groups []string) Text {
	escaped, bang, text, address := groups[1], groups[2], groups[3], groups[4]+groups[5]
	code, bold, italic := groups[6], groups[7], groups[8]
	switch {
	case escaped != "":
		return T(escaped)
	case bang != "":
		return Text{{Text: r.text(text).String(), Mark: Picture, Link: address}}
	case code != "":
		return Text{{Text: code, Mark: Literal}}
	case bold != "":
		return Text{Bold(r.text(bold).String())}
	case italic != "":
		return Text{Italic(r.text(italic).String())}
	}
	linked := r.text(text)
	for i := range linked {
		linked[i].Link = Link("", r.link(address)).Link
	}
	return linked
}
