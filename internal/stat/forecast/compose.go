package forecast

import (
	"math"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// Parts holds what the foretold log-odds of a score may be wrong by, as standard
// deviations.
type Parts struct {
	Sampling float64 `json:"sampling"` // of the fit
	Exchange float64 `json:"exchange"` // the worth of an exchange beyond the sum of its pieces
	Player   float64 `json:"player"`   // a player that was not fitted
	Chance   float64 `json:"chance"`   // the games of the match
}

// Own returns the standard deviation without that of the forecast itself: how much matches
// with the same sum scatter.
func (p Parts) Own() float64 { return math.Hypot(math.Hypot(p.Exchange, p.Player), p.Chance) }

// Total returns the standard deviation of all parts together.
func (p Parts) Total() float64 { return math.Hypot(p.Sampling, p.Own()) }

// Score returns the foretold score, 0 to 1, with its predictive limits.
func (p Parts) Score(logOdds, level float64) stat.Interval {
	return stat.Normal(logOdds, p.Total(), level).Map(logit.Sigmoid)
}

// Chance returns the standard deviation of the log-odds of a score, of which draws count
// half, in a number of independent games. At these log-odds no more games can be drawn than
// the score allows.
func Chance(logOdds, draws float64, games int) float64 {
	p := logit.Sigmoid(logOdds)
	slope := p * (1 - p)
	draws = math.Min(draws, 2*math.Min(p, 1-p))
	return math.Sqrt((slope-draws/4)/float64(games)) / slope
}

// LogOdds returns log(score/(1-score)).
func LogOdds(score float64) float64 { return math.Log(score / (1 - score)) }
