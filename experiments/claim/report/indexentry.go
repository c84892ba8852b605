package report

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/claim"
	"bestiary/experiments/present/doc"
)

// entry is what an index shows of an experiment.
type entry struct {
	claim.Figures
	open []claim.OpenPart
}

// readEntries reads the results in the folders inside a folder and sorts them by their places.
// What pages of earlier versions lack comes from the catalogue.
func readEntries(folder string) ([]entry, error) {
	// Only a malformed pattern is an error.
	paths, _ := filepath.Glob(filepath.Join(folder, "*", ResultFile))
	var list []entry
	var library claim.Library
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("experiments: %w", err)
		}
		var page figures
		if err := json.Unmarshal(data, &page); err != nil {
			return nil, fmt.Errorf("experiments: %s: %w", path, err)
		}
		read := entry{page.Figures, page.Open}
		if e, err := library.Find(read.ID); err == nil && e.Hash != read.Hash {
			read.renew(e)
		}
		list = append(list, read)
	}
	slices.SortStableFunc(list, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// renew updates the entry of a page about an earlier version of an experiment: its source and
// its questions are known, but what was found answers other questions.
func (e *entry) renew(now *claim.Experiment) {
	e.Title, e.Author, e.Page, e.Place, e.Truths = now.Title, now.Source.Author, now.Source.Page, now.Place, now.Truths
	e.Verdict, e.Finding, e.open = outdated, "", nil
	e.Hypotheses = e.Hypotheses[:0]
	for _, h := range now.Hypotheses {
		e.Hypotheses = append(e.Hypotheses, claim.Answer{Says: h.Says, Ours: h.Ours, Verdict: outdated})
	}
}

// outdated is the verdict of a page that answers an earlier version of its experiment.
const outdated claim.Verdict = "outdated"

// asks reports whether an experiment has questions of our own, or hypotheses of others.
func (e *entry) asks(ours bool) bool { return e.signs(ours) != "" }

// signs returns the verdicts in the order of the hypotheses.
func (e *entry) signs(ours bool) string {
	var list []string
	for _, h := range e.Hypotheses {
		if h.Ours == ours {
			list = append(list, sign(h.Verdict))
		}
	}
	return strings.Join(list, " ")
}

// sign returns the sign of a verdict.
func sign(v claim.Verdict) string { return doc.Verdict(string(v)).Mark.Sign() }

// answers returns our own questions that have an answer, the number of the others and, where
// nobody claims anything, what was found.
func (e *entry) answers() string {
	if e.Verdict == outdated {
		return string(outdated)
	}
	var list []string
	open := 0
	for _, h := range e.Hypotheses {
		switch sign := sign(h.Verdict); {
		case !h.Ours:
		case sign == doc.Open.Sign():
			open++
		default:
			list = append(list, sign+" "+h.Says)
		}
	}
	if open > 0 {
		list = append(list, fmt.Sprintf("%s %d undecided", doc.Open.Sign(), open))
	}
	text := strings.Join(list, "; ")
	if e.Verdict == claim.NoClaim && e.Finding != "" {
		text += ". " + e.Finding
	}
	return text
}
