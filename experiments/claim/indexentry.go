package claim

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// indexEntry is what an index shows of an experiment, as its experiment.json has it.
type indexEntry struct {
	ID         string            `json:"id"`
	Hash       string            `json:"hash"`
	Title      string            `json:"title"`
	Author     string            `json:"author"`
	Page       string            `json:"page"`
	Place      int               `json:"place"`
	Truths     bool              `json:"truths"`
	Verdict    Verdict           `json:"verdict"`
	Finding    string            `json:"finding"`
	Games      int               `json:"games"`
	Hypotheses []entryHypothesis `json:"hypotheses"`
	Open       []openPart        `json:"-"`
}

type entryHypothesis struct {
	Says    string  `json:"says"`
	Ours    bool    `json:"ours"`
	Verdict Verdict `json:"verdict"`
}

// readEntries reads the results in the folders inside a folder and sorts them by their places.
// What pages of earlier versions lack comes from the catalogue.
func readEntries(folder string) ([]indexEntry, error) {
	// Only a malformed pattern is an error.
	paths, _ := filepath.Glob(filepath.Join(folder, "*", ResultFile))
	var list []indexEntry
	var library Library
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("experiments: %w", err)
		}
		var page struct {
			Figures indexEntry `json:"figures"`
			Open    []openPart `json:"open"`
		}
		if err := json.Unmarshal(data, &page); err != nil {
			return nil, fmt.Errorf("experiments: %s: %w", path, err)
		}
		entry := page.Figures
		entry.Open = page.Open
		if e, err := library.Find(entry.ID); err == nil && e.Hash != entry.Hash {
			entry.renew(e)
		}
		list = append(list, entry)
	}
	slices.SortStableFunc(list, func(a, b indexEntry) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// renew updates the entry of a page about an earlier version of an experiment: its source and
// its questions are known, but what was found answers other questions.
func (e *indexEntry) renew(now *Experiment) {
	e.Title, e.Author, e.Page, e.Place, e.Truths = now.Title, now.Source.Author, now.Source.Page, now.Place, now.Truths
	e.Verdict, e.Finding, e.Open = asked, "", nil
	e.Hypotheses = e.Hypotheses[:0]
	for _, h := range now.Hypotheses {
		e.Hypotheses = append(e.Hypotheses, entryHypothesis{h.Says, h.Ours, asked})
	}
}

// asked is the verdict of a page that answers an earlier version of its experiment.
const asked Verdict = "asked anew"

// asks reports whether an experiment has questions of our own, or hypotheses of others.
func (e *indexEntry) asks(ours bool) bool { return e.signs(ours) != "" }

// signs returns the verdicts in the order of the hypotheses.
func (e *indexEntry) signs(ours bool) string {
	var list []string
	for _, h := range e.Hypotheses {
		if h.Ours == ours {
			list = append(list, h.sign())
		}
	}
	return strings.Join(list, " ")
}

const openSign = "?"

func (h *entryHypothesis) sign() string {
	return cmp.Or(map[Verdict]string{Supported: "✓", Inside: "✓", Contradicted: "✗", Outside: "✗"}[h.Verdict], openSign)
}

// answers returns our own questions that have an answer, the number of the others and, where
// nobody claims anything, what was found.
func (e *indexEntry) answers() string {
	if e.Verdict == asked {
		return string(asked)
	}
	var list []string
	open := 0
	for _, h := range e.Hypotheses {
		switch sign := h.sign(); {
		case !h.Ours:
		case sign == openSign:
			open++
		default:
			list = append(list, sign+" "+h.Says)
		}
	}
	if open > 0 {
		list = append(list, fmt.Sprintf("%s %d undecided", openSign, open))
	}
	text := strings.Join(list, "; ")
	if e.Verdict == NoClaim && e.Finding != "" {
		text += ". " + e.Finding
	}
	return text
}
