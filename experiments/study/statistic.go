package study

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"bestiary/experiments/balance"
	"bestiary/experiments/measure"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/toml"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Statistic is the subject of a hypothesis: a number of a run.
type Statistic struct {
	// What names the measured number, and Unit is how it is written.
	What string
	Unit format.Unit
	// of returns the number of a run. A statistic of several numbers has parts instead.
	of    func(*RunResult) Evidence
	parts func(*RunResult) []part
	// paired is the difference of two runs from the same seed, pair by pair; not ok where
	// they cannot be compared so. It is nil where runs are always independent.
	paired func(a, b *RunResult) (e Evidence, ok bool)
	// ratio marks a ratio of positive numbers, and steps a number for each step of a pyramid, of which
	// the smallest is shown.
	ratio, steps bool
}

// statistic is a key of a [[hypothesis]] that names what is measured: an entry of statistics. A new
// one is an entry and the function that gets its number from a run.
type statistic struct {
	key string
	// runs is the kind of runs that it needs.
	runs Kind
	// with are keys that have a meaning with this statistic and those that list them alone,
	// and without keys that have none with it.
	with, without []string
	// groups marks groups of pieces, which are compared with 0 by default.
	groups bool
	// read reads and checks the statistic, and the one of the runs that the own runs are compared with.
	read func(*asked) (own, other Statistic)
}

// statistics lists what a hypothesis can be about.
var statistics = []statistic{
	{key: "value", runs: ValuesRun, with: []string{"per", "against-value"}, read: readValue},
	{key: "order", runs: ValuesRun, with: []string{"per", "times"}, without: []string{"across", "against"}, groups: true, read: readOrder},
	{key: "tiers", runs: ValuesRun, with: []string{"per"}, without: []string{"against"}, groups: true, read: readTiers},
	{key: "place", runs: ValuesRun, read: readPlace},
	{key: "odds", runs: OddsRun, with: []string{"in"}, read: readOdds},
	{key: "measure", runs: GamesRun, read: readMeasure},
	{key: "score", runs: StrengthsRun, read: readScore},
}

// statisticKeys lists the keys of all statistics and those that belong to them.
func statisticKeys() (keys []string) {
	for _, one := range statistics {
		keys = append(append(keys, one.key), one.with...)
	}
	return keys
}

// asked is a hypothesis whose statistic is read, with its runs and those that they are compared with.
type asked struct {
	*toml.Section
	runs, against []*Run
}

func (q *asked) all() []*Run { return slices.Concat(q.runs, q.against) }

// sum reads a sum of pieces that runs have.
func (q *asked) sum(key string, runs []*Run) (sum Sum) {
	text := ""
	q.Read(key, &text)
	if q.Settled(key) {
		return nil
	}
	sum, err := ParseSum(text)
	if err != nil {
		q.Report(key, fmt.Sprintf("%q: %v", text, err), `pieces with signs between them, as in "rook - 2 pawn"`, "")
	}
	for _, run := range runs {
		q.check(key, sum.pieces(), run)
	}
	return sum
}

// check reports pieces that the game of a run lacks.
func (q *asked) check(key string, names []string, run *Run) {
	pieces := run.pieces()
	for _, name := range names {
		if !slices.Contains(pieces, name) {
			q.lacks(key, fmt.Sprintf("the game has no %q", name), run, toml.Nearest(name, pieces))
			return
		}
	}
}

func (q *asked) lacks(key, found string, run *Run, nearest string) {
	q.Report(key, found+" ("+run.Game.Variant.Name+")", "a piece of it", nearest)
}

// pieces lists the pieces of the game that have a value.
func (run *Run) pieces() (list []string) {
	for _, t := range run.Game.Types() {
		if t != run.Game.Royal() {
			list = append(list, run.Game.TypeName(t))
		}
	}
	return list
}

// having returns the pieces of a list that the game of a run has.
func (run *Run) having(pieces []string) []string {
	own := run.pieces()
	return slices.DeleteFunc(slices.Clone(pieces), func(name string) bool { return !slices.Contains(own, name) })
}

// per reads the unit of values; nil means logits. Runs whose games have several units are a fault
// if none is given.
func (q *asked) per() Sum {
	if q.Peek("per") == "logit" {
		q.Read("per", new(string))
		return nil
	}
	if q.Has("per") {
		return q.sum("per", q.all())
	}
	q.Read("per", new(string))
	var unit, of string
	for _, run := range q.all() {
		name := run.Game.TypeName(tuning.UnitPiece(run.Game))
		if unit == "" {
			unit, of = name, run.Game.Variant.Name
		}
		if name != unit {
			found := fmt.Sprintf("missing, and the unit is the %s in %s and the %s in %s", unit, of, name, run.Game.Variant.Name)
			q.Report("per", found, "a sum of pieces that all games have", "")
			return nil
		}
	}
	return Sum{{1, unit}}
}

