package tuning

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/opening"
)

// PosteriorSpread is the standard deviation of values around the mobility prior, as a
// share of each value, that the posterior assumes. In the games of ten variants the values of 30
// pieces foreign to chess and of 11 kinds of pawns differ from their prior by 25 % (root mean square,
// luck subtracted), those of 39 officers of chess by 10 %.
const PosteriorSpread = 0.25

// For pieces unlike those by which the prior was checked (eval.Unchecked) it is UncheckedSpread
// instead, or UncheckedPawns pawns if that is more. They are only assumed to have a value between 0
// and twice the prior, which for a uniform distribution is the first; for a piece that hardly
// moves, such as the advisor of Xiangqi, even that is too much, for it is held to be worth two
// pawns and has a prior of a tenth of one.
const (
	UncheckedSpread = 0.58
	UncheckedPawns  = 1
)

// SpreadOf returns the standard deviation around the mobility prior that the posterior assumes
// for a kind of piece, as a share of its value.
func SpreadOf(g *rules.Game, t rules.Type) float64 {
	if eval.Unchecked(g, opening.OnBoard(t)) != "" {
		worth := opening.PriorValues(g)[t] / eval.PawnValue
		return max(UncheckedSpread, UncheckedPawns/max(worth, minWorth))
	}
	return PosteriorSpread
}

// Prior is the prior distribution of the value of a kind of piece.
type Prior struct {
	// Factor is the expected value over that by mobility.
	Factor float64
	// Spread is the standard deviation around it, as a share of the value.
	Spread float64
}

// assuming returns the model with other priors for the values of some kinds.
func (m *armyModel) assuming(priors map[rules.Type]Prior) *armyModel {
	out := *m
	out.worth, out.spread = slices.Clone(m.worth), slices.Clone(m.spread)
	for i, t := range m.types {
		if p, ok := priors[t]; ok {
			out.worth[i] *= p.Factor
			out.spread[i] = p.Spread
		}
	}
	return &out
}

// fitPosterior fits the armies' model with a normal prior on the value of each piece as
// well: that of the settings or else the mobility prior with the spread of its kind, on the scale that
// fits the games. A few games change the prior a little; many override it.
func (s *Sample) fitPosterior(m *Measurement) error {
	armies := s.armies.assuming(s.settings.Priors)
	scale, err := armies.armyScale(s.start)
	if err != nil {
		return err
	}
	p := armies.prior(scale)
	m.Assumed = nil
	for i, worth := range armies.worth {
		p.Mean[i] = scale * worth
		sd := armies.spread[i] * p.Mean[i]
		p.Precision[i] = 1 / math.Pow(sd, 2)
		m.Assumed = append(m.Assumed, stat.Symmetric(p.Mean[i], stat.Quantile(s.settings.Level)*sd, s.settings.Level))
	}
	f, err := armies.fitHeld(s.start, p)
	if err != nil {
		return err
	}
	inf := f.Posterior()
	// The spread of the prior is known. The less the games decide, therefore, the less
	// Student's t matters for the errors of their estimate (Satterthwaite).
	share := 0.0
	for i := range s.types {
		share += f.WeightOfData[i] / float64(len(s.types))
	}
	inf.DF /= share * share
	m.Posterior = s.estimate("posterior", f.Result, inf, m.Scale)
	m.Posterior.Model = newModel(armies.labels(), inf)
	m.Decided = nil
	for i, v := range m.Posterior.Values {
		mobility := math.Pow(scale*s.armies.worth[i]*s.armies.spread[i], -2)
		m.Decided = append(m.Decided, v.WeightOfData/(v.WeightOfData+(1-v.WeightOfData)*mobility/p.Precision[i]))
	}
	return nil
}

// Model is the fitted model of the armies, from which the score of any two armies follows.
type Model struct {
	// Columns names the coefficients: the kinds of pieces, the first move, and the terms.
	Columns      []string        `json:"columns"`
	Coefficients []stat.Number   `json:"coefficients"`
	Covariance   [][]stat.Number `json:"covariance"`
}

func newModel(columns []string, inf logit.Inference) Model {
	m := Model{Columns: columns}
	for i := range columns {
		m.Coefficients = append(m.Coefficients, stat.Number(inf.Coef[i]))
		row := make([]stat.Number, len(columns))
		for j := range row {
			row[j] = stat.Number(inf.Cov.At(i, j))
		}
		m.Covariance = append(m.Covariance, row)
	}
	return m
}

// Predictor predicts the score of a match from the first positions of its games.
type Predictor struct {
	model    *Model
	armies   *armyModel
	row, sum []float64
	games    int
	score    float64
}

