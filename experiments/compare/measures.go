package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/rating"
)

// Unit is what a measure is in.
type Unit string

// The units. A share is from 0 to 1 and shown in per cent.
const (
	Share   Unit = "share of games"
	Part    Unit = "share of pieces"
	Plies   Unit = "plies"
	Moves   Unit = "moves"
	Bits    Unit = "bits"
	PerGame Unit = "a game"
	Men     Unit = "pieces"
)

// Measure is a quantity on both sides with its difference, second minus first.
// Limits and probabilities are NaN where the games cannot give them.
type Measure struct {
	Name  string // for programs: lower-case words joined by hyphens
	Label string // for people
	Unit  Unit
	// First and Second are the means of the sides, Difference that of the
	// differences over pairs with the same seed.
	First, Second, Difference rating.Interval
	// P is the probability of such a difference if there were none, Holm the
	// same adjusted for all tests of the comparison.
	P, Holm float64
	// Derived says that the measure follows from another and is not tested.
	Derived bool
	// Size is the difference in standard deviations of a game.
	Size rating.Interval
	// Gain is how many times as many games would be needed without shared seeds.
	Gain float64
	// data is nil where the measure is not a mean over games.
	data *paired
}

// spec is how a measure is taken of a game.
type spec struct {
	name, label string
	unit        Unit
	derived     bool
	of          func(*Game) float64
}

// truth is a share's value of one game.
func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// specs lists the measures that have a meaning for these games, in the order of
// the report.
func specs(sides [2][]Game) []spec {
	drawn := func(g *Game) bool { return g.Result == rules.Draw }
	list := []spec{
		{"white-score", "White's score", Share, false, func(g *Game) float64 { return g.Result.Score() }},
		{"white-wins", "White wins", Share, false, func(g *Game) float64 { return truth(g.Result == rules.WhiteWins) }},
		{"draws", "draws", Share, false, func(g *Game) float64 { return truth(drawn(g)) }},
		{"black-wins", "Black wins", Share, false, func(g *Game) float64 { return truth(g.Result == rules.BlackWins) }},
		{"decided", "decided games", Share, true, func(g *Game) float64 { return truth(!drawn(g)) }},
	}
	list = append(list, reasonSpecs(sides)...)
	list = append(list,
		spec{"length", "length", Plies, false, func(g *Game) float64 { return float64(g.Plies) }},
		spec{"lead-changes", "changes of the lead", PerGame, false, func(g *Game) float64 { return float64(g.LeadChanges) }},
		spec{"captures", "captures", PerGame, false, func(g *Game) float64 { return float64(len(g.Captures)) }},
		spec{"men", "left at the end", Men, false, func(g *Game) float64 { return float64(g.Men) }},
		spec{"officers", "pieces left without pawns", Part, false, func(g *Game) float64 { return g.Officers }},
		spec{"branching", "branching factor", Moves, false, func(g *Game) float64 { return g.Branching }},
		spec{"counter", "highest n-move counter", Moves, false, func(g *Game) float64 { return g.Counter }},
	)
	for kind := range specialKinds {
		of := func(g *Game) float64 { return float64(g.Special[kind]) }
		if happens(sides, func(g *Game) bool { return g.Special[kind] > 0 }) {
			list = append(list, spec{specialNames[kind].name, specialNames[kind].label, PerGame, false, of})
		}
	}
	return list
}

// reasonSpecs are the shares of games that were drawn, and if there are several
// ways to win, won, for each reason.
func reasonSpecs(sides [2][]Game) []spec {
	var list []spec
	wins := 0
	for _, drawn := range []bool{true, false} {
		for _, reason := range reasons(sides, drawn) {
			prefix, label := drawnBy, "drawn: "
			if !drawn {
				prefix, label = wonBy, "won: "
				wins++
			}
			name := prefix + strings.ReplaceAll(string(reason), " ", "-")
			list = append(list, spec{name, label + string(reason), Share, false, func(g *Game) float64 {
				return truth(g.Reason == reason && (g.Result == rules.Draw) == drawn)
			}})
		}
	}
	if wins == 1 {
		list = list[:len(list)-1] // it is the share of decided games
	}
	return list
}

