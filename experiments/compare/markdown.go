package compare

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/present/format"
)

// markdown is the page for a repository; its pictures are the files in charts/.
func (p *page) markdown() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", format.Plain(p.Title))
	for _, s := range p.Summary {
		fmt.Fprintf(&b, "%s\n", format.Plain(s))
	}
	b.WriteString("\n")
	for _, w := range p.Warnings {
		fmt.Fprintf(&b, "> **Note.** %s\n\n", format.Plain(w))
	}
	p.markdownPicture(&b, p.Pictures[0])
	fmt.Fprintf(&b, "In brackets %s intervals; the difference is second minus first.\n\n", p.Level)
	markdownTable(&b, p.Measures, "measure, unit", p.Labels[0], p.Labels[1], "difference", "p", "p holm")
	markdownTable(&b, p.Tests, "test", "statistic", "ratio of hazards", "p", "p holm")
	if len(p.Claims) > 0 {
		b.WriteString("## Claimed to be the same\n\n")
		markdownTable(&b, p.Claims, "measure, unit", "margin", "difference, narrow interval", "p", "p holm", "verdict")
	}
	for _, pic := range p.Pictures[1:] {
		p.markdownPicture(&b, pic)
	}
	b.WriteString("## How it was measured\n\n")
	for _, s := range p.Method {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	b.WriteString("\n")
	markdownTable(&b, p.Facts, "", "")
	fmt.Fprintf(&b, "To make this again:\n\n    %s\n", p.Command)
	return []byte(b.String())
}

func (p *page) markdownPicture(b *strings.Builder, pic picture) {
	fmt.Fprintf(b, "![%s](%s/%s.svg)\n\n%s\n\n", pic.name, files.Charts, pic.name, pic.caption)
}

func markdownTable(b *strings.Builder, rows []row, heads ...string) {
	for i, line := range append([]row{heads}, rows...) {
		for _, cell := range line {
			fmt.Fprintf(b, "| %s ", format.Plain(cell))
		}
		b.WriteString("|\n")
		if i == 0 {
			b.WriteString(strings.Repeat("|---", len(heads)) + "|\n")
		}
	}
	b.WriteString("\n")
}

//go:embed report.html.tmpl
var htmlTemplate string

// html is the page for a browser; the pictures are inside.
func (p *page) html() ([]byte, error) {
	t, err := template.New("report").Parse(htmlTemplate)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Name, Caption and Source are for the template; Source is the picture as a data
// address.
func (p picture) Name() string    { return p.name }
func (p picture) Caption() string { return p.caption }
func (p picture) Source() template.URL {
	return template.URL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(p.svg))
}
