package claim

import (
	"fmt"
	"math"

	"bestiary/experiments/present/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
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

// reason says why a hypothesis is undecided and, if timed, in how many hours of two cores
// it could be decided, if that is known.
func (r *Result) reason(a *Answer, timed bool) string {
	var text string
	v := a.Effect
	se := v.HalfWidth() / stat.Quantile(v.Level)
	lo, hi := float64(a.Lo), float64(a.Hi)
	distance := math.Min(math.Abs(v.Estimate-lo), math.Abs(v.Estimate-hi))
	switch {
	case a.torn() && a.Hypothesis.Across == Hierarchical:
		text = "the differences between them, and between their players, leave the number too uncertain"
	case a.torn():
		text = "the differences between the players leave the number too uncertain"
	case !v.Bounded():
		text = "the games do not bound the number yet"
	case distance < se:
		text = "the estimate lies within a standard error of the end of the range"
	default:
		text = fmt.Sprintf("the estimate is %.1f standard errors from the end of the range", distance/se)
	}
	played := 0.0
	for _, i := range a.Hypothesis.of() {
		played += seconds(&r.Runs[i])
	}
	hours := played / 3600 * float64(r.workers) / 2 * r.growth(a, a.factor, seconds)
	if timed && hours > 0 && !math.IsInf(hours, 0) {
		return fmt.Sprintf("%s; some %s hours of two cores", text, roundedHours(hours))
	}
	return text
}

func roundedHours(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return rounded(x)
}
