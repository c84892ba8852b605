package claim

import (
	"fmt"
	"math"

	"bestiary/engine/rules"
	"bestiary/experiments/present/doc"
	"bestiary/internal/stat"
)

// Member is one of the numbers that a hypothesis takes together.
type Member struct {
	Name string `json:"name"`
	// Effect is the number by itself, with its interval at the level of the experiment.
	Effect stat.Interval `json:"effect"`
	// Shrunk is the same moved towards the mean of all members, the more so the less they
	// seem to differ. The extreme of many numbers is mostly luck; that of shrunk ones is not.
	Shrunk stat.Interval `json:"shrunk"`
}

// spread is a model of numbers from independent games that are drawn from a normal
// distribution: x_i ~ N(μ, τ² + s_i²). τ² is by DerSimonian and Laird, and the error of μ
// by Hartung and Knapp, with Student's t.
type spread struct {
	mean, error, tau float64
	df               float64
	games            float64 // the part of error² that more games reduce
}

// newSpread fits the model to numbers, of whose squared errors more games do not reduce
// the parts fixed. It is not ok where some number has no interval, or with a single one.
func newSpread(x, errors, fixed []float64) (s spread, ok bool) {
	k := float64(len(x))
	if k < 2 {
		return s, false
	}
	w0, w1, w2, q := 0.0, 0.0, 0.0, 0.0
	for i, e := range errors {
		if !(e > 0) || math.IsInf(e, 0) || math.IsNaN(x[i]) {
			return s, false
		}
		w := 1 / (e * e)
		w0, w1, w2 = w0+w, w1+w*x[i], w2+w*w
	}
	for i, e := range errors {
		q += math.Pow((x[i]-w1/w0)/e, 2)
	}
	tau2 := math.Max(0, (q-(k-1))/(w0-w2/w0))
	w0, w1, q = 0, 0, 0
	games := 0.0
	for i, e := range errors {
		w := 1 / (e*e + tau2)
		w0, w1, games = w0+w, w1+w*x[i], games+w*w*e*e*(1-fixed[i])
	}
	mean := w1 / w0
	for i, e := range errors {
		q += (x[i] - mean) * (x[i] - mean) / (e*e + tau2)
	}
	square := math.Max(1, q/(k-1)) / w0
	return spread{mean, math.Sqrt(square), math.Sqrt(tau2), k - 1, games / (w0 * w0 * square)}, true
}

// arm is half of the interval of the mean. Student's t allows for what is not known about
// the differences between the numbers; the error that games leave is known, and beyond the
// level of the rest it is that of a normal distribution.
func (s spread) arm(games, rest float64) float64 {
	z, t := stat.Quantile, func(level float64) float64 { return stat.StudentQuantile(level, s.df) }
	own := math.Pow(t(math.Min(games, rest)), 2)
	if games > rest {
		own += math.Pow(z(games), 2) - math.Pow(z(rest), 2)
	}
	return s.error * math.Sqrt((1-s.games)*math.Pow(t(rest), 2)+s.games*own)
}

// shrunk is number i after all others have been seen.
func (s spread) shrunk(x, e, level float64) stat.Interval {
	own := s.tau * s.tau / (s.tau*s.tau + e*e)
	sd := math.Sqrt(own*e*e + math.Pow((1-own)*s.error, 2))
	return stat.Symmetric(s.mean+own*(x-s.mean), stat.StudentQuantile(level, s.df)*sd, level)
}

// standardErrors are the estimates of numbers, the standard errors that their intervals
// have, and the parts of their squares that more games do not reduce.
func standardErrors(list []Evidence) (x, errors, fixed []float64) {
	for _, e := range list {
		x, errors, fixed = append(x, e.Estimate), append(errors, e.standardError()), append(fixed, e.fixed())
	}
	return x, errors, fixed
}

