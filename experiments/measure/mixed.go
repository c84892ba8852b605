package measure

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/stat"
)

// mixed is the posterior distribution of effects, a mixture over values of τ.
type mixed struct {
	u      *mat.Dense // eigenvectors of XᵀX, less the mean of each column
	b      []float64  // Uᵀxy
	lambda []float64
	parts  []part
	p      float64 // of the likelihood ratio against τ = 0
}

// part is one value of τ, with its weight, σ² and the excess of -2 ln L over its minimum.
type part struct{ tau, weight, residual, excess float64 }

// factor returns the factor by which a direction is scaled: ρ/(1+ρλ) with ρ = τ²/σ².
func (t part) factor(lambda float64) float64 {
	rho := t.tau * t.tau / t.residual
	return rho / (1 + rho*lambda)
}

// partsOfSpread is the number of values of τ that are weighed, up to maxSpread,
// which differences of scores cannot exceed.
const (
	partsOfSpread = 500
	maxSpread     = 0.5
)

// fit weighs the values of ratio = τ/σ by their likelihood. In the eigenvectors of
// XᵀX, with ρ = ratio²,
//
//	-2 ln L = n ln σ² + Σ ln(1 + ρλ),  nσ² = yᵀy - Σ ρb²/(1 + ρλ),  b = Uᵀxy.
func (d *contrasts) fit() (*mixed, error) {
	var eigen mat.EigenSym
	if d.yy == 0 {
		return nil, errors.New("compare: all pairs of games are even, there is nothing to rank")
	}
	if !eigen.Factorize(d.gram, true) {
		return nil, errors.New("compare: the placements of these games cannot be told apart")
	}
	m := &mixed{lambda: eigen.Values(nil), u: &mat.Dense{}}
	for j := range m.lambda {
		m.lambda[j] = math.Max(m.lambda[j], 0)
	}
	eigen.VectorsTo(m.u)
	var b mat.VecDense
	b.MulVec(m.u.T(), mat.NewVecDense(len(d.xy), d.xy))
	m.b = mat.Col(nil, 0, &b)
	m.centre()
	m.weigh(float64(d.rows), d.yy)
	return m, nil
}

// centre subtracts its mean from each eigenvector, so that effects are relative
// to their mean.
func (m *mixed) centre() {
	n := len(m.b)
	for j := range n {
		column := mat.Col(nil, j, m.u)
		mean := 0.0
		for _, x := range column {
			mean += x / float64(n)
		}
		for i := range column {
			m.u.Set(i, j, column[i]-mean)
		}
	}
}

// weigh sets the parts from n rows with a sum of squares.
func (m *mixed) weigh(n, squares float64) {
	limit := maxSpread / math.Sqrt(squares/n)
	deviances := make([]float64, partsOfSpread+1)
	for k := range deviances {
		ratio := limit * float64(k) / partsOfSpread
		rho, left := ratio*ratio, squares
		for j, l := range m.lambda {
			left -= rho * m.b[j] * m.b[j] / (1 + rho*l)
			deviances[k] += math.Log1p(rho * l)
		}
		residual := left / n
		deviances[k] += n * math.Log(residual)
		m.parts = append(m.parts, part{tau: ratio * math.Sqrt(residual), residual: residual})
	}
	lowest, total := slices.Min(deviances), 0.0
	for k := range m.parts {
		m.parts[k].excess = deviances[k] - lowest
		m.parts[k].weight = math.Exp(-m.parts[k].excess / 2)
		total += m.parts[k].weight
	}
	for k := range m.parts {
		m.parts[k].weight /= total
	}
	m.p = 1
	if ratio := m.parts[0].excess; ratio > 0 {
		m.p = distuv.ChiSquared{K: 1}.Survival(ratio) / 2 // τ = 0 is at the edge of what it can be
	}
}

// negligible is the weight below which a part is left out.
const negligible = 1e-6

// posterior returns the mean of each effect and its standard deviation.
func (m *mixed) posterior() (mean, sd []float64) {
	n := len(m.b)
	mean, squares := make([]float64, n), make([]float64, n)
	for _, t := range m.parts {
		if t.weight < negligible {
			continue
		}
		for i := range n {
			effect, variance := 0.0, 0.0
			for j, u := range m.u.RawRowView(i) {
				f := t.factor(m.lambda[j])
				effect += u * f * m.b[j]
				variance += u * u * f * t.residual
			}
			mean[i] += t.weight * effect
			squares[i] += t.weight * (effect*effect + variance)
		}
	}
	sd = squares
	for i := range sd {
		sd[i] = math.Sqrt(math.Max(squares[i]-mean[i]*mean[i], 0))
	}
	return mean, sd
}

// spread returns the most likely τ with a likelihood interval: the values for which -2 ln
// L exceeds its minimum by at most a quantile of χ² with one degree of freedom. Posterior
// quantiles would always be above 0, even where nothing differs.
func (m *mixed) spread(level float64) stat.Interval {
	best := slices.IndexFunc(m.parts, func(t part) bool { return t.excess == 0 })
	limit := distuv.ChiSquared{K: 1}.Quantile(level)
	lo, hi := best, best
	for lo > 0 && m.parts[lo-1].excess <= limit {
		lo--
	}
	for hi+1 < len(m.parts) && m.parts[hi+1].excess <= limit {
		hi++
	}
	return stat.Interval{Estimate: m.parts[best].tau, Lo: m.parts[lo].tau, Hi: m.parts[hi].tau, Level: level}
}

// draws is the number of draws for Ranked.First, which gives it a standard error of at
// most 0.008.
const draws = 4000

// firsts returns the share of draws from the posterior distribution in which each effect
// is the greatest.
func (m *mixed) firsts() []float64 {
	n := len(m.b)
	out, scaled := make([]float64, n), make([]float64, n)
	rng := rand.New(rand.NewPCG(1, 1))
	for range draws {
		t := m.draw(rng)
		for j, l := range m.lambda {
			f := t.factor(l)
			scaled[j] = f*m.b[j] + math.Sqrt(f*t.residual)*rng.NormFloat64()
		}
		best, highest := 0, math.Inf(-1)
		for i := range n {
			effect := 0.0
			for j, u := range m.u.RawRowView(i) {
				effect += u * scaled[j]
			}
			if effect > highest {
				best, highest = i, effect
			}
		}
		out[best] += 1.0 / draws
	}
	return out
}

// draw picks a part by its weight. The part of τ = 0, in which nothing differs, counts as
// the next one.
func (m *mixed) draw(rng *rand.Rand) part {
	u := rng.Float64()
	for _, t := range m.parts[1:] {
		if u -= t.weight; u <= 0 {
			return t
		}
	}
	return m.parts[1]
}
