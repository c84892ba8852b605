package study

import (
	"fmt"
	"math"
	"strings"

	"bestiary/internal/format"
)

// Unit returns the unit in which the number of a hypothesis is written.
func (h *Hypothesis) Unit() format.Unit {
	if len(h.Against) > 0 && h.Change == Ratio {
		return named("times")
	}
	u := h.Statistic.Unit
	if len(h.Against) > 0 && u == format.Percent {
		u.Name = "percentage points" // a difference of shares
	}
	return u
}

// Found returns the number that decides, with its interval and unit, and the part of the
// hypothesis that it belongs to.
func (a *Answer) Found() string {
	text := format.CannotTell
	if a.tells() {
		text = a.Hypothesis.Unit().Interval(a.Effect)
	}
	if a.Decisive != "" {
		text += "; " + a.Decisive
	}
	return text
}

// tells reports whether the games are informative about the number. An interval without ends is
// not. Nor is the interval of a ratio whose ends differ by vagueFactor, unless the hypothesis is
// decided.
func (a *Answer) tells() bool {
	v := a.Effect
	decides := a.Verdict == Supported || a.Verdict == Contradicted
	return !(math.IsInf(v.Lo, 0) && math.IsInf(v.Hi, 0)) && (decides || !a.isRatio() || v.Lo > 0 && v.Hi < vagueFactor*v.Lo)
}

const vagueFactor = 5

// isRatio reports whether a hypothesis is about a ratio of positive numbers.
func (h *Hypothesis) isRatio() bool {
	if len(h.Against) > 0 {
		return h.Change == Ratio
	}
	return h.Statistic.ratio
}

// What describes in a few words which number a hypothesis is about.
func (e *Experiment) What(h *Hypothesis) string {
	text := h.Statistic.What
	switch {
	case len(h.Against) > 0:
		word := " minus "
		if h.Change == Ratio {
			word = " over "
		}
		other := e.runNames(h.Against, h.Across)
		if what := h.Other.What; what != h.Statistic.What {
			other = what + ", " + other
		}
		text += ", " + e.runNames(h.Runs, h.Across) + word + other
	case len(e.Runs) > 1 && len(e.Runs) > len(h.Runs) || len(h.Runs) > 1:
		text += ", " + e.runNames(h.Runs, h.Across)
	}
	return text
}

// runNames lists runs in words.
func (e *Experiment) runNames(runs []int, across Across) string {
	switch {
	case len(runs) == 1:
		return e.Runs[runs[0]].Name
	case across == Mean:
		return fmt.Sprintf("mean of %d runs", len(runs))
	case across == Hierarchical:
		return fmt.Sprintf("hierarchical mean of %d runs", len(runs))
	}
	return fmt.Sprintf("each of %d runs", len(runs))
}

// Range says in which range a number supports the hypothesis.
func (h *Hypothesis) Range() string {
	u, r := h.Unit(), h.Rule
	short := func(x float64) string { return format.Significant(u.Scale*x, 6) }
	switch {
	case math.IsInf(r.Hi, 1):
		return fmt.Sprintf("above %s %s", short(r.Lo), u.Name)
	case math.IsInf(r.Lo, -1):
		return fmt.Sprintf("below %s %s", short(r.Hi), u.Name)
	case r.Margin > 0 && r.Lo+r.Margin == r.Hi-r.Margin:
		return fmt.Sprintf("%s ± %s %s", short(r.Lo+r.Margin), short(r.Margin), u.Name)
	case r.Margin > 0:
		return fmt.Sprintf("%s to %s, ± %s %s", short(r.Lo+r.Margin), short(r.Hi-r.Margin), short(r.Margin), u.Name)
	}
	return fmt.Sprintf("%s to %s %s", short(r.Lo), short(r.Hi), u.Name)
}

// Summary says in sentences how the claim and our own questions were decided.
func (r *Result) Summary() string {
	return strings.Join(append([]string{r.Counts()}, r.Details()...), " ")
}

