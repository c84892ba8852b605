package study

import (
	"math"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
)

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

// having returns the pieces of a list that the game of a run has.
func (run *Run) having(pieces []string) []string {
	var list []string
	for _, name := range pieces {
		if run.Game.TypeNamed(name) != rules.NoType {
			list = append(list, name)
		}
	}
	return list
}
