package study

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// The lines of a page between which its tables are written.
const marksBegin, marksEnd = "<!-- verdicts -->", "<!-- end of verdicts -->"

// readmePage is the page of an index with the verdicts, and readmeTitle its title if it is made.
const readmePage, readmeTitle = "README.md", "Claims, tested"

// indexPages are the other pages of an index. Their last paragraph is a template.
var indexPages = []struct {
	name, title string
	parts       []indexPart
	key         string
}{
	{"claims.md", "What the authors claim, and what others have measured", claimParts, "index-key"},
	{"questions.md", "Questions of our own, and what is undecided", questionParts, "index-signs"},
}

// indexPart is one of the tables of an index.
type indexPart struct {
	title string
	head  []string
	rows  func(e *entry) [][]any // after the link
}

var claimParts = []indexPart{
	{"What the authors claim", []string{"claim", "by", "verdict", "answer"}, func(e *entry) [][]any {
		answer := append([]string{cmp.Or(e.short.sentence(), e.Finding)}, e.marked()...)
		return rowIf(!e.Truths && e.asks(Claimed), e.Author, doc.Verdict(string(e.Verdict)), strings.Join(answer, "; "))
	}},
	{"What others have measured", []string{"control", "by", "inside", "found", "games"}, func(e *entry) [][]any {
		return rowIf(e.Truths, e.Author, e.signs(Claimed), e.Finding, format.Count(e.Games))
	}},
}

var questionParts = []indexPart{
	{"Questions of our own", []string{"page", "game", "answers"}, func(e *entry) [][]any {
		return rowIf(e.asks(Ours), e.Page, e.answers())
	}},
	{"What is undecided", []string{"claim", "part", "found", "what it would take"}, func(e *entry) (rows [][]any) {
		for _, part := range e.open {
			rows = append(rows, []any{part.Says, part.Found, format.Title(part.Takes)})
		}
		return rows
	}},
}

// register is the file with all readings of the authors' sentences, superseded and blind ones among them.
func register(entries []entry) files.File {
	type row struct {
		page string
		reading
	}
	var rows []row
	for i := range entries {
		for _, one := range entries[i].readings {
			rows = append(rows, row{entries[i].ID, one})
		}
	}
	return page.Sheet("readings.csv", "page,written,read_as,when,found,verdict", rows, func(r *row) []any {
		return []any{r.page, r.Quote, r.Reading, r.Read, r.Found, r.Verdict}
	})
}

func rowIf(has bool, cells ...any) [][]any {
	if !has {
		return nil
	}
	return [][]any{cells}
}

// WriteIndex writes the tables of the experiments that are published in a folder, between the marks
// for them or at the end: the verdicts to its README.md, the results for authors' claims and for
// published measurements to its claims.md, our own questions and what is undecided to its
// questions.md, and how each sentence of an author was read, and when, to its readings.csv. Each page gets
// its answer in plain words, if there is one (answers.tmpl). It returns the path of the README. Pages that do not exist are made.
func WriteIndex(folder string) (string, error) {
	entries, err := readEntries(folder)
	if err != nil {
		return "", err
	}
	for i := range entries {
		if err := entries[i].short.writeAnswer(folder); err != nil {
			return "", err
		}
	}
	if _, err := files.Write(folder, register(entries)); err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	readme := filepath.Join(folder, readmePage)
	if err := writeBetween(readme, readmeTitle, summary(entries)); err != nil {
		return "", err
	}
	for _, p := range indexPages {
		text := ""
		for _, part := range p.parts {
			t := doc.Table{Head: part.head}
			for i := range entries {
				for _, row := range part.rows(&entries[i]) {
					t.Rows = append(t.Rows, doc.Row(append([]any{entries[i].link()}, row...)...))
				}
			}
			if len(t.Rows) > 0 {
				text += fmt.Sprintf("### %s\n\n%s\n", part.title, t.Markdown())
			}
		}
		if err := writeBetween(filepath.Join(folder, p.name), p.title, text+paragraph(p.key, nil)); err != nil {
			return "", err
		}
	}
	return readme, nil
}

// paragraph returns a template of one paragraph as a line of Markdown.
func paragraph(name string, data any) string {
	d := doc.Document{Body: []doc.Block{doc.Paragraph(texts.Text(name, data))}}
	_, text, _ := strings.Cut(string(d.Markdown()), "\n")
	return strings.NewReplacer("(<", "(", ">)", ")").Replace(strings.TrimSpace(text)) + "\n" // as in pages that are published
}

// summary returns the experiments by verdict, those with published results, and the state of the rest.
func summary(entries []entry) string {
	t := doc.Table{Head: []string{"verdict", "pages"}}
	for _, v := range []Verdict{Supported, Contradicted, DependsOnPlay, Undecided} {
		var list doc.Text
		for i := range entries {
			if e := &entries[i]; !e.Truths && e.asks(Claimed) && e.Verdict == v {
				list = append(list, doc.Span{Text: ", "}, e.link())
			}
		}
		if len(list) > 0 {
			t.Rows = append(t.Rows, doc.Row(doc.Verdict(string(v)), list[1:]))
		}
	}
	count := struct{ Earlier, All int }{0, len(entries)}
	for i := range entries {
		e := &entries[i]
		if e.Truths {
			t.Rows = append(t.Rows, doc.Row("control", doc.T(e.link(), ": "+e.Finding)))
		}
		if e.earlier {
			count.Earlier++
		}
	}
	return t.Markdown() + "\n" + paragraph("index-summary", count)
}

