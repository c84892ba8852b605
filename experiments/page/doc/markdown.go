//go:build !js

package doc

import (
	_ "embed"
	"path"
	"slices"
	"strings"
	"sync"
	"text/template"
)

//go:embed page.md.tmpl
var markdownText string

// markdownTemplates has the elements of a page in Markdown.
var markdownTemplates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"plain":   markdownPlain,
		"text":    Text.markdown,
		"indent":  func(c Code) string { return strings.ReplaceAll(string(c), "\n", "\n    ") },
		"picture": func(f Figure) string { return path.Join(Charts, f.Name+".svg") },
		"captions": func(g Gallery) string { // each once
			var list []string
			for _, f := range g {
				if f.Caption != "" && !slices.Contains(list, f.Caption) {
					list = append(list, f.Caption)
				}
			}
			return strings.Join(list, " · ")
		},
	}).Parse(markdownText))
})

// Markdown returns the page for a repository. Its pictures are the files in charts/.
func (d *Document) Markdown() []byte {
	p, _ := d.page(markdownTemplates())
	return []byte(strings.TrimRight(string(p.bytes("page")), "\n") + "\n")
}

// Markdown returns the table without caption and foot.
func (t Table) Markdown() string {
	w := &writer{templates: markdownTemplates()}
	w.write("table", t)
	return w.String()
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

// markdownPlain escapes a string for Markdown.
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
