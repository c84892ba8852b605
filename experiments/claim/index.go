package claim

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Marks between which an index holds the table of verdicts.
const (
	indexBegin = "<!-- verdicts -->"
	indexEnd   = "<!-- end of verdicts -->"
)

// WriteIndex puts the table of verdicts into README.md of a folder, between the marks
// that it has for it or at its end, and returns its path. A README that does not
// exist is made. Rows of experiments that are not among the results stay.
func WriteIndex(folder string, results []*Result, command string) (string, error) {
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
		table, after, _ = strings.Cut(rest, indexEnd)
	} else {
		before = strings.TrimRight(before, "\n") + "\n\n"
		after = "\n"
	}
	text := before + indexBegin + "\n" + indexTable(results, table, command) + indexEnd + after
	return path, replaceFile(path, []byte(text))
}

// indexTable is the table with the rows of an older one that are not replaced.
func indexTable(results []*Result, old, command string) string {
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
	fmt.Fprintf(&b, "| claim | by | verdict | in figures | games |\n|---|---|---|---|---|\n")
	for _, id := range order {
		b.WriteString(rows[id])
	}
	fmt.Fprintf(&b, "\nMade by `%s`.\n", command)
	return b.String()
}

// indexRow is the row of an experiment.
func (r *Result) indexRow() string {
	e := r.Experiment
	var parts []string
	for i := range r.Answers {
		a := &r.Answers[i]
		if a.Hypothesis.Ours && r.Count(Supported, false)+r.Count(Contradicted, false)+r.Count(Undecided, false) > 0 {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s %s", mark(a.Verdict), plain(fmt.Sprintf("%s: %s", a.Hypothesis.Says, a.EffectText()))))
	}
	return fmt.Sprintf("| [%s](%s/%s) | %s | **%s** | %s | %s |\n",
		plain(e.Title), e.ID, PageFile, plain(e.Source.Author), r.Verdict, strings.Join(parts, "<br>"), thousands(r.Games()))
}

// mark is a sign for a verdict.
func mark(v Verdict) string {
	switch v {
	case Supported:
		return "✓"
	case Contradicted:
		return "✗"
	}
	return "?"
}
