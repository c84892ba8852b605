package rating

import "math"

// NormalizedUnit converts standard deviations per game to normalized Elo. It makes
// small differences without draws equal in both units.
const NormalizedUnit = 800 / math.Ln10

// Elo returns the rating difference at which a score is expected in the logistic
// model: -∞ for 0 and +∞ for 1.
func Elo(score float64) float64 {
	return 400 / math.Ln10 * (math.Log(score) - math.Log1p(-score))
}

// Score returns the expected score at a rating difference in the logistic model.
func Score(elo float64) float64 {
	return 1 / (1 + math.Pow(10, -elo/400))
}
