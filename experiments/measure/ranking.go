package measure

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/engine/rules"
	"bestiary/internal/stat"
)

// Ranking orders the placements of waiting pieces by how well a side scores with them.
type Ranking struct {
	// Entries are from the best to the worst.
	Entries []Ranked
	// Spread is the most likely standard deviation of the effects, with a likelihood
	// interval.
	Spread stat.Interval
	// P is the p-value of no spread.
	P float64
	// Pairs is the number of pairs of games.
	Pairs int

	model *mixed
}

// SpreadAt returns the spread with an interval of another level.
func (r *Ranking) SpreadAt(level float64) stat.Interval { return r.model.spread(level) }

// Ranked is a placement with its effect on the score of the side that has it, against the
// mean of all placements: 0.01 is one point in a hundred games.
type Ranked struct {
	Name  string
	Games int // sides that had it
	// Raw is the mean score, minus ½, of the sides that had it, with equal
	// weight for White and Black. Effect is shrunk.
	Raw    float64
	Effect stat.Interval
	// First is the probability that no other placement has a greater effect.
	First float64
}

// RankPlacements ranks the placements of a side's waiting pieces (Game.Placement). In a pair
// of games in which the placements change sides, the pair's score y is half the difference
// between the scores of the first and the second game, so that White's advantage cancels out,
// and
//
//	y = effect of White's placement − effect of Black's + noise,
//
// where the second game is again subtracted and the difference halved. The effects are
// drawn from N(0, τ²) and the noise, one value a pair, from N(0, σ²). All values of τ,
// with a flat prior, are weighted by their likelihood (Gelman, Bayesian Analysis 1,
// 2006), so that intervals allow for the uncertainty of τ. Effects are posterior means
// and close to 0 for placements with few games.
func RankPlacements(games []Game, level float64) (*Ranking, error) {
	pairs, err := CountPairs(games)
	if err != nil {
		return nil, err
	}
	d, err := newContrasts(games, pairs)
	if err != nil {
		return nil, err
	}
	m, err := d.fit()
	if err != nil {
		return nil, err
	}
	return d.rank(m, level), nil
}

// contrasts holds the pairs as rows of a linear model.
type contrasts struct {
	names []string
	games []int     // sides with the placement
	score []float64 // their points less ½ each
	gram  *mat.SymDense
	xy    []float64
	yy    float64
	rows  int
}

func newContrasts(games []Game, pairs int) (*contrasts, error) {
	placements := map[string]int{}
	for i := range games {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			if name := games[i].Placement(c); name != "" {
				placements[name] = 0
			}
		}
	}
	d := &contrasts{rows: pairs, names: slices.Sorted(maps.Keys(placements))}
	n := len(d.names)
	if n < 2 {
		return nil, fmt.Errorf("compare: %d kinds of placements in these games, expected at least two to rank", n)
	}
	for i, name := range d.names {
		placements[name] = i
	}
	d.games, d.score, d.xy, d.gram = make([]int, n), make([]float64, n), make([]float64, n), mat.NewSymDense(n, nil)
	rows, y := make([]map[int]float64, pairs), make([]float64, pairs)
	for i := range games {
		g := &games[i]
		half := 0.5 - float64(g.Index) // the second game counts the other way
		y[g.Pair] += half * (g.Result.Score() - 0.5)
		if rows[g.Pair] == nil {
			rows[g.Pair] = map[int]float64{}
		}
		for c, sign := range []float64{half, -half} {
			if k, ok := placements[g.Placement(rules.Color(c))]; ok {
				rows[g.Pair][k] += sign
				d.games[k]++
				d.score[k] += g.Score(rules.Color(c)) - 0.5
			}
		}
	}
	for pair, row := range rows {
		d.add(row, y[pair])
	}
	return d, nil
}

// add adds a row to the sums.
func (d *contrasts) add(row map[int]float64, y float64) {
	keys := slices.Sorted(maps.Keys(row))
	for i, a := range keys {
		d.xy[a] += row[a] * y
		for _, b := range keys[i:] {
			d.gram.SetSym(a, b, d.gram.At(a, b)+row[a]*row[b])
		}
	}
	d.yy += y * y
}

// rank orders the placements by their effects, which are relative to their mean.
func (d *contrasts) rank(m *mixed, level float64) *Ranking {
	mean, sd := m.posterior()
	first := m.firsts()
	out := &Ranking{Spread: m.spread(level), P: m.p, Pairs: d.rows, model: m}
	for i, name := range d.names {
		out.Entries = append(out.Entries, Ranked{
			Name: name, Games: d.games[i], Raw: d.score[i] / float64(d.games[i]), Effect: stat.Normal(mean[i], sd[i], level), First: first[i],
		})
	}
	slices.SortStableFunc(out.Entries, func(a, b Ranked) int { return -cmp.Compare(a.Effect.Estimate, b.Effect.Estimate) })
	return out
}

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
		m.p = distuv.ChiSquared{K: 1}.Survival(ratio) / 2 // τ = 0 is at the edge of its range
	}
}

// negligible is the weight below which a part is omitted.
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

// spread returns the most likely τ with a likelihood interval: the values for which -2 ln L exceeds
// its minimum by at most a quantile of χ² with one degree of freedom. Posterior quantiles would
// always be above 0, even where there is no difference.
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

// draw picks a part by its weight. The part of τ = 0, without differences, counts as the next one.
func (m *mixed) draw(rng *rand.Rand) part {
	u := rng.Float64()
	for _, t := range m.parts[1:] {
		if u -= t.weight; u <= 0 {
			return t
		}
	}
	return m.parts[1]
}
