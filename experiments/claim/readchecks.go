package claim

import (
	"bestiary/internal/toml"
	"fmt"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/compare"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// checkPlace reports a pair or an edge that the game of a run does not have.
func (r *reader) checkPlace(s *toml.Section, place string, runs []int) {
	for _, i := range runs {
		g := r.e.Runs[i].Game
		if places := tuning.PlaceNames(g); !slices.Contains(places, place) {
			s.Report("place", fmt.Sprintf("%q in %s", place, g.Variant.Name), "one of "+strings.Join(places, ", "), toml.Nearest(place, places))
		}
	}
}

// commonUnit is the unit of the games of runs, and a fault where they have several.
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

func readSum(s *toml.Section, key, text string, into *Sum) {
	sum, err := ParseSum(text)
	if err != nil {
		s.Report(key, fmt.Sprintf("%q: %v", text, err), `pieces with signs between them, as in "rook - 2 pawn"`, "")
	}
	*into = sum
}

// checkPieces reports pieces that the game of a run lacks. Key is the field with the
// sum.
func (r *reader) checkPieces(s *toml.Section, key string, st *Statistic, run *Run) {
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
	report(key, found, nearest)
	found, nearest = st.Per.check(pieces)
	report("per", found, nearest)
	for i, group := range st.Order {
		for _, name := range group {
			found, nearest := checkPiece(name, pieces)
			report(fmt.Sprintf("order[%d]", i+1), found, nearest)
		}
	}
	for i, group := range st.Tiers {
		if len(run.having(group)) == 0 {
			report(fmt.Sprintf("tiers[%d]", i+1), fmt.Sprintf("the game has none of %s", strings.Join(group, ", ")), "")
		}
	}
	checkGroups := func(key string, groups [][]string) {
		if s.Has(key) && len(groups) < 2 {
			report(key, "fewer than two groups", "")
		}
		if slices.ContainsFunc(groups, func(group []string) bool { return len(group) == 0 }) {
			report(key, "a group is empty", "")
		}
	}
	checkGroups("order", st.Order)
	checkGroups("tiers", st.Tiers)
}

// checkOdds puts the exchange in canonical form and makes sure that all runs play
// it. The odds of the unit are always played.
func (r *reader) checkOdds(s *toml.Section, st *Statistic, runs []int) {
	for _, i := range runs {
		run := &r.e.Runs[i]
		x, err := opening.ParseExchange(run.Game, st.Exchange)
		if err != nil {
			s.Report("odds", err.Error(), "", "")
			return
		}
		st.Exchange = x.Text(run.Game)
		if !slices.Contains(run.Exchanges, st.Exchange) && !isUnitOdds(x, run.Game) {
			s.Report("odds", fmt.Sprintf("run %q does not play %q", run.Name, st.Exchange), "one of its exchanges", toml.Nearest(st.Exchange, run.Exchanges))
		}
	}
}

func isUnitOdds(x opening.Exchange, g *rules.Game) bool {
	return len(x.Right) == 0 && len(x.Left) == 1 && x.Left[0] == tuning.UnitPiece(g)
}

// The measures that are no quantity of games.
const (
	materialExplains = "material-explains" // share of the results that material predicts
	placementSpread  = "placement-spread"  // standard deviation of what placements are worth
	limitOfMoves     = "limit-of-moves"    // n of the n-move rule that loses 1 % of the decisions
)

var ownMeasures = []string{materialExplains, placementSpread, limitOfMoves}

// describeMeasure is the unit and the label of a measure.
func describeMeasure(name string) (compare.Unit, string) {
	switch name {
	case materialExplains:
		return compare.Part, "results explained by material"
	case placementSpread:
		return compare.Part, "spread of the scores of placements"
	}
	if name == limitOfMoves {
		return compare.Moves, "n-move rule that loses 1 % of the decisions"
	}
	q, _ := compare.Find(name)
	return q.Unit, q.Label
}

// checkMeasure reports a measure that does not exist, with the nearest that does.
func checkMeasure(s *toml.Section, key, name string) {
	if slices.Contains(ownMeasures, name) {
		return
	}
	if _, err := compare.Find(name); err != nil {
		found, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "compare: "), ";")
		names := append(compare.Names(), ownMeasures...)
		s.Report(key, found, "a measure of docs/comparing.md, as length or draws", toml.Nearest(name, names))
	}
}
