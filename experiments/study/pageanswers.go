package study

import (
	"fmt"
	"math"

	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
)

// rows fills a table with a row for each answer that has one.
func (r draft) rows(t doc.Table, row func(i int, a *Answer) []any) []doc.Block {
	for i := range r.Answers {
		if cells := row(i, &r.Answers[i]); cells != nil {
			t.Rows = append(t.Rows, doc.Row(cells...))
		}
	}
	return []doc.Block{t}
}

// hypotheses returns the tables of hypotheses with their tests, and what it would cost to decide
// the undecided ones.
func (r draft) hypotheses() []doc.Block {
	var out []doc.Block
	var costs doc.List
	captions := map[Family]string{
		Claimed:    "The parts of the claim.",
		Ours:       "Questions of our own, which the author does not raise.",
		Superseded: "Earlier readings, which decide nothing any more.",
		Blind:      "Readings by somebody who knew no answers.",
	}
	for _, family := range Families() {
		caption, rule, verdict := captions[family], "supported if", "verdict"
		if family == Ours {
			rule, verdict = "yes if", "answer"
		}
		head := []string{"", "hypothesis", "measured", rule, "found (" + format.Level(r.Experiment.Level) + " interval)", "adjusted p (Holm)", verdict}
		out = append(out, r.rows(doc.Table{Caption: caption, Head: head}, func(i int, a *Answer) []any {
			if a.Hypothesis.Family != family {
				return nil
			}
			if takes := r.Takes(a, r.timed); takes != "" {
				costs = append(costs, doc.T(fmt.Sprintf("Hypothesis %d is undecided after %s: %s.", i+1, format.Plural(a.Games, "game"), takes)))
			}
			return []any{i + 1, a.Says, a.What, a.Hypothesis.Range(), a.Found(), format.Probability(float64(a.Holm)), doc.Verdict(a.Word())}
		})...)
	}
	return append(out, costs)
}

// agreement returns the section of a suite of truths.
func (r draft) agreement() []doc.Block {
	if a := r.Agreement(); !r.Experiment.Truths || a.Near+a.Compared == 0 {
		return nil
	}
	t := doc.Table{
		Caption: fmt.Sprintf("What was published and what was found. The file of the ranges has the hash %s.", r.Experiment.Hash),
		Head:    []string{"", "published result", "measured", "form", "phase", "nodes", "range", "found", "", "standard errors from the middle"},
	}
	sourced := func(source, here string) string {
		if source == "" || source == here {
			return here
		}
		return source + "; here " + here
	}
	return r.rows(t, func(i int, a *Answer) []any {
		z := ""
		if x := a.Deviation(); a.Effect.Bounded() && !math.IsNaN(x) {
			z = format.Value.Difference(x)
		}
		h := a.Hypothesis
		form, phase, nodes := r.Here(h)
		return []any{i + 1, a.Says, a.What, sourced(h.Form, form), sourced(h.Phase, phase), sourced(h.Nodes, nodes), h.Range(), a.Found(), doc.Verdict(a.Word()), z}
	})
}

// parts returns the members of hierarchical means, and the tests of the hypotheses that have
// several.
func (r draft) parts() []doc.Block {
	var out []doc.Block
	for i := range r.Answers {
		a := &r.Answers[i]
		u := a.Hypothesis.Unit()
		out = append(out, membersTable(a, i)...)
		if len(a.Tests) < 2 {
			continue
		}
		t := doc.Table{
			Caption: fmt.Sprintf("Hypothesis %d, in %s: the weakest part decides.", i+1, u.Name),
			Head:    []string{"part", "found", "p for", "p against"},
		}
		for _, test := range a.Tests {
			t.Rows = append(t.Rows, doc.Row(test.Name, u.Bare().Interval(test.Effect), format.Probability(float64(test.Support)), format.Probability(float64(test.Contradict))))
		}
		out = append(out, t)
	}
	return out
}

// members returns the table of what a hierarchical mean is taken of, and a sentence on the
// weakest of them.
func membersTable(a *Answer, i int) []doc.Block {
	if len(a.Members) == 0 {
		return nil
	}
	u := a.Hypothesis.Unit()
	t := doc.Table{
		Caption: fmt.Sprintf("The numbers whose mean hypothesis %d is about, in %s: each by itself, and shrunk towards the mean.", i+1, u.Name),
		Head:    []string{"", "by itself", "shrunk"},
	}
	for _, m := range a.Members {
		t.Rows = append(t.Rows, doc.Row(m.Name, u.Bare().Interval(m.Effect), u.Bare().Interval(m.Shrunk)))
	}
	worst := a.Members[a.Worst]
	if !worst.Shrunk.Known() {
		return []doc.Block{t}
	}
	return []doc.Block{t, doc.P(fmt.Sprintf("The weakest of them is %s: %s, shrunk.", worst.Name, u.Interval(worst.Shrunk)))}
}

// byPlayer returns tables of what each player found.
func (r draft) byPlayer() []doc.Block {
	var out []doc.Block
	for i := range r.Answers {
		a := &r.Answers[i]
		u := a.Hypothesis.Unit()
		share := map[int]string{2: "half", 3: "third", 4: "quarter", 5: "fifth"}[min(len(a.Players), 5)]
		t := doc.Table{
			Caption: fmt.Sprintf("Hypothesis %d by player, in %s. The verdict of each is at a %s of the level.", i+1, u.Name, share),
			Head:    []string{"player", "found", "games", "by itself"},
		}
		if r.Experiment.Truths {
			t.Caption = fmt.Sprintf("Result %d by player, in %s.", i+1, u.Name)
		}
		for _, p := range a.Players {
			t.Rows = append(t.Rows, doc.Row(p.Player, u.Bare().Interval(p.Effect), format.Count(p.Games), doc.Verdict(a.Hypothesis.Word(p.Verdict))))
		}
		out = append(out, t)
	}
	return out
}

// Goals of a suite of truths.
const (
	goalInside = 0.9
	goalRMS    = 1.2
)

// found says in sentences how many results lie in their ranges.
func (r draft) found() string {
	a := r.Agreement()
	if a.Compared == 0 {
		return "The games are too few to compare anything."
	}
	text := r.Finding()
	if a.Compared < a.All {
		text += fmt.Sprintf(", since the interval reaches beyond the range and covers half of it. By the estimates alone %d lie inside", a.Near)
	}
	text += fmt.Sprintf(". Of those decided %.0f %% lie inside (the goal is %.0f %%).", 100*float64(a.Inside)/float64(a.Compared), 100*goalInside)
	if math.IsNaN(a.RMS) {
		return text
	}
	return text + fmt.Sprintf(" The root mean square deviation is %.2f standard errors (the goal is at most %g).", a.RMS, goalRMS)
}
