package logit

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Candidate is a strength of the prior and how well it predicts held-out
// clusters.
type Candidate struct {
	Lambda float64 // factor on the precisions of the prior
	// Loss is the mean held-out cross-entropy per unit of weight, in nats.
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
		loss, _, _ := terms(t.d.Y[i], t.d.logit(int(i), coef))
		sum += t.d.Weight[i] * loss
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

// stream returns the generator numbered index of a seed. The index is spread by
// SplitMix64 so that neighbouring generators start far apart.
func stream(seed, index uint64) *rand.Rand {
	z := (index + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return rand.New(rand.NewPCG(seed, z^z>>31))
}
