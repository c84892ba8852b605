package study

import (
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/measure"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/toml"
)

// subject is one of the things that a hypothesis can be about: an entry of subjects. A new
// one is an entry and the function that gets its evidence from a run.
type subject struct {
	// key is its key in a [[hypothesis]], whose value at points to, and runs the kind of
	// runs that it needs.
	key  string
	at   func(*Statistic) any
	runs Kind
	// with are keys that have a meaning with this subject and those that list them alone,
	// and without keys that have none with it.
	with, without []string
	// groups marks groups of pieces, which are compared with 0 by default.
	groups bool
	// check checks the statistic against the runs and completes it.
	check func(*reader, *toml.Section, *hypothesisSection)
	// what says what is measured, and unit how the number is written.
	what func(*Statistic) string
	unit func(*Statistic) format.Unit
	// evidence is the number of a run. A subject with more than one number has tests
	// instead.
	evidence func(*Statistic, *RunResult) Evidence
	tests    func(*Result, *Hypothesis) judged
	// paired is the difference of two runs from the same seed, pair by pair; not ok where
	// they cannot be compared so. It is nil where runs are always independent.
	paired func(s *Statistic, a, b *RunResult) (e Evidence, ok bool)
}

// subjects lists what a hypothesis can be about.
var subjects = []subject{
	{
		key: "value", at: func(s *Statistic) any { return &s.Value }, runs: ValuesRun, with: []string{"per", "against-value"},
		check:    (*reader).checkWorth,
		what:     func(s *Statistic) string { return s.Value.String() },
		unit:     unitOfWorth,
		evidence: worth,
	}, {
		key: "order", at: func(s *Statistic) any { return &s.Order }, runs: ValuesRun, with: []string{"per", "times"}, without: []string{"across", "against"},
		groups: true,
		check:  (*reader).checkWorth,
		what:   func(s *Statistic) string { return groupNames(s.Order, s.Times) },
		unit:   unitOfWorth,
		tests:  (*Result).orderTests,
	}, {
		key: "tiers", at: func(s *Statistic) any { return &s.Tiers }, runs: ValuesRun, with: []string{"per"}, without: []string{"against"},
		groups: true,
		check:  (*reader).checkWorth,
		what:   func(s *Statistic) string { return "means of " + groupNames(s.Tiers, 0) },
		unit:   unitOfWorth,
		tests:  (*Result).tierTests,
	}, {
		key: "place", at: func(s *Statistic) any { return &s.Place }, runs: ValuesRun,
		check:    (*reader).checkPlace,
		what:     func(s *Statistic) string { return "worth of the " + s.Place },
		unit:     func(*Statistic) format.Unit { return named("points") },
		evidence: placeEvidence,
	}, {
		key: "odds", at: func(s *Statistic) any { return &s.Exchange }, runs: OddsRun, with: []string{"in"},
		check:    (*reader).checkOdds,
		what:     func(s *Statistic) string { return oddsIn(s, "worth of ", "score of ") + s.Exchange },
		unit:     func(s *Statistic) format.Unit { return oddsIn(s, named("pawns"), format.Percent) },
		evidence: oddsEvidence,
	}, {
		key: "measure", at: func(s *Statistic) any { return &s.Measure }, runs: GamesRun,
		check:    (*reader).checkMeasured,
		what:     func(s *Statistic) string { return s.measure().Label },
		unit:     func(s *Statistic) format.Unit { return s.measure().Unit.Format() },
		evidence: func(s *Statistic, run *RunResult) Evidence { return s.measure().evidence(run.List) },
		paired:   pairedMeasure,
	},
}

// subject returns the entry of what the statistic is about.
func (s *Statistic) subject() *subject {
	i := slices.IndexFunc(subjects, func(about subject) bool { return isSet(about.at(s)) })
	return &subjects[max(i, 0)]
}

// evidence returns a statistic of one run.
func (r *Result) evidence(s *Statistic, i int) Evidence {
	return s.subject().evidence(s, &r.Runs[i])
}

func named(name string) format.Unit { return format.Unit{Scale: 1, Digits: 2, Name: name} }

// unitOfWorth returns the unit of a sum of values.
func unitOfWorth(s *Statistic) format.Unit {
	switch {
	case len(s.Per) == 0:
		return named("logits")
	case len(s.Per) == 1 && s.Per[0].Times == 1:
		return named(s.Per[0].Piece + "s")
	}
	if s.Per.isMean() {
		return named("× the mean of " + format.List(s.Per.pieces(), "and"))
	}
	return named("× (" + s.Per.String() + ")")
}

// groupNames lists groups, each worth more than the next, or more than so many times as much.
func groupNames(groups [][]string, times float64) string {
	var list []string
	for _, group := range groups {
		list = append(list, strings.Join(group, ", "))
	}
	if times > 0 {
		return strings.Join(list, fmt.Sprintf(" > %g × ", times))
	}
	return strings.Join(list, " > ")
}

func oddsIn[T any](s *Statistic, pawns, score T) T {
	if s.InPawns {
		return pawns
	}
	return score
}

// Measure is a measure of games: a quantity of compare, or one of this package.
type Measure struct {
	Name, Label string
	Unit        measure.Unit
	evidence    func([]measure.Game) Evidence
	quantity    *measure.Quantity // nil for one of this package
}

// Interval returns the measure of some games.
func (m Measure) Interval(games []measure.Game, level float64) stat.Interval {
	return m.evidence(games).At(level)
}

// ownMeasures are the measures that are no quantity of a game.
var ownMeasures = []Measure{
	{Name: "material-explains", Label: "results explained by material", Unit: measure.Part, evidence: materialExplains},
	{Name: placementSpread, Label: "spread of the scores of placements", Unit: measure.Part, evidence: spreadOfPlacements},
	{Name: limitOfMoves, Label: "n-move rule that loses 1 % of the decisions", Unit: measure.Moves, evidence: moveLimit},
}

const (
	placementSpread = "placement-spread" // standard deviation of what placements are worth
	limitOfMoves    = "limit-of-moves"   // n of the n-move rule that loses 1 % of the decisions
)

// FindMeasure finds a measure by its name.
func FindMeasure(name string) (Measure, error) {
	for _, m := range ownMeasures {
		if m.Name == name {
			return m, nil
		}
	}
	q, err := measure.Find(name)
	evidence := func(games []measure.Game) Evidence { return meanOfGames(q, games) }
	return Measure{name, q.Label, q.Unit, evidence, &q}, err
}

// measure returns the measure of a statistic of games.
func (s *Statistic) measure() Measure {
	m, _ := FindMeasure(s.Measure) // which has been checked
	return m
}