func readValue(q *asked) (own, other Statistic) {
	per, value := q.per(), q.sum("value", q.runs)
	own = worthOf(value, per)
	if !q.Has("against-value") {
		for _, run := range q.against {
			q.check("against-value", value.pieces(), run)
		}
		return own, own
	}
	return own, worthOf(q.sum("against-value", q.against), per)
}

// worthOf is a sum of values, divided by the value of another sum.
func worthOf(value, per Sum) Statistic {
	negative := slices.ContainsFunc(value, func(t Term) bool { return t.Times < 0 })
	return Statistic{
		What: value.String(), Unit: unitOfWorth(per), ratio: len(per) > 0 && !negative,
		of: func(run *RunResult) Evidence { return worth(value, per, run) },
	}
}

// groups reads groups of pieces; fits reports whether the game of a run has the pieces of a group.
func (q *asked) groups(key string, check func(key string, group []string, run *Run)) (groups [][]string) {
	q.Read(key, &groups)
	for _, run := range q.runs {
		for i, group := range groups {
			check(toml.Item(key, i+1), group, run)
		}
		if len(groups) < 2 {
			q.lacks(key, "fewer than two groups", run, "")
		}
		if slices.ContainsFunc(groups, func(group []string) bool { return len(group) == 0 }) {
			q.lacks(key, "a group is empty", run, "")
		}
	}
	return groups
}

func readOrder(q *asked) (own, other Statistic) {
	times, per := 0.0, q.per()
	field{key: "times", at: &times, lo: 1, hi: 10}.read(q.Section)
	own = orderOf(q.groups("order", q.check), times, per)
	return own, own
}

// orderOf compares each piece of a group with each of the next, or with a multiple of it.
func orderOf(groups [][]string, times float64, per Sum) Statistic {
	return Statistic{What: groupNames(groups, times), Unit: unitOfWorth(per), parts: func(run *RunResult) (list []part) {
		for k := 1; k < len(groups); k++ {
			for _, a := range groups[k-1] {
				for _, b := range groups[k] {
					list = append(list, part{a + " over " + b, worth(Sum{{1, a}, {-cmp.Or(times, 1), b}}, per, run)})
				}
			}
		}
		return list
	}}
}

func readTiers(q *asked) (own, other Statistic) {
	per := q.per()
	own = tiersOf(q.groups("tiers", func(key string, group []string, run *Run) {
		if len(run.having(group)) == 0 {
			q.lacks(key, "the game has none of "+strings.Join(group, ", "), run, "")
		}
	}), per)
	return own, own
}

// tiersOf compares the mean of each group of pieces with the next group's; a game need not have all
// of the pieces.
func tiersOf(groups [][]string, per Sum) Statistic {
	s := Statistic{What: "means of " + groupNames(groups, 0), Unit: unitOfWorth(per), steps: true}
	s.parts = func(run *RunResult) (list []part) {
		for k := 1; k < len(groups); k++ {
			step := append(meanSum(run.Run.having(groups[k-1]), 1), meanSum(run.Run.having(groups[k]), -1)...)
			name := format.List(groups[k-1], "and") + " over " + format.List(groups[k], "and")
			list = append(list, part{name, worth(step, per, run)})
		}
		return list
	}
	return s
}

// groupNames lists groups, each worth more than the next, or more than a multiple of it.
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

func named(name string) format.Unit { return format.Unit{Scale: 1, Digits: 2, Name: name} }

// unitOfWorth returns the unit of a sum of values.
func unitOfWorth(per Sum) format.Unit {
	switch {
	case len(per) == 0:
		return named("logits")
	case len(per) == 1 && per[0].Times == 1:
		return named(per[0].Piece + "s")
	case per.isMean():
		return named("× the mean of " + format.List(per.pieces(), "and"))
	}
	return named("× (" + per.String() + ")")
}

// readPlace reads what two pieces of a kind on both colours, or a pawn at the edge, are worth more.
func readPlace(q *asked) (own, other Statistic) {
	name := ""
	q.Read("place", &name)
	for _, run := range q.all() {
		if places := tuning.PlaceNames(run.Game); !slices.Contains(places, name) {
			found := fmt.Sprintf("%q in %s", name, run.Game.Variant.Name)
			q.Report("place", found, "one of "+strings.Join(places, ", "), toml.Nearest(name, places))
		}
	}
	own = Statistic{What: "worth of the " + name, Unit: named("points"), of: func(run *RunResult) Evidence { return placeEvidence(name, run) }}
	return own, own
}

