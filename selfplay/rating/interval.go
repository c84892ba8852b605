package rating

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Interval is an estimate with its confidence limits. Limits may be infinite;
// what does not exist at all is NaN.
type Interval struct{ Estimate, Lo, Hi float64 }

// HalfWidth is half the distance between the limits. It is +∞ if a limit is
// infinite, and NaN if a limit does not exist.
func (v Interval) HalfWidth() float64 { return (v.Hi - v.Lo) / 2 }

// around is the symmetric interval of so many standard errors.
func around(estimate, standardError, critical float64) Interval {
	return Interval{estimate, estimate - critical*standardError, estimate + critical*standardError}
}

// none is the interval of what does not exist.
func none() Interval { return Interval{math.NaN(), math.NaN(), math.NaN()} }

// transform applies an increasing function.
func (v Interval) transform(f func(float64) float64) Interval {
	return Interval{f(v.Estimate), f(v.Lo), f(v.Hi)}
}

// critical is how many standard errors a normal interval of a confidence level
// extends to either side.
func critical(level float64) float64 { return distuv.UnitNormal.Quantile((1 + level) / 2) }

// ScoreInterval is the interval of the expected score whose limits are so many
// standard errors away, 1.96 for 95 %; for short matches, take a quantile of
// Student's t. Where that interval is not inside (0, 1) or has no width, since
// all scores are the same, the scores are too few for it: wilson is true, and the
// interval is Wilson's, with the scores taken as tosses of a coin, which errs on the
// wide side: no scores from 0 to 1 with that mean vary more. Without games all is
// NaN.
func ScoreInterval(c Counts, critical float64) (v Interval, wilson bool) {
	return c.sample().scoreInterval(critical)
}

func (s sample) scoreInterval(critical float64) (Interval, bool) {
	v := around(s.mean(), s.standardError(), critical)
	if v.Lo > 0 && v.Hi < 1 && v.Lo < v.Hi {
		return v, false
	}
	v.Lo, v.Hi = Wilson(v.Estimate, s.size(), critical)
	return v, true
}

// Wilson returns the limits of the score interval of a proportion p of n trials,
// z standard errors to either side. n need not be whole: where trials are not
// independent, it is how many independent ones would be as good.
func Wilson(p, n, z float64) (lo, hi float64) {
	z2 := z * z
	centre := (p + z2/(2*n)) / (1 + z2/n)
	half := z / (1 + z2/n) * math.Sqrt(p*(1-p)/n+z2/(4*n*n))
	lo, hi = centre-half, centre+half
	if p == 0 {
		lo = 0
	}
	if p == 1 {
		hi = 1
	}
	return lo, hi
}
