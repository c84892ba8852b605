package estimate

import (
	"cmp"
	"math"
	"slices"

	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/tuning"
)

// Tolerance is the largest change of a settled value, as a share, when the nodes a move
// are doubled.
const Tolerance = 0.02

// foreseen is the ratio of the nodes of the extrapolation to the nodes of the strongest
// rung.
const foreseen = 4

// Slope describes how the value of a piece, or its ratio to the next weaker one, changes with the
// number of nodes a move.
type Slope struct {
	// Over is the weaker piece of a ratio; "" for a value.
	Piece, Over string
	// PerDoubling is the change of the value, as a share of it, when the nodes are
	// doubled.
	PerDoubling stat.Interval
	// Moves is set if the value still changes: by more than Tolerance, and significantly
	// for all pieces together (Holm). Settled is set if the change is within Tolerance,
	// with the confidence of an equivalence test. If neither is set, the games cannot
	// tell.
	Moves, Settled bool
	// Strongest is the value in the games with the most nodes. Beyond extrapolates the
	// line through the rungs to four times as many nodes. Both intervals include what
	// exchanges differ by and the choice of players.
	Strongest, Beyond stat.Interval
}

// line is a straight line fitted to the logarithm of a value over the binary logarithm of
// the nodes, weighted by known precisions.
type line struct {
	mean, slope, centre float64
	varMean, varSlope   float64
	squares             float64 // weighted squares of the residuals
	points              int
}

func fitLine(x, y, variance []float64) line {
	var l line
	weights, cross, spread := 0.0, 0.0, 0.0
	for i, v := range variance {
		l.points++
		weights += 1 / v
		l.centre += x[i] / v
		l.mean += y[i] / v
	}
	l.centre, l.mean, l.varMean = l.centre/weights, l.mean/weights, 1/weights
	for i, v := range variance {
		d := x[i] - l.centre
		cross, spread = cross+d*(y[i]-l.mean)/v, spread+d*d/v
	}
	l.slope, l.varSlope = cross/spread, 1/spread
	for i, v := range variance {
		l.squares += math.Pow(y[i]-l.mean-l.slope*(x[i]-l.centre), 2) / v
	}
	return l
}

// slopes fits a line to the value of each piece over the rungs that bound it, and to the ratio
// of each to the next weaker, which has not the error of the unit. The common
// openings and weights of the rungs cancel out of a slope. If, over all pieces, the rungs
// scatter about their lines by more than their errors, all errors are widened.
func slopes(rungs []Rung, panel *tuning.Panel, level float64) []Slope {
	if len(rungs) < 2 {
		return nil
	}
	strongest := rungs[len(rungs)-1]
	list := quantities(strongest, panel)
	lines := make([]line, len(list))
	squares, df := 0.0, 0.0
	for i, q := range list {
		lines[i] = lineOf(rungs, q.of)
		if n := lines[i].points; n > 2 && q.over == "" {
			squares, df = squares+lines[i].squares, df+float64(n-2)
		}
	}
	factor, free := stat.Widening(squares, df), math.Inf(1)
	if factor > 1 {
		free = df
	}
	var out []Slope
	var chances []float64
	for i, q := range list {
		s, chance := lines[i].slopeOf(math.Log2(float64(strongest.Nodes)), factor, free, level)
		whole, part := q.of(strongest.Measurement, false), q.of(strongest.Measurement, true)
		share := s.Beyond.Estimate / whole.Estimate // exchanges differ by a share of the value
		s.Piece, s.Over, s.Strongest = q.piece, q.over, q.widened(whole)
		s.Beyond = q.widened(s.Beyond.WidenedBy(whole.Scale(share), part.Scale(share)))
		out, chances = append(out, s), append(chances, chance)
	}
	for i, p := range rating.Holm(chances) {
		out[i].Moves = p <= 1-level && math.Abs(out[i].PerDoubling.Estimate) > Tolerance
	}
	return out
}

// quantity is a number of which the slope is asked.
type quantity struct {
	piece, over string
	// of returns it with all errors of the games, or with sampling errors alone.
	of      func(m *tuning.Measurement, luck bool) stat.Interval
	widened func(stat.Interval) stat.Interval // by the choice of players
}

// quantities lists the values of a rung, and then the ratios of neighbours from strong to weak that
// its games bound.
func quantities(rung Rung, panel *tuning.Panel) []quantity {
	estimate := func(m *tuning.Measurement, luck bool) *tuning.Estimate {
		if luck {
			return &m.Luck
		}
		return &m.Design
	}
	var out []quantity
	m := rung.Measurement
	order := make([]int, len(m.Design.Values))
	for i, v := range m.Design.Values {
		if order[i] = i; !v.Worth.Exact() {
			out = append(out, quantity{piece: v.Piece,
				of:      func(m *tuning.Measurement, luck bool) stat.Interval { return estimate(m, luck).Values[i].Worth },
				widened: func(x stat.Interval) stat.Interval { return panel.Worth(x, i, m.Scale) }})
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(m.Design.Values[b].Logit.Estimate, m.Design.Values[a].Logit.Estimate)
	})
	for k := 1; k < len(order); k++ {
		a, b := &m.Design.Values[order[k-1]], &m.Design.Values[order[k]]
		q := quantity{piece: a.Piece, over: b.Piece,
			of: func(m *tuning.Measurement, luck bool) stat.Interval {
				return estimate(m, luck).Ratio(a.Type, b.Type, m.Level)
			},
			widened: func(x stat.Interval) stat.Interval { return panel.Widen(x, []float64{1, -1}) }}
		if q.of(m, true).Bounded() {
			out = append(out, q)
		}
	}
	return out
}

// lineOf fits the line of a quantity over the rungs whose games bound it above zero.
func lineOf(rungs []Rung, of func(*tuning.Measurement, bool) stat.Interval) line {
	var x, y, variance []float64
	for _, r := range rungs {
		v := of(r.Measurement, true)
		if !v.Bounded() || !(v.Estimate > 0) || !(v.HalfWidth() > 0) {
			continue
		}
		se := v.HalfWidth() / stat.Quantile(v.Level) / v.Estimate
		x, y, variance = append(x, math.Log2(float64(r.Nodes))), append(y, math.Log(v.Estimate)), append(variance, se*se)
	}
	return fitLine(x, y, variance)
}

// slopeOf returns the slope of a piece and the probability of such a slope if there is no
// change. The slope is unknown with fewer than two points.
func (l line) slopeOf(last, factor, df, level float64) (Slope, float64) {
	if l.points < 2 {
		return Slope{PerDoubling: stat.Unknown(), Beyond: stat.Unknown()}, math.NaN()
	}
	interval := func(mid, se, level float64) stat.Interval {
		return stat.Symmetric(mid, stat.StudentQuantile(level, df)*factor*se, level)
	}
	change := func(x float64) float64 { return math.Exp(x) - 1 }
	var s Slope
	se := math.Sqrt(l.varSlope)
	slope := interval(l.slope, se, level)
	s.PerDoubling = slope.Map(change)
	test := interval(l.slope, se, 2*level-1).Map(change)
	s.Settled = test.Lo > -Tolerance && test.Hi < Tolerance
	ahead := last + math.Log2(foreseen) - l.centre
	s.Beyond = interval(l.mean+l.slope*ahead, math.Sqrt(l.varMean+ahead*ahead*l.varSlope), level).Map(math.Exp)
	return s, tuning.Chance(slope, stat.Exact(0))
}
