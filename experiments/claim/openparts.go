package claim

import (
	"bestiary/internal/present/doc"
	"bestiary/internal/present/format"
)

// openPart is a part of a claim that is undecided.
type openPart struct {
	Says  string `json:"says"`
	Found string `json:"found"`
	Takes string `json:"takes"` // to decide it
}

// open lists what is undecided of a claim.
func (r *Result) open(timed bool) []openPart {
	var list []openPart
	if r.Experiment.Truths {
		return nil
	}
	for i := range r.Answers {
		if a := &r.Answers[i]; a.Verdict == Undecided && !a.Hypothesis.Ours {
			list = append(list, openPart{a.Says, a.Found(), r.Takes(a, timed)})
		}
	}
	return list
}

// Takes says what it would take to decide an undecided hypothesis, if timed also in hours
// of two cores, and why; "" for others.
func (r *Result) Takes(a *Answer, timed bool) string {
	if a.Verdict != Undecided {
		return ""
	}
	return a.cost() + "; " + r.reason(a, timed)
}

// openTable is the table of an index with what is undecided of claims.
func openTable(entries []indexEntry) doc.Table {
	t := doc.Table{Head: []string{"claim", "part", "found", "what it would take"}}
	for i := range entries {
		e := &entries[i]
		for _, part := range e.Open {
			t.Rows = append(t.Rows, doc.Row(doc.Link(e.Title, e.link()), part.Says, part.Found, format.Title(part.Takes)))
		}
	}
	return t
}
