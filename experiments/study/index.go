package study

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// The lines of a page between which its tables are written.
const marksBegin, marksEnd = "<!-- verdicts -->", "<!-- end of verdicts -->"

// The pages of an index in its folder, with their titles if they are made.
const (
	readmePage, readmeTitle       = "README.md", "Claims, tested"
	claimsPage, claimsTitle       = "claims.md", "What the authors claim, and what others have measured"
	questionsPage, questionsTitle = "questions.md", "Questions of our own, and what is undecided"
	readingsPage, readingsTitle   = "readings.md", "How the sentences of the authors are read"
)

// WriteIndex writes the tables of the experiments that are published in a folder, between
// the marks for them or at the end: the verdicts to its README.md, what was found about the
// claims of authors and what others have measured to its claims.md, our own questions and
// what is undecided to its questions.md, and how each sentence of an author was read, and
// when, to its readings.md. It returns the path of the README. Pages that do not exist are
// made.
func WriteIndex(folder string) (string, error) {
	entries, err := readEntries(folder)
	if err != nil {
		return "", err
	}
	readme := filepath.Join(folder, readmePage)
	if err := writeBetween(readme, readmeTitle, summary(entries)); err != nil {
		return "", err
	}
	for _, page := range []struct {
		name, title string
		parts       []indexPart
		key         string
	}{{claimsPage, claimsTitle, claimParts, indexKey}, {questionsPage, questionsTitle, questionParts, otherKey}, {readingsPage, readingsTitle, readingParts, otherKey}} {
		if err := writeBetween(filepath.Join(folder, page.name), page.title, partsOf(entries, page.parts)+page.key+"\n"); err != nil {
			return "", err
		}
	}
	return readme, nil
}

// summary returns the experiments by verdict, those with published results, and where the rest
// stands.
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
	earlier := 0
	for i := range entries {
		e := &entries[i]
		if e.Truths {
			t.Rows = append(t.Rows, doc.Row("control", doc.T(e.link(), ": "+e.Finding)))
		}
		if e.earlier {
			earlier++
		}
	}
	text := t.Markdown() + "\nSee [what was found](" + claimsPage + "), [questions of our own, and what is undecided](" + questionsPage + "), and [how the sentences are read](" + readingsPage + ")."
	if earlier > 0 {
		text += fmt.Sprintf(" For %d of %d pages the readings or methods have changed since their games were played.", earlier, len(entries))
	}
	return text + "\n"
}

// partsOf returns the parts of a page.
func partsOf(entries []entry, parts []indexPart) string {
	var text strings.Builder
	for _, p := range parts {
		if t := p.table(entries); len(t.Rows) > 0 {
			fmt.Fprintf(&text, "### %s\n\n%s\n", p.title, t.Markdown())
		}
	}
	return text.String()
}

// writeBetween writes a page again with a text between the marks, or with the marks at the
// end. A page that does not exist yet gets the title.
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
		return fmt.Errorf("experiments: %s has the mark %q but not %q after it, expected both around what is written there", path, marksBegin, marksEnd)
	}
	data = []byte(before + marksBegin + "\n" + text + marksEnd + after)
	if _, err := files.Write(filepath.Dir(path), files.File{Name: filepath.Base(path), Data: data}); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return nil
}

// otherKey says where indexKey stands.
const otherKey = "The signs are explained at the end of [what was found](" + claimsPage + ")."

// indexKey explains an index.
const indexKey = "✓ supported, yes, or inside the published range; ✗ contradicted, no, or outside; ? undecided. Where a page “answers an earlier version”, its readings or methods have changed since its games were played. Each page has the figures and the command that reproduces it." +
	" *Superseded* is an earlier reading of a sentence, and *blind* one by somebody who knew no results; neither counts for the verdict. *Read after a first answer* is a reading that was written when a result was known."

// indexPart is one of the tables of an index.
type indexPart struct {
	title string
	head  []string
	rows  func(e *entry) [][]any // after the link
}

var claimParts = []indexPart{
	{"What the authors claim", []string{"claim", "by", "verdict", "found", "readings"}, func(e *entry) [][]any {
		return rowIf(!e.Truths && e.asks(Claimed), e.Author, doc.Verdict(string(e.Verdict)), e.Finding, e.reread())
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

var readingParts = []indexPart{
	{"The register of readings", []string{"claim", "written", "read as", "when", "found", "verdict"}, func(e *entry) (rows [][]any) {
		for _, one := range e.readings {
			rows = append(rows, []any{"“" + one.Quote + "”", one.Reading, one.Read, one.Found, doc.Verdict(string(one.Verdict))})
		}
		return rows
	}},
}

func rowIf(has bool, cells ...any) [][]any {
	if !has {
		return nil
	}
	return [][]any{cells}
}

// table returns a table of the index.
func (p indexPart) table(entries []entry) doc.Table {
	t := doc.Table{Head: p.head}
	for i := range entries {
		e := &entries[i]
		for _, row := range p.rows(e) {
			t.Rows = append(t.Rows, doc.Row(append([]any{e.link()}, row...)...))
		}
	}
	return t
}
