package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bestiary/internal/stat"
)

// llr returns the generalized log-likelihood ratio of two hypotheses: the best
// distribution of scores with elo1 against the best with elo0. total is used to estimate
// drawelo.
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

// scores returns the expected scores of two hypotheses. In normalized Elo they depend on
// the deviation of the sample, in BayesElo on its draws.
func (m Model) scores(s sample, total WDL, elo0, elo1 float64) (score0, score1 float64) {
	of := Score
	switch m {
	case Normalized:
		sigma := s.deviation()
		of = func(elo float64) float64 { return 0.5 + elo*sigma/NormalizedUnit }
	case Bayesian:
		g := total.sample().regularized()
		drawElo := drawElo(g.counts[2], g.counts[1], g.counts[0])
		of = func(elo float64) float64 {
			win, draw, _ := raoKupper(elo, drawElo)
			return win + draw/2
		}
	}
	return of(elo0), of(elo1)
}

// Model is the unit in which the hypotheses of a sequential test are stated.
type Model int

const (
	// Normalized, the default: normalized Elo.
	Normalized Model = iota
	// Logistic: Elo of the expected score.
	Logistic
	// Bayesian: rating differences of the program BayesElo, with the drawelo of the sample.
	Bayesian
)

var modelNames = [...]string{Normalized: "normalized", Logistic: "logistic", Bayesian: "bayesian"}

// String returns the name that ParseModel accepts for the model.
func (m Model) String() string {
	if m < 0 || int(m) >= len(modelNames) {
		return fmt.Sprintf("Model(%d)", int(m))
	}
	return modelNames[m]
}

// ModelNames lists the models by name.
func ModelNames() []string { return append([]string(nil), modelNames[:]...) }

// ParseModel finds a model by its name.
func ParseModel(name string) (Model, error) {
	for m, have := range modelNames {
		if have == name {
			return Model(m), nil
		}
	}
	return 0, fmt.Errorf("rating: model %q, expected one of %q", name, modelNames)
}

// raoKupper returns the probabilities of win, draw and loss in the model of Rao and Kupper
// (JASA 62, 1967), which the program BayesElo uses.
func raoKupper(elo, drawElo float64) (win, draw, loss float64) {
	win, loss = Score(elo-drawElo), Score(-elo-drawElo)
	return win, 1 - win - loss, loss
}

// drawElo returns the parameter of raoKupper, in Elo, that fits the wins, draws and losses
// of two players. It is +∞ or NaN without wins or losses.
func drawElo(wins, draws, losses float64) float64 {
	return stat.EloPerLogit / 2 * math.Log((wins+draws)*(losses+draws)/(wins*losses))
}

// NormalizedUnit converts standard deviations per game to normalized Elo. It makes small
// differences without draws equal in both units.
const NormalizedUnit = 800 / math.Ln10

// Elo returns the rating difference that corresponds to an expected score in the logistic
// model: -∞ for 0 and +∞ for 1.
func Elo(score float64) float64 {
	return 400 / math.Ln10 * (math.Log(score) - math.Log1p(-score))
}

// Score returns the expected score at a rating difference in the logistic model.
func Score(elo float64) float64 {
	return 1 / (1 + math.Pow(10, -elo/400))
}

// ScoreInterval returns the interval of the expected score whose limits are critical
// standard errors away, such as stat.Quantile of its level, or stat.StudentQuantile for
// short matches. If that interval leaves (0, 1), or has no width because all scores are
// the same, there are too few scores for it: wilson is then true, and the interval is
// Wilson's. Wilson's interval treats the scores as coin tosses and errs on the wide side,
// because no scores from 0 to 1 with the same mean vary more. Without games all results
// are NaN.
func ScoreInterval(c Counts, critical, level float64) (v stat.Interval, wilson bool) {
	return c.sample().scoreInterval(critical, level)
}

func (s sample) scoreInterval(critical, level float64) (stat.Interval, bool) {
	v := stat.Symmetric(s.mean(), critical*s.standardError(), level)
	if v.Lo > 0 && v.Hi < 1 && v.Lo < v.Hi {
		return v, false
	}
	return stat.Wilson(v.Estimate, s.size(), critical, level), true
}

// Holm adjusts the p-values of several tests for their number (Holm, Scandinavian Journal
// of Statistics 6, 1979): if the tests with an adjusted p-value of at most α are rejected,
// the probability of any false rejection is at most α, even if the tests depend on each
// other. NaN means no test and stays NaN.
func Holm(p []float64) []float64 {
	var order []int
	out := slices.Clone(p)
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	last := 0.0
	for k, i := range order {
		last = math.Max(last, math.Min(1, p[i]*float64(len(order)-k)))
		out[i] = last
	}
	return out
}
