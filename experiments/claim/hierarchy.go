package claim

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

// randomEffects fits the model of numbers that are drawn from one distribution. Parts are the
// parts of their squared standard errors that more games reduce.
func randomEffects(list []Evidence) (model stat.RandomEffects, parts []float64, ok bool) {
	var x, errors []float64
	for _, e := range list {
		x, errors, parts = append(x, e.Estimate), append(errors, e.standardError()), append(parts, 1-e.fixed())
	}
	model, ok = stat.NewRandomEffects(x, errors)
	return model, parts, ok
}

// hierarchical returns the mean of the distribution that the numbers of independent runs are
// drawn from.
func hierarchical(list []Evidence) Evidence {
	if len(list) == 1 {
		return list[0]
	}
	model, parts, ok := randomEffects(list)
	if !ok {
		return unknown(meanOf(list).Estimate)
	}
	ofGames := model.Part(parts)
	return Evidence{Estimate: model.Mean, Interval: func(games, rest float64) stat.Interval {
		return stat.Symmetric(model.Mean, model.Error*critical(games, rest, ofGames, model.DF), rest)
	}}
}

// critical returns the number of standard errors to either side of a mean whose squared error
// is reduced in part (ofGames) by more games. Student's t allows for what is not known about the
// differences between the numbers; the error that games leave is known, and beyond the level
// of the rest it is normal.
func critical(games, rest, ofGames, df float64) float64 {
	z, t := stat.Quantile, func(level float64) float64 { return stat.StudentQuantile(level, df) }
	own := math.Pow(t(math.Min(games, rest)), 2)
	if games > rest {
		own += math.Pow(z(games), 2) - math.Pow(z(rest), 2)
	}
	return math.Sqrt((1-ofGames)*math.Pow(t(rest), 2) + ofGames*own)
}

// members returns the numbers that a hypothesis takes together, by themselves and shrunk;
// worst is the one that is furthest from the range, or nearest to its end.
func members(names []string, list []Evidence, rule Rule, level float64) (out []Member, worst int) {
	model, _, ok := randomEffects(list)
	depth := math.Inf(1)
	for i, e := range list {
		m := Member{Name: names[i], Effect: e.at(level), Shrunk: stat.Unknown()}
		if ok {
			m.Shrunk = model.Shrunk(i, e.Estimate, level)
			if d := math.Min(m.Shrunk.Estimate-rule.Lo, rule.Hi-m.Shrunk.Estimate); d < depth {
				depth, worst = d, i
			}
		}
		out = append(out, m)
	}
	return out, worst
}

// across combines the numbers of several runs as the hypothesis says.
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
