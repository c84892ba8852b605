package logit

import (
	"fmt"
	"math"
	"runtime"
	"slices"
)

// Settings says how to fit. The zero value is a fit with dispersion 1.
type Settings struct {
	// EstimateDispersion weighs the data against the prior by the dispersion estimated
	// from the clusters instead of by 1. Without a prior it affects neither coefficients
	// nor covariances.
	EstimateDispersion bool
	// Workers is the number of goroutines; if it is less than 1, one for each processor.
	// Results do not depend on it.
	Workers int
}

const (
	// maxSteps bounds the Newton steps of one minimisation.
	maxSteps = 1000
	// The iteration ends when the squared length of the next Newton step, in naive
	// standard errors of rows of mean weight, is at most tolerance.
	tolerance = 1e-12
	// weakRidge is the precision of the prior given to coefficients that the data do
	// not determine, per squared unit of a typical non-zero entry of the column.
	weakRidge = 0.01
)

// filled returns the settings with a positive number of workers.
func (s Settings) filled() Settings {
	if s.Workers < 1 {
		s.Workers = runtime.GOMAXPROCS(0)
	}
	return s
}

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
