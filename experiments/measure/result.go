package measure

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Result is the effect of a difference of rules. It is written as JSON.
type Result struct {
	Config Config        `json:"-"` // resolved
	Folder string        `json:"folder,omitempty"`
	Pairs  int           `json:"pairs"` // on each side
	Nodes  int           `json:"nodes"` // a move
	Level  float64       `json:"level"` // of intervals
	Sides  [2]SideResult `json:"sides"`
	// Measures are in the order of the report.
	Measures []Measure `json:"measures"`
	// Tests are tests that belong to no single measure. Holm's adjustment includes them.
	Tests []Test `json:"tests"`
	// Claims are the answers to --same, by name.
	Claims []Claim `json:"same"`
	// Identical is the number of games that have the same moves on both sides.
	Identical int `json:"identical"`
	// Beyond is nil unless the sides have different n-move rules.
	Beyond *Beyond `json:"beyond"`
}

// SideResult is what happened on one side.
type SideResult struct {
	Label   string            `json:"label"`
	Name    string            `json:"game"`
	Rules   string            `json:"rules-hash"`
	Weights string            `json:"weights"` // where they are from, and their hash
	Options map[string]string `json:"options"`
	Outcomes
	// Median is the median length of all games in plies, Decision the median length
	// at which they are decided, with draws censored.
	Median   stat.Interval `json:"median-length"`
	Decision stat.Interval `json:"median-decision"`

	// Copies counts the games that repeat others. They are not counted elsewhere.
	Copies store.Copies `json:"-"`

	Game  *rules.Game `json:"-"`
	Games []Game      `json:"-"` // by pair and index
	// lengths and decisions are the curves from which the medians are taken.
	lengths, decisions *rating.Survival
}

// newSide sums up the games of a side.
func newSide(label, weights string, g *rules.Game, games []Game) SideResult {
	v := g.Variant
	return SideResult{
		Label: label, Name: v.Name, Rules: v.Hash(), Weights: weights, Options: v.OptionValues(),
		Outcomes: CountOutcomes(games), Game: g, Games: games,
	}
}

// Outcomes counts games by result and by the reason why they ended.
type Outcomes struct {
	Played  int                  `json:"games"`
	White   int                  `json:"white"` // games that White won
	Draws   int                  `json:"draws"`
	Black   int                  `json:"black"`
	Reasons map[rules.Reason]int `json:"reasons"`
}

// CountOutcomes counts the outcomes of games.
func CountOutcomes(games []Game) Outcomes {
	out := Outcomes{Played: len(games), Reasons: map[rules.Reason]int{}}
	for i := range games {
		out.Reasons[games[i].Reason]++
		switch games[i].Result {
		case rules.WhiteWins:
			out.White++
		case rules.BlackWins:
			out.Black++
		default:
			out.Draws++
		}
	}
	return out
}

// Lengths returns the lengths of decided and of drawn games in moves of both sides, rounded
// up.
func Lengths(games []Game) (decided, drawn []int) {
	for i := range games {
		if moves := (games[i].Plies + 1) / 2; isDrawn(&games[i]) {
			drawn = append(drawn, moves)
		} else {
			decided = append(decided, moves)
		}
	}
	return decided, drawn
}

// count returns how many games of a side have a property.
func (s *SideResult) count(property func(*Game) bool) int {
	n := 0
	for i := range s.Games {
		if property(&s.Games[i]) {
			n++
		}
	}
	return n
}

// Test is a test with its effect, if it has one.
type Test struct {
	Name  string `json:"name"`
	Label string `json:"label"` // also names the statistic
	// Statistic, P and Holm are NaN where the games do not give them.
	Statistic stat.Number `json:"statistic"`
	P         stat.Number `json:"p"`
	Holm      stat.Number `json:"holm"`
	// Ratio is the hazard ratio, second over first; unknown where there is none.
	Ratio stat.Interval `json:"ratio"`
}

// Significant reports whether a test finds a difference, after Holm.
func (t *Test) Significant(level float64) bool { return float64(t.Holm) <= 1-level }

// Claim is the answer to a claim that a measure is the same.
type Claim struct {
	Name    string      `json:"name"`
	Measure *Measure    `json:"-"`
	Margin  stat.Number `json:"margin"`
	// Narrow is the interval of the difference at level 1-2(1-Level), which the two
	// one-sided tests compare with the margins.
	Narrow stat.Interval `json:"narrow"`
	// P is the p-value of the claim; Holm is adjusted for all claims.
	P    stat.Number `json:"p"`
	Holm stat.Number `json:"holm"`
	// Supported reports whether the difference is smaller than the margin.
	Supported bool `json:"supported"`
}

// Beyond counts the games of the side with the longer n-move limit that passed the limit
// of the other.
type Beyond struct {
	Side    int `json:"side"`  // the one that plays on longer, 1 or 2
	Limit   int `json:"limit"` // of the other side, in moves
	Games   int `json:"games"` // that passed the limit
	Decided int `json:"decided"`
	Stopped int `json:"stopped"` // by the n-move rule of their own side or at the maximum length
}

