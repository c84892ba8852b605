//go:build !js

package doc

import (
	_ "embed"
	"encoding/base64"
	"html"
	"slices"
	"strings"
	"sync"
	"text/template"
	"unicode/utf8"
)

//go:embed page.css
var style string

//go:embed page.html.tmpl
var htmlText string

// htmlTemplates has the elements of a page in HTML.
var htmlTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"style":  func() string { return style + verdictStyle() },
		"title":  func(text string) string { return html.EscapeString(oneLine(text)) },
		"text":   Text.html,
		"source": func(svg []byte) string { return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg) },
		"class": func(t Table) string {
			switch {
			case len(t.Head) >= denseColumns:
				return "cards dense"
			case len(t.Head) >= cardColumns:
				return "cards"
			}
			return ""
		},
		"label":  Table.label,
		"breaks": func(t Table, row int) bool { return slices.Contains(t.Breaks, row) },
		"long":   func(cell Text) bool { return utf8.RuneCountInString(cell.String()) > longCell },
	}).Parse(htmlText))
})

// HTML returns the page for a browser, in one file.
func (d *Document) HTML() []byte {
	p, scripted := d.page(htmlTemplates())
	p.Summary, p.Image, p.Play = d.summary(), d.Image, d.Play
	if scripted || d.Play != "" {
		p.Policy, p.Script = ContentPolicy(), script
	}
	return p.bytes("page")
}

// summary returns the first paragraphs, which forums show beside a link.
func (d *Document) summary() string {
	var b strings.Builder
	for _, block := range d.Body {
		text, ok := block.(Paragraph)
		if !ok && b.Len() > 0 || b.Len() >= shortSummary {
			break
		}
		if ok {
			b.WriteString(Text(text).String() + " ")
		}
	}
	return strings.TrimSpace(b.String())
}

// shortSummary is the length of a summary after which no paragraph follows.
const shortSummary = 200

// cardColumns is the minimum number of columns of a table that turns into cards on a
// narrow page.
const cardColumns = 4

// denseColumns is the minimum number of columns of a table whose cells all wrap on a wide
// page.
const denseColumns = 6

// longCell is the length in characters above which the text of a cell may wrap.
const longCell = 28

func (t Text) html() string {
	var b strings.Builder
	for _, s := range t {
		text := html.EscapeString(s.Text)
		switch s.Mark {
		case Strong:
			text = "<b>" + text + "</b>"
		case Emphasis:
			text = "<em>" + text + "</em>"
		case Literal:
			text = "<code>" + text + "</code>"
		case Good, Bad, Open, Split:
			text = "<b class=\"" + s.Mark.Class() + "\">" + text + "</b>"
		}
		if s.Link != "" {
			text = "<a href=\"" + html.EscapeString(s.Link) + "\">" + text + "</a>"
		}
		b.WriteString(text)
	}
	return b.String()
}
