package logit

import (
	"fmt"
	"math"

	"bestiary/internal/stat"
)

// Bin compares predicted with observed scores over the rows whose prediction
// lies in [From, To).
type Bin struct {
	From, To  float64
	Predicted float64 // weighted mean of the predictions
	// Observed is the weighted mean of the outcomes, with its Wilson interval.
	Observed stat.Interval
	// EffectiveN is the number of independent coin tosses that would make the observed
	// mean as uncertain as the clusters do.
	EffectiveN float64
	Weight     float64
	Rows       int
	Clusters   int
}

// Calibration sorts the rows of a design by predicted score into bins of equal width, from 0 to 1,
// and compares predictions with outcomes. Empty bins are omitted. Level is the confidence level of
// the Wilson intervals, which use the effective number of trials.
func Calibration(d *Design, coef []float64, bins int, level float64) ([]Bin, error) {
	if err := d.Validate(); err != nil {
		return nil, err
	}
	if len(coef) != d.Columns || bins < 1 || !(level > 0 && level < 1) {
		return nil, fmt.Errorf("logit: calibration with %d coefficients for %d columns, %d bins, level %v; want as many, at least 1, in (0, 1)",
			len(coef), d.Columns, bins, level)
	}
	all, binOf := fillBins(d, coef, bins)
	spread := binSpread(d, all, binOf)
	var out []Bin
	for k, b := range all {
		if b.Rows > 0 {
			b.finish(spread[k], level)
			out = append(out, b)
		}
	}
	return out, nil
}

// fillBins returns the bins with their means and the bin of each row.
func fillBins(d *Design, coef []float64, bins int) ([]Bin, []int) {
	all, binOf := make([]Bin, bins), make([]int, d.Rows())
	for i, y := range d.Y {
		mu := Sigmoid(d.logit(i, coef))
		k := min(int(mu*float64(bins)), bins-1)
		binOf[i] = k
		if w := d.Weight[i]; w > 0 {
			all[k].Weight += w
			all[k].Rows++
			all[k].Predicted += w * mu
			all[k].Observed.Estimate += w * y
		}
	}
	for k := range all {
		b := &all[k]
		b.From, b.To = float64(k)/float64(bins), float64(k+1)/float64(bins)
		b.Predicted /= b.Weight
		b.Observed.Estimate /= b.Weight
	}
	return all, binOf
}

// binSpread counts the clusters of each bin and returns, for each bin, the sum over its
// clusters of the squared weighted residual from the bin's mean.
func binSpread(d *Design, bins []Bin, binOf []int) []float64 {
	out, sum, seen := make([]float64, len(bins)), make([]float64, len(bins)), make([]bool, len(bins))
	var touched []int
	groups := groupRows(d)
	for c := range groups.count() {
		for _, i := range groups.rows(c) {
			k := binOf[i]
			if !seen[k] {
				seen[k] = true
				touched = append(touched, k)
			}
			sum[k] += d.Weight[i] * (d.Y[i] - bins[k].Observed.Estimate)
		}
		for _, k := range touched {
			out[k] += sum[k] * sum[k]
			bins[k].Clusters++
			sum[k], seen[k] = 0, false
		}
		touched = touched[:0]
	}
	return out
}

// finish sets the effective number of trials and the interval. If the clusters do not vary
// at all, each counts as one trial: among few clusters, a chance lack of variation must
// not make rows count more than once.
func (b *Bin) finish(spread, level float64) {
	p, clusters := b.Observed.Estimate, float64(b.Clusters)
	b.EffectiveN = clusters
	if b.Clusters > 1 && spread > 1e-12*b.Weight*b.Weight {
		variance := clusters / (clusters - 1) * spread / (b.Weight * b.Weight)
		b.EffectiveN = p * (1 - p) / variance
		if b.Clusters < scarce {
			b.EffectiveN = min(b.EffectiveN, float64(b.Rows))
		}
	}
	b.Observed = stat.Wilson(p, b.EffectiveN, stat.Quantile(level), level)
}

// CalibrationError returns the expected calibration error, the mean of
// |predicted - observed| weighted by bin, and the value that perfect
// predictions would be expected to show on the same number of trials; an error
// near that floor is no evidence against the model.
func CalibrationError(bins []Bin) (observed, floor float64) {
	total := 0.0
	for _, b := range bins {
		p := b.Predicted
		observed += b.Weight * math.Abs(p-b.Observed.Estimate)
		floor += b.Weight * math.Sqrt(2/math.Pi*p*(1-p)/b.EffectiveN)
		total += b.Weight
	}
	return observed / total, floor / total
}
