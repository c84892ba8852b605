package rating

import (
	"errors"
	"fmt"
	"math"

	"bestiary/internal/stat"
)

// Forecast is the expected end of a sequential test if a player has a given strength.
type Forecast struct {
	At       string      `json:"at"`        // H0, between, H1, or assumed: as strong as in the counts
	Elo      stat.Number `json:"elo"`       // the strength, in logistic Elo
	Games    float64     `json:"games"`     // the mean number until the test ends
	AcceptH1 float64     `json:"accept-h1"` // the probability that the test accepts H1
}

// overshoot is the mean distance, in standard deviations of a step, by which a random walk passes
// a bound: -ζ(1/2)/√(2π) (Siegmund, Sequential Analysis, 1985).
const overshoot = 0.5826

// Forecast returns the expected ends of the test with each of its hypotheses, halfway between
// them, and at the strength in the counts. Only the relative frequencies of the counts matter: they
// are a sample from an earlier match, or come from Expect. The test must be valid, and EloDeviation
// have no error.
func (t SPRT) Forecast(c Counts) (list []Forecast) {
	path, s := t.path(c), c.sample()
	b := path.motion(0)
	step := overshoot * math.Sqrt(b.variance)
	b.lower, b.upper = b.lower-step, b.upper+step
	scores := []float64{path.score0, (path.score0 + path.score1) / 2, path.score1, s.mean()}
	for i, at := range []string{"H0", "between", "H1", "assumed"} {
		b.drift = path.drift(scores[i])
		list = append(list, Forecast{at, stat.Number(Elo(scores[i])), b.meanTime() * s.games, 1 - b.everLower()})
	}
	return list
}

// meanTime returns the expected time until the motion meets a bound, by Wald's identity.
func (b brownian) meanTime() float64 {
	if math.Abs(b.drift)*(b.upper-b.lower) < 1e-6*b.variance {
		return -b.lower * b.upper / b.variance
	}
	p := b.everLower()
	return (p*b.lower + (1-p)*b.upper) / b.drift
}

// EloDeviation returns the standard deviation of the logistic Elo after one game: after n games
// it is √n times smaller.
func EloDeviation(c Counts) (float64, error) {
	if err := played(c); err != nil {
		return 0, err
	}
	s := c.sample()
	if s.variance() == 0 {
		return 0, errors.New("rating: all scores are the same, expected some that differ")
	}
	return stat.EloPerLogit / (s.mean() * (1 - s.mean())) * s.deviation(), nil
}

// Expect returns the results that are expected of a very large number of pairs of independent games if
// a player is stronger by a number of logistic Elo and a percentage of the games is drawn.
func Expect(elo, percent float64) (Pairs, error) {
	draws, most := percent/100, 200*min(Score(elo), Score(-elo))
	switch {
	case !(math.Abs(elo) <= MaxElo):
		return Pairs{}, fmt.Errorf("difference of %v Elo, expected %d to %d", elo, -MaxElo, MaxElo)
	case !(percent >= 0 && percent < most):
		return Pairs{}, fmt.Errorf("draws of %v %%, expected at least 0 and, at %v Elo, below %.4v", percent, elo, most)
	}
	win, loss := Score(elo)-draws/2, Score(-elo)-draws/2
	count := func(share float64) int { return int(math.Round(1e9 * share)) }
	return Pairs{
		LL: count(loss * loss), LD: count(2 * loss * draws), WL: count(2 * win * loss),
		DD: count(draws * draws), WD: count(2 * win * draws), WW: count(win * win),
	}, nil
}
