package tuning

import (
	"iter"
	"math"
	"slices"

	"bestiary/engine/eval"
	"bestiary/internal/stat/logit"
)

const (
	// Limits of the scale, in logits a pawn; a few games hardly determine it.
	minPawn, maxPawn = 0.05, 1.5

	maxScaleSteps  = 20
	scaleTolerance = 0.01
)

// armyScale fits how many logits of expected score one pawn of the prior of a model is worth, by rows
// of the armies' model.
//
// Most exchanges are between pieces that are worth nearly the same, so that the difference by the
// prior is mostly error, and a fit that took the prior for exact would find too small a scale. So
// each kind may deviate from the prior by a share of its worth, whose standard deviation is the
// spread of its kind.
func (m *armyModel) armyScale(from *logit.Design) (float64, error) {
	d, kinds := m.scaleDesign(from)
	first := d.Columns - len(kinds)
	scale := maxPawn
	for range maxScaleSteps {
		p := logit.Prior{Precision: make([]float64, d.Columns)}
		for j, i := range kinds {
			p.Precision[first+j] = math.Pow(m.spread[i]*scale, -2)
		}
		f, err := logit.Fit(d, p, weighed())
		if err != nil {
			return 0, err
		}
		before := scale
		if scale = min(max(f.Coef[0], minPawn), maxPawn); math.Abs(scale/before-1) < scaleTolerance {
			break
		}
	}
	return scale, nil
}

// scaleDesign returns rows with these columns: the material by the prior in pawns, the first move,
// the numbers of each kind for which the prior was never checked, and, last, the deviation of each
// other kind from the prior as a share of its worth. Kinds lists the last. If the prior was checked
// for no kind, all are among them.
func (m *armyModel) scaleDesign(from *logit.Design) (d *logit.Design, kinds []int) {
	n := len(m.types)
	free := slices.Min(m.spread) < UncheckedSpread
	own := make([]int, n+1)
	own[n], d = 1, &logit.Design{Columns: 2}
	for i, x := range m.spread {
		if free && x >= UncheckedSpread {
			own[i] = d.Columns
			d.Columns++
		} else {
			kinds = append(kinds, i)
		}
	}
	deviation := make([]int, n)
	for _, i := range kinds {
		deviation[i] = d.Columns
		d.Columns++
	}
	recast(d, from, func(i int, add func(int, float64)) {
		for j, x := range entries(from, i) {
			switch {
			case j > n: // a term
			case own[j] > 0:
				add(own[j], x)
			default:
				add(0, x*m.worth[j])
				add(deviation[j], x*m.worth[j])
			}
		}
	})
	return d, kinds
}

// recast adds the rows of a design to another with other columns. Put adds the entries of a row;
// those of 0 do not count.
func recast(to, from *logit.Design, put func(row int, add func(column int, value float64))) {
	var idx []uint16
	var val []float64
	add := func(column int, value float64) { idx, val = append(idx, uint16(column)), append(val, value) }
	for i := range from.Rows() {
		idx, val = idx[:0], val[:0]
		put(i, add)
		to.Add(idx, val, from.Y[i], from.Weight[i], from.Cluster[i])
	}
}

// entries iterates over the columns and values of a row.
func entries(d *logit.Design, row int) iter.Seq2[int, float64] {
	return func(yield func(int, float64) bool) {
		for k := d.Off[row]; k < d.Off[row+1]; k++ {
			if !yield(int(d.Idx[k]), d.Val[k]) {
				return
			}
		}
	}
}

// logitsPerPawn fits the scale to the quiet positions. Their material differs by much more than the
// errors of the prior, which is therefore taken for exact.
func (s *samples) logitsPerPawn(prior []float64) (float64, error) {
	n := len(s.types)
	d := &logit.Design{Columns: 3} // the prior's material, White's advantage, the move
	recast(d, s.quiet, func(i int, add func(int, float64)) {
		for j, x := range entries(s.quiet, i) {
			if j < n {
				add(0, x*prior[s.types[j]]/eval.PawnValue)
			} else {
				add(1+j-n, x)
			}
		}
	})
	f, err := logit.Fit(d, logit.Prior{}, logit.Settings{})
	if err != nil {
		return 0, err
	}
	return f.Coef[0], nil
}
