package answer

import (
	"fmt"
	"path/filepath"
	"time"

	"bestiary/experiments/present/chart"
	"bestiary/experiments/present/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// Run says how a result came about.
type Run struct {
	Version string `json:"version"` // of the program
	Command string `json:"command"` // makes the page again
	// Time is the time of play. It differs from run to run; 0 leaves it out.
	Time time.Duration `json:"-"`
	// PNG asks for the charts as PNG, too.
	PNG bool `json:"-"`
}

// Page is the answer to a question.
type Page struct {
	Title  string
	Byline doc.Text
	// Lacks are the rules that the games on the page lack; empty texts are left out.
	Lacks []string
	// Answer is what most readers look for, in paragraphs.
	Answer []doc.Paragraph
	// Warnings are what a reader has to know before using the answer.
	Warnings []string
	// Body has figures and tables.
	Body []doc.Block
	// Appendix has the sections for a reader who doubts the answer. Those without
	// blocks are left out.
	Appendix []doc.Section
	// Runs lists what was played, on a page about several runs.
	Runs []doc.Block
	// Facts are numbers of the run.
	Facts []Fact
}

// Fact is a number, or a word, with its name.
type Fact struct {
	Name  string
	Value any
}

// Document returns the page with the facts of a run at its end.
func (p *Page) Document(run Run) *doc.Document {
	d := &doc.Document{Title: p.Title, Byline: p.Byline}
	for _, text := range p.Lacks {
		d.AddNote(text)
	}
	for _, paragraph := range p.Answer {
		d.Add(paragraph)
	}
	for _, text := range p.Warnings {
		d.AddNote(text)
	}
	d.Add(p.Body...)
	for _, s := range p.Appendix {
		d.AddSection(s.Title, s.Blocks...)
	}
	facts := append(p.Facts[:len(p.Facts):len(p.Facts)], Fact{"version", run.Version})
	if run.Time > 0 {
		facts = append(facts, Fact{"time of play", run.Time.Round(time.Second)})
	}
	title := "The run"
	if len(p.Runs) > 0 {
		title = "The runs"
	}
	t := doc.Table{Head: []string{"what", "value"}}
	for _, f := range facts {
		t.Rows = append(t.Rows, doc.Row(f.Name, f.Value))
	}
	d.AddSection(title, append(p.Runs[:len(p.Runs):len(p.Runs)], t, doc.P("To make this page again:"), doc.Code(run.Command))...)
	return d
}

// name is the name of the files of a page.
const name = "report"

// The files of a page in its folder: HTML for a browser, Markdown for a repository.
const (
	HTMLFile     = name + ".html"
	MarkdownFile = name + ".md"
)

// Write writes the page into a folder, with its pictures in charts/ and further files
// beside it, and returns the path of the HTML file. Without a time, the same results
// give the same bytes.
func (p *Page) Write(folder string, run Run, more ...files.File) (string, error) {
	if err := p.Document(run).Write(folder, name, run.PNG, more...); err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return filepath.Join(folder, HTMLFile), nil
}

// Figure is a chart with its name and its caption. A nil chart has nothing to show.
type Figure struct {
	Name, Caption string
	Chart         *chart.Chart
}

// Figures draws charts at the widths of a page and leaves out those that are nil.
func Figures(list ...Figure) []doc.Block {
	var out []doc.Block
	for _, f := range list {
		if f.Chart == nil {
			continue
		}
		out = append(out, doc.Figure{
			Name: f.Name, Alt: f.Chart.Alt(), Caption: f.Caption, Wide: f.Chart.SVG(chart.Wide), Narrow: f.Chart.SVG(chart.Narrow),
			PNG: func() ([]byte, error) { return f.Chart.PNG(chart.Wide) },
		})
	}
	return out
}

// NotAdjudicated says how games end that are played to their ends.
func NotAdjudicated(maxPlies int) string {
	return fmt.Sprintf("No game is adjudicated: each is played to an end by the rules, or is a draw after %s.", format.Plural(maxPlies, "ply"))
}
