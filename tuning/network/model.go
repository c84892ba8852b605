package network

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas/gonum"

	engine "bestiary/engine/network"
)

const hidden = engine.Hidden

// model holds the weights of a network, or their gradient, as one vector: a row for
// each input, the biases, the weights of the outputs, the bias of the output.
type model struct {
	all     []float32
	weights []float32
	bias    []float32
	output  []float32
	last    []float32 // the bias of the output
}

func newModel(rows int) *model {
	all := make([]float32, (rows+3)*hidden+1)
	at := rows * hidden
	return &model{all, all[:at], all[at : at+hidden], all[at+hidden : at+3*hidden], all[at+3*hidden:]}
}

// scatter draws the initial weights.
func (m *model) scatter(r *rand.Rand) {
	const typical = 32 // inputs of a position
	for i := range m.weights {
		m.weights[i] = float32(r.NormFloat64() / math.Sqrt(typical) / 3)
	}
	for i := range m.bias {
		m.bias[i] = 0.2
	}
	for i := range m.output {
		m.output[i] = float32(r.NormFloat64() / math.Sqrt(2*hidden))
	}
}

// cut limits all weights to the range of integers.
func (m *model) cut(in *engine.Inputs) {
	cut := func(list []float32, limit float32) {
		for i, w := range list {
			list[i] = min(max(w, -limit), limit)
		}
	}
	cut(m.weights, float32(in.Limit())/engine.InputUnit)
	cut(m.bias, float32(in.Limit())/engine.InputUnit)
	cut(m.output, float32(engine.MaxOutput)/engine.OutputUnit)
}

// parameters returns the weights as integers.
func (m *model) parameters() engine.Parameters {
	round := func(to []int16, from []float32, unit float64) {
		for i, w := range from {
			to[i] = int16(math.Round(float64(w) * unit))
		}
	}
	p := engine.Parameters{
		Weights:    make([]int16, len(m.weights)),
		OutputBias: int32(math.Round(float64(m.last[0]) * engine.InputUnit * engine.InputUnit * engine.OutputUnit)),
	}
	round(p.Weights, m.weights, engine.InputUnit)
	round(p.Bias[:], m.bias, engine.InputUnit)
	round(p.Output[:], m.output, engine.OutputUnit)
	return p
}

// pass takes one position through a model and back.
type pass struct {
	sums  [2][hidden]float32
	slope [hidden]float32
}

// forward returns the output for a position, given the inputs as both sides see them.
func (s *pass) forward(m *model, seen [2][]uint16) float32 {
	out := m.last[0]
	for side := range s.sums {
		sums := &s.sums[side]
		copy(sums[:], m.bias)
		for _, row := range seen[side] {
			add(sums[:], m.weights[int(row)*hidden:])
		}
		output := m.output[side*hidden : side*hidden+hidden]
		for j, w := range output {
			a := min(max(sums[j], 0), 1)
			out += w * a * a
		}
	}
	return out
}

// backward adds the gradient of a loss to g, given the loss's derivative with respect to
// the output.
func (s *pass) backward(m, g *model, seen [2][]uint16, slope float32) {
	g.last[0] += slope
	for side := range s.sums {
		output, gradient := m.output[side*hidden:side*hidden+hidden], g.output[side*hidden:side*hidden+hidden]
		for j, w := range output {
			x := s.sums[side][j]
			s.slope[j] = 0
			if x > 0 {
				a := min(x, 1)
				gradient[j] += slope * a * a
				if x < 1 {
					s.slope[j] = 2 * slope * w * a
				}
			}
		}
		add(g.bias, s.slope[:])
		for _, row := range seen[side] {
			add(g.weights[int(row)*hidden:], s.slope[:])
		}
	}
}

// add adds the elements of x to the first elements of y.
func add(y, x []float32) { gonum.Implementation{}.Saxpy(hidden, 1, x, 1, y, 1) }
