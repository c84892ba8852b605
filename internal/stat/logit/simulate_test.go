package logit

import (
	"math"
	"math/rand/v2"
)

// world makes synthetic games whose expected score follows the model exactly.
// A pair is played from one imbalance with colours mirrored, of up to two of
// the first piece and up to one of each other; column 0 is the first move, the
// others are pieces.
type world struct {
	firstMove   float64   // logits
	values      []float64 // logits per piece
	draws       float64   // share of 2μ(1-μ) that is drawn, 0 to 1
	correlation float64   // of the two games, seen from the side with the imbalance
}

func (w world) truth() []float64 { return append([]float64{w.firstMove}, w.values...) }

func (w world) play(rng *rand.Rand, pairs int) *Design {
	d := &Design{Columns: 1 + len(w.values)}
	idx := make([]uint16, d.Columns)
	for j := range idx {
		idx[j] = uint16(j)
	}
	x := make([]float64, d.Columns)
	for pair := range int32(pairs) {
		edge := 0.0
		for j, v := range w.values {
			span := 1
			if j == 0 {
				span = 2
			}
			x[j+1] = float64(rng.IntN(2*span+1) - span)
			edge += v * x[j+1]
		}
		z := rng.NormFloat64()
		other := w.correlation*z + math.Sqrt(1-w.correlation*w.correlation)*rng.NormFloat64()
		x[0] = 1
		d.Add(idx, x, w.score(w.firstMove+edge, z), 1, pair)
		for j := range w.values {
			x[j+1] = -x[j+1]
		}
		d.Add(idx, x, 1-w.score(edge-w.firstMove, other), 1, pair)
	}
	return d
}

// score turns a standard normal draw into a result with expectation σ(eta).
func (w world) score(eta, z float64) float64 {
	mu := Sigmoid(eta)
	draw := 2 * w.draws * mu * (1 - mu)
	u := 0.5 * math.Erfc(-z/math.Sqrt2)
	switch loss := 1 - mu - draw/2; {
	case u < loss:
		return 0
	case u < loss+draw:
		return 0.5
	default:
		return 1
	}
}

// randomDesign makes sparse rows with outcomes of every kind, weights and
// clusters, from no particular truth.
func randomDesign(rng *rand.Rand, rows, columns, entries int) *Design {
	d := &Design{Columns: columns}
	idx, val := make([]uint16, entries), make([]float64, entries)
	for range rows {
		eta := 0.2
		for k := range idx {
			idx[k] = uint16(rng.IntN(columns))
			val[k] = float64(rng.IntN(5)-2) + 0.25
			eta += 0.3 * val[k] / float64(1+idx[k])
		}
		y := 0.0
		if rng.Float64() < Sigmoid(eta) {
			y = 1
		}
		if rng.IntN(3) == 0 {
			y = 0.5
		}
		d.Add(idx, val, y, 0.5+rng.Float64(), int32(rng.IntN(rows/3+1)))
	}
	return d
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }
