package rating

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"bestiary/internal/stat"
)

// Forecast is the expected end of a sequential test if a player has a given strength.
type Forecast struct {
	At       string  `json:"at"`        // H0, between, H1, or assumed: as strong as in the counts
	Elo      float64 `json:"elo"`       // the strength, in logistic Elo
	Games    float64 `json:"games"`     // the mean number until the test ends
	AcceptH1 float64 `json:"accept-h1"` // the probability that the test accepts H1
}

// overshoot is the mean distance, in standard deviations of a step, by which a random walk passes
// a bound: -ζ(1/2)/√(2π) (Siegmund, Sequential Analysis, 1985).
const overshoot = 0.5826

// Forecast returns the expected ends of the test with each of its hypotheses, halfway between
// them, and at the strength in the counts. Only the relative frequencies of the counts matter: they
// are a sample from an earlier match, or come from Expect.
func (t SPRT) Forecast(c Counts) ([]Forecast, error) {
	if err := cmp.Or(t.Validate(), varied(c)); err != nil {
		return nil, err
	}
	path, s := t.path(c), c.sample()
	var list []Forecast
	for _, f := range []struct {
		at    string
		score float64
	}{
		{"H0", path.score0}, {"between", (path.score0 + path.score1) / 2}, {"H1", path.score1}, {"assumed", s.mean()},
	} {
		if !(f.score > 0 && f.score < 1) {
			return nil, fmt.Errorf("rating: no player is as strong as %s of the test says, with these draws", f.at)
		}
		b := path.motion(Elo(f.score))
		step := overshoot * math.Sqrt(b.variance)
		b.lower, b.upper = b.lower-step, b.upper+step
		list = append(list, Forecast{f.at, Elo(f.score), b.meanTime() * s.games, 1 - b.everLower()})
	}
	return list, nil
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
	if err := varied(c); err != nil {
		return 0, err
	}
	s := c.sample()
	return stat.EloPerLogit / (s.mean() * (1 - s.mean())) * s.deviation(), nil
}

// varied returns an error if all scores are the same.
func varied(c Counts) error {
	err := played(c)
	if err == nil && c.sample().variance() == 0 {
		err = errors.New("rating: all scores are the same, expected some that differ")
	}
	return err
}

// MaxDraws returns the largest share of draws that is possible at a difference in logistic Elo.
func MaxDraws(elo float64) float64 { return 2 * min(Score(elo), Score(-elo)) }

// Expect returns the pairs that are expected if a player is stronger by a number of logistic Elo and
// a share of independent games is drawn, of a very large number of pairs.
func Expect(elo, draws float64) (Pairs, error) {
	const pairs = 1e9
	if !(math.Abs(elo) <= MaxElo && draws >= 0 && draws < MaxDraws(elo)) {
		return Pairs{}, fmt.Errorf("rating: Elo %v and a share of draws of %v, expected -%d to %d and 0 to below %.4v",
			elo, draws, MaxElo, MaxElo, MaxDraws(elo))
	}
	win, loss := Score(elo)-draws/2, Score(-elo)-draws/2
	count := func(p float64) int { return int(math.Round(pairs * p)) }
	return Pairs{
		LL: count(loss * loss), LD: count(2 * loss * draws), WL: count(2 * win * loss),
		DD: count(draws * draws), WD: count(2 * win * draws), WW: count(win * win),
	}, nil
}
