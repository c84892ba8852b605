package claim

import (
	"bestiary/internal/toml"
	"fmt"
	"slices"
	"strings"
)

// hypothesis reads a hypothesis and checks it against its runs.
func (r *reader) hypothesis(s *toml.Section) {
	var h Hypothesis
	required(s, "says", &h.Says)
	s.Flag("ours", &h.Ours)
	readQuote(s, &h)
	h.Runs = r.runs(s)
	choice(s, "across", &h.Across, Each, Mean, Hierarchical)
	choice(s, "change", &h.Change, Difference, Ratio)
	r.against(s, &h)
	r.independent(s, &h)
	r.statistic(s, &h)
	h.Rule = readRule(s, h.Statistic.Order != nil || h.Statistic.Tiers != nil)
	s.Close()
	if len(h.Statistic.Order) > 0 {
		refuse(s, "with order", "across", "against")
	}
	if len(h.Statistic.Tiers) > 0 || h.Across == Hierarchical && len(h.Against) == 1 {
		refuse(s, "with tiers, and one run for all with across = \"hierarchical\"", "against")
	}
	r.e.Hypotheses = append(r.e.Hypotheses, h)
}

// readQuote reads whose question it is and how the answer is worded.
func readQuote(s *toml.Section, h *Hypothesis) {
	prose(s, "quote", &h.Quote)
	prose(s, "reading", &h.Reading)
	prose(s, "finds", &h.Finds)
	if h.Ours {
		refuse(s, "with ours, a question that nobody is quoted for", "quote", "reading")
	} else if s.Has("quote") != s.Has("reading") {
		s.Report("reading", "one of quote and reading", "both: the sentence of the author, and what it is taken to mean", "")
	}
	if s.Has("finds") && strings.Count(h.Finds, blank) != 1 {
		s.Report("finds", fmt.Sprintf("%q", h.Finds), "a sentence with one "+blank+" in place of the number", "")
	}
}

// blank stands for the number in the sentence that says what was found.
const blank = "{}"

// against reads the runs with which the runs of a hypothesis are compared.
func (r *reader) against(s *toml.Section, h *Hypothesis) {
	pattern := ""
	s.Text("against", &pattern)
	if !s.Has("against") {
		refuse(s, "without against", "change", "against-value")
		return
	}
	h.Against = r.matching(s, "against", pattern)
	switch n := len(h.Against); {
	case n > 1 && n != len(h.Runs):
		s.Report("against", fmt.Sprintf("%d runs for %d", n, len(h.Runs)), "one run for all or as many as in runs", "")
		h.Against = h.Against[:1]
	case n > 0:
		for k, i := range h.Runs {
			if h.against(k) == i {
				s.Report("against", fmt.Sprintf("the run %q is set against itself", r.e.Runs[i].Name), "another run", "")
			}
		}
	}
}

// independent reports runs that share their openings although the hypothesis asks
// for their mean, whose interval treats them as independent.
func (r *reader) independent(s *toml.Section, h *Hypothesis) {
	if h.Across == Each {
		return
	}
	for _, runs := range [][]int{h.Runs, h.Against} {
		for k, i := range runs {
			for _, j := range runs[:k] {
				a, b := &r.e.Runs[i], &r.e.Runs[j]
				if a.GameName == b.GameName && a.Seed == b.Seed {
					s.Report("across", fmt.Sprintf("runs %q and %q play one game from the same openings", b.Name, a.Name), "runs with different games or seeds for a mean", "")
					return
				}
			}
		}
	}
}

// statistics are the keys that say what a hypothesis is about, with the kind of
// run that each needs.
var statistics = []struct {
	key  string
	kind Kind
}{{"value", ValuesRun}, {"order", ValuesRun}, {"tiers", ValuesRun}, {"place", ValuesRun}, {"odds", OddsRun}, {"measure", GamesRun}}

// statistic reads what a hypothesis is about.
func (r *reader) statistic(s *toml.Section, h *Hypothesis) {
	key, kind := statisticKey(s)
	st := &h.Statistic
	value, otherValue, per, in := "", "", "", "score"
	s.Text("value", &value)
	s.Text("against-value", &otherValue)
	s.TextLists("order", &st.Order)
	s.TextLists("tiers", &st.Tiers)
	s.Text("place", &st.Place)
	s.Text("odds", &st.Exchange)
	s.Text("measure", &st.Measure)
	s.Text("per", &per)
	choice(s, "in", &in, "score", "pawns")
	st.InPawns = in == "pawns"
	runs := slices.Concat(h.Runs, h.Against)
	if key == "" || !r.checkKinds(s, key, runs, kind) {
		return
	}
	switch key {
	case "odds":
		r.checkOdds(s, st, runs)
	case "place":
		r.checkPlace(s, st.Place, runs)
	case "measure":
		checkMeasure(s, "measure", st.Measure)
		st.unit, st.label = describeMeasure(st.Measure)
	default:
		r.worth(s, h, value, otherValue, per)
		return
	}
	h.Other = *st
}

// statisticKey is the key that says what a hypothesis is about, and the kind of run
// that it needs; "" if there is none. Keys that do not belong to it are reported.
func statisticKey(s *toml.Section) (key string, kind Kind) {
	for _, one := range statistics {
		if s.Has(one.key) {
			if key != "" {
				refuse(s, "next to "+key, one.key)
			}
			key, kind = one.key, one.kind
		}
	}
	if key == "" {
		s.Report("measure", "missing", "one of value, order, tiers, place, odds and measure: what is measured", "")
		return "", ""
	}
	for _, only := range []struct{ key, with string }{{"per", "value"}, {"in", "odds"}, {"against-value", "value"}} {
		if key != only.with && !(only.key == "per" && (key == "order" || key == "tiers")) {
			refuse(s, "with "+key, only.key)
		}
	}
	return key, kind
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

// worth completes a statistic about values.
func (r *reader) worth(s *toml.Section, h *Hypothesis, value, otherValue, per string) {
	st := &h.Statistic
	if s.Has("value") {
		readSum(s, "value", value, &st.Value)
	}
	hasUnit := per != "logit"
	if s.Has("per") && hasUnit {
		readSum(s, "per", per, &st.Per)
	}
	if !s.Has("per") {
		st.Per = r.commonUnit(s, slices.Concat(h.Runs, h.Against))
	}
	h.Other = *st
	if s.Has("against-value") {
		readSum(s, "against-value", otherValue, &h.Other.Value)
	}
	for _, i := range h.Runs {
		r.checkPieces(s, "value", st, &r.e.Runs[i])
	}
	for _, i := range h.Against {
		r.checkPieces(s, "against-value", &h.Other, &r.e.Runs[i])
	}
}
