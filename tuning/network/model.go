package network

import (
	"math"
	"math/rand/v2"

	engine "bestiary/engine/network"
)

// model holds the weights of a network, or their gradient, as one vector: a row for
// each input, the biases, the weights of the outputs, the bias of the output.
type model struct {
	width   int
	all     []float32
	weights []float32
	bias    []float32
	output  []float32
	last    []float32 // the bias of the output
}

func newModel(rows, width int) *model {
	all := make([]float32, (rows+3)*width+1)
	at := rows * width
	return &model{width, all, all[:at], all[at : at+width], all[at+width : at+3*width], all[at+3*width:]}
}

// scatter draws the initial weights of the first rows and of the outputs.
func (m *model) scatter(r *rand.Rand, rows int, output float64) {
	const typical = 32 // inputs of a position
	for i := range rows * m.width {
		m.weights[i] = float32(r.NormFloat64() / math.Sqrt(typical) / 3)
	}
	for i := range m.bias {
		m.bias[i] = 0.2
	}
	for i := range m.output {
		m.output[i] = float32(output * r.NormFloat64() / math.Sqrt(float64(2*m.width)))
	}
}

// cut limits all weights to the range of integers.
func (m *model) cut() {
	cut := func(list []float32, limit float32) {
		for i, w := range list {
			list[i] = min(max(w, -limit), limit)
		}
	}
	cut(m.weights, engine.MaxWeight/engine.InputUnit)
	cut(m.bias, engine.MaxWeight/engine.InputUnit)
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

// rounded rounds all weights to integers.
func (m *model) rounded() {
	round := func(list []float32, unit float64) {
		for i, w := range list {
			list[i] = float32(math.Round(float64(w)*unit) / unit)
		}
	}
	round(m.weights, engine.InputUnit)
	round(m.bias, engine.InputUnit)
	round(m.output, engine.OutputUnit)
}

// pass takes one position through a model and back.
type pass struct {
	sums  [2][]float32
	slope []float32
	seen  [2][]engine.Change
}

func newPass(width int) pass {
	return pass{sums: [2][]float32{make([]float32, width), make([]float32, width)}, slope: make([]float32, width)}
}

// forward returns the output for the position that is seen.
func (s *pass) forward(m *model) float32 {
	out := m.last[0]
	for side := range s.sums {
		sums := s.sums[side]
		copy(sums, m.bias)
		sumRows(sums, m.weights, s.seen[side])
		output := m.output[side*m.width : (side+1)*m.width]
		for j, w := range output {
			a := min(max(sums[j], 0), 1)
			out += w * a * a
		}
	}
	return out
}

// backward adds the gradient of a loss to g, given the loss's derivative with respect to
// the output.
func (s *pass) backward(m, g *model, slope float32) {
	g.last[0] += slope
	for side := range s.sums {
		output, gradient := m.output[side*m.width:(side+1)*m.width], g.output[side*m.width:(side+1)*m.width]
		sums := s.sums[side]
		for j, w := range output {
			x := sums[j]
			s.slope[j] = 0
			if x > 0 {
				a := min(x, 1)
				gradient[j] += slope * a * a
				if x < 1 {
					s.slope[j] = 2 * slope * w * a
				}
			}
		}
		for j, x := range s.slope {
			g.bias[j] += x
		}
		addRows(g.weights, s.slope, s.seen[side])
	}
}

const block = 32

// sumRows adds rows of weights to sums.
func sumRows(sums, weights []float32, list []engine.Change) {
	if len(list) == 0 {
		return
	}
	for at := 0; at < len(sums); at += block {
		sumBlock(sums[at:], weights[at:], list, len(sums))
	}
}

// addRows adds x to rows of weights.
func addRows(weights, x []float32, list []engine.Change) {
	if len(list) == 0 {
		return
	}
	for at := 0; at < len(x); at += block {
		addBlock(weights[at:], x[at:], list, len(x))
	}
}

func sumBlockGo(sums, weights []float32, list []engine.Change, width int) {
	for _, s := range list {
		times := float32(s >> 16)
		row := weights[int(s&0xFFFF)*width:][:block]
		for j, w := range row {
			sums[j] += times * w
		}
	}
}

func addBlockGo(weights, x []float32, list []engine.Change, width int) {
	for _, s := range list {
		times := float32(s >> 16)
		row := weights[int(s&0xFFFF)*width:][:block]
		for j := range row {
			row[j] += times * x[j]
		}
	}
}
