package logit

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

const (
	maxDispersionSteps  = 10
	dispersionTolerance = 1e-4
	// If a column occurs in fewer than scarce clusters, a warning says that normal theory
	// may not apply to its coefficient.
	scarce = 20
)

// Result is a fit. Slices have one element, matrices one row and column, per
// column of the design; coefficients are in logits per unit of the column. The
// package comment gives the formulas.
type Result struct {
	Coef     []float64
	Cov      *mat.SymDense // cluster sandwich
	BayesCov *mat.SymDense // posterior: cluster sandwich and prior

	// WeightOfData is the share of each coefficient that the data decided: 0 if it is the
	// prior unchanged, 1 if it comes from the data alone.
	WeightOfData []float64
	// Support is the number of clusters in which each column is non-zero.
	Support []int

	LogLoss     float64 // mean cross-entropy per unit of weight, in nats
	EffectiveDF float64 // effective number of coefficients
	// DF is the degrees of freedom of critical values, clusters minus EffectiveDF; +Inf
	// (the normal distribution) if no variance was estimated from clusters.
	DF           float64
	Dispersion   float64 // φ, by which the data's loss was divided
	DesignEffect float64 // mean ratio of clustered to naive variance of scores

	Rows      int // of positive weight
	Clusters  int
	Converged bool
	// Warnings describe what in the design or the result limits the conclusions, and name
	// the columns concerned.
	Warnings []string

	rank    rank
	inverse *mat.SymDense // A⁻¹ of the package comment
}

// Fit estimates the coefficients of a design under a prior. It returns an error for an invalid
// design, prior or settings. Coefficients that a valid design leaves undetermined are settled as
// described in the package comment and reported in Warnings.
func Fit(d *Design, p Prior, s Settings) (*Result, error) {
	t, err := newTask(d, p, s)
	if err != nil {
		return nil, err
	}
	return t.fit(), nil
}

func (t *task) fit() *Result {
	s := t.newSolver(1, t.settings.Workers)
	e := s.solve(nil)
	info := s.inform(e)
	if t.settings.EstimateDispersion {
		for range maxDispersionSteps {
			if math.Abs(info.effect/s.dispersion-1) < dispersionTolerance {
				break
			}
			s.setDispersion(info.effect)
			e = s.solve(e.coef)
			info = s.inform(e)
		}
	}
	return t.result(e, info, s.dispersion)
}

func (t *task) result(e estimate, info information, dispersion float64) *Result {
	shrink := 1 / (dispersion * dispersion)
	r := &Result{
		Coef:         e.coef,
		Cov:          sandwich(info.inverse, scaledPlus(shrink, info.meat, e.ridge)),
		BayesCov:     sandwich(info.inverse, scaledPlus(shrink, info.meat, e.ridge, t.prior.Precision)),
		WeightOfData: info.shares, Support: info.support,
		EffectiveDF: info.edf, DF: info.df, Dispersion: dispersion, DesignEffect: info.effect,
		Rows: len(t.groups.order), Clusters: t.groups.count(),
		LogLoss: logLoss(t.d, e.coef), Converged: e.converged, rank: t.rank, inverse: info.inverse,
	}
	r.Warnings = t.warnings(e, info)
	return r
}

func (t *task) warnings(e estimate, info information) []string {
	var out []string
	warn := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, j := range t.rank.zero {
		warn("%s is zero in every row and has no prior: held at %g by a weak ridge of precision %g",
			t.d.label(j), t.prior.Mean[j], e.ridge[j])
	}
	if c := t.rank.collinear; len(c) > 0 {
		warn("collinear: %s; only some of their combinations are determined, a weak ridge of precision about %g settles the rest",
			t.d.labels(c), weakRidge)
	}
	if c := e.separated; len(c) > 0 {
		warn("separation: the outcomes send %s to infinity; held by a weak ridge of precision about %g",
			t.d.labels(c), weakRidge)
	}
	if c := slices.DeleteFunc(slices.Clone(info.modelled), func(j int) bool { return j >= t.random }); len(c) > 0 {
		warn("too little variation between clusters to judge %s: the binomial model's variance stands in", t.d.labels(c))
	}
	if g := t.groups.count(); g < scarce {
		warn("too few clusters for reliable intervals: %d", g)
	} else {
		for j, n := range info.support[:t.random] {
			if n > 0 && n < scarce {
				warn("%s occurs in too few clusters for a reliable interval: %d", t.d.label(j), n)
			}
		}
	}
	if !e.converged {
		warn("not converged after %d Newton steps", e.steps)
	}
	return out
}

