package claim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/present/doc"
	"bestiary/internal/present/format"
)

// Marks between which an index holds the table of verdicts.
const (
	indexBegin = "<!-- verdicts -->"
	indexEnd   = "<!-- end of verdicts -->"
)

// indexTitle is the title of an index that is made.
const indexTitle = "Claims, tested"

// WriteIndex writes the table of verdicts to the README.md of a folder, between the
// marks for it or at the end, and to index.html. It returns the path of the README,
// which is made if it does not exist. Rows of experiments that are not among the
// results stay.
func WriteIndex(folder string, results []*Result) (string, error) {
	path := filepath.Join(folder, "README.md")
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("# "+indexTitle+"\n"), nil
	}
	if err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	before, rest, found := strings.Cut(string(old), indexBegin)
	table, after := "", "\n"
	if !found {
		before = strings.TrimRight(before, "\n") + "\n\n"
	} else if table, after, found = strings.Cut(rest, indexEnd); !found {
		return "", fmt.Errorf("experiments: %s has the mark %q but not %q after it, expected both around the table of verdicts", path, indexBegin, indexEnd)
	}
	entries := merged(readIndex(table), results)
	text := before + indexBegin + "\n" + indexTable(entries, folder, markdownFile).Markdown() + "\n" + indexKey + "\n" + indexEnd + after
	page := &doc.Document{Title: indexTitle}
	page.Add(indexTable(entries, folder, PageFile), doc.P(indexKey))
	if _, err := files.Write(folder, files.File{Name: "README.md", Data: []byte(text)}, files.File{Name: "index.html", Data: page.HTML()}); err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	return path, nil
}

// indexKey explains the signs of an index.
const indexKey = "✓ supported, ✗ contradicted, ? undecided; each page has the figures and the command that makes it again."

// indexEntry is a row of an index.
type indexEntry struct{ id, title, author, verdict, parts, ours, games string }

// merged adds the entries of new results to those of an older index, in the order
// of that index.
func merged(old []indexEntry, results []*Result) []indexEntry {
	for _, r := range results {
		e := r.Experiment
		entry := indexEntry{e.ID, e.Title, e.Source.Author, string(r.Verdict), r.signs(false), r.signs(true), format.Count(r.Games())}
		replaced := false
		for i := range old {
			if old[i].id == e.ID {
				old[i], replaced = entry, true
			}
		}
		if !replaced {
			old = append(old, entry)
		}
	}
	return old
}

// readIndex reads the rows of a table in Markdown; lines of another form are left out.
func readIndex(table string) []indexEntry {
	var list []indexEntry
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.ReplaceAll(strings.TrimSpace(line), `\|`, "\x00"), "|")
		if len(cells) != 8 || !strings.HasPrefix(line, "| [") {
			continue
		}
		for i, cell := range cells {
			cells[i] = unescaped(strings.TrimSpace(cell))
		}
		title, address, _ := strings.Cut(cells[1], "](")
		id, _, _ := strings.Cut(strings.TrimPrefix(address, "<"), "/")
		list = append(list, indexEntry{id, strings.TrimPrefix(title, "["), cells[2], strings.Trim(cells[3], "*"), cells[4], cells[5], cells[6]})
	}
	return list
}

// unescaped removes the backslashes of Markdown from a text.
func unescaped(text string) string {
	var b strings.Builder
	escaped := false
	for _, r := range strings.ReplaceAll(text, "\x00", "|") {
		if escaped = r == '\\' && !escaped; !escaped {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// indexTable is the table with links to pages of a form, where they exist.
func indexTable(entries []indexEntry, folder, form string) doc.Table {
	t := doc.Table{Head: []string{"claim", "by", "verdict", "parts of the claim", "our questions", "games"}}
	for _, e := range entries {
		page := form
		if _, err := os.Stat(filepath.Join(folder, e.id, page)); err != nil {
			page = markdownFile // of an earlier version
		}
		t.Rows = append(t.Rows, doc.Row(doc.Link(e.title, e.id+"/"+page), e.author, doc.Bold(e.verdict), e.parts, e.ours, e.games))
	}
	return t
}

// signs are the verdicts in the order of the hypotheses.
func (r *Result) signs(ours bool) string {
	var list []string
	for _, a := range r.Answers {
		if a.Hypothesis.Ours == ours {
			list = append(list, map[Verdict]string{Supported: "✓", Contradicted: "✗", Undecided: "?"}[a.Verdict])
		}
	}
	return strings.Join(list, " ")
}
