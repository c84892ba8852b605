package study

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// hypothesis reads a hypothesis and checks it against its runs.
func (r *reader) hypothesis(s *toml.Section) {
	h := Hypothesis{Number: len(r.e.Hypotheses) + 1, Rule: Rule{Lo: math.Inf(-1), Hi: math.Inf(1)}}
	var ours, superseded, blind bool
	var against string
	var between []float64
	readFields(s, []field{
		{key: "says", at: &h.Says, required: true},
		{key: "group", at: &h.Group},
		{key: "ours", at: &ours}, {key: "superseded", at: &superseded}, {key: "blind", at: &blind},
		{key: "quote", at: &h.Quote}, {key: "reading", at: &h.Reading}, {key: "since", at: &h.Since}, {key: "known", at: &h.Known},
		{key: "finds", at: &h.Finds},
		{key: "form", at: &h.Form}, {key: "phase", at: &h.Phase}, {key: "nodes", at: &h.Nodes},
		{key: "across", at: (*string)(&h.Across), words: []string{string(Each), string(Mean), string(Hierarchical)}},
		{key: "change", at: (*string)(&h.Change), words: []string{string(Difference), string(Ratio)}},
		{key: "against", at: &against},
		{key: "above", at: &h.Rule.Lo}, {key: "below", at: &h.Rule.Hi}, {key: "between", at: &between}, {key: "margin", at: &h.Rule.Margin},
	})
	switch {
	case ours:
		h.Family = Ours
	case superseded:
		h.Family = Superseded
	case blind:
		h.Family = Blind
	}
	h.Runs = r.runs(s)
	if ours {
		refuse(s, "with ours, a question that nobody is quoted for", "superseded", "quote", "reading", "since")
	}
	refuse(s, unless(!ours && !superseded, "with ours or superseded"), "blind")
	refuse(s, unless(h.Since != "" && !blind, "without since or with blind"), "known")
	refuse(s, unless(r.e.Truths, "without truths"), "form", "phase", "nodes")
	refuse(s, unless(s.Has("against"), "without against"), "change", "against-value")
	refuse(s, unless(s.Has("between"), "without between"), "margin")
	checkReading(s, &h)
	if s.Has("finds") && strings.Count(h.Finds, blank) != 1 {
		s.Report("finds", fmt.Sprintf("%q", h.Finds), "a sentence with one "+blank+" in place of the number", "")
	}
	if s.Has("against") {
		r.against(s, &h, against)
	}
	r.independent(s, &h)
	about := r.statistic(s, &h)
	readRule(s, &h.Rule, between, about)
	if h.Across == Hierarchical && len(h.Against) == 1 {
		refuse(s, `with across = "hierarchical" and one run for all`, "against")
	}
	r.e.Hypotheses = append(r.e.Hypotheses, h)
}

// blank is the placeholder of the number in the sentence with the result.
const blank = "{}"

// dated is the form of a date with a commit, as in "2026-11-22 1dfbdae4" or "2026-11-22".
var dated = regexp.MustCompile(`^\d{4}-[01]\d-[0-3]\d( [0-9a-f]{8})?$`)

// checkReading checks the fields about a quotation and its reading.
func checkReading(s *toml.Section, h *Hypothesis) {
	const both = "both: the sentence of the author, and what it is taken to mean"
	switch {
	case h.Family == Ours: // the keys are refused
	case s.Has("quote") != s.Has("reading"):
		s.Report("reading", "one of quote and reading", both, "")
	case h.Family != Claimed && !s.Has("quote"):
		s.Report("reading", "missing in a "+string(h.Family)+" reading", both, "")
	}
	for _, one := range []struct{ key, text string }{{"since", h.Since}, {"known", h.Known}} {
		if one.text != "" && !dated.MatchString(one.text) {
			s.Report(one.key, fmt.Sprintf("%q", one.text), `a date, and a commit if there is one, as in "2026-11-22 1dfbdae4"`, "")
		}
	}
	if day := len("2026-11-22"); len(h.Since) >= day && len(h.Known) >= day && h.Known[:day] > h.Since[:day] {
		s.Report("known", fmt.Sprintf("%q is after since", h.Known), "an answer that was known when the reading was written", "")
	}
}

// statistic reads the statistic of a hypothesis. Keys that have no meaning with it are reported.
func (r *reader) statistic(s *toml.Section, h *Hypothesis) statistic {
	var about statistic
	var keys []string
	for _, one := range statistics {
		keys = append(keys, one.key)
		switch {
		case !s.Has(one.key):
		case about.key == "":
			about = one
		default:
			refuse(s, "next to "+about.key, one.key)
		}
	}
	if about.key == "" {
		s.Know(statisticKeys()...)
		s.Close()
		misspelt := func(key string) bool { return s.Settled(key) && toml.Nearest(key, keys) != "" }
		if !slices.ContainsFunc(s.Keys(), misspelt) {
			s.Report("measure", "missing", "one of "+format.List(keys, "and")+": what is measured", "")
		}
		return about
	}
	refuse(s, "with "+about.key, about.without...)
	for _, one := range statistics {
		for _, key := range one.with {
			if !slices.Contains(about.with, key) {
				refuse(s, "with "+about.key, key)
			}
		}
	}
	if r.checkKinds(s, about.key, slices.Concat(h.Runs, h.Against), about.runs) {
		h.Statistic, h.Other = about.read(&asked{s, pick(r.e.Runs, h.Runs), pick(r.e.Runs, h.Against)})
	}
	s.Know(statisticKeys()...) // those of others are no unknown keys, although they may have no meaning
	s.Close()
	return about
}

