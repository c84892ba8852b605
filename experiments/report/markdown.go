package report

import (
	"fmt"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/present/format"
)

// markdown is the page for a repository; its pictures are the files in charts/.
func (p *page) markdown() []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", format.Plain(p.Title))
	if p.Byline != "" {
		fmt.Fprintf(&b, "%s\n\n", format.Plain(p.Byline))
	}
	b.WriteString(strings.Join(p.Summary, " ") + "\n\n")
	for _, w := range p.Warnings {
		fmt.Fprintf(&b, "> **Note.** %s\n\n", w)
	}
	p.markdownFigure(&b, 0)
	p.markdownTable(&b)
	p.markdownChecks(&b)
	for i := 1; i < len(p.Figures); i++ {
		p.markdownFigure(&b, i)
	}
	for _, x := range p.Sections {
		x.markdown(&b)
	}
	b.WriteString("## How it was measured\n\n")
	for _, s := range p.Method {
		fmt.Fprintf(&b, "- %s\n", s)
	}
	b.WriteString("\n| | |\n|---|---|\n")
	for _, f := range p.Facts {
		fmt.Fprintf(&b, "| %s | %s |\n", f.Name, f.Value)
	}
	fmt.Fprintf(&b, "\nTo make this again:\n\n    %s\n", p.Command)
	return []byte(b.String())
}

// markdown writes a section, whose cells may have words in bold.
func (s section) markdown(b *strings.Builder) {
	fmt.Fprintf(b, "## %s\n\n", s.Title)
	for _, text := range s.Text {
		fmt.Fprintf(b, "%s\n\n", text)
	}
	if len(s.Rows) == 0 {
		return
	}
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(s.Head, " | "), strings.Repeat("---|", len(s.Head)))
	for _, row := range s.Rows {
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
	b.WriteString("\n")
}

func (p *page) markdownFigure(b *strings.Builder, i int) {
	f := p.Figures[i]
	fmt.Fprintf(b, "![%s](%s/%s.svg)\n\n%s\n\n", f.Name, files.Charts, f.Name, f.Caption)
}

func (p *page) markdownTable(b *strings.Builder) {
	head := []string{"tier", "piece", "a side", "pawns"}
	if p.HasBasket {
		head = append(head, "N + B = 6.25")
	}
	head = append(head, "Elo", "pairs", "Texel, pawns", "prior")
	if p.HasPublished {
		head = append(head, "published")
	}
	fmt.Fprintf(b, "In brackets %s intervals.\n\n| %s |\n|%s\n", p.Level, strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	for _, r := range p.Table {
		row := []string{r.Tier, fmt.Sprintf("%s %s", r.Symbol, r.Piece), fmt.Sprint(r.Count), r.Pawns}
		if p.HasBasket {
			row = append(row, r.Basket)
		}
		row = append(row, r.Elo, fmt.Sprint(r.Support), r.Texel, r.Prior)
		if p.HasPublished {
			row = append(row, r.Published)
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(row, " | "))
	}
	b.WriteString("\n*pairs*: pairs of games in which the sides differ in the piece.")
	if p.HasPublished {
		b.WriteString(" *published*: " + publishedNote)
	}
	b.WriteString("\n\n")
}

func (p *page) markdownChecks(b *strings.Builder) {
	b.WriteString("## Checks\n\n" + checksNote + "\n\n| check | | found | wanted | |\n|---|---|---|---|---|\n")
	for _, c := range p.Checks {
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", c.Name, c.Status, c.Found, c.Wanted, c.Note)
	}
	b.WriteString("\n")
}
