package report

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bestiary/experiments/present/answer"
	"bestiary/experiments/present/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// marks are lines of a Markdown file between which a table is written.
type marks struct{ begin, end string }

var (
	indexMarks  = marks{"<!-- verdicts -->", "<!-- end of verdicts -->"}
	claimsMarks = marks{"<!-- claims -->", "<!-- end of claims -->"}
)

// indexTitle is the title of an index that is made.
const indexTitle = "Claims, tested"

// WriteIndex writes the tables of the experiments that are published in a folder to its
// README.md, between the marks for them or at the end: the claims of authors, what others
// have measured, our own questions and what is undecided, each in its own table. It returns
// the path of the README, which is made if it does not exist.
func WriteIndex(folder string) (string, error) {
	entries, err := readEntries(folder)
	if err != nil {
		return "", err
	}
	path := filepath.Join(folder, "README.md")
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("# "+indexTitle+"\n"), nil
	}
	if err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	var text strings.Builder
	for _, p := range indexParts {
		if t := p.table(entries, ""); len(t.Rows) > 0 {
			fmt.Fprintf(&text, "### %s\n\n%s\n", p.title, t.Markdown())
		}
	}
	return path, indexMarks.write(path, string(old), text.String()+indexKey+"\n")
}

// WriteClaims writes the table of the claims of authors that are published in a folder to
// a Markdown file elsewhere, between the marks for it, which must be there.
func WriteClaims(path, folder string) error {
	entries, err := readEntries(folder)
	if err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	if !strings.Contains(string(old), claimsMarks.begin) {
		return fmt.Errorf("experiments: %s lacks the mark %q, expected it and %q around the table of claims", path, claimsMarks.begin, claimsMarks.end)
	}
	link, err := filepath.Rel(filepath.Dir(path), folder)
	if err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return claimsMarks.write(path, string(old), indexParts[0].table(entries, filepath.ToSlash(link)+"/").Markdown())
}

// write writes a file again with a text between the marks, or with the marks at the end.
func (m marks) write(path, old, text string) error {
	before, rest, found := strings.Cut(old, m.begin)
	after := "\n"
	if !found {
		before = strings.TrimRight(before, "\n") + "\n\n"
	} else if _, after, found = strings.Cut(rest, m.end); !found {
		return fmt.Errorf("experiments: %s has the mark %q but not %q after it, expected both around what is written there", path, m.begin, m.end)
	}
	data := before + m.begin + "\n" + text + m.end + after
	if _, err := files.Write(filepath.Dir(path), files.File{Name: filepath.Base(path), Data: []byte(data)}); err != nil {
		return fmt.Errorf("experiments: %w", err)
	}
	return nil
}

// indexKey explains an index.
const indexKey = "✓ yes or inside of what was published, ✗ no or outside, ? undecided; “outdated” marks the page of an earlier version of its experiment. Each page has the figures and the command that makes it again."

// indexPart is one of the tables of an index.
type indexPart struct {
	title string
	head  []string
	rows  func(e *entry) [][]any // after the link
}

var indexParts = []indexPart{
	{"What the authors claim", []string{"claim", "by", "verdict", "found"}, func(e *entry) [][]any {
		return rowIf(!e.Truths && e.asks(false), e.Author, doc.Verdict(string(e.Verdict)), e.Finding)
	}},
	{"What others have measured", []string{"control", "by", "inside", "found", "games"}, func(e *entry) [][]any {
		return rowIf(e.Truths, e.Author, e.signs(false), e.Finding, format.Count(e.Games))
	}},
	{"Questions of our own", []string{"page", "game", "answers"}, func(e *entry) [][]any {
		return rowIf(e.asks(true), e.Page, e.answers())
	}},
	{"What is undecided", []string{"claim", "part", "found", "what it would take"}, func(e *entry) (rows [][]any) {
		for _, part := range e.open {
			rows = append(rows, []any{part.Says, part.Found, format.Title(part.Takes)})
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

// table returns a table of the index with links that begin with a prefix.
func (p indexPart) table(entries []entry, prefix string) doc.Table {
	t := doc.Table{Head: p.head}
	for i := range entries {
		e := &entries[i]
		for _, row := range p.rows(e) {
			link := doc.Link(e.Title, prefix+e.ID+"/"+answer.MarkdownFile)
			t.Rows = append(t.Rows, doc.Row(append([]any{link}, row...)...))
		}
	}
	return t
}
