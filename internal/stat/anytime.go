package stat

import "math"

// Anytime returns the level that an interval after n observations needs so that the
// intervals after any number of observations hold simultaneously with probability level.
// The result may then be inspected repeatedly, and the observations may stop at any time.
// The intervals are narrowest after best observations.
//
// It uses the boundary of Robbins (1970) for a sum of normal variables, a mixture over
// their mean with the weight of m observations: n observations reach
//
//	z² = (1 + m/n) log((n + m)/(m α²)),  α = 1 - level,
//
// standard errors with probability α at most. It holds for the means of other variables to
// the extent that they are normal from the first inspection on (Waudby-Smith et al.,
// Annals of Statistics 52, 2024).
func Anytime(level, n, best float64) float64 {
	if !(level > 0 && level < 1 && n > 0 && best > 0) {
		return math.NaN()
	}
	square := (1 - level) * (1 - level)
	share := 0.1 // m/best, where the derivative of z² at best is 0
	for range 20 {
		share = 1 / math.Log((1+share)/(share*square))
	}
	m := share * best
	z := math.Sqrt((1 + m/n) * math.Log((n+m)/(m*square)))
	return math.Erf(z / math.Sqrt2)
}
