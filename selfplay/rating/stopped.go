package rating

import (
	"bestiary/internal/stat"
	"fmt"
	"math"
)

// Stopped is the strength of a player after an SPRT.
type Stopped struct {
	// Elo is in logistic Elo whatever the model of the test.
	Elo stat.Interval
	// LOS is the likelihood of superiority, 0 to 1.
	LOS float64
}

// Estimate returns the strength of a player after a test that has stopped or goes
// on. A test that stops when it looks good makes the Elo of its counts too
// extreme; this estimate allows for that. It is the Elo at which an outcome worse
// than the one observed is as likely as a better one, with limits where that
// probability is (1±level)/2. Worse is: H0 accepted earlier, H1 later, or less LLR
// at the same time. The LLR is taken as Brownian motion, which is accurate while
// Elo0 and Elo1 are close together.
func (t SPRT) Estimate(c Counts, level float64) (Stopped, error) {
	if !(level > 0 && level < 1) {
		return Stopped{}, fmt.Errorf("rating: confidence level %v, expected one between 0 and 1", level)
	}
	if err := t.Validate(); err != nil {
		return Stopped{}, err
	}
	if err := played(c); err != nil {
		return Stopped{}, err
	}
	path := t.path(c)
	return Stopped{
		Elo: stat.Interval{Estimate: path.eloAt(0.5), Lo: path.eloAt((1 + level) / 2), Hi: path.eloAt((1 - level) / 2), Level: level},
		LOS: path.worse(0),
	}, nil
}

// path is the way of the LLR up to its end, as Brownian motion. The LLR is the
// linear one, which takes the variance of the sample as known: its drift and its
// variance have simple forms.
type path struct {
	lower, upper   float64 // bounds
	score0, score1 float64 // hypotheses
	variance       float64 // of a score
	llr, time      float64 // where and after how many scores the path ends
}

// path describes the LLR of counts. A path beyond its bound is cut off where the
// straight line from the origin crosses the bound.
func (t SPRT) path(c Counts) path {
	s := c.sample().regularized()
	p := path{variance: s.variance(), time: s.size()}
	p.lower, p.upper = t.Bounds()
	p.score0, p.score1 = t.Model.scores(s, c.Total(), t.Elo0, t.Elo1)
	p.llr = p.time * p.drift(s.mean())
	if end := min(max(p.llr, p.lower), p.upper); end != p.llr {
		p.time *= end / p.llr
		p.llr = end
	}
	return p
}

// drift is the mean change of the LLR per score if scores are expected to be mu.
func (p path) drift(mu float64) float64 {
	return (mu - (p.score0+p.score1)/2) * (p.score1 - p.score0) / p.variance
}

// motion is the Brownian motion of the LLR at a strength in logistic Elo.
func (p path) motion(elo float64) brownian {
	return brownian{
		lower: p.lower, upper: p.upper,
		drift:    p.drift(Score(elo)),
		variance: math.Pow(p.score1-p.score0, 2) / p.variance,
	}
}

// worse is the probability of an outcome worse than that observed.
func (p path) worse(elo float64) float64 { return p.motion(elo).left(p.time, p.llr) }

// eloAt returns the Elo at which worse outcomes have a probability. That probability
// falls with the Elo.
func (p path) eloAt(probability float64) float64 {
	lo, hi := -float64(MaxElo), float64(MaxElo)
	for range 100 {
		mid := lo + (hi-lo)/2
		if p.worse(mid) > probability {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2
}
