package study

import (
	"math"

	"bestiary/internal/stat"
)

// test answers all hypotheses from the runs.
func (r *Result) test() {
	e := r.Experiment
	for i := range e.Hypotheses {
		a := r.answer(&e.Hypotheses[i])
		r.askPlayers(a)
		r.Answers = append(r.Answers, a)
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
	if h.Statistic.tests != nil {
		test = h.Statistic.tests
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
	if h.Statistic.steps { // the smallest step, whichever is least certain
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
	a.Games = gamesOf(pick(r.Runs, runs))
	return a
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
		list[k] = h.Statistic.of(r.Runs[i])
	}
	return h.Change.of(stat.MeanOf(list), h.Other.of(r.Runs[h.Against[0]]))
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
	own := r.Runs[i]
	if other < 0 {
		return h.Statistic.of(own)
	}
	if paired := h.Statistic.paired; paired != nil && h.Change == Difference {
		if e, ok := paired(own, r.Runs[other]); ok {
			return e
		}
	}
	return h.Change.of(h.Statistic.of(own), h.Other.of(r.Runs[other]))
}

// Member is one of the numbers that a hierarchical mean combines.
type Member struct {
	Name string `json:"name"`
	// Effect is the number by itself, with its interval at the level of the experiment.
	Effect stat.Interval `json:"effect"`
	// Shrunk is Effect moved towards the mean of all members, further if they seem to differ
	// less. The extreme of many numbers is mostly luck; the extreme of shrunk numbers is not.
	Shrunk stat.Interval `json:"shrunk"`
}

// members returns the numbers that a hypothesis takes together, by themselves and shrunk;
// worst is the one that is furthest from the range, or nearest to its end.
func members(names []string, list []Evidence, rule Rule, level float64) (out []Member, worst int) {
	population := stat.NewPopulation(list)
	depth := math.Inf(1)
	for i, e := range list {
		m := Member{Name: names[i], Effect: e.At(level), Shrunk: population.Shrunk(i, level)}
		if d := rule.depth(m.Shrunk); d < depth {
			depth, worst = d, i
		}
		out = append(out, m)
	}
	return out, worst
}

// depth returns how far an estimate lies within the range, below 0 outside of it.
func (r Rule) depth(v stat.Interval) float64 { return math.Min(v.Estimate-r.Lo, r.Hi-v.Estimate) }

// across combines the numbers of several runs as the hypothesis says.
func (r *Result) across(h *Hypothesis, name string, list []Evidence) []Test {
	switch h.Across {
	case Hierarchical:
		return []Test{r.newTest(name, stat.NewPopulation(list).Mean, h.Rule, h.Runs...)}
	case Mean:
		return []Test{r.newTest(name, stat.MeanOf(list), h.Rule, h.Runs...)}
	}
	var tests []Test
	for k, e := range list {
		tests = append(tests, r.newTest(name+", "+r.Runs[h.Runs[k]].Run.Name, e, h.Rule, h.Runs[k]))
	}
	return tests
}
