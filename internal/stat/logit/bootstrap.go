package logit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	gonum "gonum.org/v1/gonum/stat"

	"bestiary/internal/stat"
)

// Replicates is the outcome of a cluster bootstrap.
type Replicates struct {
	// Fit is the fit to the data themselves.
	Fit *Result
	// Coefs holds the coefficients of each resample, in the order drawn.
	Coefs [][]float64
	// Degenerate counts resamples in which a coefficient diverged and was held
	// by the weak ridge; Unconverged those whose minimum was not reached.
	Degenerate, Unconverged int
}

// Bootstrap fits the design to the given number of resamples of its clusters,
// each drawn with replacement and of the original size. Resample b depends on
// the seed and b alone, so results are the same for any number of workers, and
// a longer run begins with the shorter one. The dispersion is taken from the
// fit to the data.
func Bootstrap(d *Design, p Prior, s Settings, resamples int, seed uint64) (*Replicates, error) {
	if resamples < 1 {
		return nil, fmt.Errorf("logit: %d bootstrap resamples, want at least 1", resamples)
	}
	t, err := newTask(d, p, s)
	if err != nil {
		return nil, err
	}
	out := &Replicates{Fit: t.fit(), Coefs: make([][]float64, resamples)}
	estimates := make([]estimate, resamples)
	t.resample(estimates, out.Fit, seed)
	for b, e := range estimates {
		out.Coefs[b] = e.coef
		if len(e.separated) > 0 {
			out.Degenerate++
		}
		if !e.converged {
			out.Unconverged++
		}
	}
	return out, nil
}

// resample fills estimates, one per resample, on the workers of the task.
func (t *task) resample(estimates []estimate, fit *Result, seed uint64) {
	parallel(t.settings.Workers, len(estimates), func() func(int) {
		s := t.newSolver(fit.Dispersion, 1)
		s.min.data.weight = make([]float64, t.d.Rows())
		times := make([]float64, t.groups.count())
		return func(b int) {
			t.drawWeights(s.min.data.weight, times, stream(seed, uint64(b)))
			estimates[b] = s.solve(fit.Coef)
		}
	})
}

// drawWeights draws clusters with replacement and sets the weight of each row
// to its own times the draws of its cluster. times is scratch, one element per
// cluster.
func (t *task) drawWeights(weight, times []float64, rng *rand.Rand) {
	clear(times)
	for range times {
		times[rng.IntN(len(times))]++
	}
	for i, c := range t.groups.of {
		weight[i] = 0
		if c >= 0 {
			weight[i] = t.d.Weight[i] * times[c]
		}
	}
}

// stream returns the generator numbered index of a seed. The index is spread by
// SplitMix64 so that neighbouring generators start far apart.
func stream(seed, index uint64) *rand.Rand {
	z := (index + 1) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return rand.New(rand.NewPCG(seed, z^z>>31))
}

// Interval returns the percentile interval of a function of the coefficients at
// a confidence level in (0, 1); for another level the limits are NaN. It is
// unbounded if the function is NaN for some resample, but it cannot tell whether
// the data determine the function at all; see Result.Warnings. The function
// must not change its argument.
func (r *Replicates) Interval(f func(coef []float64) float64, level float64) stat.Interval {
	out := stat.Interval{Estimate: f(r.Fit.Coef), Lo: math.NaN(), Hi: math.NaN(), Level: level}
	if !(level > 0 && level < 1) {
		return out
	}
	values := make([]float64, len(r.Coefs))
	for b, coef := range r.Coefs {
		values[b] = f(coef)
		if math.IsNaN(values[b]) {
			return stat.Unbounded(out.Estimate, level)
		}
	}
	slices.Sort(values)
	out.Lo, out.Hi = quantile(values, (1-level)/2), quantile(values, (1+level)/2)
	return out
}

// quantile interpolates linearly between order statistics, element k of n
// standing for k/(n-1).
func quantile(sorted []float64, p float64) float64 {
	at := p * float64(len(sorted)-1)
	k := min(int(at), len(sorted)-1)
	if k == len(sorted)-1 || sorted[k] == sorted[k+1] {
		return sorted[k]
	}
	return sorted[k] + (at-float64(k))*(sorted[k+1]-sorted[k])
}

// Cov returns the covariance of the coefficients over the resamples.
func (r *Replicates) Cov() *mat.SymDense {
	all := mat.NewDense(len(r.Coefs), len(r.Fit.Coef), nil)
	for b, coef := range r.Coefs {
		all.SetRow(b, coef)
	}
	var cov mat.SymDense
	gonum.CovarianceMatrix(&cov, all, nil)
	return &cov
}
