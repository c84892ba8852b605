package study

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// figures are the contents of a study's JSON file: the answers and, for claims, the undecided parts
// and all readings of the author's sentences.
type figures[T any] struct {
	page.Run
	Figures  T          `json:"figures"`
	Open     []OpenPart `json:"open,omitempty"`
	Readings []reading  `json:"readings,omitempty"`
}

// writePage writes the page of an outcome into a folder, with its figures and other files, and returns
// the path of the page.
func writePage[T Outcome](folder, name string, f figures[T], p *page.Page, more ...files.File) (string, error) {
	data, err := files.JSON(name, f)
	if err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	if p.Title = f.Figures.About().Title; p.Answer == nil {
		p.Answer = []doc.Paragraph{doc.P(f.Figures.Finding())}
	}
	return p.Write(folder, f.Run, append(more, data)...)
}

// narrowed returns a table with its first columns alone.
func narrowed(t doc.Table, columns int) doc.Table {
	t.Head, t.Rows = t.Head[:columns], slices.Clone(t.Rows)
	for i, row := range t.Rows {
		t.Rows[i] = row[:columns]
	}
	return t
}

// screen returns a finding and tables for a terminal, in lines of width characters.
func screen(finding string, width int, tables ...doc.Table) string {
	parts := []string{strings.Join(format.Wrap(finding, width), "\n") + "\n"}
	for _, t := range tables {
		if len(t.Rows) > 0 {
			parts = append(parts, t.Text(width))
		}
	}
	return strings.Join(parts, "\n")
}

//go:embed *.tmpl
var pages embed.FS

// texts are the sentences of pages.
var texts = doc.ParseTemplates(pages)
