package page

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"bestiary/engine/rules"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/chart"
	"bestiary/experiments/page/doc"
	"bestiary/experiments/page/pieces"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Run describes how a result was made.
type Run struct {
	Version string `json:"version"` // of the program
	Command string `json:"command"` // makes the page again
	// Revision is that of the engine that played; 0 leaves it out.
	Revision int `json:"revision,omitempty"`
	// Time is the duration of play. It varies between runs; 0 leaves it out.
	Time time.Duration `json:"-"`
	// PNG adds the charts as PNG files.
	PNG bool `json:"-"`
}

// JSON returns a file with the figures of the run.
func (r Run) JSON(name string, figures any) (files.File, error) {
	return files.JSON(name, struct {
		Run
		Figures any `json:"figures"`
	}{r, figures})
}

// Page answers a question about a game.
type Page struct {
	Title  string
	Byline doc.Text
	// Image and Play are those of a doc.Document.
	Image, Play string
	// Lacks lists rules that the games on the page lack; empty strings are omitted.
	Lacks []string
	// Answer holds the paragraphs that most readers look for.
	Answer []doc.Paragraph
	// Warnings lists what readers must know before using the answer.
	Warnings []string
	// Body holds figures and tables.
	Body []doc.Block
	// Appendix holds the sections for readers who doubt the answer. Empty sections are
	// left out.
	Appendix []doc.Section
	// Runs lists the games played, on a page about several runs.
	Runs []doc.Block
	// Facts lists numbers about the run.
	Facts []Fact
	// Games are the folders of the games; none stands for the folder of the page.
	Games []string
}

// Fact is a named number or word.
type Fact struct {
	Name  string
	Value any
}

// Document returns the page as a document that ends with facts about the run.
func (p *Page) Document(run Run) *doc.Document {
	d := &doc.Document{Title: p.Title, Byline: p.Byline, Image: p.Image, Play: p.Play}
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
	facts := append(p.Facts[:len(p.Facts):len(p.Facts)], Fact{"version", run.Version})
	if run.Revision > 0 {
		facts = append(facts, Fact{"revision of the engine", run.Revision})
	}
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
	last := append(slices.Clone(p.Runs), t, doc.P("To make this page again:"), doc.Code(run.Command))
	d.Appendix = append(slices.Clone(p.Appendix), doc.Section{Title: title, Blocks: last})
	return d
}

// name is the file name of a page, without extension.
const name = "report"

// The files of a page: HTML for a browser, Markdown for a repository.
const (
	HTMLFile     = name + ".html"
	MarkdownFile = name + ".md"
)

// Write writes the page into a folder, with its pictures in charts/, the first of its games and
// additional files, and returns the path of the HTML file. If run.Time is 0, the same results give the
// same bytes.
func (p *Page) Write(folder string, run Run, more ...files.File) (string, error) {
	if games := p.Games; run.Revision > 0 {
		if games == nil {
			games = []string{folder}
		}
		sample, err := sampleOf(run, games)
		if err == nil && sample == nil { // those of an earlier page are not its own
			if err = os.Remove(filepath.Join(folder, SampleFile)); errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		}
		if err != nil {
			return "", fmt.Errorf("report: %w", err)
		}
		more = append(more, sample...)
	}
	if err := p.Document(run).Write(folder, name, run.PNG, more...); err != nil {
		return "", fmt.Errorf("report: %w", err)
	}
	return filepath.Join(folder, HTMLFile), nil
}

// Figure is a chart with a name and a caption. A nil chart is not shown.
type Figure struct {
	Name, Caption string
	Chart         *chart.Chart
}

// Figures draws charts at the widths of a page, skipping nil charts.
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

// Title returns the title of a page about a game.
func Title(g *rules.Game) string {
	return cmp.Or(shortened(g.Variant.Title), g.Variant.Name)
}

// Byline returns a line that names the author of a game.
func Byline(g *rules.Game) doc.Text {
	if author := shortened(g.Variant.Author); author != "" {
		return doc.T("A game by " + author + ".")
	}
	return nil
}

// Faces returns the drawings of the pieces of games, for charts. Where games differ about a
// name the first counts.
func Faces(games ...*rules.Game) map[string]pieces.Face {
	faces := map[string]pieces.Face{}
	for _, g := range slices.Backward(games) {
		maps.Copy(faces, pieces.ByName(g.Variant, pieces.Of(g.Variant)))
	}
	return faces
}

// maxTitle is the maximum length of a string from a game file, in characters.
const maxTitle = 100

// shortened prepares a string from a game file for a heading.
func shortened(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if r := []rune(text); len(r) > maxTitle {
		text = string(r[:maxTitle-1]) + "…"
	}
	return text
}

// Widths of the pictures of a game, in CSS pixels: two pieces fit side by side on a phone.
const (
	boardWidth = 358
	pieceWidth = 166
)

// Pictures draws the array, and each piece with its moves and a caption, in the given
// order. Pieces that order does not list come last.
func Pictures(g *rules.Game, order []string, captions map[string]string) ([]doc.Block, error) {
	pictures, err := board.Pictures(g, board.Options{Width: pieceWidth, Brief: true, Captions: captions})
	if err != nil {
		return nil, err
	}
	array := board.Position(g, boardWidth)
	named := func(name string) int {
		if i := slices.Index(order, strings.TrimPrefix(name, "piece-")); i >= 0 {
			return i
		}
		return len(order)
	}
	list := pictures[1 : len(pictures)-1] // without the board and the signs
	slices.SortStableFunc(list, func(a, b board.Picture) int { return cmp.Compare(named(a.Name), named(b.Name)) })
	var gallery doc.Gallery
	for _, pic := range pictures[1:] {
		gallery = append(gallery, figure(pic))
	}
	return []doc.Block{figure(array), gallery}, nil
}

func figure(p board.Picture) doc.Figure { return doc.Figure{Name: p.Name, Alt: p.Alt, Wide: p.SVG} }

// Failure is a part of an experiment that cannot be played to the end.
type Failure struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// NotPlayed names failures in sentences, each after a space.
func NotPlayed(list []Failure) (text string) {
	for _, f := range list {
		text += fmt.Sprintf(" Not played: %s (%s).", f.Name, f.Why)
	}
	return text
}

// Sheet returns a CSV file with a row for each item of a list. The columns of its head are
// separated by commas; an interval fills three: the estimate, the lower and the upper limit.
// Unknown and infinite numbers are empty.
func Sheet[T any](name, head string, list []T, row func(*T) []any) files.File {
	rows := [][]string{strings.Split(head, ",")}
	for i := range list {
		var cells []string
		for _, x := range row(&list[i]) {
			switch x := x.(type) {
			case float64:
				cells = append(cells, format.Cell(x))
			case stat.Number:
				cells = append(cells, format.Cell(float64(x)))
			case stat.Interval:
				cells = append(cells, format.Cell(x.Estimate), format.Cell(x.Lo), format.Cell(x.Hi))
			case []string:
				cells = append(cells, x...)
			default:
				cells = append(cells, fmt.Sprint(x))
			}
		}
		rows = append(rows, cells)
	}
	return files.CSV(name, rows)
}
