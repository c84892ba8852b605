package logit

import (
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Candidate is a strength of the prior and how well it predicts held-out
// clusters.
type Candidate struct {
	Lambda float64 // factor on the precisions of the prior
	// Loss is the mean held-out loss per unit of weight, in nats for
	// cross-entropy and as the Brier score for squared error.
	Loss float64
}

// Selection is the outcome of a cross-validation.
type Selection struct {
	Candidates []Candidate // in increasing order of Lambda
	Best       float64     // the Lambda of least loss
}

// CrossValidate compares the prior with its precisions multiplied by each of
// the lambdas. Clusters are dealt to the folds at random from the seed; each
// fold is predicted by a fit to the others. Results are the same for any number
// of workers. The dispersion is taken from the fit to all the data.
func CrossValidate(d *Design, p Prior, s Settings, lambdas []float64, folds int, seed uint64) (*Selection, error) {
	t, err := newTask(d, p, s)
	if err != nil {
		return nil, err
	}
	if err := t.validateFolds(lambdas, folds); err != nil {
		return nil, err
	}
	lambdas = slices.Compact(slices.Sorted(slices.Values(lambdas)))
	tasks := make([]*task, len(lambdas))
	losses := make([][]float64, len(lambdas))
	for k, lambda := range lambdas {
		if tasks[k], err = t.withPrior(t.prior.Scaled(lambda)); err != nil {
			return nil, err
		}
		losses[k] = make([]float64, t.groups.count())
	}
	t.holdOut(tasks, t.dealFolds(folds, seed), folds, t.fit().Dispersion, losses)
	return t.choose(lambdas, losses), nil
}

func (t *task) validateFolds(lambdas []float64, folds int) error {
	if len(lambdas) == 0 {
		return errors.New("logit: cross-validation without any lambda")
	}
	if floats.Sum(t.prior.Precision) == 0 {
		return errors.New("logit: cross-validation of a prior whose precisions are all 0")
	}
	for _, lambda := range lambdas {
		if !(lambda >= 0) || math.IsInf(lambda, 0) {
			return fmt.Errorf("logit: cross-validation with lambda %v, want a finite number of at least 0", lambda)
		}
	}
	if g := t.groups.count(); folds < 2 || folds > g {
		return fmt.Errorf("logit: %d folds for %d clusters, want 2 to %d", folds, g, g)
	}
	return nil
}

// dealFolds returns the fold of each cluster; sizes differ by at most one.
func (t *task) dealFolds(folds int, seed uint64) []int {
	fold := make([]int, t.groups.count())
	for place, c := range stream(seed, 0).Perm(len(fold)) {
		fold[c] = place % folds
	}
	return fold
}

// holdOut fills losses[k][c], the weighted loss of cluster c under tasks[k]
// fitted without the fold of c. A worker takes one fold at a time.
func (t *task) holdOut(tasks []*task, fold []int, folds int, dispersion float64, losses [][]float64) {
	parallel(t.settings.Workers, folds, func() func(int) {
		weight := make([]float64, t.d.Rows())
		return func(out int) {
			for i, c := range t.groups.of {
				weight[i] = 0
				if c >= 0 && fold[c] != out {
					weight[i] = t.d.Weight[i]
				}
			}
			for k, each := range tasks {
				s := each.newSolver(dispersion, 1)
				s.min.data.weight = weight
				coef := s.solve(nil).coef
				for c, f := range fold {
					if f == out {
						losses[k][c] = t.clusterLoss(c, coef)
					}
				}
			}
		}
	})
}

// clusterLoss returns the weighted loss of the rows of a cluster.
func (t *task) clusterLoss(c int, coef []float64) float64 {
	sum := 0.0
	for _, i := range t.groups.rows(c) {
		loss, _, _ := t.settings.Loss.terms(t.d.Y[i], t.d.logit(int(i), coef), expected)
		sum += t.d.Weight[i] * loss
	}
	if t.settings.Loss == SquaredError {
		sum /= 2
	}
	return sum
}

// choose turns the losses per candidate and cluster into a selection.
func (t *task) choose(lambdas []float64, losses [][]float64) *Selection {
	total := 0.0
	for c := range t.groups.count() {
		for _, i := range t.groups.rows(c) {
			total += t.d.Weight[i]
		}
	}
	out := &Selection{Candidates: make([]Candidate, len(lambdas))}
	best := 0
	for k, lambda := range lambdas {
		out.Candidates[k] = Candidate{Lambda: lambda, Loss: floats.Sum(losses[k]) / total}
		if out.Candidates[k].Loss < out.Candidates[best].Loss {
			best = k
		}
	}
	out.Best = lambdas[best]
	return out
}

// Settings chooses what a fit minimises. The zero value is a cross-entropy fit.
type Settings struct {
	// Loss to minimise. Default CrossEntropy.
	Loss Loss
	// EstimateDispersion weighs the data against the prior by the dispersion
	// estimated from the clusters instead of by 1. Without a prior it changes
	// neither coefficients nor covariances. Default false.
	EstimateDispersion bool
	// Workers is the number of goroutines; fewer than one means one per processor.
	// Results do not depend on it.
	Workers int
}

const (
	// mostSteps bounds the Newton steps of one minimisation.
	mostSteps = 1000
	// tolerance ends the iteration when the squared length of the next Newton step, in
	// naive standard errors of rows of mean weight, is at most this.
	tolerance = 1e-12
	// weakRidge is the precision of the prior given to coefficients that the data do
	// not determine, per squared unit of a typical non-zero entry of the column.
	weakRidge = 0.01
)

// filled returns the settings with the number of processors in place of no workers.
func (s Settings) filled() Settings {
	if s.Workers < 1 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return s
}

// Prior is an independent Gaussian belief about each coefficient before the
// data. The zero value leaves every coefficient free.
type Prior struct {
	// Mean holds the prior means in logits per unit of the column; nil means 0
	// for each.
	Mean []float64
	// Precision holds 1/variance of each belief, finite and at least 0; 0
	// leaves the coefficient free. Nil means 0 for each.
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

// validate reports a prior that does not fit the design.
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
