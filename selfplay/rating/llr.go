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
