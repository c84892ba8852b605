package study

import (
	"fmt"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"

	"bestiary/internal/format"
	"bestiary/internal/toml"
)

// hypothesis reads a hypothesis and checks it against its runs.
func (r *reader) hypothesis(s *toml.Section) {
	h := &hypothesisSection{}
	h.Rule = Rule{Lo: math.Inf(-1), Hi: math.Inf(1)}
	readFields(s, h.fields(s, r.e.Truths))
	h.Runs = r.runs(s)
	s.Close()
	h.Family = h.family()
	h.read(s)
	if s.Has("finds") && strings.Count(h.Finds, blank) != 1 {
		s.Report("finds", fmt.Sprintf("%q", h.Finds), "a sentence with one "+blank+" in place of the number", "")
	}
	r.against(s, h)
	r.independent(s, &h.Hypothesis)
	about := r.subject(s, h)
	h.rule(s, about)
	if h.Across == Hierarchical && len(h.Against) == 1 {
		refuse(s, `with across = "hierarchical" and one run for all`, "against")
	}
	r.e.Hypotheses = append(r.e.Hypotheses, h.Hypothesis)
}

// family returns the family that the keys of the section say.
func (h *hypothesisSection) family() Family {
	switch {
	case h.ours:
		return Ours
	case h.superseded:
		return Superseded
	case h.blind:
		return Blind
	}
	return Claimed
}

// dated is the form of a date with a commit, as in "2026-11-22 1dfbdae4" or "2026-11-22".
var dated = regexp.MustCompile(`^\d{4}-[01]\d-[0-3]\d( [0-9a-f]{8})?$`)

// read checks what is said of a quotation and its reading.
func (h *hypothesisSection) read(s *toml.Section) {
	const both = "both: the sentence of the author, and what it is taken to mean"
	switch {
	case h.ours: // the keys are refused
	case s.Has("quote") != s.Has("reading"):
		s.Report("reading", "one of quote and reading", both, "")
	case (h.superseded || h.blind) && !s.Has("quote"):
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

// blank stands for the number in the sentence that says what was found.
const blank = "{}"

// subject reads what a hypothesis is about. Keys that have no meaning with it are reported.
func (r *reader) subject(s *toml.Section, h *hypothesisSection) subject {
	var about subject
	var keys []string
	for _, one := range subjects {
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
		s.Report("measure", "missing", "one of "+format.List(keys, "and")+": what is measured", "")
		return about
	}
	refuse(s, "with "+about.key, about.without...)
	for _, one := range subjects {
		for _, key := range one.with {
			if !slices.Contains(about.with, key) {
				refuse(s, "with "+about.key, key)
			}
		}
	}
	if r.checkKinds(s, about.key, slices.Concat(h.Runs, h.Against), about.runs) {
		about.check(r, s, h)
		h.Other = h.other()
	}
	return about
}

// other returns the statistic of the runs that a hypothesis compares its own with.
func (h *hypothesisSection) other() Statistic {
	other := h.Statistic
	if len(h.otherValue) > 0 {
		other.Value = h.otherValue
	}
	return other
}

// checkKinds reports the first run of another kind.
func (r *reader) checkKinds(s *toml.Section, key string, runs []int, kind Kind) bool {
	for _, i := range runs {
		if run := &r.e.Runs[i]; run.Kind != kind {
			s.Report(key, fmt.Sprintf("run %q plays %q", run.Name, run.Kind), fmt.Sprintf("runs with play = %q", kind), "")
			return false
		}
	}
	return true
}

// runs reads the runs that a section is about: "run" names one, "runs" several, by patterns in
// which * stands for any letters.
func (r *reader) runs(s *toml.Section) []int {
	var patterns []string
	one := ""
	s.Read("run", &one)
	s.Read("runs", &patterns)
	switch {
	case s.Has("run"):
		refuse(s, "next to run", "runs")
		if i := slices.Index(r.names(), one); i >= 0 {
			return []int{i}
		}
		r.unknownRun(s, "run", one)
		return nil
	case !s.Has("runs") && len(r.e.Runs) == 1:
		return []int{0}
	case len(patterns) == 0:
		s.Report("runs", "missing", "run or runs: the names of one or more [[run]]", "")
	}
	var list []int
	for _, p := range patterns {
		for _, i := range r.matching(s, "runs", p) {
			if !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
	}
	return list
}

// matching returns the runs whose names match a pattern. It reports a fault if there are
// none.
func (r *reader) matching(s *toml.Section, key, pattern string) []int {
	var list []int
	for i, run := range r.e.Runs {
		if ok, err := path.Match(pattern, run.Name); ok && err == nil {
			list = append(list, i)
		}
	}
	if len(list) == 0 {
		r.unknownRun(s, key, pattern)
	}
	return list
}

func (r *reader) unknownRun(s *toml.Section, key, name string) {
	if r.known {
		s.Report(key, fmt.Sprintf("no run is called %q", name), "the name of a [[run]]", toml.Nearest(name, r.names()))
	}
}

func (r *reader) names() []string {
	var list []string
	for _, run := range r.e.Runs {
		list = append(list, run.Name)
	}
	return list
}

// against finds the runs with which the runs of a hypothesis are compared.
func (r *reader) against(s *toml.Section, h *hypothesisSection) {
	if !s.Has("against") {
		return
	}
	h.Against = r.matching(s, "against", h.against)
	if n := len(h.Against); n > 1 && n != len(h.Runs) {
		s.Report("against", fmt.Sprintf("%d runs for %d", n, len(h.Runs)), "one run for all or as many as in runs", "")
		h.Against = nil
	}
	for k, i := range h.Runs {
		if h.Hypothesis.against(k) == i {
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
				a, b := &r.e.Runs[i], &r.e.Runs[j]
				if a.GameName == b.GameName && a.Play.Seed == b.Play.Seed {
					s.Report("across", fmt.Sprintf("runs %q and %q play one game from the same openings", b.Name, a.Name), "runs with different games or seeds for a mean", "")
					return
				}
			}
		}
	}
}

// rule completes the range of a hypothesis. Groups of pieces are compared with above = 0
// unless the file says otherwise.
func (h *hypothesisSection) rule(s *toml.Section, about subject) {
	rule := &h.Rule
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
		if len(h.between) != 2 || !(h.between[0] <= h.between[1]) {
			s.Report("between", "not two ends", "two numbers, the lower one first", "")
			return
		}
		rule.Lo, rule.Hi = h.between[0]-rule.Margin, h.between[1]+rule.Margin
	}
	if !(rule.Margin >= 0) || math.IsInf(rule.Margin, 0) || math.IsNaN(rule.Lo) || math.IsNaN(rule.Hi) {
		s.Report("margin", fmt.Sprint(rule.Margin), "numbers, and a margin of at least 0", "")
	}
	if rule.Lo == rule.Hi {
		s.Report("margin", "missing", "a range with some width: what is exactly equal cannot be shown", "")
	}
}
