package claim

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/compare"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// hypothesis reads a hypothesis and checks it against its runs.
func (r *reader) hypothesis(s *variant.Section) {
	h := Hypothesis{Against: -1}
	required(s, "says", &h.Says)
	s.Flag("ours", &h.Ours)
	h.Runs = r.runs(s)
	choice(s, "across", &h.Across, Each, Mean)
	choice(s, "change", &h.Change, Difference, Ratio)
	against := ""
	s.Text("against", &against)
	if s.Has("against") {
		h.Against = r.find(s, "against", against)
	} else if s.Has("change") {
		s.Report("change", "has no meaning without against", "", "")
	}
	r.statistic(s, &h)
	h.Rule = readRule(s, h.Statistic.Order != nil)
	s.Close()
	if h.Across == Mean && len(h.Statistic.Order) > 0 {
		s.Report("across", "an order has no mean", `across = "each"`, "")
	}
	if h.Against >= 0 {
		switch {
		case slices.Contains(h.Runs, h.Against):
			s.Report("against", "the run is set against itself", "another run", "")
		case len(h.Statistic.Order) > 0:
			s.Report("against", "has no meaning with order", "", "")
		}
	}
	r.e.Hypotheses = append(r.e.Hypotheses, h)
}

// statistics are the keys that say what a hypothesis is about, with the kind of
// run that each needs.
var statistics = []struct {
	key  string
	kind Kind
}{{"value", ValuesRun}, {"order", ValuesRun}, {"odds", OddsRun}, {"measure", GamesRun}}

// statistic reads what a hypothesis is about.
func (r *reader) statistic(s *variant.Section, h *Hypothesis) {
	key, kind := "", Kind("")
	for _, one := range statistics {
		if s.Has(one.key) {
			if key != "" {
				s.Report(one.key, "has no meaning next to "+key, "", "")
			}
			key, kind = one.key, one.kind
		}
	}
	st := &h.Statistic
	value, per, in := "", "", "score"
	s.Text("value", &value)
	s.TextLists("order", &st.Order)
	s.Text("odds", &st.Exchange)
	s.Text("measure", &st.Measure)
	s.Text("per", &per)
	choice(s, "in", &in, "score", "pawns")
	st.InPawns = in == "pawns"
	if key == "" {
		s.Report("measure", "missing", "one of value, order, odds and measure: what is measured", "")
		return
	}
	for _, only := range []struct{ key, with string }{{"per", "value"}, {"in", "odds"}} {
		if s.Has(only.key) && key != only.with && !(only.key == "per" && key == "order") {
			s.Report(only.key, "has no meaning with "+key, "", "")
		}
	}
	runs := h.Runs
	if h.Against >= 0 {
		runs = append(runs[:len(runs):len(runs)], h.Against)
	}
	for _, i := range runs {
		if run := &r.e.Runs[i]; run.Kind != kind {
			s.Report(key, fmt.Sprintf("run %q plays %q", run.Name, run.Kind), fmt.Sprintf("runs with play = %q", kind), "")
			return
		}
	}
	switch key {
	case "value":
		readSum(s, "value", value, &st.Value)
		fallthrough
	case "order":
		if s.Has("per") && per != "logit" {
			readSum(s, "per", per, &st.Per)
		}
		for _, i := range runs {
			r.checkPieces(s, st, &r.e.Runs[i], per != "logit")
		}
	case "odds":
		r.checkOdds(s, st, runs)
	case "measure":
		checkMeasure(s, "measure", st.Measure)
		st.unit, st.label = describeMeasure(st.Measure)
	}
}

func readSum(s *variant.Section, key, text string, into *Sum) {
	sum, err := ParseSum(text)
	if err != nil {
		s.Report(key, fmt.Sprintf("%q: %v", text, err), `pieces with signs between them, as in "rook - 2 pawn"`, "")
	}
	*into = sum
}

// checkPieces reports pieces that the game of a run lacks. Without a unit, that is
// the unit of the game.
func (r *reader) checkPieces(s *variant.Section, st *Statistic, run *Run, hasUnit bool) {
	g := run.Game
	var pieces []string
	for _, t := range g.Types() {
		if t != g.Royal() {
			pieces = append(pieces, g.TypeName(t))
		}
	}
	report := func(key, found, nearest string) {
		if found != "" {
			s.Report(key, found+" ("+g.Variant.Name+")", "a piece of it", nearest)
		}
	}
	found, nearest := st.Value.check(pieces)
	report("value", found, nearest)
	found, nearest = st.Per.check(pieces)
	report("per", found, nearest)
	for i, group := range st.Order {
		for _, name := range group {
			found, nearest := checkPiece(name, pieces)
			report(fmt.Sprintf("order[%d]", i+1), found, nearest)
		}
		if len(group) == 0 {
			report("order", "a group is empty", "")
		}
	}
	if s.Has("order") && len(st.Order) < 2 {
		report("order", "fewer than two groups", "")
	}
	if hasUnit && len(st.Per) == 0 {
		st.Per = Sum{{1, g.TypeName(tuning.Unit(g))}}
	}
}

// checkOdds puts the exchange in canonical form and makes sure that all runs play
// it. The odds of the unit are always played.
func (r *reader) checkOdds(s *variant.Section, st *Statistic, runs []int) {
	for _, i := range runs {
		run := &r.e.Runs[i]
		x, err := opening.ParseExchange(run.Game, st.Exchange)
		if err != nil {
			s.Report("odds", err.Error(), "", "")
			return
		}
		st.Exchange = x.Text(run.Game)
		if !slices.Contains(run.Exchanges, st.Exchange) && !isUnitOdds(x, run.Game) {
			s.Report("odds", fmt.Sprintf("run %q does not play %q", run.Name, st.Exchange), "one of its exchanges", variant.Nearest(st.Exchange, run.Exchanges))
		}
	}
}

func isUnitOdds(x opening.Exchange, g *rules.Game) bool {
	return len(x.Right) == 0 && len(x.Left) == 1 && x.Left[0] == tuning.Unit(g)
}

// The measures that are no quantity of games.
const (
	materialExplains = "material-explains" // share of the results that material predicts
	placementSpread  = "placement-spread"  // standard deviation of what placements are worth
)

// describeMeasure is the unit and the label of a measure.
func describeMeasure(name string) (compare.Unit, string) {
	switch name {
	case materialExplains:
		return compare.Part, "results explained by material"
	case placementSpread:
		return compare.Part, "spread of the scores of placements"
	}
	q, _ := compare.Find(name)
	return q.Unit, q.Label
}

func checkMeasure(s *variant.Section, key, name string) {
	if name == materialExplains || name == placementSpread {
		return
	}
	if _, err := compare.Find(name); err != nil {
		names := append(compare.Names(), materialExplains, placementSpread)
		err = errors.New(strings.TrimPrefix(strings.SplitN(err.Error(), ";", 2)[0], "compare: "))
		s.Report(key, err.Error(), "a measure: "+strings.Join(names, ", "), variant.Nearest(name, names))
	}
}