// terms returns the cross-entropy of a row with outcome y at logit eta, log(1+e^η) - yη,
// and its first and second derivatives with respect to eta.
func terms(y, eta float64) (value, slope, second float64) {
	e := math.Exp(-math.Abs(eta))
	mu := 1 / (1 + e)
	variance := e * mu * mu
	if eta < 0 {
		mu = e * mu
	}
	return max(eta, 0) - y*eta + math.Log(1+e), mu - y, variance
}

// Sigmoid returns the expected score at a logit.
func Sigmoid(eta float64) float64 {
	e := math.Exp(-math.Abs(eta))
	if eta < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}

// logLoss returns the mean cross-entropy of the coefficients on a design, per unit of weight.
func logLoss(d *Design, coef []float64) float64 {
	sum, total := 0.0, 0.0
	for i, y := range d.Y {
		loss, _, _ := terms(y, d.logit(i, coef))
		sum += d.Weight[i] * loss
		total += d.Weight[i]
	}
	return sum / total
}

// Settings specifies how to fit. The zero value is a fit with dispersion 1.
type Settings struct {
	// EstimateDispersion weighs the data against the prior by the dispersion estimated from the
	// clusters instead of by 1. If there is no prior, it affects neither coefficients nor
	// covariances.
	EstimateDispersion bool
	// Workers is the number of goroutines; if it is less than 1, one for each processor.
	// Results do not depend on it.
	Workers int
	// Exact lets the iteration continue to the precision of the numbers.
	Exact bool
}

const (
	// maxSteps bounds the Newton steps of one minimisation.
	maxSteps = 1000
	// The iteration ends when the squared length of the next Newton step, in naive
	// standard errors of rows of mean weight, is at most tolerance.
	tolerance, exactTolerance = 1e-12, 1e-20
	// weakRidge is the precision of the prior given to coefficients that the data do
	// not determine, per squared unit of a typical non-zero entry of the column.
	weakRidge = 0.01
)

// Prior is an independent Gaussian belief about each coefficient before the
// data. The zero value leaves every coefficient free.
type Prior struct {
	// Mean holds the prior means in logits per unit of the column; nil means all 0.
	Mean []float64
	// Precision holds 1/variance of each belief, finite and at least 0; 0 leaves the
	// coefficient free. Nil means all 0.
	Precision []float64
}

// Scaled returns the prior with its precisions multiplied by factor.
func (p Prior) Scaled(factor float64) Prior {
	out := Prior{Mean: p.Mean, Precision: slices.Clone(p.Precision)}
	for j := range out.Precision {
		out.Precision[j] *= factor
	}
	return out
}

// validate returns an error if the prior does not fit the design.
func (p Prior) validate(d *Design) error {
	for _, list := range [][]float64{p.Mean, p.Precision} {
		if list != nil && len(list) != d.Columns {
			return fmt.Errorf("logit: a prior for %d columns, want %d", len(list), d.Columns)
		}
	}
	all := p.filled(d.Columns)
	for j, m := range all.Mean {
		if v := all.Precision[j]; math.IsNaN(m) || math.IsInf(m, 0) || !(v >= 0) || math.IsInf(v, 0) {
			return fmt.Errorf("logit: the prior of %s has mean %v and precision %v, want finite numbers, the precision at least 0", d.label(j), m, v)
		}
	}
	return nil
}

// filled returns the prior with both slices of the given length, as copies.
func (p Prior) filled(columns int) Prior {
	out := Prior{Mean: make([]float64, columns), Precision: make([]float64, columns)}
	copy(out.Mean, p.Mean)
	copy(out.Precision, p.Precision)
	return out
}