// readOdds reads the score of an exchange, or its worth in pawns. The odds of the unit are always
// played.
func readOdds(q *asked) (own, other Statistic) {
	text, in := "", ""
	q.Read("odds", &text)
	field{key: "in", at: &in, words: []string{"score", "pawns"}}.read(q.Section)
	for _, run := range q.all() {
		x, err := opening.ParseExchange(run.Game, text)
		if err != nil {
			q.Report("odds", err.Error(), "", "")
			return own, own
		}
		text = x.Text(run.Game)
		ofUnit := len(x.Right) == 0 && len(x.Left) == 1 && x.Left[0] == tuning.UnitPiece(run.Game)
		if !slices.Contains(run.Exchanges, text) && !ofUnit {
			q.Report("odds", fmt.Sprintf("run %q does not play %q", run.Name, text), "one of its exchanges", toml.Nearest(text, run.Exchanges))
		}
	}
	own = Statistic{What: "score of " + text, Unit: format.Percent, of: func(run *RunResult) Evidence { return oddsScore(text, run) }}
	if in == "pawns" {
		own = Statistic{What: "worth of " + text, Unit: named("pawns"), of: func(run *RunResult) Evidence { return oddsWorth(text, run) }}
	}
	return own, own
}

func readMeasure(q *asked) (own, other Statistic) {
	name := ""
	q.Read("measure", &name)
	own = measureOf(checkMeasure(q.Section, "measure", name))
	return own, own
}

// measureOf is a measure of the games of a run.
func measureOf(m Measure) Statistic {
	s := Statistic{What: m.Label, Unit: m.Unit.Format(), of: func(run *RunResult) Evidence { return m.evidence(run.List) }}
	if m.quantity != nil {
		s.paired = func(a, b *RunResult) (Evidence, bool) { return pairedMeasure(m.quantity, a, b) }
	}
	return s
}

// checkMeasure returns the measure of a name, and reports one that does not exist.
func checkMeasure(s *toml.Section, key, name string) Measure {
	m, err := FindMeasure(name)
	if err != nil {
		found, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "compare: "), ";")
		names := measure.Names()
		for _, m := range ownMeasures {
			names = append(names, m.Name)
		}
		s.Report(key, found, "a measure of docs/comparing.md, as length or draws", toml.Nearest(name, names))
	}
	return m
}

// readScore reads the score of the side that moves first, at a number of nodes, by the curve of balance.
func readScore(q *asked) (own, other Statistic) {
	nodes := 0
	q.Read("score", &nodes)
	for _, run := range q.all() {
		if list := run.Balance.Strengths; !slices.Contains(list, nodes) && nodes != balance.Factor*slices.Max(list) {
			q.Report("score", fmt.Sprint(nodes), fmt.Sprintf("one of the strengths of run %q, or %d times the last", run.Name, balance.Factor), "")
		}
	}
	own = Statistic{What: "score at " + format.Plural(nodes, "node"), Unit: format.Percent, of: func(run *RunResult) Evidence {
		c := run.Balance.Main()
		v := c.Beyond.Curve
		for _, rung := range c.Rungs {
			if rung.Nodes == nodes {
				v = rung.Curve
			}
		}
		return stat.OfGames(v.Estimate, func(level float64) stat.Interval { return atLevel(v, level) })
	}}
	return own, own
}

// Measure is a measure of games: a quantity of package measure, or one of this package.
type Measure struct {
	Name, Label string
	Unit        measure.Unit
	evidence    func([]measure.Game) Evidence
	quantity    *measure.Quantity // nil for one of this package
}

// ownMeasures are the measures that are no quantity of a game.
var ownMeasures = []Measure{
	{Name: "material-explains", Label: "results explained by material", Unit: measure.Part, evidence: materialExplains},
	{Name: "placement-spread", Label: "spread of the scores of placements", Unit: measure.Part, evidence: spreadOfPlacements},
	{Name: "limit-of-moves", Label: "n-move rule that loses 1 % of the decisions", Unit: measure.Moves, evidence: moveLimit},
}

// FindMeasure finds a measure by its name.
func FindMeasure(name string) (Measure, error) {
	if i := slices.IndexFunc(ownMeasures, func(m Measure) bool { return m.Name == name }); i >= 0 {
		return ownMeasures[i], nil
	}
	q, err := measure.Find(name)
	return Measure{name, q.Label, q.Unit, func(games []measure.Game) Evidence { return meanOfGames(q, games) }, &q}, err
}
