package study

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
)

// entry is what an index shows of an experiment.
type entry struct {
	Figures
	open     []OpenPart
	readings []reading
	// asked are the hypotheses of today. Those of a page that answers an earlier version
	// of its experiment may be others.
	asked   []Answer
	earlier bool
}

// readEntries reads the results in the folders inside a folder and sorts them by their places.
// What pages of earlier versions lack comes from the catalogue.
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
		var page figures
		if err := json.Unmarshal(data, &page); err != nil {
			return nil, fmt.Errorf("experiments: %s: %w", path, err)
		}
		if err := addFamilies(page.Figures.Hypotheses, data); err != nil {
			return nil, fmt.Errorf("experiments: %s: %w", path, err)
		}
		read := entry{Figures: page.Figures, open: page.Open, readings: page.Readings, asked: page.Figures.Hypotheses}
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

// addFamilies marks our own questions in a page from before hypotheses had families.
func addFamilies(hypotheses []Answer, data []byte) error {
	var old struct {
		Figures struct {
			Hypotheses []struct{ Ours bool }
		}
	}
	if err := json.Unmarshal(data, &old); err != nil {
		return err
	}
	for i, h := range old.Figures.Hypotheses {
		if h.Ours {
			hypotheses[i].Family = Ours
		}
	}
	return nil
}

// renew updates the entry of a page about an earlier version of an experiment: its source and
// its questions are those of today. The verdict and what was found stay, with a mark, for they
// answer what was asked then.
func (e *entry) renew(now *Experiment) {
	e.Title, e.Author, e.Page, e.Place, e.Truths = now.Title, now.Source.Author, now.Source.Page, now.Place, now.Truths
	e.earlier = true
	unanswered := now.Unanswered()
	e.asked, e.readings = unanswered.Answers, draft{Result: unanswered}.readings()
	if e.Truths {
		e.Finding += "; " + anEarlierVersion
	}
	for i := range e.open {
		e.open[i].Takes = anEarlierVersion
	}
}

// link leads to the page.
func (e *entry) link() doc.Span { return doc.Link(e.Title, e.ID+"/"+page.MarkdownFile) }

// anEarlierVersion marks a page that answers an earlier version of its experiment.
const anEarlierVersion = "answers an earlier version"

// asks reports whether an experiment has hypotheses of a family.
func (e *entry) asks(family Family) bool {
	return slices.ContainsFunc(e.asked, func(h Answer) bool { return h.Family == family })
}

// signs returns the verdicts of a family in the order of the hypotheses.
func (e *entry) signs(family Family) string {
	var list []string
	for _, h := range e.Hypotheses {
		if h.Family == family {
			list = append(list, sign(h.Verdict))
		}
	}
	return strings.Join(list, " ")
}

// reread says how many parts of a claim were read after a first answer, and what other readings
// found.
func (e *entry) reread() string {
	var list []string
	if e.earlier {
		list = append(list, anEarlierVersion)
	}
	parts, after := 0, 0
	for _, h := range e.asked {
		if h.Family == Claimed {
			parts++
			if h.Known != "" {
				after++
			}
		}
	}
	if after > 0 {
		list = append(list, fmt.Sprintf("%d of %d %s", after, parts, AfterAnswer))
	}
	for _, family := range []Family{Superseded, Blind} {
		signs := e.signs(family)
		var counts []string
		for _, mark := range []doc.Mark{doc.Good, doc.Bad, doc.Open} {
			if n := strings.Count(signs, mark.Sign()); n > 0 && !e.earlier {
				counts = append(counts, fmt.Sprintf("%d %s", n, mark.Sign()))
			}
		}
		if len(counts) > 0 {
			list = append(list, string(family)+": "+strings.Join(counts, ", "))
		}
	}
	return strings.Join(list, "; ")
}

// sign returns the sign of a verdict.
func sign(v Verdict) string { return doc.Verdict(string(v)).Mark.Sign() }

// answers returns our own questions that have an answer, the number of the others and, where
// nobody claims anything, what was found.
func (e *entry) answers() string {
	var list []string
	if e.earlier {
		list = append(list, anEarlierVersion)
	}
	open := 0
	for _, h := range e.Hypotheses {
		switch sign := sign(h.Verdict); {
		case h.Family != Ours:
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
	if e.Verdict == NoClaim && e.Finding != "" {
		text += ". " + e.Finding
	}
	return text
}

// reading is one way to read a sentence of an author, and what it found.
type reading struct {
	Quote   string `json:"quote"`
	Reading string `json:"reading"`
	// Read says when it was read so and what was known then.
	Read    string  `json:"read"`
	Found   string  `json:"found"`
	Verdict Verdict `json:"verdict"`

	family Family
}

// readings lists all readings, those of a sentence together: the one that counts before others.
func (r draft) readings() []reading {
	var list []reading
	seen := map[string]bool{}
	for i := range r.Answers {
		quote := r.Answers[i].Quote
		if quote == "" || seen[quote] {
			continue
		}
		seen[quote] = true
		for _, family := range Families() {
			for k := range r.Answers {
				if a := &r.Answers[k]; a.Quote == quote && a.Family == family {
					found := ""
					if a.Effect.Known() {
						found = a.Found()
					}
					list = append(list, reading{quote, a.Reading, a.Read(), found, a.Verdict, family})
				}
			}
		}
	}
	return list
}

// quotations set what the author wrote beside what we take it to mean and what was found, and
// beside what others, or we before, took it to mean.
func (r draft) quotations() []doc.Block {
	head := []string{"written", "read as", "when", "found", "verdict"}
	ours := doc.Table{Caption: "What " + r.Experiment.Source.Author + " wrote.", Head: head}
	others := doc.Table{Caption: "Other readings of the same sentences, judged on the same games. No verdict on the claim rests on them.", Head: head}
	last := map[*doc.Table]string{}
	for _, one := range r.readings() {
		t := &others
		if one.family == Claimed {
			t = &ours
		}
		quote := "“" + one.Quote + "”"
		if last[t] == one.Quote {
			quote = "″"
		}
		last[t] = one.Quote
		t.Rows = append(t.Rows, doc.Row(quote, one.Reading, one.Read, one.Found, doc.Verdict(string(one.Verdict))))
	}
	return []doc.Block{ours, others}
}
