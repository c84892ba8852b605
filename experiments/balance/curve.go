package balance

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// Bend is the standard deviation, in log-odds, of the bend of a curve in one rung before the games
// are known.
const Bend = 0.05

// Scatter is the standard deviation, in log-odds, of the score at a rung about the curve. In the games of the
// retrodiction rungs scatter by 0.12 (0.09 to 0.18) more than chance.
const Scatter = 0.12

// bestPairs is the usual number of pairs at the lowest rung after which intervals that hold at any
// time are narrowest. They are almost as narrow from a fifth of it to ten times as many.
const bestPairs = 500

// maxLevel is the highest level of an interval. Beyond it, after fewer than six pairs, limits
// would no longer be numbers.
const maxLevel = 1 - 1e-12

// sample is a finished game.
type sample struct {
	nodes, player, pair int
	score               float64 // of the side in question
	sign                float64 // 1 if that side moves first, else -1; 0 if the question is which side
	drawn               bool
	plies               int
}

// model is the design of a curve. Its columns are those of the curve, then one for each rung.
type model struct {
	strengths             []int
	weakest, mean, spread float64
	signs                 bool
}

func newModel(strengths []int, signs bool) model {
	m := model{strengths: strengths, weakest: float64(strengths[0]), signs: signs}
	for _, n := range strengths {
		m.mean += m.steps(float64(n)) / float64(len(strengths))
	}
	for _, n := range strengths {
		m.spread += math.Pow(m.steps(float64(n))-m.mean, 2) / float64(len(strengths))
	}
	return m
}

// steps returns how many rungs of the usual factor a number of nodes is above the weakest.
func (m model) steps(nodes float64) float64 { return math.Log(nodes/m.weakest) / math.Log(Factor) }

// row returns the columns of the curve at a number of nodes.
func (m model) row(nodes, sign float64) []float64 {
	z := m.steps(nodes) - m.mean
	out := []float64{1, z, z*z - m.spread}
	if m.signs {
		out = append(out, sign, sign*z)
	}
	return append(out, make([]float64, len(m.strengths))...)
}

// rowAt returns the columns of the score at a number of nodes, and whether it is a rung's: what sets other numbers
// of nodes apart from the curve has no column.
func (m model) rowAt(nodes, sign float64) (row []float64, rung bool) {
	row = m.row(nodes, sign)
	i := slices.Index(m.strengths, int(nodes))
	if rung = i >= 0 && float64(int(nodes)) == nodes; rung {
		row[len(row)-len(m.strengths)+i] = 1
	}
	return row, rung
}

// fitted is a fitted curve.
type fitted struct {
	model
	logit.Inference
	level float64 // of each interval
	widen float64
}

// criticalLevel returns the level of each interval of a curve, which holds at any number of
// pairs if the run was looked at before.
func criticalLevel(c Config) float64 {
	if !c.Looked {
		return c.Level
	}
	return min(stat.Anytime(c.Level, float64(c.Play.Pairs), float64(cmp.Or(c.Best, bestPairs))), maxLevel)
}

// fit fits the curve of some players.
func fit(c Config, list []sample) (*fitted, error) {
	m := newModel(c.Strengths, c.Of == Army)
	d := &logit.Design{Columns: len(m.row(1, 1))}
	columns := make([]uint16, d.Columns)
	for j := range columns {
		columns[j] = uint16(j)
	}
	prior := logit.Prior{Precision: make([]float64, d.Columns)}
	prior.Precision[2] = 1 / (Bend * Bend)
	for j := d.Columns - len(c.Strengths); j < d.Columns; j++ {
		prior.Precision[j] = 1 / (Scatter * Scatter)
	}
	cluster := int32(-1)
	list = append(added(c), list...)
	for i, s := range list {
		if i == 0 || !s.together(list[i-1]) {
			cluster++
		}
		row, _ := m.rowAt(float64(s.nodes), s.sign)
		d.Add(columns, row, s.score, 1, cluster)
	}
	res, err := logit.Fit(d, prior, logit.Settings{})
	if err != nil {
		return nil, fmt.Errorf("balance: %w", err)
	}
	f := &fitted{m, res.Posterior(), criticalLevel(c), 1}
	if !c.Fixed {
		f.widen = differ(c, list[len(added(c)):])
	}
	return f, nil
}

// added returns two pairs for each rung in which one game is not drawn, once each way (Agresti
// and Min, Statistics in Medicine 24, 2005). Without them games that are all drawn, or pairs
// whose games cancel, would be certain after a handful.
func added(c Config) (list []sample) {
	for _, nodes := range c.Strengths {
		for pair := range 2 {
			for index := range 2 {
				s := sample{nodes: nodes, player: -1, pair: pair, score: 0.5}
				if index == 0 {
					s.score = float64(pair)
				}
				if c.Of == Army {
					s.sign = float64(1 - 2*index)
				}
				list = append(list, s)
			}
		}
	}
	return list
}