// Predictor returns a Predictor, or an error if the model belongs to another game or to
// another version of the model.
func (m *Model) Predictor(g *rules.Game) (*Predictor, error) {
	a := newArmyModel(g, newColumns(g))
	square := !slices.ContainsFunc(m.Covariance, func(row []stat.Number) bool { return len(row) != a.count })
	if labels := a.labels(); !slices.Equal(labels, m.Columns) || len(m.Coefficients) != a.count || len(m.Covariance) != a.count || !square {
		return nil, fmt.Errorf("the model has the columns %s, expected those of %s in this version: %s",
			format.List(m.Columns, "and"), g.Variant.Name, format.List(labels, "and"))
	}
	return &Predictor{model: m, armies: a, row: make([]float64, a.count), sum: make([]float64, a.count)}, nil
}

// Points returns the values of the pieces of a game in points, by name. It is empty if the games do
// not bound those that define a point.
func (m *Model) Points(g *rules.Game) map[string]float64 {
	of := func(piece string) (float64, bool) {
		i := slices.Index(m.Columns, piece)
		return float64(m.Coefficients[max(i, 0)]), i >= 0 && m.Coefficients[i] > 0
	}
	points := map[string]float64{}
	if factor, ok := NewScale(g, Points).Factor(of); ok {
		for _, piece := range newColumns(g).names() {
			if x, ok := of(piece); ok {
				points[piece] = factor * x
			}
		}
	}
	return points
}

// Add adds a game in which the given side has the army whose score is predicted.
func (f *Predictor) Add(first *rules.Position, side rules.Color) {
	f.armies.row(first, f.row)
	if side == rules.Black {
		floats.Scale(-1, f.row)
	}
	eta := 0.0
	for j, x := range f.row {
		eta += x * float64(f.model.Coefficients[j])
	}
	mu := logit.Sigmoid(eta)
	f.games, f.score = f.games+1, f.score+mu
	floats.AddScaled(f.sum, mu*(1-mu), f.row)
}

// Predicted is the forecast of a match.
type Predicted struct {
	// LogOdds is the log-odds of the mean score of the games, and Sampling its standard error.
	LogOdds, Sampling float64
	// Worth is the part of LogOdds that the difference of the armies makes. Kinds is the
	// root of the sum of squares of what each kind of piece adds to it.
	Worth, Kinds float64
}

// Predicted returns the forecast of the games added.
func (f *Predictor) Predicted() Predicted {
	out, c := f.slopes()
	_, variance := f.model.along(c)
	first := len(f.armies.types)
	for i, x := range c {
		part := x * float64(f.model.Coefficients[i])
		if i != first {
			out.Worth += part
		}
		if i < first {
			out.Kinds = math.Hypot(out.Kinds, part)
		}
	}
	out.Sampling = math.Sqrt(math.Max(0, variance))
	return out
}

// slopes returns the log-odds of the mean score, and their derivatives by the coefficients.
func (f *Predictor) slopes() (out Predicted, c []float64) {
	score := f.score / float64(f.games)
	c = slices.Clone(f.sum)
	floats.Scale(1/(float64(f.games)*score*(1-score)), c)
	return Predicted{LogOdds: logit.LogOdds(score)}, c
}

// along returns the covariances of the coefficients with the sum of the products c_i·v_i, and its variance.
func (m *Model) along(c []float64) (shared []float64, variance float64) {
	shared = make([]float64, len(c))
	for i := range c {
		for j, x := range c {
			shared[i] += x * float64(m.Covariance[i][j])
		}
		variance += c[i] * shared[i]
	}
	return shared, variance
}

// Learn returns the model after one more observation: a match with the first positions added had these
// log-odds, which deviate from the model's by noise, a standard deviation. An advantage has a weight for its
// player. It is one step of a Kalman filter, linear in the log-odds of the mean score:
//
//	v + Σc·(found - predicted)/(cᵀΣc + noise²),   Σ - Σc·cᵀΣ/(cᵀΣc + noise²)
func (f *Predictor) Learn(found, weight, noise float64) Model {
	predicted, c := f.slopes()
	surprise := found - predicted.LogOdds
	for i := range c {
		if i != len(f.armies.types) { // the first move
			surprise -= (weight - 1) * c[i] * float64(f.model.Coefficients[i])
			c[i] *= weight
		}
	}
	shared, variance := f.model.along(c)
	variance += noise * noise
	out := Model{Columns: f.model.Columns}
	for i, x := range shared {
		out.Coefficients = append(out.Coefficients, f.model.Coefficients[i]+stat.Number(x*surprise/variance))
		row := make([]stat.Number, len(shared))
		for j, y := range shared {
			row[j] = f.model.Covariance[i][j] - stat.Number(x*y/variance)
		}
		out.Covariance = append(out.Covariance, row)
	}
	return out
}

const (
	// Limits of the scale, in logits a pawn; a few games hardly determine it.
	minPawn, maxPawn = 0.05, 1.5

	maxScaleSteps  = 20
	scaleTolerance = 0.01
)

// armyScale fits how many logits of expected score one pawn of the prior of a model is worth,
// according to rows of the armies' model.
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
// zero entries do not count.
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
func (s *Sample) logitsPerPawn(prior []float64) (float64, error) {
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
