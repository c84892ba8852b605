package logit

import "runtime"

// Settings chooses what a fit minimises. The zero value is a cross-entropy fit.
type Settings struct {
	// Loss is what the fit minimises. Default CrossEntropy.
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
	mostSteps = 100
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
