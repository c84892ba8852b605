package logit

import (
	"fmt"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/floats"
)

// CrossValidate compares the prior with its precisions multiplied by each of the factors:
// it returns the mean held-out cross-entropy per unit of weight, in nats. The clusters are
// dealt to the folds at random; each fold is predicted by a fit to the others. Results are
// the same for any number of workers. The dispersion is taken from the fit to all the
// data.
func CrossValidate(d *Design, p Prior, s Settings, factors []float64, folds int, seed uint64) ([]float64, error) {
	t, err := newTask(d, p, s)
	if err != nil {
		return nil, err
	}
	if g := t.groups.count(); folds < 2 || folds > g {
		return nil, fmt.Errorf("logit: %d folds for %d clusters, want 2 to %d", folds, g, g)
	}
	tasks, losses := make([]*task, len(factors)), make([][]float64, len(factors))
	for k, factor := range factors {
		if !(factor >= 0) || math.IsInf(factor, 0) {
			return nil, fmt.Errorf("logit: cross-validation with the factor %v, want a finite number of at least 0", factor)
		}
		if tasks[k], err = t.withPrior(t.prior.Scaled(factor)); err != nil {
			return nil, err
		}
		losses[k] = make([]float64, t.groups.count())
	}
	t.holdOut(tasks, t.dealFolds(folds, seed), folds, t.fit().Dispersion, losses)
	out, total := make([]float64, len(factors)), floats.Sum(d.Weight)
	for k, list := range losses {
		out[k] = floats.Sum(list) / total
	}
	return out, nil
}

// dealFolds returns the fold of each cluster; sizes differ by at most one.
func (t *task) dealFolds(folds int, seed uint64) []int {
	fold := make([]int, t.groups.count())
	for place, c := range stream(seed, 0).Perm(len(fold)) {
		fold[c] = place % folds
	}
	return fold
}

// holdOut fills losses[k][c], the weighted loss of cluster c under tasks[k] fitted without
// c's fold. A worker takes one fold at a time.
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
					if f != out {
						continue
					}
					for _, i := range t.groups.rows(c) {
						loss, _, _ := terms(t.d.Y[i], t.d.logit(int(i), coef))
						losses[k][c] += t.d.Weight[i] * loss
					}
				}
			}
		}
	})
}

// stream returns the generator numbered index of a seed. The index is spread by
// SplitMix64 so that neighbouring generators start far apart.
func stream(seed, index uint64) *rand.Rand {
	z := (index + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return rand.New(rand.NewPCG(seed, z^z>>31))
}