// addedError is the standard error of the sum of the pairs that are added.
const addedError = math.Sqrt2 / 2

// differ returns the factor by which errors are widened because players differ by more than chance.
func differ(c Config, list []sample) float64 {
	squares, df := 0.0, 0.0
	for _, nodes := range c.Strengths {
		sum, weights, all := 0.0, 0.0, 0.0
		for _, own := range cells(list, nodes) {
			mean, se := scoreOf(own)
			if se = math.Hypot(se, addedError/float64(len(own))); se > 0 {
				sum, weights, all = sum+mean/(se*se), weights+1/(se*se), all+mean*mean/(se*se)
				df++
			}
		}
		if weights > 0 {
			squares, df = squares+all-sum*sum/weights, df-1
		}
	}
	return stat.Widening(squares, df)
}

// linear returns the interval of a combination of the columns and of an effect that has none, in log-odds.
func (f *fitted) linear(row []float64, effect float64) stat.Interval {
	v := f.Linear(row, f.level)
	return stat.Symmetric(v.Estimate, math.Hypot(f.widen*v.HalfWidth(), stat.Quantile(f.level)*effect), f.level)
}

// score returns the score at a number of nodes: of the side in question if it moves first
// (sign 1), second (-1), or either (0).
func (f *fitted) score(nodes, sign float64) stat.Interval {
	row, rung := f.rowAt(nodes, sign)
	if rung {
		return f.linear(row, 0).Map(logit.Sigmoid)
	}
	return f.linear(row, Scatter).Map(logit.Sigmoid)
}

// curve returns the score at a number of nodes as if it were no rung.
func (f *fitted) curve(nodes float64) stat.Interval {
	return f.linear(f.row(nodes, 0), Scatter).Map(logit.Sigmoid)
}

// slope returns the mean change of the score per rung, from the weakest to the strongest.
func (f *fitted) slope(c Config) stat.Interval {
	lo, hi := float64(c.Strengths[0]), float64(c.Strengths[len(c.Strengths)-1])
	row, middle := f.row(hi, 0), f.row(hi, 0)
	for j, x := range f.row(lo, 0) {
		row[j], middle[j] = (row[j]-x)/2, (middle[j]+x)/2
	}
	return f.half(row, middle).Scale(2 / f.steps(hi))
}

// move returns what moving first is worth at a number of nodes.
func (f *fitted) move(nodes float64) stat.Interval {
	row := f.row(nodes, 1)
	row[0], row[1], row[2] = 0, 0, 0
	return f.half(row, f.row(nodes, 0))
}

// half returns half of the difference of the scores that lie a combination above and below
// another.
func (f *fitted) half(row, middle []float64) stat.Interval {
	at := f.Combination(middle)
	return f.linear(row, 0).Map(func(x float64) float64 { return (logit.Sigmoid(at+x) - logit.Sigmoid(at-x)) / 2 })
}

// scoreOf returns the mean score over pairs and its standard error.
func scoreOf(list []sample) (mean, se float64) {
	return meanOfPairs(list, func(s sample) float64 { return s.score })
}

// meanOfPairs returns the mean of a number of the games and its standard error over pairs.
func meanOfPairs(list []sample, of func(sample) float64) (mean, se float64) {
	for _, s := range list {
		mean += of(s) / float64(len(list))
	}
	pairs, squares, sum := 0.0, 0.0, 0.0
	for i, s := range list {
		sum += of(s) - mean
		if i == len(list)-1 || !s.together(list[i+1]) {
			pairs, squares, sum = pairs+1, squares+sum*sum, 0
		}
	}
	return mean, math.Sqrt(squares*pairs/(pairs-1)) / float64(len(list))
}

// together reports whether two games that follow each other belong to one pair.
func (s sample) together(o sample) bool {
	return s.nodes == o.nodes && s.player == o.player && s.pair == o.pair
}

// cells returns the games of a rung by player, of those that have any.
func cells(list []sample, nodes int) (out [][]sample) {
	for i, s := range list {
		switch {
		case s.nodes != nodes:
		case i == 0 || list[i-1].nodes != nodes || list[i-1].player != s.player:
			out = append(out, []sample{s})
		default:
			out[len(out)-1] = append(out[len(out)-1], s)
		}
	}
	return out
}

// share returns a mean between 0 and 1 with Wilson's limits for the number of independent
// games that has its standard error.
func share(mean, se float64, pairs int, level float64) stat.Interval {
	n := float64(pairs)
	if se > 1e-9 {
		n = mean * (1 - mean) / (se * se)
	}
	return stat.Wilson(min(1, max(0, mean)), n, stat.Quantile(level), level)
}
