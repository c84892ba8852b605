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
	var numbers []part
	if a.Tests, numbers = r.tests(h); h.Across == Hierarchical && len(numbers) > 1 {
		a.Members, a.Worst = members(numbers, h.Rule, r.Experiment.Level)
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

// part is one of the numbers that a hypothesis is about.
type part struct {
	name   string
	number Evidence
}

// tests returns the tests of a hypothesis: one for each number of each run, or for the mean of the
// runs. The numbers are the runs' numbers, if there is one for each.
func (r *Result) tests(h *Hypothesis) (tests []Test, numbers []part) {
	if h.Statistic.parts != nil {
		return r.partTests(h), nil
	}
	var list []Evidence
	for k, i := range h.Runs {
		runs, other := []int{i}, h.against(k)
		if other >= 0 {
			runs = append(runs, other)
		}
		one := part{r.Runs[i].Run.Name, r.change(h, i, other)}
		numbers, list = append(numbers, one), append(list, one.number)
		tests = append(tests, r.newTest(one.name, one.number, h.Rule, runs...))
	}
	if h.Across != Each && len(numbers) > 1 {
		tests = []Test{r.newTest("", r.mean(h, list), h.Rule, h.of()...)}
	}
	return tests, numbers
}

// partTests returns the tests of a statistic of several numbers.
func (r *Result) partTests(h *Hypothesis) (tests []Test) {
	var names []string
	var lists [][]Evidence // of each part, by run
	for k, i := range h.Runs {
		for p, one := range h.Statistic.parts(r.Runs[i]) {
			if k == 0 {
				names, lists = append(names, one.name), append(lists, nil)
			}
			if lists[p] = append(lists[p], one.number); h.Statistic.steps || len(h.Runs) > 1 {
				one.name += ", " + r.Runs[i].Run.Name
			}
			tests = append(tests, r.newTest(one.name, one.number, h.Rule, i))
		}
	}
	if h.Across == Each {
		return tests
	}
	tests = nil
	for p, list := range lists {
		tests = append(tests, r.newTest(names[p], r.mean(h, list), h.Rule, h.Runs...))
	}
	return tests
}

// mean returns the mean of the numbers of all runs. If all runs are compared with the same one,
// their mean is compared with it, since that run is a part of each number.
func (r *Result) mean(h *Hypothesis, list []Evidence) Evidence {
	switch {
	case h.Across == Hierarchical:
		return stat.NewPopulation(list).Mean
	case len(h.Against) != 1:
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

// change returns the number of a run, compared with another run's if there is one.
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
func members(numbers []part, rule Rule, level float64) (out []Member, worst int) {
	var list []Evidence
	for _, one := range numbers {
		list = append(list, one.number)
	}
	population := stat.NewPopulation(list)
	depth := math.Inf(1)
	for i, one := range numbers {
		m := Member{Name: one.name, Effect: one.number.At(level), Shrunk: population.Shrunk(i, level)}
		if d := rule.depth(m.Shrunk); d < depth {
			depth, worst = d, i
		}
		out = append(out, m)
	}
	return out, worst
}

// depth returns how far an estimate lies within the range, below 0 outside of it.
func (r Rule) depth(v stat.Interval) float64 { return math.Min(v.Estimate-r.Lo, r.Hi-v.Estimate) }
