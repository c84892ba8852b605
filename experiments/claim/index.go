package claim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

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
// have measured, our own questions and what is undecided, each in its own table. It
// returns the path of the README, which is made if it does not exist.
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
	if t := openTable(entries); len(t.Rows) > 0 {
		fmt.Fprintf(&text, "### What is undecided\n\n%s\n", t.Markdown())
	}
	text.WriteString(indexKey + "\n")
	data, err := indexMarks.replace(path, string(old), text.String())
	if err != nil {
		return "", err
	}
	if _, err := files.Write(folder, files.File{Name: "README.md", Data: []byte(data)}); err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	return path, nil
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
	data, err := claimsMarks.replace(path, string(old), indexParts[0].table(entries, filepath.ToSlash(link)+"/").Markdown())
	if err != nil {
		return err
	}
	_, err = files.Write(filepath.Dir(path), files.File{Name: filepath.Base(path), Data: []byte(data)})
	return err
}

// replace puts a text between the marks, or with the marks at the end.
func (m marks) replace(path, old, text string) (string, error) {
	before, rest, found := strings.Cut(old, m.begin)
	after := "\n"
	if !found {
		before = strings.TrimRight(before, "\n") + "\n\n"
	} else if _, after, found = strings.Cut(rest, m.end); !found {
		return "", fmt.Errorf("experiments: %s has the mark %q but not %q after it, expected both around what is written there", path, m.begin, m.end)
	}
	return before + m.begin + "\n" + text + m.end + after, nil
}

// indexKey explains an index.
const indexKey = "✓ yes or inside of what was published, ✗ no or outside, ? undecided; a page of an earlier version of its experiment is to be asked anew. Each page has the figures and the command that makes it again."

// indexPart is one of the tables of an index.
type indexPart struct {
	title string
	head  []string
	has   func(e *indexEntry) bool
	row   func(e *indexEntry) []any // after the link
}

var indexParts = []indexPart{
	{"What the authors claim", []string{"claim", "by", "verdict", "found"}, func(e *indexEntry) bool { return !e.Truths && e.asks(false) }, func(e *indexEntry) []any {
		return []any{e.Author, doc.Bold(string(e.Verdict)), e.Finding}
	}},
	{"What others have measured", []string{"control", "by", "inside", "found", "games"}, func(e *indexEntry) bool { return e.Truths }, func(e *indexEntry) []any {
		return []any{e.Author, e.signs(false), e.Finding, format.Count(e.Games)}
	}},
	{"Questions of our own", []string{"page", "game", "answers"}, func(e *indexEntry) bool { return e.asks(true) }, func(e *indexEntry) []any {
		answers := e.answers()
		if e.Verdict == NoClaim && e.Finding != "" { // in others it is about the claim
			answers += ". " + e.Finding
		}
		return []any{e.Page, answers}
	}},
}

// table is a table of the index with links that begin with a prefix.
func (p indexPart) table(entries []indexEntry, prefix string) doc.Table {
	t := doc.Table{Head: p.head}
	for i := range entries {
		e := &entries[i]
		if !p.has(e) {
			continue
		}
		t.Rows = append(t.Rows, doc.Row(append([]any{doc.Link(e.Title, prefix+e.link())}, p.row(e)...)...))
	}
	return t
}

// Finding is what was found, in a sentence: of an author's claim, of what others have
// published, or of our own questions where nobody claims anything.
func (r *Result) Finding() string {
	if a := r.Agreement(); r.Experiment.Truths {
		return fmt.Sprintf("%d of %s inside the published ranges", a.Inside, format.Plural(a.Compared, "result"))
	}
	var list []string
	asks := false
	for i := range r.Answers {
		a := &r.Answers[i]
		if a.Hypothesis.Finds == "" || a.Hypothesis.Ours != (r.Verdict == NoClaim) {
			continue
		}
		asks = true
		if a.tells() {
			list = append(list, strings.Replace(a.Hypothesis.Finds, blank, a.Hypothesis.format().Interval(a.Effect), 1))
		}
	}
	if asks && len(list) == 0 {
		return "The games cannot tell yet"
	}
	return format.Title(strings.Join(list, "; "))
}
