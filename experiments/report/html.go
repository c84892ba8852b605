package report

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"html/template"
	"regexp"
	"strings"
)

//go:embed report.html.tmpl
var htmlTemplate string

// html is the page for a browser; the pictures are inside.
func (p *page) html() ([]byte, error) {
	t, err := template.New("report").Funcs(template.FuncMap{"marked": marked}).Parse(htmlTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Source is the picture as a data address.
func (f figure) Source() template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(f.picture.svg))
}

// Marks of Markdown that texts of sections may have.
var (
	boldMark = regexp.MustCompile(`\*\*([^*]+)\*\*`)
	wordMark = regexp.MustCompile(`\*([^*]+)\*`)
)

// marked is a text with words in bold or in italics.
func marked(text string) template.HTML {
	escaped := strings.ReplaceAll(template.HTMLEscapeString(text), `\*`, "&#42;")
	escaped = boldMark.ReplaceAllString(escaped, "<b>$1</b>")
	return template.HTML(wordMark.ReplaceAllString(escaped, "<em>$1</em>"))
}
