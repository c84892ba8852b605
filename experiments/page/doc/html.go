package doc

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"html"
	"slices"
	"strings"
	"unicode/utf8"
)

//go:embed page.css
var style string

// htmlWriter collects the HTML of a document.
type htmlWriter struct {
	strings.Builder
	headings int  // written so far
	scripted bool // it has a replay or a long table
}

// HTML returns the page for a browser, in one file.
func (d *Document) HTML() []byte {
	body := &htmlWriter{}
	for _, b := range shown(d.Body) {
		b.html(body)
	}
	appendix := d.appendix()
	if len(appendix) > 0 {
		body.WriteString("<h2 id=\"appendix\">Appendix</h2>\n")
	}
	for i, s := range appendix {
		fmt.Fprintf(body, "<details><summary><h3>%s</h3></summary><div id=\"a%d\">\n", html.EscapeString(s.Title), i+1)
		for _, b := range s.Blocks {
			b.html(body)
		}
		body.WriteString("</div></details>\n")
	}
	title := html.EscapeString(oneLine(d.Title))
	w := &htmlWriter{}
	policy := ""
	if body.scripted {
		policy = fmt.Sprintf("<meta http-equiv=\"Content-Security-Policy\" content=\"%s\">\n", html.EscapeString(ContentPolicy()))
	}
	w.begin(title, policy)
	fmt.Fprintf(w, "<h1>%s</h1>\n", title)
	if len(d.Byline) > 0 {
		fmt.Fprintf(w, "<p class=\"byline\">%s</p>\n", d.Byline.html())
	}
	d.contents(w)
	w.WriteString(body.String())
	w.end(body.scripted)
	return []byte(w.String())
}

// begin writes the head of a page, up to its first heading.
func (w *htmlWriter) begin(title, policy string) {
	fmt.Fprintf(w, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n%s"+
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<title>%s</title>\n<style>\n%s%s</style>\n</head>\n<body>\n<main>\n", policy, title, style, verdictStyle())
}

// contents lists the headings of the body and the sections of the appendix.
func (d *Document) contents(w *htmlWriter) {
	var links []string
	add := func(id string, n int, title string) {
		links = append(links, fmt.Sprintf("<li><a href=\"#%s%d\">%s</a></li>", id, n, html.EscapeString(title)))
	}
	n := 0
	for _, b := range shown(d.Body) {
		if h, ok := b.(Heading); ok {
			n++
			add("h", n, string(h))
		}
	}
	for i, s := range d.appendix() {
		add("a", i+1, s.Title)
	}
	if len(links) > 2 {
		fmt.Fprintf(w, "<details class=\"contents\"><summary>Contents</summary>\n<ul>\n%s\n</ul></details>\n", strings.Join(links, "\n"))
	}
}

func (p Paragraph) html(w *htmlWriter) { fmt.Fprintf(w, "<p>%s</p>\n", Text(p).html()) }
func (n Note) html(w *htmlWriter)      { fmt.Fprintf(w, "<p class=\"note\">%s</p>\n", Text(n).html()) }
func (c Code) html(w *htmlWriter) {
	fmt.Fprintf(w, "<pre>%s</pre>\n", html.EscapeString(string(c)))
}

func (h Heading) html(w *htmlWriter) {
	w.headings++
	fmt.Fprintf(w, "<h2 id=\"h%d\">%s</h2>\n", w.headings, html.EscapeString(string(h)))
}

func (l List) html(w *htmlWriter) {
	w.WriteString("<ul>\n")
	for _, t := range l {
		fmt.Fprintf(w, "<li>%s</li>\n", t.html())
	}
	w.WriteString("</ul>\n")
}

// cardColumns is the minimum number of columns of a table that turns into cards on a
// narrow page.
const cardColumns = 4

// denseColumns is the minimum number of columns of a table whose cells all wrap on a wide
// page.
const denseColumns = 6

// longCell is the length in characters above which the text of a cell may wrap.
const longCell = 28

func (t Table) html(w *htmlWriter) {
	w.scripted = w.scripted || len(t.Rows) >= longTable
	if t.Caption != "" {
		fmt.Fprintf(w, "<p class=\"small\">%s</p>\n", html.EscapeString(t.Caption))
	}
	class := ""
	if len(t.Head) >= cardColumns {
		class = " class=\"cards\""
	}
	if len(t.Head) >= denseColumns {
		class = " class=\"cards dense\""
	}
	fmt.Fprintf(w, "<div class=\"scroll\"><table%s>\n<thead><tr>", class)
	for _, h := range t.Head {
		fmt.Fprintf(w, "<th>%s</th>", html.EscapeString(h))
	}
	w.WriteString("</tr></thead>\n<tbody>\n")
	for i, row := range t.Rows {
		if slices.Contains(t.Breaks, i) {
			w.WriteString("<tr class=\"first\">")
		} else {
			w.WriteString("<tr>")
		}
		for k, cell := range row {
			wrap := ""
			if utf8.RuneCountInString(cell.String()) > longCell {
				wrap = " class=\"long\""
			}
			fmt.Fprintf(w, "<td%s data-label=\"%s\">%s</td>", wrap, html.EscapeString(t.label(k)), cell.html())
		}
		w.WriteString("</tr>\n")
	}
	w.WriteString("</tbody></table></div>\n")
	if len(t.Foot) > 0 {
		fmt.Fprintf(w, "<p class=\"small\">%s</p>\n", t.Foot.html())
	}
}

func (t Table) label(column int) string {
	if column < len(t.Head) {
		return t.Head[column]
	}
	return ""
}

func (f Figure) html(w *htmlWriter) {
	w.WriteString("<figure><picture>")
	if f.Narrow != nil {
		fmt.Fprintf(w, "<source media=\"(max-width: 760px)\" srcset=\"%s\">", source(f.Narrow))
	}
	fmt.Fprintf(w, "<img src=\"%s\" alt=\"%s\"></picture>", source(f.Wide), html.EscapeString(f.Alt))
	if f.Caption != "" {
		fmt.Fprintf(w, "<figcaption>%s</figcaption>", html.EscapeString(f.Caption))
	}
	w.WriteString("</figure>\n")
}

func (g Gallery) html(w *htmlWriter) {
	w.WriteString("<div class=\"gallery\">\n")
	for _, f := range g {
		f.html(w)
	}
	w.WriteString("</div>\n")
}

// source returns a picture as a data URL.
func source(svg []byte) string {
	return "data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg)
}

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
