package study

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/measure"
	"bestiary/internal/toml"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// checkWorth completes a statistic about values and checks its pieces.
func (r *reader) checkWorth(s *toml.Section, h *hypothesisSection) {
	st := &h.Statistic
	if !s.Has("per") {
		st.Per = r.commonUnit(s, slices.Concat(h.Runs, h.Against))
	} else if h.per != "logit" {
		readSum(s, "per", h.per, &st.Per)
	}
	other := h.other()
	for _, i := range h.Runs {
		checkPieces(s, "value", st, &r.e.Runs[i])
	}
	for _, i := range h.Against {
		checkPieces(s, "against-value", &other, &r.e.Runs[i])
	}
}

// commonUnit returns the unit of the games of runs. It reports a fault where they have several.
func (r *reader) commonUnit(s *toml.Section, runs []int) Sum {
	var unit, of string
	for _, i := range runs {
		g := r.e.Runs[i].Game
		name := g.TypeName(tuning.UnitPiece(g))
		if unit == "" {
			unit, of = name, g.Variant.Name
		}
		if name != unit {
			s.Report("per", fmt.Sprintf("missing, and the unit is the %s in %s and the %s in %s", unit, of, name, g.Variant.Name), "a sum of pieces that all games have", "")
			return nil
		}
	}
	return Sum{{1, unit}}
}

// checkPieces reports pieces that the game of a run lacks. Key is the field of the sum.
func checkPieces(s *toml.Section, key string, st *Statistic, run *Run) {
	g := run.Game
	var pieces []string
	for _, t := range g.Types() {
		if t != g.Royal() {
			pieces = append(pieces, g.TypeName(t))
		}
	}
	report := func(key, found, nearest string) {
		s.Report(key, found+" ("+g.Variant.Name+")", "a piece of it", nearest)
	}
	check := func(key string, names []string) {
		for _, name := range names {
			if !slices.Contains(pieces, name) {
				report(key, fmt.Sprintf("the game has no %q", name), toml.Nearest(name, pieces))
				return
			}
		}
	}
	check(key, st.Value.pieces())
	check("per", st.Per.pieces())
	for i, group := range st.Order {
		check(toml.Item("order", i+1), group)
	}
	for i, group := range st.Tiers {
		if len(run.having(group)) == 0 {
			report(toml.Item("tiers", i+1), "the game has none of "+strings.Join(group, ", "), "")
		}
	}
	for _, one := range []struct {
		key    string
		groups [][]string
	}{{"order", st.Order}, {"tiers", st.Tiers}} {
		if s.Has(one.key) && len(one.groups) < 2 {
			report(one.key, "fewer than two groups", "")
		}
		if slices.ContainsFunc(one.groups, func(group []string) bool { return len(group) == 0 }) {
			report(one.key, "a group is empty", "")
		}
	}
}

func readSum(s *toml.Section, key, text string, into *Sum) {
	sum, err := ParseSum(text)
	if err != nil {
		s.Report(key, fmt.Sprintf("%q: %v", text, err), `pieces with signs between them, as in "rook - 2 pawn"`, "")
	}
	*into = sum
}

// checkPlace reports a pair or an edge that the game of a run does not have.
func (r *reader) checkPlace(s *toml.Section, h *hypothesisSection) {
	for _, i := range slices.Concat(h.Runs, h.Against) {
		g := r.e.Runs[i].Game
		if places := tuning.PlaceNames(g); !slices.Contains(places, h.Statistic.Place) {
			s.Report("place", fmt.Sprintf("%q in %s", h.Statistic.Place, g.Variant.Name), "one of "+strings.Join(places, ", "), toml.Nearest(h.Statistic.Place, places))
		}
	}
}

// checkOdds puts the exchange in canonical form and reports a run that does not play it.
// The odds of the unit are always played.
func (r *reader) checkOdds(s *toml.Section, h *hypothesisSection) {
	st := &h.Statistic
	st.InPawns = h.in == "pawns"
	for _, i := range slices.Concat(h.Runs, h.Against) {
		run := &r.e.Runs[i]
		x, err := opening.ParseExchange(run.Game, st.Exchange)
		if err != nil {
			s.Report("odds", err.Error(), "", "")
			return
		}
		st.Exchange = x.Text(run.Game)
		ofUnit := len(x.Right) == 0 && len(x.Left) == 1 && x.Left[0] == tuning.UnitPiece(run.Game)
		if !slices.Contains(run.Exchanges, st.Exchange) && !ofUnit {
			s.Report("odds", fmt.Sprintf("run %q does not play %q", run.Name, st.Exchange), "one of its exchanges", toml.Nearest(st.Exchange, run.Exchanges))
		}
	}
}

func (r *reader) checkMeasured(s *toml.Section, h *hypothesisSection) {
	checkMeasure(s, "measure", h.Statistic.Measure)
}

// checkMeasure reports a measure that does not exist, with the nearest one that does.
func checkMeasure(s *toml.Section, key, name string) {
	_, err := FindMeasure(name)
	if err == nil {
		return
	}
	found, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "compare: "), ";")
	names := measure.Names()
	for _, m := range ownMeasures {
		names = append(names, m.Name)
	}
	s.Report(key, found, "a measure of docs/comparing.md, as length or draws", toml.Nearest(name, names))
}
