package rating

import "math"

// llr is the generalized log-likelihood ratio of two hypotheses: the best
// distribution of scores with elo1 against the best with elo0. total serves to
// estimate drawelo.
func (m Model) llr(s sample, total WDL, elo0, elo1 float64) float64 {
	s = s.regularized()
	p := s.shares()
	if m == Normalized {
		unit := math.Sqrt(s.games) / NormalizedUnit
		return s.ratio(withEdge(s.points, p, elo0*unit), withEdge(s.points, p, elo1*unit))
	}
	score0, score1 := m.scores(s, total, elo0, elo1)
	return s.ratio(withMean(s.points, p, score0), withMean(s.points, p, score1))
}

// scores returns the expected scores of two hypotheses. Those in normalized Elo
// depend on the deviation of the sample, those in BayesElo on its draws.
func (m Model) scores(s sample, total WDL, elo0, elo1 float64) (score0, score1 float64) {
	of := Score
	switch m {
	case Normalized:
		sigma := s.deviation()
		of = func(elo float64) float64 { return 0.5 + elo*sigma/NormalizedUnit }
	case Bayesian:
		g := total.sample().regularized()
		drawElo := DrawElo(g.counts[2], g.counts[1], g.counts[0])
		of = func(elo float64) float64 { return Score(BayesToLogistic(elo, drawElo)) }
	}
	return of(elo0), of(elo1)
}

// RaoKupperLLR is the log-likelihood ratio of two rating differences under
// RaoKupper with a given drawelo, of so many wins, draws and losses, which may be
// fractions. Engine testers used this test before the generalized one; Bayesian
// agrees with it in the first digits. It is 0 for a drawElo that is not finite, as
// there is no test while some result has not been seen.
func RaoKupperLLR(wins, draws, losses, drawElo, elo0, elo1 float64) float64 {
	if math.IsNaN(drawElo) || math.IsInf(drawElo, 0) {
		return 0
	}
	win0, draw0, loss0 := raoKupper(elo0, drawElo)
	win1, draw1, loss1 := raoKupper(elo1, drawElo)
	return wins*math.Log(win1/win0) + draws*math.Log(draw1/draw0) + losses*math.Log(loss1/loss0)
}

// ApproximateLLR holds closed forms of the log-likelihood ratio. They are close
// to the exact one when scores are varied and the hypotheses near the sample, and
// useless when all pairs have the same score.
type ApproximateLLR struct {
	// Moments compares the mean squares of the scores about either hypothesis.
	Moments float64
	// Linear takes the variance of the sample for known. It is linear in the mean.
	Linear float64
	// Normalized is for hypotheses in normalized Elo that were not made scores.
	Normalized float64
}

// Approximate computes closed forms for hypotheses in normalized Elo (Normalized)
// and the same numbers as logistic Elo (Moments and Linear).
func Approximate(c Counts, elo0, elo1 float64) ApproximateLLR {
	s := c.sample().regularized()
	n, mu, variance := s.size(), s.mean(), s.variance()
	score0, score1 := Score(elo0), Score(elo1)
	about := func(score float64) float64 { return variance + (mu-score)*(mu-score) }
	edge := (mu - 0.5) / s.deviation()
	off := func(elo float64) float64 { return math.Pow(edge-elo/NormalizedUnit, 2) }
	return ApproximateLLR{
		Moments:    n / 2 * math.Log(about(score0)/about(score1)),
		Linear:     n * (score1 - score0) * (2*mu - score0 - score1) / (2 * variance),
		Normalized: n * s.games / 2 * (math.Log1p(off(elo0)) - math.Log1p(off(elo1))),
	}
}
