package study

import (
	"cmp"
	"math"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// test answers all hypotheses from the runs.
func (r *Result) test() {
	e := r.Experiment
	for i := range e.Hypotheses {
		a := r.answer(&e.Hypotheses[i])
		r.askPlayers(a)
		r.Answers = append(r.Answers, *a)
	}
	if e.Truths {
		r.compare()
		return
	}
	decide(r.Answers, e.Level)
	r.price()
	r.Verdict = overall(r.Answers)
}

// answer makes the tests of a hypothesis.
func (r *Result) answer(h *Hypothesis) *Answer {
	a := r.Experiment.newAnswer(h)
	test := (*Result).numberTests
	if own := h.Statistic.subject().tests; own != nil {
		test = own
	}
	j := test(r, h)
	a.Tests = j.tests
	if h.Across == Hierarchical && len(j.numbers) > 1 {
		a.Members, a.Worst = members(j.names, j.numbers, h.Rule, r.Experiment.Level)
	}
	var weakest int
	a.support, a.contradict, weakest = summarize(a.Tests)
	for i := range a.Tests {
		a.Tests[i].Effect = a.Tests[i].Evidence.At(r.Experiment.Level)
	}
	a.decisive = &a.Tests[weakest]
	shown := a.decisive
	if h.Statistic.Tiers != nil { // the smallest step, whichever is least certain
		for i := range a.Tests {
			if h.Rule.depth(a.Tests[i].Effect) < h.Rule.depth(shown.Effect) {
				shown = &a.Tests[i]
			}
		}
	}
	a.Effect = shown.Effect
	if len(a.Tests) > 1 {
		a.Decisive = shown.Name
	}
	var runs []int
	for _, t := range a.Tests {
		runs = append(runs, t.runs...)
	}
	a.Games = gamesOf(r.Select(runs))
	return &a
}

// judged holds the tests of a hypothesis, and the numbers with their names that a hierarchical
// mean combines.
type judged struct {
	tests   []Test
	names   []string
	numbers []Evidence
}

// numberTests returns the tests of a hypothesis about a number: one for each run, or one for
// their mean.
func (r *Result) numberTests(h *Hypothesis) (j judged) {
	for k, i := range h.Runs {
		other := h.against(k)
		e := r.change(h, i, other)
		runs := []int{i}
		if other >= 0 {
			runs = append(runs, other)
		}
		name := r.Runs[i].Run.Name
		j.names, j.numbers = append(j.names, name), append(j.numbers, e)
		j.tests = append(j.tests, r.newTest(name, e, h.Rule, runs...))
	}
	if h.Across != Each && len(j.numbers) > 1 {
		number := stat.NewPopulation(j.numbers).Mean
		if h.Across == Mean {
			number = r.mean(h, j.numbers)
		}
		j.tests = []Test{r.newTest("", number, h.Rule, h.of()...)}
	}
	return j
}

// mean returns the mean of the numbers of all runs. If all runs are compared with the same one,
// their mean is compared with it, since that run is a part of each number.
func (r *Result) mean(h *Hypothesis, list []Evidence) Evidence {
	if len(h.Against) != 1 {
		return stat.MeanOf(list)
	}
	for k, i := range h.Runs {
		list[k] = r.evidence(&h.Statistic, i)
	}
	return h.Change.of(stat.MeanOf(list), r.evidence(&h.Other, h.Against[0]))
}

// of compares a number with another from independent games.
func (c Change) of(a, b Evidence) Evidence {
	if c != Ratio {
		return a.Minus(b)
	}
	if !(a.Estimate > 0 && b.Estimate > 0) {
		return unknown(math.NaN())
	}
	return a.Over(b)
}

// change returns the number of a run, compared with that of another run if there is one.
func (r *Result) change(h *Hypothesis, i, other int) Evidence {
	if other < 0 {
		return r.evidence(&h.Statistic, i)
	}
	if paired := h.Statistic.subject().paired; paired != nil && h.Change == Difference {
		if e, ok := paired(&h.Statistic, &r.Runs[i], &r.Runs[other]); ok {
			return e
		}
	}
	return h.Change.of(r.evidence(&h.Statistic, i), r.evidence(&h.Other, other))
}

// orderTests compare each piece of a group with each of the next, or with Times as much.
func (r *Result) orderTests(h *Hypothesis) (j judged) {
	s := &h.Statistic
	for _, i := range h.Runs {
		for k := 1; k < len(s.Order); k++ {
			for _, a := range s.Order[k-1] {
				for _, b := range s.Order[k] {
					name := a + " over " + b
					if len(h.Runs) > 1 {
						name += ", " + r.Runs[i].Run.Name
					}
					e := worth(&Statistic{Value: Sum{{1, a}, {-cmp.Or(s.Times, 1), b}}, Per: s.Per}, &r.Runs[i])
					j.tests = append(j.tests, r.newTest(name, e, h.Rule, i))
				}
			}
		}
	}
	return j
}

// tierTests compare the mean of each group of pieces with that of the next.
func (r *Result) tierTests(h *Hypothesis) (j judged) {
	groups, per := h.Statistic.Tiers, h.Statistic.Per
	for k := 1; k < len(groups); k++ {
		var list []Evidence
		for _, i := range h.Runs {
			run := r.Runs[i].Run
			strong, weak := run.having(groups[k-1]), run.having(groups[k])
			list = append(list, worth(&Statistic{Value: append(meanSum(strong, 1), meanSum(weak, -1)...), Per: per}, &r.Runs[i]))
		}
		j.tests = append(j.tests, r.across(h, format.List(groups[k-1], "and")+" over "+format.List(groups[k], "and"), list)...)
	}
	return j
}