// Significant reports whether a measure differs, after Holm.
func (m *Measure) Significant(level float64) bool { return float64(m.Holm) <= 1-level }

// Weights returns the weights that the sides play with.
func Weights(sides [2]Side) (out [2]*eval.Weights) {
	for i, c := range chooseWeights(sides) {
		out[i] = c.weights
	}
	return out
}

// Analyse compares games that a Meter has measured: the pairs that both sides have, at most
// cfg.Play.Pairs.
func Analyse(sides [2]Side, games [2][]Game, cfg Config) (*Result, error) {
	labels := Labels(sides[0].Game.Variant, sides[1].Game.Variant)
	games = common(games)
	var results [2]SideResult
	for i, chosen := range chooseWeights(sides) {
		results[i] = newSide(labels[i], chosen.String(), sides[i].Game, games[i])
		if n, err := CountPairs(games[i]); err != nil {
			return nil, err
		} else if n > cfg.Play.Pairs {
			return nil, fmt.Errorf("compare: %s: %d pairs, expected at most %d", labels[i], n, cfg.Play.Pairs)
		}
	}
	return analyse(results, cfg, fitting([2]*rules.Game{sides[0].Game, sides[1].Game}, reported(games, cfg.Same), cfg.Same))
}

// analyse compares the games of two sides by some quantities.
func analyse(sides [2]SideResult, cfg Config, list []Quantity) (*Result, error) {
	games := [2][]Game{sides[0].Games, sides[1].Games}
	pairs := len(games[0]) / gamesOfPair
	res := &Result{Config: cfg, Pairs: pairs, Nodes: cfg.Play.Nodes, Level: cfg.Level, Sides: sides, Claims: []Claim{}}
	for _, q := range slices.Concat(list, ofSets) {
		m := q.take(games, pairs, cfg.Level)
		if q.sets == nil || !math.IsNaN(m.Difference.Estimate) {
			res.Measures = append(res.Measures, m)
		}
	}
	if err := res.compareLengths(); err != nil {
		return nil, err
	}
	res.addResultsTest()
	p, adjusted := res.tests()
	for i, x := range rating.Holm(p) {
		*adjusted[i] = stat.Number(x)
	}
	res.claim()
	for i := range games[0] {
		if games[0][i].digest == games[1][i].digest {
			res.Identical++
		}
	}
	res.Beyond = beyond(sides)
	return res, nil
}

// addResultsTest tests wins, draws and losses together.
func (res *Result) addResultsTest() {
	wins, draws := res.measure("white-wins"), res.measure("draws")
	f, p := hotelling(*wins.data, *draws.data)
	test := Test{Name: "results", Label: "wins, draws and losses together (F)", Statistic: stat.Number(f), P: stat.Number(p)}
	test.Ratio = stat.Unknown()
	res.Tests = append(res.Tests, test)
}

// measure returns the measure with a name, nil if there is none.
func (res *Result) measure(name string) *Measure {
	for i := range res.Measures {
		if res.Measures[i].Name == name {
			return &res.Measures[i]
		}
	}
	return nil
}

// tests returns the p-values of all tests, with pointers to the adjusted ones.
func (res *Result) tests() (p []float64, adjusted []*stat.Number) {
	for i := range res.Measures {
		m := &res.Measures[i]
		p, adjusted = append(p, float64(m.P)), append(adjusted, &m.Holm)
	}
	for i := range res.Tests {
		t := &res.Tests[i]
		p, adjusted = append(p, float64(t.P)), append(adjusted, &t.Holm)
	}
	return p, adjusted
}

// tested returns the number of tests that Holm's adjustment allows for.
func (res *Result) tested() int {
	p, _ := res.tests()
	return len(slices.DeleteFunc(p, math.IsNaN))
}

// claim answers the claims that measures are the same.
func (res *Result) claim() {
	var p []float64
	narrow := 2*res.Config.Level - 1
	for _, name := range slices.Sorted(maps.Keys(res.Config.Same)) {
		margin := res.Config.Same[name]
		c := Claim{Name: name, Measure: res.measure(name), Margin: stat.Number(margin), Narrow: stat.Unknown()}
		c.P = stat.Number(c.Measure.Equivalence(margin))
		if narrow > 0 {
			c.Narrow = c.Measure.Interval(narrow)
		}
		res.Claims = append(res.Claims, c)
		p = append(p, float64(c.P))
	}
	for i, x := range rating.Holm(p) {
		res.Claims[i].Holm, res.Claims[i].Supported = stat.Number(x), x <= 1-res.Config.Level
	}
}

// beyond compares n-move limits. A side without the rule has the longest.
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
	b := &Beyond{Side: 2, Limit: limits[0]}
	if limits[0] > limits[1] {
		b = &Beyond{Side: 1, Limit: limits[1]}
	}
	for _, g := range sides[b.Side-1].Games {
		if !g.Passed(b.Limit) {
			continue
		}
		b.Games++
		switch {
		case g.Result != rules.Draw:
			b.Decided++
		case g.Reason == rules.NMoveRule || g.Reason == match.LengthLimit:
			b.Stopped++
		}
	}
	return b
}
