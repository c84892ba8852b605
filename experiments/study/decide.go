package study

import (
	"math"
	"slices"

	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
)

// Verdict is the outcome of the games for a claim.
type Verdict string

// The verdicts.
const (
	Supported    Verdict = "supported"
	Contradicted Verdict = "contradicted"
	Undecided    Verdict = "undecided"
	// DependsOnPlay means that the games of some players support the claim and those of others
	// contradict it.
	DependsOnPlay Verdict = "depends on play"
	// NoClaim is the verdict of an experiment that asks questions of our own only.
	NoClaim Verdict = "no claim"
	// Control is the verdict of a suite of published results, whose estimates are Inside or
	// Outside of their ranges.
	Control Verdict = "control"
	Inside  Verdict = "inside"
	Outside Verdict = "outside"
	// CannotTell is for estimates whose intervals reach beyond their ranges and cover half of
	// them: inside or outside is luck.
	CannotTell Verdict = "cannot tell"
)

// Word returns the verdict for people.
func (a *Answer) Word() string { return a.Hypothesis.Word(a.Verdict) }

// Word returns a verdict in words. A question of our own, which tests no author's claim, is
// answered by yes or no.
func (h *Hypothesis) Word(v Verdict) string {
	switch {
	case h.Family == Ours && v == Supported:
		return "yes"
	case h.Family == Ours && v == Contradicted:
		return "no"
	}
	return string(v)
}

// Test is one number of a hypothesis with its probabilities.
type Test struct {
	// Name distinguishes it from the other tests of the hypothesis, as the name of its run
	// does; "" if there is only one.
	Name     string        `json:"name"`
	Evidence Evidence      `json:"-"`
	Effect   stat.Interval `json:"effect"` // at the level of the experiment
	// Support is the probability of such data if the number were outside the range,
	// and Contradict the same if it were inside.
	Support    stat.Number `json:"p-support"`
	Contradict stat.Number `json:"p-contradict"`
	runs       []int       // numbers of the runs that it rests on
	rule       Rule
	fixed      float64 // part of the variance that more games do not reduce
}

// newTest judges a number by a rule.
func newTest(name string, e Evidence, rule Rule, runs ...int) Test {
	support, contradict := 0.0, 1.0
	if !math.IsInf(rule.Lo, 0) {
		support, contradict = e.Above(rule.Lo), e.Below(rule.Lo)
	}
	if !math.IsInf(rule.Hi, 0) {
		support = math.Max(support, e.Below(rule.Hi))
		contradict = math.Min(contradict, e.Above(rule.Hi))
	}
	contradict = math.Min(1, float64(rule.ends())*contradict)
	t := Test{Name: name, Evidence: e, Support: stat.Number(support), Contradict: stat.Number(contradict)}
	t.runs, t.rule, t.fixed = runs, rule, e.Fixed()
	return t
}

// ends returns the number of finite ends.
func (r Rule) ends() int {
	n := 0
	for _, x := range []float64{r.Lo, r.Hi} {
		if !math.IsInf(x, 0) {
			n++
		}
	}
	return n
}

// summarize returns the probabilities of a hypothesis with several tests, and the
// number of the test that decides.
func summarize(tests []Test) (support, contradict float64, weakest int) {
	least := 1.0
	for i, t := range tests {
		if p := float64(t.Support); p > support {
			support, weakest = p, i
		}
		least = math.Min(least, float64(t.Contradict))
	}
	return support, math.Min(1, float64(len(tests))*least), weakest
}

// decide gives all hypotheses their verdicts at a level. Each family is adjusted by itself.
func decide(answers []*Answer, level float64) {
	for _, f := range Families() {
		judge(f.of(answers), level)
	}
}

// of returns the answers to the hypotheses of the family, as a list of its own.
func (f Family) of(answers []*Answer) []*Answer {
	return slices.DeleteFunc(slices.Clone(answers), func(a *Answer) bool { return a.Family != f })
}

// judge gives the hypotheses of a family their verdicts. A claim that a number lies
// between two others is supported by two one-sided tests at 1-level each, the narrow
// interval of equivalence; all other tests are at half of that.
func judge(family []*Answer, level float64) {
	tail := (1 - level) / 2
	var support, contradict []float64
	for _, a := range family {
		s := a.support
		if a.Rule.ends() == 2 {
			s /= 2
		}
		support, contradict = append(support, s), append(contradict, a.contradict)
	}
	support, contradict = rating.Holm(support), rating.Holm(contradict)
	for i, a := range family {
		a.Verdict = Undecided
		shown := support[i]
		if a.Rule.ends() == 2 { // it is held against the whole error
			shown = math.Min(1, 2*shown)
		}
		a.P, a.Holm = stat.Number(math.Min(a.support, a.contradict)), stat.Number(math.Min(shown, contradict[i]))
		switch {
		case a.disagree():
			a.Verdict = DependsOnPlay
		case support[i] <= tail:
			a.Verdict = Supported
		case contradict[i] <= tail:
			a.Verdict = Contradicted
		}
	}
}

// overall returns the verdict on the claim of an experiment: contradicted if a part of it is,
// supported if all parts are, and dependent on play if some parts are and no other is open.
// Other families do not count.
func overall(answers []*Answer) Verdict {
	counts := map[Verdict]int{}
	claimed := Claimed.of(answers)
	for _, a := range claimed {
		counts[a.Verdict]++
	}
	switch {
	case len(claimed) == 0:
		return NoClaim
	case counts[Contradicted] > 0:
		return Contradicted
	case counts[Supported] == len(claimed):
		return Supported
	case counts[Supported]+counts[DependsOnPlay] == len(claimed):
		return DependsOnPlay
	}
	return Undecided
}
