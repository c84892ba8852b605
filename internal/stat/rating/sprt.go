package rating

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// SPRT is a sequential probability ratio test of two hypotheses about the strength of a
// player: H0, that it is Elo0, and H1, that it is Elo1. If the strength is at most Elo0,
// the test wrongly accepts H1 with a probability of about Alpha; if it is at least Elo1,
// the test wrongly accepts H0 with a probability of about Beta.
type SPRT struct {
	// Elo0 and Elo1 are in the unit of Model; Elo0 < Elo1, each from -1000 to 1000.
	Elo0, Elo1 float64
	// Alpha and Beta are probabilities; 0 means 0.05, and their sum must be below 1.
	Alpha, Beta float64
	// Model is the unit of Elo0 and Elo1.
	Model Model
}

// DefaultError is the default of Alpha and Beta.
const DefaultError = 0.05

// MaxElo is the largest Elo of a hypothesis or of an estimate after a test.
const MaxElo = 1000

// Validate reports settings outside their range.
func (t SPRT) Validate() error {
	switch alpha, beta := t.errors(); {
	case !(math.Abs(t.Elo0) <= MaxElo && math.Abs(t.Elo1) <= MaxElo):
		return fmt.Errorf("rating: SPRT from Elo %v to %v, expected numbers from %d to %d", t.Elo0, t.Elo1, -MaxElo, MaxElo)
	case !(t.Elo0 < t.Elo1):
		return fmt.Errorf("rating: SPRT from Elo %v to %v, expected the second above the first", t.Elo0, t.Elo1)
	case !(alpha > 0 && beta > 0 && alpha+beta < 1):
		return fmt.Errorf("rating: SPRT with alpha %v and beta %v, expected both above 0 and their sum below 1", alpha, beta)
	case t.Model < 0 || int(t.Model) >= len(modelNames):
		return fmt.Errorf("rating: SPRT with model %d, expected one from 0 to %d", t.Model, len(modelNames)-1)
	}
	return nil
}

// errors returns Alpha and Beta, or their defaults.
func (t SPRT) errors() (alpha, beta float64) {
	return cmp.Or(t.Alpha, DefaultError), cmp.Or(t.Beta, DefaultError)
}

// Bounds returns Wald's limits of the log-likelihood ratio: H0 is accepted at or below the
// lower limit, H1 at or above the upper limit.
func (t SPRT) Bounds() (lower, upper float64) {
	alpha, beta := t.errors()
	return math.Log(beta / (1 - alpha)), math.Log((1 - beta) / alpha)
}

// Decision is whether and how a sequential test has ended.
type Decision int

// The decisions of a test.
const (
	Continue Decision = iota
	AcceptH0
	AcceptH1
)

// String returns "continue", "accept H0" or "accept H1".
func (d Decision) String() string {
	switch d {
	case Continue:
		return "continue"
	case AcceptH0:
		return "accept H0"
	case AcceptH1:
		return "accept H1"
	}
	return fmt.Sprintf("Decision(%d)", int(d))
}

// MarshalText returns the text of String.
func (d Decision) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// State is the state of a sequential test.
type State struct {
	LLR      float64  `json:"llr"`         // log-likelihood ratio of H1 over H0
	Lower    float64  `json:"lower-bound"` // of the LLR, below which H0 is accepted
	Upper    float64  `json:"upper-bound"` // of the LLR, above which H1 is accepted
	Decision Decision `json:"decision"`
}

// Evaluate computes the generalized log-likelihood ratio of counts and compares it with the bounds.
// If there are no games the ratio is 0.
func (t SPRT) Evaluate(c Counts) (State, error) {
	if err := t.Validate(); err != nil {
		return State{}, err
	}
	if err := c.Validate(); err != nil {
		return State{}, err
	}
	return t.state(c), nil
}

func (t SPRT) state(c Counts) State {
	lower, upper := t.Bounds()
	out := State{Lower: lower, Upper: upper}
	if c.Games() > 0 {
		out.LLR = t.Model.llr(c.sample(), c.Total(), t.Elo0, t.Elo1)
	}
	switch {
	case out.LLR <= lower:
		out.Decision = AcceptH0
	case out.LLR >= upper:
		out.Decision = AcceptH1
	}
	return out
}

// Estimate returns the strength of a player, in logistic Elo whatever the model of the
// test, after a test that has stopped or is still going on. A test that stops when it looks
// good makes the Elo of its counts too extreme; this estimate allows for that. It is the
// Elo at which an outcome worse than the observed one is as likely as a better one, with
// limits where that probability is (1±level)/2. An outcome is worse if H0 is accepted
// earlier, if H1 is accepted later, or if the LLR is lower at the same time. The LLR is
// approximated by Brownian motion, which is accurate if Elo0 and Elo1 are close together.
func (t SPRT) Estimate(c Counts, level float64) (stat.Interval, error) {
	if !(level > 0 && level < 1) {
		return stat.Interval{}, fmt.Errorf("rating: confidence level %v, expected one between 0 and 1", level)
	}
	if err := t.Validate(); err != nil {
		return stat.Interval{}, err
	}
	if err := played(c); err != nil {
		return stat.Interval{}, err
	}
	path := t.path(c)
	return stat.Interval{Estimate: path.eloAt(0.5), Lo: path.eloAt((1 + level) / 2), Hi: path.eloAt((1 - level) / 2), Level: level}, nil
}

