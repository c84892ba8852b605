package estimate

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math"
	"strings"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Assumptions before any game, as measured in chess and similar games at a few hundred
// nodes a move.
const (
	assumedArmy   = 18   // worth of an array's pieces in logits: an advantage decides by its share of the army
	assumedWhite  = 0.15 // worth of the first move in logits
	assumedEffect = 0.7  // draws make it smaller, the luck of a pair makes it larger
	// plannedPairs is the number of pairs of openings that a plan draws, and plannedLarge the
	// number for a larger design, which has more exchanges: each is drawn several times.
	plannedPairs = 500
	plannedLarge = 2500
	// plannedRound has openings that no run plays.
	plannedRound = 1 << 30
	// choicePairs is the default of Config.DesignPairs.
	choicePairs = 2000
)

// Plan predicts the precision of an estimate before any game, from the openings that it
// would draw, the values of its starting weights, and typical numbers for the worth of an
// army and for draws.
func Plan(g *rules.Game, cfg Config) (*tuning.Plan, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := CheckGame(g); err != nil {
		return nil, err
	}
	return planWith(g, cfg, expectedBefore(g, cfg))
}

// CheckGame returns an error if the pieces of a game have no values that can be measured.
func CheckGame(g *rules.Game) error { return cmp.Or(eval.CheckValued(g), tuning.CheckArmies(g)) }

// expectedBefore returns the expectations before any game. Armies that differ are assumed to be
// meant as equals.
func expectedBefore(g *rules.Game, cfg Config) tuning.Expectations {
	w := cfg.start(g)
	x := tuning.Expectations{Values: make([]float64, opening.Kinds), White: assumedWhite, Effect: assumedEffect}
	start, army := g.NewPosition(), 0.0
	for _, t := range opening.Valued(g) {
		x.Values[t] = materialOf(w, t)
		army += float64(tuning.Count(start, t, rules.White)+tuning.Count(start, t, rules.Black)) / 2 * x.Values[t]
	}
	for t := range x.Values {
		x.Values[t] *= assumedArmy / army
	}
	return x
}

// expectedAfter returns the expectations after a learning round, which measures the values
// and the effect of draws and luck. The values come from quiet positions, because few
// games determine these better, and are converted to the scale of the armies.
func expectedAfter(g *rules.Game, cfg Config, m *tuning.Measurement) tuning.Expectations {
	learned := learnFrom(m)
	above, below, least := 0.0, 0.0, math.Inf(1)
	x := tuning.Expectations{Values: make([]float64, opening.Kinds), White: m.Design.White.Estimate, Effect: m.Design.DesignEffect}
	for i, v := range learned.Values {
		x.Values[v.Type] = v.Logit.Estimate
		least = min(least, v.Logit.Estimate)
		if d := m.Design.Values[i].Logit; d.Bounded() {
			weight := 1 / math.Pow(d.Hi-d.Lo, 2)
			above += weight * d.Estimate * v.Logit.Estimate
			below += weight * v.Logit.Estimate * v.Logit.Estimate
		}
	}
	if !(above > 0 && least > 0) || math.IsInf(below, 0) || !(x.Effect > 0) {
		return expectedBefore(g, cfg) // the round is uninformative
	}
	for _, v := range learned.Values {
		x.Values[v.Type] *= above / below
	}
	return x
}

// chooseOpenings returns the openings of the last round with their exchanges, if any. If
// exchanges would not determine all values, armies are drawn at random.
func chooseOpenings(g *rules.Game, cfg Config, x tuning.Expectations) (opening.Config, *tuning.Chosen, error) {
	out := cfg.Play.Config
	if cfg.Design == RandomArmies {
		return out, nil, nil
	}
	var about []opening.Exchange
	if cfg.About != "" {
		for text := range strings.SplitSeq(cfg.About, ",") {
			e, err := opening.ParseExchange(g, text)
			if err != nil {
				return out, nil, fmt.Errorf("about: %w", err)
			}
			about = append(about, e)
		}
	}
	out.Kind, out.NoPermute = opening.Exchanges, cfg.Design == Exchanges
	chosen, err := tuning.Choose(g, about, x, out, cmp.Or(cfg.DesignPairs, choicePairs))
	if errors.Is(err, tuning.ErrNoExchanges) && cfg.About == "" {
		return cfg.Play.Config, nil, nil
	}
	if err != nil {
		return out, nil, err
	}
	out.Exchanges = chosen.Text
	return out, chosen, nil
}

// planWith returns a plan for the openings that would now be chosen.
func planWith(g *rules.Game, cfg Config, x tuning.Expectations) (*tuning.Plan, error) {
	openings, _, err := chooseOpenings(g, cfg, x)
	if err != nil {
		return nil, err
	}
	return planOf(g, cfg, openings, x)
}

// planOf returns a plan for the given openings.
func planOf(g *rules.Game, cfg Config, openings opening.Config, x tuning.Expectations) (*tuning.Plan, error) {
	play := cfg.Play
	play.Config = openings
	pairs := plannedPairs
	if cfg.DesignPairs > choicePairs {
		pairs = plannedLarge
	}
	return tuning.NewPlan(g, plannedStarts(g, play, pairs), x, cfg.Fit)
}

// plannedStarts yields first positions of games that no run plays.
func plannedStarts(g *rules.Game, play match.Config, pairs int) iter.Seq2[*rules.Position, error] {
	return func(yield func(*rules.Position, error) bool) {
		source, err := opening.New(g, play.Config, play.Seed)
		if err != nil {
			yield(nil, err)
			return
		}
		for k := range 2 * pairs {
			start, err := source.Start(plannedRound, k/2, k%2)
			if err == nil {
				start.Position, err = g.ParseFEN(start.FEN)
			}
			if !yield(start.Position, err) || err != nil {
				return
			}
		}
	}
}

// Limits of the stopping rule.
const (
	// minPairs is the smallest first checkpoint: with fewer pairs, the errors of an estimate
	// are poorly known.
	minPairs = 200
	// checkpointGrowth is the ratio of a checkpoint to the previous one.
	checkpointGrowth = 1.25
)

// checkpoints returns the numbers of pairs after which a run with a precision may end. They depend
// on the expectations before its games, not on the games.
func checkpoints(expected, limit int) []int {
	list := []int{min(max(expected, minPairs), limit)}
	for last := list[0]; last < limit; {
		last = min(int(math.Ceil(checkpointGrowth*float64(last))), limit)
		list = append(list, last)
	}
	return list
}

// untilPrecise measures at each checkpoint until all half-widths are at most precision.
// Only widths decide. The width of a ratio grows with its estimate, so runs with low
// values end a little sooner and values are biased downwards: by 1 to 2 % in simulated
// runs that end at a half-width of 15 % of the value, where intervals keep their level
// (TestCoverageWithEarlyStopping).
func untilPrecise(precision float64, checkpoints []int, measure func(pairs int) ([]stat.Interval, error)) error {
	for _, pairs := range checkpoints {
		values, err := measure(pairs)
		if err != nil {
			return err
		}
		wide := false
		for _, v := range values {
			wide = wide || !(v.HalfWidth() <= precision)
		}
		if !wide {
			return nil
		}
	}
	return nil
}