// Counts states how many parts of the claim and of our own questions have each verdict.
func (r *Result) Counts() string {
	if r.Experiment.Truths {
		return r.Finding() + "."
	}
	var out []string
	what := map[Family]string{
		Claimed: "Parts of the claim", Ours: "Our own questions", Superseded: "Earlier readings", Blind: "Blind readings",
	}
	for _, family := range Families() {
		var counts []string
		for _, v := range []Verdict{Supported, Contradicted, DependsOnPlay, Undecided} {
			if k := r.Count(v, family); k > 0 {
				counts = append(counts, fmt.Sprintf("%d %s", k, (&Hypothesis{Family: family}).Word(v)))
			}
		}
		if len(counts) > 0 {
			out = append(out, fmt.Sprintf("%s: %s.", what[family], strings.Join(counts, ", ")))
		}
	}
	return strings.Join(out, " ")
}

// Details names the parts of the claim that are contradicted, and what depends on play.
func (r *Result) Details() []string {
	if r.Experiment.Truths {
		return nil
	}
	var wrong, plays []string
	for _, a := range r.Answers {
		if a.Verdict == Contradicted && a.Family == Claimed {
			wrong = append(wrong, a.Says)
		}
		if text := a.depends(); text != "" {
			plays = append(plays, text)
		}
	}
	if len(wrong) > 0 {
		plays = append([]string{fmt.Sprintf("Contradicted: %s.", strings.Join(wrong, "; "))}, plays...)
	}
	return plays
}

// Finding summarizes in a sentence the result for an author's claim, for published results, or for
// our own questions if there is no claim.
func (r *Result) Finding() string {
	if a := r.Agreement(); r.Experiment.Truths {
		text := fmt.Sprintf("%d of %s inside the published ranges, %d outside", a.Inside, format.Plural(a.All, "result"), a.Compared-a.Inside)
		if n := a.All - a.Compared; n > 0 {
			text += fmt.Sprintf(", %d undecided", n)
		}
		return text
	}
	family := Claimed
	if r.Verdict == NoClaim {
		family = Ours
	}
	var list []string
	asks := false
	for _, a := range family.of(r.Answers) {
		asks = asks || a.Finds != ""
		if a.Finds != "" && a.tells() {
			list = append(list, strings.Replace(a.Finds, blank, a.Hypothesis.Unit().Interval(a.Effect), 1))
		}
	}
	if asks && len(list) == 0 {
		return "The games cannot tell yet"
	}
	return format.Title(strings.Join(list, "; "))
}

// AfterAnswer marks a reading that was written when an answer to its question was known.
const AfterAnswer = "read after a first answer"

// Read states when a reading was written and what was known then; "" where nothing is quoted.
func (a *Answer) Read() string {
	var list []string
	for _, text := range []string{a.Since, string(a.Family)} {
		if text != "" && a.Quote != "" {
			list = append(list, text)
		}
	}
	if a.Known != "" {
		list = append(list, AfterAnswer+" of "+a.Known)
	}
	return strings.Join(list, ", ")
}

// What describes a run in a few words.
func (run *Run) What() string {
	text := fmt.Sprintf("%s of %s", run.Kind, run.Game.Variant.Name)
	for _, rule := range run.Rules {
		text += fmt.Sprintf(", %s=%s", rule.Name, rule.Value)
	}
	if run.Array != "" {
		text += ", array " + run.Array
	}
	if run.Play.GiveUp {
		text += ", give-up"
	}
	if len(run.Exchanges) > 0 {
		text += ", " + strings.Join(run.Exchanges, " ")
	}
	if run.Kind == StrengthsRun {
		text += fmt.Sprintf(", at %v nodes a move", run.Balance.Strengths)
	}
	return text
}

// String describes a run in a line.
func (run *Run) String() string {
	pairs, nodes := format.Plural(run.Play.Pairs, "pair"), format.Plural(run.Play.Nodes, "node")
	return fmt.Sprintf("%s: %s; %s at %s a move", run.Name, run.What(), pairs, nodes)
}
