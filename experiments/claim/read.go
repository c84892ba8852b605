package claim

import (
	"bestiary/internal/toml"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// Limits on what a file may hold.
const (
	mostRuns       = 64
	mostHypotheses = 100
	mostShown      = 50
	lastPlace      = 1000
)

// Parse reads and checks an experiment file; name is what error messages call it,
// and its last part without the suffix is the ID. The error is of type
// toml.Errors and holds every fault, each with its line and field.
func (l *Library) Parse(name string, data []byte) (*Experiment, error) {
	f, err := toml.Open(name, data)
	if err != nil {
		return nil, err
	}
	r := &reader{library: l, folder: filepath.Dir(name), e: &Experiment{ID: idOf(name), Level: 0.95, Hash: hashOf(data)}}
	r.experiment(f.Root())
	if err := f.Err(); err != nil {
		return nil, err
	}
	return r.e, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// reader builds an experiment from the sections of a file.
type reader struct {
	library *Library
	folder  string // of the file
	e       *Experiment
	known   bool // all runs could be read, so that names can be checked
}

func (r *reader) experiment(s *toml.Section) {
	required(s, "title", &r.e.Title)
	required(s, "claim", &r.e.Claim)
	prose(s, "method", &r.e.Method)
	s.Flag("truths", &r.e.Truths)
	r.e.Place = lastPlace
	count(s, "place", &r.e.Place, 1, lastPlace)
	s.Float("level", &r.e.Level)
	if !(r.e.Level >= 0.5 && r.e.Level <= 0.999) {
		s.Report("level", fmt.Sprint(r.e.Level), "a number from 0.5 to 0.999", "")
	}
	if source := s.Section("source"); source != nil {
		required(source, "author", &r.e.Source.Author)
		required(source, "page", &r.e.Source.Page)
		prose(source, "link", &r.e.Source.Link)
		source.Close()
	} else if !s.Has("source") {
		s.Report("source", "missing", "who makes the claim: author and page", "")
	}
	r.known = true
	for _, run := range s.Sections("run", mostRuns) {
		r.run(run)
	}
	hypotheses := s.Sections("hypothesis", mostHypotheses)
	for _, h := range hypotheses {
		r.hypothesis(h)
	}
	if len(hypotheses) == 0 {
		s.Report("hypothesis", "missing", "at least one [[hypothesis]]", "")
	}
	for _, t := range s.Sections("table", mostShown) {
		r.table(t)
	}
	for _, c := range s.Sections("chart", mostShown) {
		r.chart(c)
	}
	s.Close()
}

// required reads a text that must be there.
func required(s *toml.Section, key string, into *string) {
	prose(s, key, into)
	if !s.Has(key) {
		s.Report(key, "missing", "a text", "")
	}
}

// prose reads a text for people, which goes into pages, pictures and tables.
func prose(s *toml.Section, key string, into *string) {
	s.Text(key, into)
	if strings.ContainsFunc(*into, unicode.IsControl) {
		s.Report(key, fmt.Sprintf("%q", *into), "a text on one line, without control characters", "")
	}
}

// refuse reports keys that have no meaning in their place.
func refuse(s *toml.Section, where string, keys ...string) {
	for _, key := range keys {
		if s.Has(key) {
			s.Report(key, "has no meaning "+where, "", "")
		}
	}
}

// choice reads one of several words, the first of which is the default.
func choice[T ~string](s *toml.Section, key string, into *T, words ...T) {
	text := string(words[0])
	s.Text(key, &text)
	if !slices.Contains(words, T(text)) {
		var names []string
		for _, w := range words {
			names = append(names, string(w))
		}
		s.Report(key, fmt.Sprintf("%q", text), "one of "+strings.Join(names, ", "), toml.Nearest(text, words))
	}
	*into = T(text)
}

// count reads a whole number of a range, which is left alone when it is absent.
func count(s *toml.Section, key string, into *int, lo, hi int) {
	s.Number(key, into)
	if s.Has(key) && (*into < lo || *into > hi) {
		s.Report(key, fmt.Sprint(*into), fmt.Sprintf("a number from %d to %d", lo, hi), "")
	}
}

// runs reads the runs that something is about: "run" names one, "runs" several, by
// patterns in which * stands for any letters.
func (r *reader) runs(s *toml.Section) []int {
	var patterns []string
	one := ""
	s.Text("run", &one)
	s.Texts("runs", &patterns)
	switch {
	case s.Has("run") && s.Has("runs"):
		refuse(s, "next to run", "runs")
	case s.Has("run"):
		if i := r.find(s, "run", one); i >= 0 {
			return []int{i}
		}
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

// matching returns the runs whose names match a pattern, and reports a fault if
// no run does.
func (r *reader) matching(s *toml.Section, key, pattern string) []int {
	var list []int
	for i, run := range r.e.Runs {
		if ok, err := path.Match(pattern, run.Name); ok && err == nil {
			list = append(list, i)
		}
	}
	if len(list) == 0 && r.known {
		s.Report(key, fmt.Sprintf("no run is called %q", pattern), "the name of a [[run]]", toml.Nearest(pattern, r.names()))
	}
	return list
}

// find returns the index of a run; if there is no such run, it reports a fault
// and returns -1.
func (r *reader) find(s *toml.Section, key, name string) int {
	i := slices.IndexFunc(r.e.Runs, func(run Run) bool { return run.Name == name })
	if i < 0 && r.known {
		s.Report(key, fmt.Sprintf("no run is called %q", name), "the name of a [[run]]", toml.Nearest(name, r.names()))
	}
	return i
}

func (r *reader) names() []string {
	var list []string
	for _, run := range r.e.Runs {
		list = append(list, run.Name)
	}
	return list
}

// rule reads the range of a hypothesis.
func readRule(s *toml.Section, order bool) Rule {
	rule := Rule{Lo: math.Inf(-1), Hi: math.Inf(1)}
	given := 0
	for _, key := range []string{"above", "below", "between"} {
		if s.Has(key) {
			given++
		}
	}
	var between []float64
	s.Float("above", &rule.Lo)
	s.Float("below", &rule.Hi)
	s.Floats("between", &between)
	s.Float("margin", &rule.Margin)
	switch {
	case order && !s.Has("below") && !s.Has("between"):
		if given == 0 {
			rule.Lo = 0
		}
	case given != 1:
		s.Report("above", "missing", "one of above, below and between: what decides", "")
	case order:
		s.Report("order", "has no meaning with below or between", "above, or nothing for above = 0", "")
	}
	if s.Has("between") {
		if len(between) != 2 || !(between[0] <= between[1]) {
			s.Report("between", "not two ends", "two numbers, the lower one first", "")
			return rule
		}
		rule.Lo, rule.Hi = between[0]-rule.Margin, between[1]+rule.Margin
	} else {
		refuse(s, "without between", "margin")
	}
	if !(rule.Margin >= 0) || math.IsInf(rule.Margin, 0) || math.IsNaN(rule.Lo) || math.IsNaN(rule.Hi) {
		s.Report("margin", fmt.Sprint(rule.Margin), "numbers, and a margin of at least 0", "")
	}
	if rule.Lo == rule.Hi {
		s.Report("margin", "missing", "a range with some width: what is exactly equal cannot be shown", "")
	}
	return rule
}
