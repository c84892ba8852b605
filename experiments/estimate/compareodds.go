package estimate

import (
	"math"

	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// OddsComparison compares an exchange that was played army against army with the sum of
// the values of its pieces.
type OddsComparison struct {
	OddsLine
	// Design and Texel are the sums in these estimates in units, unknown if the games do
	// not bound them.
	Design, Texel stat.Interval
	// Disagree is set if the exchange and the sum in the design estimate differ
	// significantly, at the level of the intervals for all exchanges together (Holm).
	Disagree bool
}

// CompareOdds compares the odds matches with the estimates. It leaves out the odds of the
// unit, which are 1 in both, and exchanges of nothing. Scores too one-sided to add up do
// not count against the estimates.
func (res *Result) CompareOdds() ([]OddsComparison, error) {
	if res.Odds == nil {
		return nil, nil
	}
	m := res.Measurement
	unit := tuning.UnitPiece(res.Game)
	var out []OddsComparison
	var chances []float64
	for _, line := range res.Odds.Lines[1:] {
		x, err := opening.ParseExchange(res.Game, line.Exchange)
		if err != nil {
			return nil, err
		}
		if len(x.Left)+len(x.Right) == 0 {
			continue
		}
		c := OddsComparison{OddsLine: line}
		c.Design = bounded(m.Design.Sum(x.Left, x.Right, unit, m.Level))
		c.Texel = bounded(m.Texel.Sum(x.Left, x.Right, unit, m.Level))
		chance := math.NaN()
		if c.Design.Known() && !line.Saturated {
			chance = tuning.Chance(line.Pawns, c.Design)
		}
		out, chances = append(out, c), append(chances, chance)
	}
	for i, p := range rating.Holm(chances) {
		out[i].Disagree = p <= 1-m.Level
	}
	return out, nil
}

// bounded returns the interval if it is bounded, otherwise an unknown interval.
func bounded(v stat.Interval) stat.Interval {
	if v.Bounded() {
		return v
	}
	return stat.Unknown()
}
