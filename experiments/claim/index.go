package claim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/present/format"
)

// Marks between which an index holds the table of verdicts.
const (
	indexBegin = "<!-- verdicts -->"
	indexEnd   = "<!-- end of verdicts -->"
)

// WriteIndex puts the table of verdicts into README.md of a folder, between the marks
// that it has for it or at its end, and returns its path. A README that does not
// exist is made. Rows of experiments that are not among the results stay.
func WriteIndex(folder string, results []*Result) (string, error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	path := filepath.Join(folder, "README.md")
	old, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		old, err = []byte("# Claims, tested\n"), nil
	}
	if err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	before, rest, found := strings.Cut(string(old), indexBegin)
	table, after := "", ""
	if found {
		ended := false
		if table, after, ended = strings.Cut(rest, indexEnd); !ended {
			return "", fmt.Errorf("experiments: %s has the mark %q but not %q after it, expected both around the table of verdicts", path, indexBegin, indexEnd)
		}
	} else {
		before = strings.TrimRight(before, "\n") + "\n\n"
		after = "\n"
	}
	text := before + indexBegin + "\n" + indexTable(results, table) + indexEnd + after
	if err := files.Replace(path, []byte(text)); err != nil {
		return "", fmt.Errorf("experiments: %w", err)
	}
	return path, nil
}

// indexTable is the table with the rows of an older one that are not replaced.
func indexTable(results []*Result, old string) string {
	rows, order := map[string]string{}, []string{}
	put := func(id, row string) {
		if _, ok := rows[id]; !ok {
			order = append(order, id)
		}
		rows[id] = row
	}
	for line := range strings.Lines(old) {
		if _, rest, ok := strings.Cut(line, "]("); ok && strings.HasPrefix(line, "| [") {
			id, _, _ := strings.Cut(rest, "/")
			put(id, line)
		}
	}
	for _, r := range results {
		put(r.Experiment.ID, r.indexRow())
	}
	var b strings.Builder
	b.WriteString("| claim | by | verdict | parts of the claim | our questions | games |\n|---|---|---|---|---|---|\n")
	for _, id := range order {
		b.WriteString(rows[id])
	}
	fmt.Fprintf(&b, "\n%s supported, %s contradicted, %s undecided; each page has the figures and the command that makes it again.\n",
		sign(Supported), sign(Contradicted), sign(Undecided))
	return b.String()
}

// indexRow is the row of an experiment.
func (r *Result) indexRow() string {
	e := r.Experiment
	return fmt.Sprintf("| [%s](%s/%s) | %s | **%s** | %s | %s | %s |\n",
		format.Plain(e.Title), e.ID, PageFile, format.Plain(e.Source.Author), r.Verdict, r.signs(false), r.signs(true), format.Count(r.Games()))
}

// signs are the verdicts in the order of the hypotheses.
func (r *Result) signs(ours bool) string {
	var list []string
	for _, a := range r.Answers {
		if a.Hypothesis.Ours == ours {
			list = append(list, sign(a.Verdict))
		}
	}
	return strings.Join(list, " ")
}

// sign is a sign for a verdict.
func sign(v Verdict) string {
	switch v {
	case Supported:
		return "✓"
	case Contradicted:
		return "✗"
	}
	return "?"
}
