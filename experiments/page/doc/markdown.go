package doc

import (
	"path"
	"slices"
	"strings"
)

// markdownWriter collects the Markdown of a document.
type markdownWriter struct {
	strings.Builder
	depth int // of the headings of this part
}

// Markdown returns the page for a repository. Its pictures are the files in charts/.
func (d *Document) Markdown() []byte {
	w := &markdownWriter{depth: 2}
	w.line("# ", markdownPlain(d.Title))
	if len(d.Byline) > 0 {
		w.line(d.Byline.markdown())
	}
	for _, b := range shown(d.Body) {
		b.markdown(w)
	}
	appendix := d.appendix()
	if len(appendix) > 0 {
		w.line("## Appendix")
		w.depth = 4
	}
	for _, s := range appendix {
		w.line("### ", markdownPlain(s.Title))
		for _, b := range s.Blocks {
			b.markdown(w)
		}
	}
	return []byte(strings.TrimRight(w.String(), "\n") + "\n")
}

// line writes a paragraph and an empty line.
func (w *markdownWriter) line(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
	w.WriteString("\n\n")
}

func (p Paragraph) markdown(w *markdownWriter) { w.line(Text(p).markdown()) }
func (n Note) markdown(w *markdownWriter)      { w.line("> **Note.** ", Text(n).markdown()) }
func (c Code) markdown(w *markdownWriter) {
	w.line("    ", strings.ReplaceAll(string(c), "\n", "\n    "))
}
func (h Heading) markdown(w *markdownWriter) {
	w.line(strings.Repeat("#", w.depth), " ", markdownPlain(string(h)))
}

func (l List) markdown(w *markdownWriter) {
	for _, t := range l {
		w.WriteString("- " + t.markdown() + "\n")
	}
	w.WriteString("\n")
}

func (t Table) markdown(w *markdownWriter) {
	if t.Caption != "" {
		w.line(markdownPlain(t.Caption))
	}
	w.WriteString(t.Markdown())
	w.WriteString("\n")
	if len(t.Foot) > 0 {
		w.line(t.Foot.markdown())
	}
}

// Markdown returns the table without caption and foot.
func (t Table) Markdown() string {
	var b strings.Builder
	cells := func(list []string) { b.WriteString("| " + strings.Join(list, " | ") + " |\n") }
	head := make([]string, len(t.Head))
	for i, h := range t.Head {
		head[i] = markdownPlain(h)
	}
	cells(head)
	b.WriteString("|" + strings.Repeat("---|", len(head)) + "\n")
	for _, row := range t.Rows {
		list := make([]string, len(row))
		for i, c := range row {
			list[i] = c.markdown()
		}
		cells(list)
	}
	return b.String()
}

func (f Figure) markdown(w *markdownWriter) {
	w.line(f.reference())
	if f.Caption != "" {
		w.line(markdownPlain(f.Caption))
	}
}

func (f Figure) reference() string {
	return "![" + markdownPlain(f.Alt) + "](" + path.Join(Charts, f.Name+".svg") + ")"
}

func (g Gallery) markdown(w *markdownWriter) {
	var captions []string
	for _, f := range g {
		w.WriteString(f.reference() + "\n")
		if f.Caption != "" && !slices.Contains(captions, f.Caption) {
			captions = append(captions, f.Caption)
		}
	}
	w.WriteString("\n")
	if len(captions) > 0 {
		w.line(markdownPlain(strings.Join(captions, " · ")))
	}
}

func (t Text) markdown() string {
	var b strings.Builder
	for _, s := range t {
		text := markdownPlain(s.Text)
		switch s.Mark {
		case Strong, Good, Bad, Open, Split:
			text = "**" + text + "**"
		case Emphasis:
			text = "*" + text + "*"
		case Literal:
			text = "`" + strings.ReplaceAll(oneLine(s.Text), "`", "'") + "`"
		}
		if s.Link != "" {
			text = "[" + text + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E", "\n", "").Replace(s.Link) + ">)"
		}
		b.WriteString(text)
	}
	return b.String()
}

// markdownPlain escapes a text for Markdown.
func markdownPlain(s string) string {
	var b strings.Builder
	for _, r := range oneLine(s) {
		if strings.ContainsRune("\\`*_{}[]<>#|&~!$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