// reasons lists why games ended in a draw, or in a win, by name.
func reasons(sides [2][]Game, drawn bool) []rules.Reason {
	var list []rules.Reason
	for _, games := range sides {
		for i := range games {
			if g := &games[i]; (g.Result == rules.Draw) == drawn && !slices.Contains(list, g.Reason) {
				list = append(list, g.Reason)
			}
		}
	}
	slices.Sort(list)
	return list
}

// happens reports whether something is true of a game of either side.
func happens(sides [2][]Game, what func(*Game) bool) bool {
	for _, games := range sides {
		for i := range games {
			if what(&games[i]) {
				return true
			}
		}
	}
	return false
}

// take is the measure of both sides.
func (s spec) take(sides [2][]Game, cfg *Config) Measure {
	data := paired{perPair(sides[0], cfg.Play.Pairs, s.of), perPair(sides[1], cfg.Play.Pairs, s.of), s.unit == Share}
	m := Measure{Name: s.name, Label: s.label, Unit: s.unit, Derived: s.derived, data: &data, Gain: data.gain(), Size: noInterval()}
	m.First, m.Second = meanInterval(data.first, data.share, cfg.Level), meanInterval(data.second, data.share, cfg.Level)
	m.Difference, m.P = data.difference(cfg.Level)
	if s.derived {
		m.P = math.NaN()
	}
	if sd := deviation(sides, s.of); sd > 0 {
		m.Size = rating.Interval{Estimate: m.Difference.Estimate / sd, Lo: m.Difference.Lo / sd, Hi: m.Difference.Hi / sd}
	}
	return m
}

// perPair is the mean of a measure over the games of each pair.
func perPair(games []Game, pairs int, of func(*Game) float64) []float64 {
	out := make([]float64, pairs)
	for i := range games {
		out[games[i].Pair] += of(&games[i]) / gamesOfPair
	}
	return out
}

// gamesOfPair is how many games a pair has on each side.
const gamesOfPair = 2

// deviation is the standard deviation of a game, with the variances of both
// sides averaged.
func deviation(sides [2][]Game, of func(*Game) float64) float64 {
	variance := 0.0
	for _, games := range sides {
		mean, squares := 0.0, 0.0
		for i := range games {
			mean += of(&games[i]) / float64(len(games))
		}
		for i := range games {
			off := of(&games[i]) - mean
			squares += off * off
		}
		variance += squares / float64(len(games)-1) / 2
	}
	return math.Sqrt(variance)
}

// openingMeasure is the variety of the openings.
func openingMeasure(sides [2][]Game, cfg *Config) Measure {
	m := Measure{Name: "opening-entropy", Label: "variety of openings", Unit: Bits, Gain: math.NaN(), Size: noInterval()}
	a, b := newFrequencies(cfg.Play.Pairs, sides[0]), newFrequencies(cfg.Play.Pairs, sides[1])
	m.First, m.Second, m.Difference, m.P = entropies(a, b, cfg.Level)
	return m
}

// checkNames finds claims about measures that no game has, before any is played.
// Which reasons games end for is not known then.
func checkNames(same map[string]float64) error {
	var names []string
	for _, s := range specs([2][]Game{}) {
		names = append(names, s.name)
	}
	for _, s := range specialNames {
		names = append(names, s.name)
	}
	for _, name := range sortedKeys(same) {
		if !slices.Contains(names, name) && !strings.HasPrefix(name, drawnBy) && !strings.HasPrefix(name, wonBy) {
			return unknownMeasure(name, names)
		}
	}
	return nil
}

// drawnBy and wonBy begin the names of measures of reasons.
const (
	drawnBy = "drawn-by-"
	wonBy   = "won-by-"
)

func unknownMeasure(name string, names []string) error {
	if near := variant.Nearest(name, names); near != "" {
		return fmt.Errorf("compare: no measure %q to be the same; did you mean %q?", name, near)
	}
	return fmt.Errorf("compare: no measure %q to be the same; expected one of %s", name, strings.Join(names, ", "))
}

// checkSame finds claims about measures that the games do not have.
func checkSame(same map[string]float64, measures []Measure) error {
	for _, name := range sortedKeys(same) {
		if slices.ContainsFunc(measures, func(m Measure) bool { return m.Name == name && m.data != nil }) {
			continue
		}
		var names []string
		for _, m := range measures {
			if m.data != nil {
				names = append(names, m.Name)
			}
		}
		return unknownMeasure(name, names)
	}
	return nil
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, cmp.Compare)
	return keys
}