// writeBetween rewrites a page with a text between the marks, or with the marks at the end. A page
// that does not exist yet gets the title.
func writeBetween(path, title, text string) error {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		data, err = []byte("# "+title+"\n"), nil
	}
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	before, rest, found := strings.Cut(string(data), marksBegin)
	after := "\n"
	if !found {
		before = strings.TrimRight(before, "\n") + "\n\n"
	} else if _, after, found = strings.Cut(rest, marksEnd); !found {
		const both = "expected both around what is written there"
		return fmt.Errorf("experiments: %s has the mark %q but not %q after it, %s", path, marksBegin, marksEnd, both)
	}
	data = []byte(before + marksBegin + "\n" + text + marksEnd + after)
	if _, err := files.Write(filepath.Dir(path), files.File{Name: filepath.Base(path), Data: data}); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return nil
}

// entry is an experiment in an index.
type entry struct {
	Figures
	open     []OpenPart
	readings []reading
	// asked are the hypotheses of today. Those of a page that answers an earlier version
	// of its experiment may be others.
	asked   []*Answer
	earlier bool
	// short is the answer in plain words, nil if there is none.
	short *shortAnswer
}

// readEntries reads the results in the folders inside a folder and sorts them by their places. A
// page about an earlier version of its experiment keeps its verdict and results, with a mark, for
// they answer the earlier questions; its source and questions are the current ones.
func readEntries(folder string) ([]entry, error) {
	// Only a malformed pattern is an error.
	paths, _ := filepath.Glob(filepath.Join(folder, "*", ResultFile))
	var list []entry
	var library Library
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("experiments: %w", err)
		}
		var page figures[Figures]
		if err := files.ReadJSON("experiments: "+path, data, &page); err != nil {
			return nil, err
		}
		e := entry{Figures: page.Figures, open: page.Open, readings: page.Readings, asked: page.Figures.Hypotheses}
		now, err := library.Find(e.ID)
		if err == nil && now.Hash == e.Hash && (len(e.Hypotheses) != len(now.Hypotheses) || len(e.Runs) != len(now.Runs)) {
			return nil, fmt.Errorf("experiments: %s: %d hypotheses and %d runs, expected the %d and %d of the experiment; the file is damaged", path,
				len(e.Hypotheses), len(e.Runs), len(now.Hypotheses), len(now.Runs))
		}
		if err == nil && now.Hash == e.Hash && texts.Has(e.ID) {
			e.short = &shortAnswer{Figures: &e.Figures, experiment: now}
		} else if err == nil && now.Hash != e.Hash {
			e.earlier = true
			unanswered := now.Unanswered()
			e.Title, e.Author, e.Page, e.Place, e.Truths = now.Title, now.Source.Author, now.Source.Page, now.Place, now.Truths
			e.asked, e.readings = unanswered.Answers, draft{Result: unanswered}.readings()
			if e.Truths {
				e.Finding += "; " + anEarlierVersion
			}
			for i := range e.open {
				e.open[i].Takes = anEarlierVersion
			}
		}
		list = append(list, e)
	}
	slices.SortStableFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// link leads to the page.
func (e *entry) link() doc.Span { return doc.Link(e.Title, e.ID+"/"+page.MarkdownFile) }

// anEarlierVersion marks a page that answers an earlier version of its experiment.
const anEarlierVersion = "answers an earlier version"

// asks reports whether an experiment has hypotheses of a family.
func (e *entry) asks(family Family) bool { return len(family.of(e.asked)) > 0 }

// sign returns the sign of a verdict.
func sign(v Verdict) string { return doc.Verdict(string(v)).Mark.Sign() }

// signs returns the verdicts of a family in the order of the hypotheses.
func (e *entry) signs(family Family) string {
	var list []string
	for _, h := range family.of(e.Hypotheses) {
		list = append(list, sign(h.Verdict))
	}
	return strings.Join(list, " ")
}

// marked begins a list with a mark if the page answers an earlier version.
func (e *entry) marked() []string {
	if e.earlier {
		return []string{anEarlierVersion}
	}
	return nil
}

// answers returns our own questions that have an answer, the number of the others and, if there is
// no claim, the results.
func (e *entry) answers() string {
	list, open := e.marked(), 0
	for _, h := range Ours.of(e.Hypotheses) {
		if sign := sign(h.Verdict); sign == doc.Open.Sign() {
			open++
		} else {
			list = append(list, sign+" "+h.Says)
		}
	}
	if open > 0 {
		list = append(list, fmt.Sprintf("%s %d undecided", doc.Open.Sign(), open))
	}
	text := strings.Join(list, "; ")
	if e.Verdict == NoClaim && e.Finding != "" {
		text += ". " + e.Finding
	}
	return text
}
