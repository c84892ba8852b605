package logit

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

const (
	maxHalvings   = 40
	armijo        = 1e-4  // share of the predicted decrease that a step must reach
	rounding      = 1e-12 // relative error allowed when comparing sums of losses
	firstDamping  = 1e-10
	dampingGrowth = 100
	maxDamping    = 1e10
)

// minimiser finds the minimum of a penalised loss,
//
//	inverse Σ w ℓ + ½ Σ penalty_j (β_j - mean_j)².
//
// It is not safe for concurrent use.
type minimiser struct {
	data      *evaluator
	mean      []float64
	penalty   []float64
	inverse   float64   // 1/dispersion
	reference []float64 // typical second derivative per column; scales the damping
	steps     int       // largest number of Newton steps
	tolerance float64   // for the Newton decrement

	value  float64       // at the point last evaluated
	slope  *mat.VecDense // first derivative there
	second *mat.SymDense // second derivative there

	factor mat.Cholesky
	step   *mat.VecDense
	trial  []float64
	damped *mat.SymDense
}

// newMinimiser returns a minimiser without a penalty.
func newMinimiser(data *evaluator, mean []float64) *minimiser {
	n := data.d.Columns
	return &minimiser{
		data: data, mean: mean, penalty: make([]float64, n), inverse: 1, reference: make([]float64, n),
		steps: maxSteps, tolerance: tolerance * meanWeight(data.d),
		slope: mat.NewVecDense(n, nil), second: mat.NewSymDense(n, nil),
		step: mat.NewVecDense(n, nil), trial: make([]float64, n), damped: mat.NewSymDense(n, nil),
	}
}

// meanWeight returns the mean over the rows of positive weight.
func meanWeight(d *Design) float64 {
	total, used := 0.0, 0
	for i := range d.Rows() {
		if w := d.Weight[i]; w > 0 {
			total += w
			used++
		}
	}
	return total / float64(used)
}

// evaluate sets value, slope and second at coef.
func (m *minimiser) evaluate(coef []float64) {
	m.data.at(coef)
	sum := &m.data.total
	m.value = m.inverse * sum.value
	slope, second := m.slope.RawVector().Data, m.second.RawSymmetric().Data
	for k, v := range sum.second {
		second[k] = m.inverse * v
	}
	for j, p := range m.penalty {
		off := coef[j] - m.mean[j]
		m.value += 0.5 * p * off * off
		slope[j] = m.inverse*sum.slope[j] + p*off
		second[j*len(coef)+j] += p
	}
}

// minimise moves coef to the minimum and returns the number of steps taken and
// whether the last one was small enough. It leaves value, slope and second at
// the final point.
func (m *minimiser) minimise(coef []float64) (steps int, converged bool) {
	m.evaluate(coef)
	for steps = 0; ; steps++ {
		decrement := m.direction()
		if decrement <= m.tolerance*m.inverse {
			return steps, true
		}
		if steps == m.steps || !m.descend(coef, decrement) {
			return steps, false
		}
	}
}

// direction sets step to the Newton step at the point last evaluated and returns the
// Newton decrement, minus slope·step.
func (m *minimiser) direction() float64 {
	for damping := 0.0; damping <= maxDamping; damping = max(firstDamping, damping*dampingGrowth) {
		m.damped.CopySym(m.second)
		for j, r := range m.reference {
			m.damped.SetSym(j, j, m.second.At(j, j)+damping*r)
		}
		if m.factor.Factorize(m.damped) && m.factor.SolveVecTo(m.step, m.slope) == nil {
			m.step.ScaleVec(-1, m.step)
			return -mat.Dot(m.slope, m.step)
		}
	}
	m.step.ScaleVec(-1, m.slope)
	return mat.Dot(m.slope, m.slope)
}

// descend moves coef along step, halved until the value falls enough. It returns false,
// with coef unchanged, if no such length is found.
func (m *minimiser) descend(coef []float64, decrement float64) bool {
	start := m.value
	step := m.step.RawVector().Data
	length := 1.0
	for range maxHalvings {
		for j := range coef {
			m.trial[j] = coef[j] + length*step[j]
		}
		m.evaluate(m.trial)
		if m.value <= start-armijo*length*decrement+rounding*math.Abs(start) {
			copy(coef, m.trial)
			return true
		}
		length /= 2
	}
	m.evaluate(coef)
	return false
}
