//go:build !js

package doc

import (
	"fmt"
	"strings"
	"text/template"
)

// page is the data for the template of a page, in HTML or Markdown.
type page struct {
	templates      *template.Template
	Title          string
	Byline         Text
	Contents       []place
	Body           string // in the form of the page
	Summary, Image string // for other sites, which show them beside a link
	Play           string // the address of the board
	Policy, Script string // "" without a script
}

// place is a heading: the nth of the headings (part "h") or of the sections of the appendix
// ("a"). A heading in the appendix has the part "a", too, but the number of a heading.
type place struct {
	Part  string
	N     int
	Title string
}

// writer collects the blocks of a page.
type writer struct {
	strings.Builder
	templates *template.Template
	part      string
	headings  []place // written so far
	scripted  bool    // it has a replay or a long table
}

// page writes all blocks. It reports whether the page needs its script.
func (d *Document) page(templates *template.Template) (p page, scripted bool) {
	w := &writer{templates: templates, part: "h"}
	w.blocks(shown(d.Body))
	p = page{templates: templates, Title: d.Title, Byline: d.Byline, Contents: w.headings}
	appendix := d.appendix()
	if len(appendix) > 0 {
		w.write("appendix", nil)
	}
	w.part = "a"
	for i, s := range appendix {
		at := place{"a", i + 1, s.Title}
		p.Contents = append(p.Contents[:len(p.Contents):len(p.Contents)], at)
		w.write("section", at)
		w.blocks(s.Blocks)
		w.write("section end", nil)
	}
	p.Body = w.String()
	return p, w.scripted
}

// blocks writes blocks. Most have the template with the name of their type.
func (w *writer) blocks(list []Block) {
	for _, b := range list {
		switch b := b.(type) {
		case Heading:
			w.headings = append(w.headings, place{w.part, len(w.headings) + 1, string(b)})
			w.write("heading", w.headings[len(w.headings)-1])
			continue
		case Paragraph:
			w.write("paragraph", Text(b))
			continue
		case Note:
			w.write("note", Text(b))
			continue
		case Table:
			w.scripted = w.scripted || len(b.Rows) >= longTable
		case Replay:
			w.scripted = true
		}
		w.write(fmt.Sprintf("%T", b), b)
	}
}

func (w *writer) write(name string, data any) {
	if err := w.templates.ExecuteTemplate(w, name, data); err != nil {
		panic(fmt.Sprintf("doc: %v", err)) // the templates are the program's own
	}
}

// bytes executes a template with the page.
func (p page) bytes(name string) []byte {
	w := &writer{templates: p.templates}
	w.write(name, p)
	return []byte(w.String())
}
