package claim

import (
	"fmt"
	"math"

	"bestiary/internal/stat"
)

// test answers all hypotheses from the runs.
func (r *Result) test() error {
	e := r.Experiment
	for i := range e.Hypotheses {
		a, err := r.answer(&e.Hypotheses[i])
		if err != nil {
			return fmt.Errorf("hypothesis %d (%s): %w", i+1, e.Hypotheses[i].Says, err)
		}
		if err := r.askPlayers(a); err != nil {
			return fmt.Errorf("hypothesis %d (%s): %w", i+1, e.Hypotheses[i].Says, err)
		}
		r.Answers = append(r.Answers, *a)
	}
	if e.Truths {
		r.compare()
		return nil
	}
	decide(r.Answers, e.Level)
	r.price()
	r.Verdict = overall(r.Answers)
	return nil
}

// price sets what it would cost to decide the undecided hypotheses.
func (r *Result) price() {
	level := r.Experiment.Level
	undecided := map[bool]float64{} // by whose question it is
	for _, a := range r.Answers {
		if a.Verdict == Undecided {
			undecided[a.Hypothesis.Ours]++
		}
	}
	for i := range r.Answers {
		a := &r.Answers[i]
		a.factor = 1
		if a.Verdict == Undecided {
			tail := (1 - level) / 2 / undecided[a.Hypothesis.Ours]
			a.factor = costOf(a.Tests, a.Hypothesis.Rule, level, tail)
			a.hopeful = costOf(reducible(a.Tests), a.Hypothesis.Rule, level, tail)
		}
		a.Needed = stat.Number(float64(a.Games) * r.growth(a, a.factor, games))
	}
}

// answer makes the tests of a hypothesis.
func (r *Result) answer(h *Hypothesis) (*Answer, error) {
	a := r.Experiment.newAnswer(h)
	var names []string
	var list []Evidence
	var err error
	switch {
	case len(h.Statistic.Order) > 0:
		a.Tests, err = r.orderTests(h)
	case len(h.Statistic.Tiers) > 0:
		a.Tests, names, list, err = r.tierTests(h)
	default:
		a.Tests, list, err = r.numberTests(h)
		names = r.runNames(h.Runs)
	}
	if err != nil {
		return nil, err
	}
	if h.Across == Hierarchical && len(list) > 1 {
		a.Members, a.Worst = members(names, list, h.Rule, r.Experiment.Level)
	}
	var weakest int
	a.support, a.contradict, weakest = summarize(a.Tests)
	for i := range a.Tests {
		a.Tests[i].Effect = a.Tests[i].Evidence.at(r.Experiment.Level)
	}
	a.Effect = a.Tests[weakest].Effect
	if len(a.Tests) > 1 {
		a.Decisive = a.Tests[weakest].Name
	}
	var runs []int
	for _, t := range a.Tests {
		runs = append(runs, t.runs...)
	}
	a.Games = r.gamesOf(runs)
	return &a, nil
}

// numberTests are the tests of a hypothesis about a number: one for each run, or
// one for their mean.
func (r *Result) numberTests(h *Hypothesis) (tests []Test, list []Evidence, err error) {
	for k, i := range h.Runs {
		other := h.against(k)
		e, err := r.change(h, i, other)
		if err != nil {
			return nil, nil, err
		}
		list = append(list, e)
		runs := []int{i}
		if other >= 0 {
			runs = append(runs, other)
		}
		tests = append(tests, r.newTest(r.Runs[i].Run.Name, e, h.Rule, runs...))
	}
	if h.Across == Each || len(list) == 1 {
		return tests, list, nil
	}
	number := hierarchical(list)
	if h.Across == Mean {
		if number, err = r.mean(h, list); err != nil {
			return nil, nil, err
		}
	}
	return []Test{r.newTest("", number, h.Rule, h.of()...)}, list, nil
}

// mean is the mean of the numbers of all runs. One run that all are set against is a
// part of each number; there the mean of the runs alone is set against it.
func (r *Result) mean(h *Hypothesis, list []Evidence) (Evidence, error) {
	if len(h.Against) != 1 {
		return meanOf(list), nil
	}
	for k, i := range h.Runs {
		e, err := r.evidence(&h.Statistic, i)
		if err != nil {
			return Evidence{}, err
		}
		list[k] = e
	}
	other, err := r.evidence(&h.Other, h.Against[0])
	if err != nil {
		return Evidence{}, err
	}
	return h.Change.of(meanOf(list), other), nil
}

// of sets a number against another of independent games.
func (c Change) of(a, b Evidence) Evidence {
	if c != Ratio {
		return a.minus(b)
	}
	if !(a.Estimate > 0 && b.Estimate > 0) {
		return unknown(math.NaN())
	}
	return a.over(b)
}

// change is the number of a run, compared with the number of another run if the
// hypothesis asks for it.
func (r *Result) change(h *Hypothesis, i, other int) (Evidence, error) {
	if other < 0 {
		return r.evidence(&h.Statistic, i)
	}
	if h.Change == Difference {
		if e, ok, err := r.paired(&h.Statistic, i, other); ok || err != nil {
			return e, err
		}
	}
	a, err := r.evidence(&h.Statistic, i)
	if err != nil {
		return Evidence{}, err
	}
	b, err := r.evidence(&h.Other, other)
	if err != nil {
		return Evidence{}, err
	}
	return h.Change.of(a, b), nil
}

// orderTests compare each piece of a group with each of the next.
func (r *Result) orderTests(h *Hypothesis) ([]Test, error) {
	var tests []Test
	for _, i := range h.Runs {
		for k := 1; k < len(h.Statistic.Order); k++ {
			for _, strong := range h.Statistic.Order[k-1] {
				for _, weak := range h.Statistic.Order[k] {
					step := Statistic{Value: Sum{{1, strong}, {-1, weak}}, Per: h.Statistic.Per}
					e, err := r.evidence(&step, i)
					if err != nil {
						return nil, err
					}
					name := strong + " over " + weak
					if len(h.Runs) > 1 {
						name += ", " + r.Runs[i].Run.Name
					}
					tests = append(tests, r.newTest(name, e, h.Rule, i))
				}
			}
		}
	}
	return tests, nil
}
