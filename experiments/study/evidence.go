package study

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"bestiary/experiments/estimate"
	"bestiary/experiments/measure"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/stat/rating"
	"bestiary/tuning"
)

// Evidence is what the games say about a number.
type Evidence = stat.Evidence

// unknown returns a number that the games do not determine.
func unknown(estimate float64) Evidence {
	return stat.OfGames(estimate, func(level float64) stat.Interval { return stat.Unbounded(estimate, level) })
}

// worth returns a sum of values over another, with Fieller's interval. The variation between
// exchanges and the choice of players are the part of the error that more games of the same players
// do not reduce.
func worth(value, per Sum, run *RunResult) Evidence {
	e, panel := run.luck()
	q, known := quotientOf(value, per, e)
	if !known {
		return unknown(q.estimate)
	}
	m := run.Values.Measurement
	whole, _ := quotientOf(value, per, &m.Design)
	part, _ := quotientOf(value, per, &m.Luck)
	return Evidence{Estimate: q.estimate, Interval: func(games, rest float64) stat.Interval {
		v := q.at(games)
		v.Level = rest
		return panel.Sums(v.WidenedBy(whole.at(rest), part.at(rest)), q.above, q.below, q.Coef)
	}}
}

// quotient is a sum of values over another, or the sum alone if below is nil.
type quotient struct {
	logit.Inference
	above, below []float64
	estimate     float64
}

// quotientOf returns false if the games are uninformative about one of the pieces.
func quotientOf(value, per Sum, e *tuning.Estimate) (quotient, bool) {
	inf, known := e.Inference()
	for _, v := range e.Values {
		known = known && v.Logit.Bounded()
	}
	q := quotient{inf, factors(value, e), nil, 0}
	q.estimate = dot(q.above, inf.Coef)
	if len(per) > 0 {
		q.below = factors(per, e)
		q.estimate /= dot(q.below, inf.Coef)
	}
	return q, known
}

func (q quotient) at(level float64) stat.Interval {
	if q.below == nil {
		return q.Linear(q.above, level)
	}
	return q.Fieller(q.above, q.below, level)
}

// factors returns the factors of a sum, in the order of the values of an estimate.
func factors(s Sum, e *tuning.Estimate) []float64 {
	out := make([]float64, len(e.Values))
	for _, t := range s {
		for i, v := range e.Values {
			if v.Piece == t.Piece {
				out[i] += t.Times
			}
		}
	}
	return out
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}

// oddsScore returns the score of an exchange.
func oddsScore(exchange string, run *RunResult) Evidence {
	i := slices.IndexFunc(run.Odds.Lines, func(line estimate.OddsLine) bool { return line.Exchange == exchange })
	line := run.Odds.Lines[i]
	return stat.OfGames(line.Score.Estimate, func(level float64) stat.Interval {
		v, _ := rating.ScoreInterval(line.Results, stat.StudentQuantile(level, float64(line.Results.Number()-1)), level)
		return v
	})
}

// oddsWorth returns the worth of an exchange in pawns.
func oddsWorth(exchange string, run *RunResult) Evidence {
	i := slices.IndexFunc(run.Odds.Lines, func(line estimate.OddsLine) bool { return line.Exchange == exchange })
	return stat.OfGames(run.Odds.Lines[i].Pawns.Estimate, func(level float64) stat.Interval { return run.Odds.Worth(exchange, level) })
}

// placeEvidence returns the extra worth of a pair or an edge pawn. More games reduce neither the
// scatter of exchanges nor the differences between players, which are a share of that worth.
// Intervals at other levels assume a normal distribution.
func placeEvidence(place string, run *RunResult) Evidence {
	e, panel := run.luck()
	own, known := placeOf(place, e)
	if !known {
		return unknown(math.NaN())
	}
	m := run.Values.Measurement
	whole, _ := placeOf(place, &m.Design)
	part, _ := placeOf(place, &m.Luck)
	return Evidence{Estimate: own.Estimate, Interval: func(games, rest float64) stat.Interval {
		v := atLevel(own, games)
		v.Level = rest
		return panel.Difference(v.WidenedBy(atLevel(whole, rest), atLevel(part, rest)), own.Estimate, 0)
	}}
}

// placeOf returns the extra worth of a pair or an edge pawn, and false if the games do not determine it.
func placeOf(name string, e *tuning.Estimate) (stat.Interval, bool) {
	i := slices.IndexFunc(e.Places, func(p tuning.Place) bool { return p.Name() == name })
	if i < 0 || e.Places[i].Support == 0 || !e.Places[i].Worth.Bounded() {
		return stat.Interval{}, false
	}
	return e.Places[i].Worth, true
}

