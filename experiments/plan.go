package experiments

import (
	"iter"
	"math"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay"
	"bestiary/tuning"
)

// What is assumed before any game, as measured in chess and similar games at a few
// hundred nodes a move.
const (
	assumedPawn   = 0.3  // logits a pawn is worth at the start
	assumedWhite  = 0.15 // logits the first move is worth
	assumedEffect = 0.9  // draws make it smaller, the luck of a pair larger
	// plannedPairs is how many pairs of openings a plan draws.
	plannedPairs = 500
	// plannedRound has openings that no run plays.
	plannedRound = 1 << 30
)

// PlanEstimate predicts the precision of an estimate before any game, from the openings
// that it draws, the values of the prior, and usual numbers for the value of a pawn and
// for draws.
func PlanEstimate(g *rules.Game, cfg EstimateConfig) (*tuning.Plan, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	if err := eval.CheckMobility(g); err != nil {
		return nil, err
	}
	values := eval.PriorValues(g)
	scale := assumedPawn / values[tuning.UnitPiece(g)]
	for t := range values {
		values[t] *= scale
	}
	return planWith(g, cfg, tuning.Expectations{Values: values, White: assumedWhite, Effect: assumedEffect})
}

// planAfter is a plan from the games of a learning round instead: they give the values
// and the effect of draws and luck. Values are by quiet positions, which few games
// determine better, on the scale of the armies.
func planAfter(g *rules.Game, cfg EstimateConfig, m *tuning.Measurement) (*tuning.Plan, error) {
	learned := learnFrom(m)
	above, below := 0.0, 0.0
	x := tuning.Expectations{Values: eval.PriorValues(g), White: m.Design.White.Estimate, Effect: m.Design.DesignEffect}
	for i, v := range learned.Values {
		x.Values[v.Type] = v.Logit.Estimate
		if d := m.Design.Values[i].Logit; d.Bounded() {
			weight := 1 / math.Pow(d.Hi-d.Lo, 2)
			above += weight * d.Estimate * v.Logit.Estimate
			below += weight * v.Logit.Estimate * v.Logit.Estimate
		}
	}
	if unit := x.Values[tuning.UnitPiece(g)]; !(above > 0 && unit > 0) || math.IsInf(below, 0) || !(x.Effect > 0) {
		return PlanEstimate(g, cfg) // the round says nothing
	}
	for _, v := range learned.Values {
		x.Values[v.Type] *= above / below
	}
	return planWith(g, cfg, x)
}

func planWith(g *rules.Game, cfg EstimateConfig, x tuning.Expectations) (*tuning.Plan, error) {
	return tuning.NewPlan(g, plannedStarts(g, cfg.Play), x, cfg.Fit)
}

// plannedStarts are the first positions of games that a run does not play.
func plannedStarts(g *rules.Game, play selfplay.Config) iter.Seq2[*rules.Position, error] {
	return func(yield func(*rules.Position, error) bool) {
		source, err := selfplay.Openings(g, play)
		if err != nil {
			yield(nil, err)
			return
		}
		for k := range 2 * plannedPairs {
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
	// leastPairs is the smallest first checkpoint: from this number of pairs on, the
	// errors of an estimate are well known.
	leastPairs = 200
	// checkpointGrowth is the ratio of one checkpoint to the one before.
	checkpointGrowth = 1.25
)

// checkpoints are the numbers of pairs after which a run with a precision may end.
// They depend on what was expected before its games, not on them.
func checkpoints(expected, most int) []int {
	list := []int{min(max(expected, leastPairs), most)}
	for last := list[0]; last < most; {
		last = min(int(math.Ceil(checkpointGrowth*float64(last))), most)
		list = append(list, last)
	}
	return list
}

// untilPrecise measures at each checkpoint until all half-widths are at most
// precision. Only widths decide. That of a ratio grows with its estimate, so runs with
// low values end a little sooner and values are biased downwards: by 1 to 2 % in
// simulated runs that end at a half-width of 15 % of the value, where intervals keep
// their level (TestCoverageWithEarlyStopping).
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