// against finds the runs with which the runs of a hypothesis are compared.
func (r *reader) against(s *toml.Section, h *Hypothesis, pattern string) {
	h.Against = r.matching(s, "against", pattern)
	if n := len(h.Against); n > 1 && n != len(h.Runs) {
		s.Report("against", fmt.Sprintf("%d runs for %d", n, len(h.Runs)), "one run for all or as many as in runs", "")
		h.Against = nil
	}
	for k, i := range h.Runs {
		if h.against(k) == i {
			s.Report("against", fmt.Sprintf("the run %q is set against itself", r.e.Runs[i].Name), "another run", "")
		}
	}
}

// independent reports runs that share their openings although the hypothesis asks for
// their mean, whose interval treats them as independent.
func (r *reader) independent(s *toml.Section, h *Hypothesis) {
	if h.Across == Each {
		return
	}
	for _, runs := range [][]int{h.Runs, h.Against} {
		for k, i := range runs {
			for _, j := range runs[:k] {
				a, b := r.e.Runs[i], r.e.Runs[j]
				if a.GameName == b.GameName && a.Play.Seed == b.Play.Seed {
					found := fmt.Sprintf("runs %q and %q play one game from the same openings", b.Name, a.Name)
					s.Report("across", found, "runs with different games or seeds for a mean", "")
					return
				}
			}
		}
	}
}

// readRule completes the range of a hypothesis. Groups of pieces are compared with above = 0
// unless the file says otherwise.
func readRule(s *toml.Section, rule *Rule, between []float64, about statistic) {
	given := 0
	for _, key := range []string{"above", "below", "between"} {
		if s.Has(key) {
			given++
		}
	}
	switch {
	case about.groups && given == 0:
		rule.Lo = 0
	case about.groups && (s.Has("below") || s.Has("between")):
		s.Report(about.key, "has no meaning with below or between", "above, or nothing for above = 0", "")
	case given != 1:
		s.Report("above", "missing", "one of above, below and between: what decides", "")
	}
	if s.Has("between") {
		if len(between) != 2 || !(between[0] <= between[1]) {
			s.Report("between", "not two ends", "two numbers, the lower one first", "")
			return
		}
		rule.Lo, rule.Hi = between[0]-rule.Margin, between[1]+rule.Margin
	}
	if !(rule.Margin >= 0) || math.IsInf(rule.Margin, 0) || math.IsNaN(rule.Lo) || math.IsNaN(rule.Hi) {
		s.Report("margin", fmt.Sprint(rule.Margin), "numbers, and a margin of at least 0", "")
	}
	if rule.Lo == rule.Hi {
		s.Report("margin", "missing", "a range with some width: what is exactly equal cannot be shown", "")
	}
}

// GoalAsked is a goal of a file: how many answers have a verdict, or how far estimates lie from the
// middles of their ranges.
type GoalAsked struct {
	Says, Group string
	Counts      Verdict
	Distance    bool
	Want        float64
	Most        bool
}

// goal reads a goal.
func (r *reader) goal(s *toml.Section) {
	var g GoalAsked
	least, most := math.NaN(), math.NaN()
	var verdicts []string
	for _, v := range []Verdict{Supported, Contradicted, Undecided, DependsOnPlay, Inside, Outside} {
		verdicts = append(verdicts, string(v))
	}
	readFields(s, []field{
		{key: "says", at: &g.Says, required: true},
		{key: "group", at: &g.Group},
		{key: "counts", at: (*string)(&g.Counts), words: verdicts},
		{key: "distance", at: &g.Distance},
		{key: "at-least", at: &least}, {key: "at-most", at: &most},
	})
	s.Close()
	refuse(s, unless(!g.Distance, "with distance"), "counts", "at-least")
	var groups []string
	for _, h := range r.e.Hypotheses {
		groups = append(groups, h.Group)
		inGroup := g.Group == "" || h.Group == g.Group
		if g.Distance && inGroup && (math.IsInf(h.Rule.Lo, 0) || math.IsInf(h.Rule.Hi, 0)) {
			s.Report("distance", fmt.Sprintf("the range of %q has one end", h.Says), "hypotheses with between", "")
		}
	}
	if g.Group != "" && !slices.Contains(groups, g.Group) {
		found := fmt.Sprintf("no hypothesis is of the group %q", g.Group)
		s.Report("group", found, "the group of a [[hypothesis]]", toml.Nearest(g.Group, groups))
	}
	if g.Want, g.Most = least, s.Has("at-most"); g.Most {
		g.Want = most
	}
	key, counted := "at-least", 0
	if g.Most {
		key = "at-most"
	}
	for _, h := range r.e.Hypotheses {
		if g.Group == "" || h.Group == g.Group {
			counted++
		}
	}
	switch {
	case s.Has("at-least") && s.Has("at-most"):
		s.Report("at-most", "stands beside at-least", "one of them", "")
	case !s.Has(key):
		s.Report(key, "missing", "one of at-least and at-most", "")
	case !s.Settled(key) && !s.Settled("group") && (g.Want < 0 || !g.Distance && (g.Want > float64(counted) || g.Want != math.Trunc(g.Want))):
		expected := "a number of at least 0"
		if !g.Distance {
			expected = fmt.Sprintf("a whole number from 0 to %d, as many hypotheses as it counts", counted)
		}
		s.Report(key, plain(g.Want), expected, "")
	}
	r.e.Goals = append(r.e.Goals, g)
}