// path describes the LLR up to its end as Brownian motion. It uses the linear LLR, which
// treats the variance of the sample as known, because its drift and its variance have
// simple forms.
type path struct {
	lower, upper   float64 // bounds
	score0, score1 float64 // hypotheses
	variance       float64 // of a score
	llr, time      float64 // LLR and number of scores at the end of the path
}

// path returns the path of the LLR of counts. A path beyond its bound is cut off where the
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

// drift returns the mean change of the LLR per score if the expected score is mu.
func (p path) drift(mu float64) float64 {
	return (mu - (p.score0+p.score1)/2) * (p.score1 - p.score0) / p.variance
}

// motion returns the Brownian motion of the LLR at a strength in logistic Elo.
func (p path) motion(elo float64) brownian {
	return brownian{
		lower: p.lower, upper: p.upper,
		drift:    p.drift(Score(elo)),
		variance: math.Pow(p.score1-p.score0, 2) / p.variance,
	}
}

// worse returns the probability of a worse outcome than the observed one.
func (p path) worse(elo float64) float64 { return p.motion(elo).left(p.time, p.llr) }

// eloAt returns the Elo at which a worse outcome has the given probability, which falls
// with the Elo.
func (p path) eloAt(probability float64) float64 {
	lo, hi := stat.Bisect(-MaxElo, MaxElo, 100, func(elo float64) bool { return !(p.worse(elo) > probability) })
	return (lo + hi) / 2
}

// brownian is Brownian motion from 0 until it meets one of two bounds.
type brownian struct {
	lower, upper    float64 // below and above 0
	drift, variance float64 // per unit of time
}

// left returns the probability that by time t the motion has met the lower bound, or has
// met neither and is at y or below. The series converges fast unless t is short; then, or
// if the drift is so strong that only one bound matters, considering each bound separately
// is enough.
func (b brownian) left(t, y float64) float64 {
	width := b.upper - b.lower
	if b.variance*t < 0.01*width*width || math.Abs(b.drift)*width > 15*b.variance {
		return b.leftReflected(t, y)
	}
	return b.leftSeries(t, y)
}

// leftSeries expands the density between the bounds in sines. With γ = drift / variance, k
// = nπ/width, x and z the distances of 0 and y from the lower bound,
//
//	P = h(x) + 2/width e^(γ(z-x) - γ²vt/2) Σ e^(-k²vt/2) sin kx (γ sin kz - k cos kz)/(γ²+k²)
//
// where h is the probability of ever meeting the lower bound first.
func (b brownian) leftSeries(t, y float64) float64 {
	width, gamma := b.upper-b.lower, b.drift/b.variance
	x, z, vt := -b.lower, y-b.lower, b.variance*t
	sum := 0.0
	for n := 1.0; ; n++ {
		k := n * math.Pi / width
		fade := math.Exp(-k * k * vt / 2)
		sum += fade * math.Sin(k*x) * (gamma*math.Sin(k*z) - k*math.Cos(k*z)) / (gamma*gamma + k*k)
		if fade < 1e-16 {
			break
		}
	}
	return b.everLower() + 2/width*math.Exp(gamma*(z-x)-gamma*gamma*vt/2)*sum
}

// everLower returns the probability of meeting the lower bound first.
func (b brownian) everLower() float64 {
	gamma, width := b.drift/b.variance, b.upper-b.lower
	switch {
	case gamma == 0:
		return b.upper / width
	case gamma < 0:
		return math.Expm1(2*gamma*b.upper) / math.Expm1(2*gamma*width)
	}
	return math.Exp(2*gamma*b.lower) * math.Expm1(-2*gamma*b.upper) / math.Expm1(-2*gamma*width)
}

// leftReflected allows, by the reflection principle, for paths that meet the lower bound
// and end above y and for paths that meet the upper bound and end below y. It neglects
// paths that meet both.
func (b brownian) leftReflected(t, y float64) float64 {
	gamma, end, sd := b.drift/b.variance, b.drift*t, math.Sqrt(b.variance*t)
	return math.Exp(logNormal((y-end)/sd)) +
		math.Exp(2*gamma*b.lower+logNormal((2*b.lower-y+end)/sd)) -
		math.Exp(2*gamma*b.upper+logNormal((y-2*b.upper-end)/sd))
}

// logNormal returns the logarithm of the normal distribution function.
func logNormal(z float64) float64 {
	if z > -30 {
		return math.Log(math.Erfc(-z/math.Sqrt2) / 2)
	}
	return -z*z/2 - math.Log(-z*math.Sqrt(2*math.Pi)) + math.Log1p(-1/(z*z))
}

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
	return 0, fmt.Errorf("rating: model %q, expected %s", name, format.List(modelNames[:], "or"))
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
