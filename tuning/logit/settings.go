package logit

import (
	"fmt"
	"math"
	"runtime"
)

// Settings chooses the loss and bounds the work of a fit. The zero value is a
// cross-entropy fit with the defaults below.
type Settings struct {
	// Loss is what the fit minimises. Default CrossEntropy.
	Loss Loss
	// EstimateDispersion weighs the data against the prior by the dispersion
	// estimated from the clusters instead of by 1. Without a prior it changes
	// neither coefficients nor covariances. Default false.
	EstimateDispersion bool
	// MaxIterations bounds the Newton steps of one minimisation, at least 1;
	// 0 means 100.
	MaxIterations int
	// Tolerance ends the iteration when the squared length of the next Newton
	// step, in naive standard errors of rows of mean weight, is at most this.
	// In (0, 1e-6]; 0 means 1e-12.
	Tolerance float64
	// WeakRidge is the precision of the prior given to coefficients that the
	// data do not determine, per squared unit of a typical non-zero entry of
	// the column. Positive and finite; 0 means 0.01.
	WeakRidge float64
	// Workers is the number of goroutines used, at least 1; 0 means one per
	// processor. Results do not depend on it.
	Workers int
}

// Validate reports the first field outside its range.
func (s Settings) Validate() error {
	if s.Loss > SquaredError {
		return fmt.Errorf("logit: Settings.Loss is %d, want CrossEntropy or SquaredError", s.Loss)
	}
	if s.MaxIterations < 0 {
		return fmt.Errorf("logit: Settings.MaxIterations is %d, want at least 0", s.MaxIterations)
	}
	if !(s.Tolerance >= 0 && s.Tolerance <= 1e-6) {
		return fmt.Errorf("logit: Settings.Tolerance is %v, want 0 to 1e-6", s.Tolerance)
	}
	if !(s.WeakRidge >= 0) || math.IsInf(s.WeakRidge, 0) {
		return fmt.Errorf("logit: Settings.WeakRidge is %v, want a finite number of at least 0", s.WeakRidge)
	}
	if s.Workers < 0 {
		return fmt.Errorf("logit: Settings.Workers is %d, want at least 0", s.Workers)
	}
	return nil
}

// filled returns the settings with the defaults in place of zeros.
func (s Settings) filled() Settings {
	if s.MaxIterations == 0 {
		s.MaxIterations = 100
	}
	if s.Tolerance == 0 {
		s.Tolerance = 1e-12
	}
	if s.WeakRidge == 0 {
		s.WeakRidge = 0.01
	}
	if s.Workers == 0 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return s
}