// hierarchical is the mean of the distribution that the numbers of independent runs are
// drawn from.
func hierarchical(list []Evidence) Evidence {
	if len(list) == 1 {
		return list[0]
	}
	s, ok := newSpread(standardErrors(list))
	if !ok {
		return unknown(meanOf(list).Estimate)
	}
	return Evidence{Estimate: s.mean, Interval: func(games, rest float64) stat.Interval {
		return stat.Symmetric(s.mean, s.arm(games, rest), rest)
	}}
}

// members are the numbers that a hypothesis takes together, by themselves and shrunk;
// worst is the one that is furthest from the range, or nearest to its end.
func members(names []string, list []Evidence, rule Rule, level float64) (out []Member, worst int) {
	x, errors, fixed := standardErrors(list)
	s, ok := newSpread(x, errors, fixed)
	depth := math.Inf(1)
	for i, e := range list {
		m := Member{Name: names[i], Effect: e.at(level), Shrunk: stat.Unknown()}
		if ok {
			m.Shrunk = s.shrunk(x[i], errors[i], level)
			if d := math.Min(m.Shrunk.Estimate-rule.Lo, rule.Hi-m.Shrunk.Estimate); d < depth {
				depth, worst = d, i
			}
		}
		out = append(out, m)
	}
	return out, worst
}

// tierTests compare the mean of each group of pieces with that of the next. The members
// are the pairs of pieces.
func (r *Result) tierTests(h *Hypothesis) (tests []Test, names []string, pairs []Evidence, err error) {
	groups := h.Statistic.Tiers
	for k := 1; k < len(groups); k++ {
		var list []Evidence
		for _, i := range h.Runs {
			strong, weak := r.Runs[i].Run.having(groups[k-1]), r.Runs[i].Run.having(groups[k])
			e, err := r.evidence(&Statistic{Value: append(meanSum(strong, 1), meanSum(weak, -1)...), Per: h.Statistic.Per}, i)
			if err != nil {
				return nil, nil, nil, err
			}
			list = append(list, e)
			for _, a := range strong {
				for _, b := range weak {
					pair, err := r.evidence(&Statistic{Value: Sum{{1, a}, {-1, b}}, Per: h.Statistic.Per}, i)
					if err != nil {
						return nil, nil, nil, err
					}
					names, pairs = append(names, fmt.Sprintf("%s over %s, %s", a, b, r.Runs[i].Run.Name)), append(pairs, pair)
				}
			}
		}
		tests = append(tests, r.across(h, fmt.Sprintf("tier %d over tier %d", k, k+1), list)...)
	}
	return tests, names, pairs, nil
}

// runNames are the names of some runs.
func (r *Result) runNames(runs []int) []string {
	var list []string
	for _, i := range runs {
		list = append(list, r.Runs[i].Run.Name)
	}
	return list
}

// across takes the numbers of several runs together, as the hypothesis says.
func (r *Result) across(h *Hypothesis, name string, list []Evidence) []Test {
	switch h.Across {
	case Hierarchical:
		return []Test{r.newTest(name, hierarchical(list), h.Rule, h.Runs...)}
	case Mean:
		return []Test{r.newTest(name, meanOf(list), h.Rule, h.Runs...)}
	}
	var tests []Test
	for k, e := range list {
		tests = append(tests, r.newTest(name+", "+r.Runs[h.Runs[k]].Run.Name, e, h.Rule, h.Runs[k]))
	}
	return tests
}

// having are those of some pieces that the game of a run has.
func (run *Run) having(pieces []string) []string {
	var list []string
	for _, name := range pieces {
		if run.Game.TypeNamed(name) != rules.NoType {
			list = append(list, name)
		}
	}
	return list
}

// membersOf is the table of what a hierarchical mean is taken of, and a sentence on the
// worst of them.
func (r *Result) membersOf(i int) []doc.Block {
	a := &r.Answers[i]
	if len(a.Members) == 0 {
		return nil
	}
	u := a.Hypothesis.format()
	t := doc.Table{
		Caption: fmt.Sprintf("What the mean of hypothesis %d is taken of, in %s, by itself and shrunk towards the mean.", i+1, u.Name),
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