// atLevel returns the interval of a normally distributed number at another level.
func atLevel(v stat.Interval, level float64) stat.Interval {
	arm := stat.Quantile(level) / stat.Quantile(v.Level)
	return stat.Interval{Estimate: v.Estimate, Lo: v.Estimate - arm*(v.Estimate-v.Lo), Hi: v.Estimate + arm*(v.Hi-v.Estimate), Level: level}
}

// meanOfGames returns a quantity of the games of one run.
func meanOfGames(q measure.Quantity, games []measure.Game) Evidence {
	interval := func(level float64) stat.Interval {
		if v, err := measure.Mean(q, games, level); err == nil {
			return v
		}
		return stat.Unknown() // without games; the runner has checked that pairs are complete
	}
	return stat.OfGames(interval(usualLevel).Estimate, interval)
}

// materialExplains returns the share of the results that material predicts. Its interval extends
// a number of standard errors, by Student's t over the groups of pairs of the jackknife.
func materialExplains(games []measure.Game) Evidence {
	v, _ := measure.Predicted(games, usualLevel)
	df := float64(min(len(games)/2, measure.MaxGroups) - 1)
	se := v.HalfWidth() / stat.StudentQuantile(usualLevel, df)
	if !v.Bounded() || !(se >= 0) {
		return unknown(v.Estimate)
	}
	return stat.OfGames(v.Estimate, func(level float64) stat.Interval {
		return stat.Symmetric(v.Estimate, se*stat.StudentQuantile(level, df), level)
	})
}

// spreadOfPlacements returns the standard deviation of the worths of placements of waiting pieces,
// unknown where the games are too few to tell them apart.
func spreadOfPlacements(games []measure.Game) Evidence {
	ranking, err := measure.RankPlacements(games, usualLevel)
	if err != nil {
		return unknown(math.NaN())
	}
	return stat.OfGames(ranking.Spread.Estimate, ranking.SpreadAt)
}

// usualLevel is the level of experiments by default, and of the intervals from which
// intervals at other levels are derived.
const usualLevel = 0.95

// pairedMeasure returns the difference of a measure of two runs that have the same seeds. It is
// not ok where they cannot be compared pair by pair.
func pairedMeasure(quantity *measure.Quantity, a, b *RunResult) (e Evidence, ok bool) {
	if a.Run.Play.Seed != b.Run.Play.Seed {
		return e, false
	}
	pairs := min(a.Pairs, b.Pairs) // another experiment may have needed more of one
	m, err := measure.Measured(*quantity, [2][]measure.Game{firstPairs(b.List, pairs), firstPairs(a.List, pairs)}, usualLevel)
	if err != nil || !m.Interval(usualLevel).Bounded() {
		return e, false // the differences may not vary although the runs do
	}
	return stat.OfGames(m.Difference.Estimate, m.Interval), true
}

// firstPairs returns the games of the first pairs of a run.
func firstPairs(games []measure.Game, pairs int) []measure.Game {
	var list []measure.Game
	for _, g := range games {
		if g.Dealt < pairs {
			list = append(list, g)
		}
	}
	return list
}

// maxLost is the share of decisions that a limit of moves may lose.
const maxLost = 0.01

// moveLimit returns the smallest n of an n-move rule that would turn at most the share maxLost of
// the decisions into draws. Its interval contains each n whose share has maxLost in its own
// interval. The games bound it only as far as their own rule went.
func moveLimit(games []measure.Game) Evidence {
	longest := 1.0
	for _, g := range games {
		longest = math.Max(longest, g.Counter)
	}
	lost := func(n int, level float64) stat.Interval {
		q, _ := measure.Find(fmt.Sprintf("lost-decisions-%d", n))
		v, _ := measure.Mean(q, games, level)
		return v
	}
	at := func(level float64, end func(stat.Interval) float64) float64 {
		// The share falls as n grows.
		n := sort.Search(int(longest), func(k int) bool { return end(lost(k+1, level)) <= maxLost })
		if n == int(longest) {
			return math.Inf(1)
		}
		return float64(n + 1)
	}
	if math.IsNaN(lost(1, usualLevel).Estimate) {
		return unknown(math.NaN()) // nothing is decided
	}
	estimate := at(usualLevel, func(v stat.Interval) float64 { return v.Estimate })
	return stat.OfGames(estimate, func(level float64) stat.Interval {
		return stat.Interval{
			Estimate: estimate, Level: level,
			Lo: at(level, func(v stat.Interval) float64 { return v.Lo }),
			Hi: at(level, func(v stat.Interval) float64 { return v.Hi }),
		}
	})
}
