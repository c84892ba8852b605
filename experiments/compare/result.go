package compare

import (
	"math"
	"slices"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay"
	"bestiary/selfplay/rating"
)

// Result is the answer to what a difference of rules does.
type Result struct {
	Config Config // resolved
	Folder string
	Sides  [2]SideResult
	// Measures are in the order of the report.
	Measures []Measure
	// Tests are those that no single measure stands for. They count as tests for
	// Holm's adjustment, too.
	Tests []Test
	// Claims answers Config.Same, by name.
	Claims []Claim
	// Identical is the number of games that have the same moves on both sides.
	Identical int
	// Beyond is nil unless the sides have different n-move rules.
	Beyond *Beyond
}

// SideResult is what happened on one side.
type SideResult struct {
	Label   string
	Game    *rules.Game
	Weights string // where they are from, and their hash
	Games   []Game // by pair and index
	// Median is that of the length in plies of all games, Decision that of the
	// length at which they are decided, where draws count as cut short.
	Median, Decision stat.Interval
	// lengths and decisions are the curves behind the medians.
	lengths, decisions *rating.Survival
}

// Count is how many games of a side have a property.
func (s *SideResult) Count(property func(*Game) bool) int {
	n := 0
	for i := range s.Games {
		if property(&s.Games[i]) {
			n++
		}
	}
	return n
}

// Won counts the games with a result.
func (s *SideResult) Won(r rules.Result) int {
	return s.Count(func(g *Game) bool { return g.Result == r })
}

// Test is a test with its effect, if it has one.
type Test struct {
	Name, Label string
	// Statistic is described by Label.
	Statistic float64
	P, Holm   float64
	// Ratio is that of hazards, second over first; unknown where there is none.
	Ratio stat.Interval
}

// Certain reports whether a test finds a difference, after Holm.
func (t *Test) Certain(level float64) bool { return t.Holm <= 1-level }

// Claim is the answer to a claim that a measure is the same.
type Claim struct {
	Measure *Measure
	Margin  float64
	// Narrow is the interval of the difference of level 1-2(1-Level), which the
	// two one-sided tests compare with the margins.
	Narrow stat.Interval
	// P is the probability of data like these if the difference were the margin,
	// Holm the same adjusted for all claims.
	P, Holm float64
}

// Supported reports whether the difference is smaller than the margin.
func (c Claim) Supported(level float64) bool { return c.Holm <= 1-level }

// Beyond is about the games of the side that plays on longer which passed the
// n-move limit of the other.
type Beyond struct {
	// Side plays on longer; Limit is that of the other, in moves.
	Side, Limit int
	// Games passed the limit; Decided of them had a winner; Stopped were drawn by
	// the n-move rule of their own side, or at the greatest length of a game.
	Games, Decided, Stopped int
}

// Certain reports whether a measure differs, after Holm.
func (m *Measure) Certain(level float64) bool { return m.Holm <= 1-level }

// analyse compares the measured games of two sides.
func analyse(sides [2]SideResult, cfg Config) (*Result, error) {
	games := [2][]Game{sides[0].Games, sides[1].Games}
	res := &Result{Config: cfg, Sides: sides}
	for _, q := range res.quantities(games) {
		res.Measures = append(res.Measures, q.take(games, cfg.Play.Pairs, cfg.Level))
	}
	if m := predictionMeasure(games, &cfg); !math.IsNaN(m.Difference.Estimate) {
		res.Measures = append(res.Measures, m)
	}
	res.Measures = append(res.Measures, openingMeasure(games, &cfg))
	if err := res.compareLengths(); err != nil {
		return nil, err
	}
	res.addResultsTest()
	res.adjust()
	res.claim()
	for i := range games[0] {
		if games[0][i].digest == games[1][i].digest {
			res.Identical++
		}
	}
	res.Beyond = beyond(sides)
	return res, nil
}

// quantities are those of the report and those that a claim is about.
func (res *Result) quantities(games [2][]Game) []Quantity {
	list := reported(games)
	for _, name := range sortedKeys(res.Config.Same) {
		if slices.ContainsFunc(list, func(q Quantity) bool { return q.Name == name }) {
			continue
		}
		if q, err := Find(name); err == nil {
			list = append(list, q)
		}
	}
	return list
}

// addResultsTest tests wins, draws and losses together.
func (res *Result) addResultsTest() {
	wins, draws := res.measure("white-wins"), res.measure("draws")
	f, p := hotelling(*wins.data, *draws.data)
	res.Tests = append(res.Tests, Test{Name: "results", Label: "wins, draws and losses together (F)", Statistic: f, P: p, Ratio: stat.Unknown()})
}

// measure is the measure with a name that exists.
func (res *Result) measure(name string) *Measure {
	for i := range res.Measures {
		if res.Measures[i].Name == name {
			return &res.Measures[i]
		}
	}
	return nil
}

// adjust fills in Holm's probabilities.
func (res *Result) adjust() {
	var p []float64
	for i := range res.Measures {
		p = append(p, res.Measures[i].P)
	}
	for i := range res.Tests {
		p = append(p, res.Tests[i].P)
	}
	p = rating.Holm(p)
	for i := range res.Measures {
		res.Measures[i].Holm = p[i]
	}
	for i := range res.Tests {
		res.Tests[i].Holm = p[len(res.Measures)+i]
	}
}

// tested is the number of tests that Holm's adjustment is for.
func (res *Result) tested() int {
	n := 0
	for _, m := range res.Measures {
		n += int(truth(!math.IsNaN(m.P)))
	}
	for _, t := range res.Tests {
		n += int(truth(!math.IsNaN(t.P)))
	}
	return n
}

// claim answers what is claimed to be the same.
func (res *Result) claim() {
	var p []float64
	narrow := 2*res.Config.Level - 1
	for _, name := range sortedKeys(res.Config.Same) {
		c := Claim{Measure: res.measure(name), Margin: res.Config.Same[name]}
		c.P, c.Narrow = c.Measure.Equivalence(c.Margin), stat.Unknown()
		if narrow > 0 {
			c.Narrow = c.Measure.Interval(narrow)
		}
		res.Claims = append(res.Claims, c)
		p = append(p, c.P)
	}
	for i, x := range rating.Holm(p) {
		res.Claims[i].Holm = x
	}
}

// beyond compares n-move limits; none is beyond all others.
func beyond(sides [2]SideResult) *Beyond {
	limits := [2]int{}
	for i, s := range sides {
		limits[i] = s.Game.Variant.Rules.NMove
		if limits[i] == 0 {
			limits[i] = math.MaxInt
		}
	}
	if limits[0] == limits[1] {
		return nil
	}
	b := &Beyond{Side: 1, Limit: limits[0]}
	if limits[0] > limits[1] {
		b = &Beyond{Side: 0, Limit: limits[1]}
	}
	for _, g := range sides[b.Side].Games {
		if !g.Passed(b.Limit) {
			continue
		}
		b.Games++
		switch {
		case g.Result != rules.Draw:
			b.Decided++
		case g.Reason == rules.NMoveRule || g.Reason == selfplay.LengthLimit:
			b.Stopped++
		}
	}
	return b
}
