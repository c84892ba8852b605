package report

import (
	"bestiary/experiments/claim"
	"bestiary/experiments/present/doc"
)

// reading is one way to read a sentence of an author, and what it found.
type reading struct {
	Quote   string `json:"quote"`
	Reading string `json:"reading"`
	// Read says when it was read so and what was known then.
	Read    string        `json:"read"`
	Found   string        `json:"found"`
	Verdict claim.Verdict `json:"verdict"`

	family claim.Family
}

// readings lists all readings, those of a sentence together: the one that counts before others.
func (r page) readings() []reading {
	var list []reading
	seen := map[string]bool{}
	for i := range r.Answers {
		quote := r.Answers[i].Quote
		if quote == "" || seen[quote] {
			continue
		}
		seen[quote] = true
		for _, family := range claim.Families() {
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
func (r page) quotations() []doc.Block {
	head := []string{"written", "read as", "when", "found", "verdict"}
	ours := doc.Table{Caption: "What " + r.Experiment.Source.Author + " wrote.", Head: head}
	others := doc.Table{Caption: "Other readings of the same sentences, judged on the same games. No verdict on the claim rests on them.", Head: head}
	last := map[*doc.Table]string{}
	for _, one := range r.readings() {
		t := &others
		if one.family == claim.Claimed {
			t = &ours
		}
		quote := "“" + one.Quote + "”"
		if last[t] == one.Quote {
			quote = "″"
		}
		last[t] = one.Quote
		t.Rows = append(t.Rows, doc.Row(quote, one.Reading, one.Read, one.Found, doc.Verdict(string(one.Verdict))))
	}
	var out []doc.Block
	for _, t := range []doc.Table{ours, others} {
		if len(t.Rows) > 0 {
			out = append(out, t)
		}
	}
	return out
}
