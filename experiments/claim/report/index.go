package report

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bestiary/experiments/claim"
	"bestiary/experiments/present/answer"
	"bestiary/experiments/present/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// The lines of a page between which its tables are written.
const marksBegin, marksEnd = "<!-- verdicts -->", "<!-- end of verdicts -->"

// The pages of an index in its folder, with their titles if they are made.
const (
	claimsPage, claimsTitle       = "README.md", "Claims, tested"
	questionsPage, questionsTitle = "questions.md", "Questions of our own, and what is undecided"
	readingsPage, readingsTitle   = "readings.md", "How the sentences of the authors are read"
)

// WriteIndex writes the tables of the experiments that are published in a folder, between
// the marks for them or at the end: the claims of authors and what others have measured to
// its README.md, our own questions and what is undecided to its questions.md, and how each
// sentence of an author was read, and when, to its readings.md. It returns
// the path of the README. Pages that do not exist are made.
func WriteIndex(folder string) (string, error) {
	entries, err := readEntries(folder)
	if err != nil {
		return "", err
	}
	readme := filepath.Join(folder, claimsPage)
	if err := writeParts(readme, claimsTitle, entries, claimParts); err != nil {
		return "", err
	}
	return readme, cmp.Or(writeParts(filepath.Join(folder, questionsPage), questionsTitle, entries, questionParts),
		writeParts(filepath.Join(folder, readingsPage), readingsTitle, entries, readingParts))
}

// writeParts writes tables of an index to a page.
func writeParts(path, title string, entries []entry, parts []indexPart) error {
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("# "+title+"\n"), nil
	}
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	var text strings.Builder
	for _, p := range parts {
		if t := p.table(entries); len(t.Rows) > 0 {
			fmt.Fprintf(&text, "### %s\n\n%s\n", p.title, t.Markdown())
		}
	}
	return writeBetween(path, string(old), text.String()+indexKey+"\n")
}

// writeBetween writes a page again with a text between the marks, or with the marks at the
// end.
func writeBetween(path, old, text string) error {
	before, rest, found := strings.Cut(old, marksBegin)
	after := "\n"
	if !found {
		before = strings.TrimRight(before, "\n") + "\n\n"
	} else if _, after, found = strings.Cut(rest, marksEnd); !found {
		return fmt.Errorf("experiments: %s has the mark %q but not %q after it, expected both around what is written there", path, marksBegin, marksEnd)
	}
	data := before + marksBegin + "\n" + text + marksEnd + after
	if _, err := files.Write(filepath.Dir(path), files.File{Name: filepath.Base(path), Data: []byte(data)}); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return nil
}

// indexKey explains an index.
const indexKey = "✓ yes or inside of what was published, ✗ no or outside, ? undecided. Where a page “answers an earlier version”, its readings or methods have changed since its games were played. Each page has the figures and the command that makes it again."

// indexPart is one of the tables of an index.
type indexPart struct {
	title string
	head  []string
	rows  func(e *entry) [][]any // after the link
}

var claimParts = []indexPart{
	{"What the authors claim", []string{"claim", "by", "verdict", "found", "readings"}, func(e *entry) [][]any {
		return rowIf(!e.Truths && e.asks(claim.Claimed), e.Author, doc.Verdict(string(e.Verdict)), e.Finding, e.reread())
	}},
	{"What others have measured", []string{"control", "by", "inside", "found", "games"}, func(e *entry) [][]any {
		return rowIf(e.Truths, e.Author, e.signs(claim.Claimed), e.Finding, format.Count(e.Games))
	}},
}

var questionParts = []indexPart{
	{"Questions of our own", []string{"page", "game", "answers"}, func(e *entry) [][]any {
		return rowIf(e.asks(claim.Ours), e.Page, e.answers())
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
			link := doc.Link(e.Title, e.ID+"/"+answer.MarkdownFile)
			t.Rows = append(t.Rows, doc.Row(append([]any{link}, row...)...))
		}
	}
	return t
}
