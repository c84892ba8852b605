package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/engine/rules"
	"bestiary/selfplay/rating"
)

// Ranking says which features of a side score best, such as where its waiting
// pieces stand.
type Ranking struct {
	// Entries are from the best to the worst.
	Entries []Ranked
	// Spread is the standard deviation of the effects of features, from which the
	// shrinkage follows; 0 if nothing points to a difference among them.
	Spread float64
	// P is the probability of such a spread, or a greater one, if there were none.
	P float64
	// Pairs is the number of pairs of games.
	Pairs int
}

// Ranked is a feature with its effect on the score of the side that has it,
// against the mean of all features: 0.01 is one point in a hundred games.
type Ranked struct {
	Name  string
	Games int // sides that had it
	// Raw is the mean score less ½ of the sides that had it, of White and Black
	// weighed alike. Effect is shrunk.
	Raw    float64
	Effect rating.Interval
	// First is the probability that no other feature has a greater effect.
	First float64
}

// RankPlacements ranks where all waiting pieces of a side stand (Game.Placement).
func RankPlacements(games []Game, level float64) (*Ranking, error) {
	return Rank(games, level, func(g *Game, c rules.Color) []string { return []string{g.Placement(c)} })
}

// RankPlaces ranks the places of single waiting pieces (Game.Placements), whose
// effects are taken to add up.
func RankPlaces(games []Game, level float64) (*Ranking, error) {
	return Rank(games, level, (*Game).Placements)
}

// Rank ranks features that sides have. In a pair of games in which the features
// change sides, the pair's score y is that of the first game less that of the
// second, halved, so that the advantage of White falls out, and
//
//	y = Σ effects of White's features − Σ effects of Black's + noise,
//
// the second game again subtracted and halved. The effects are drawn from
// N(0, τ²) and the noise, one value a pair, from N(0, σ²); τ and σ maximise the
// likelihood (empirical Bayes: Robinson, Statistical Science 6, 1991). Effects
// are posterior means: with few games for a feature they are close to 0. Their
// intervals take τ and σ as known.
func Rank(games []Game, level float64, features func(*Game, rules.Color) []string) (*Ranking, error) {
	pairs, err := countPairs(games)
	if err != nil {
		return nil, err
	}
	d, err := newContrasts(games, pairs, features)
	if err != nil {
		return nil, err
	}
	m, err := d.fit()
	if err != nil {
		return nil, err
	}
	return d.rank(m, level), nil
}

// contrasts are the pairs as rows of a linear model.
type contrasts struct {
	names []string
	games []int     // sides with the feature
	score []float64 // their points less ½ each
	gram  *mat.SymDense
	xy    []float64
	yy    float64
	rows  int
}

func newContrasts(games []Game, pairs int, features func(*Game, rules.Color) []string) (*contrasts, error) {
	d := &contrasts{rows: pairs}
	place := map[string]int{}
	lists := make([][2][]string, len(games))
	for i := range games {
		for _, c := range []rules.Color{rules.White, rules.Black} {
			lists[i][c] = features(&games[i], c)
			d.names = append(d.names, lists[i][c]...)
		}
	}
	slices.Sort(d.names)
	d.names = slices.DeleteFunc(slices.Compact(d.names), func(name string) bool { return name == "" })
	n := len(d.names)
	if n < 2 {
		return nil, fmt.Errorf("compare: %d kinds of features in these games, expected at least two to rank", n)
	}
	for i, name := range d.names {
		place[name] = i
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
			for _, name := range lists[i][c] {
				if k, ok := place[name]; ok {
					rows[g.Pair][k] += sign
					d.games[k]++
					d.score[k] += g.Score(rules.Color(c)) - 0.5
				}
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
	keys := sortedKeys(row)
	for i, a := range keys {
		d.xy[a] += row[a] * y
		for _, b := range keys[i:] {
			d.gram.SetSym(a, b, d.gram.At(a, b)+row[a]*row[b])
		}
	}
	d.yy += y * y
}

// mixed is a fit of the contrasts.
type mixed struct {
	effects  []float64
	root     *mat.Dense // R with covariance R·Rᵀ
	tau, p   float64
	residual float64 // σ²
}

// fit maximises the likelihood of ρ = τ²/σ² in the eigenvectors of XᵀX, where
//
//	-2 ln L = n ln σ² + Σ ln(1 + ρλ),  nσ² = yᵀy - Σ ρb²/(1 + ρλ),  b = Uᵀxy.
func (d *contrasts) fit() (*mixed, error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(d.gram, true) {
		return nil, errors.New("compare: the features of these games cannot be told apart")
	}
	if d.yy == 0 {
		return nil, errors.New("compare: all pairs of games are even, there is nothing to rank")
	}
	lambda := eigen.Values(nil)
	var u mat.Dense
	eigen.VectorsTo(&u)
	var b mat.VecDense
	b.MulVec(u.T(), mat.NewVecDense(len(d.xy), d.xy))
	n := float64(d.rows)
	variance := func(rho float64) float64 {
		sum := d.yy
		for j, l := range lambda {
			sum -= rho * b.AtVec(j) * b.AtVec(j) / (1 + rho*math.Max(l, 0))
		}
		return sum / n
	}
	deviance := func(rho float64) float64 {
		sum := n * math.Log(variance(rho))
		for _, l := range lambda {
			sum += math.Log1p(rho * math.Max(l, 0))
		}
		return sum
	}
	rho := lowest(deviance)
	m := &mixed{residual: variance(rho), p: 1}
	m.tau = math.Sqrt(rho * m.residual)
	if ratio := deviance(0) - deviance(rho); rho > 0 && ratio > 0 {
		m.p = distuv.ChiSquared{K: 1}.Survival(ratio) / 2 // τ lies at the edge of what it can be
	}
	m.posterior(&u, &b, lambda, rho)
	return m, nil
}

// posterior fills in effects and their covariance.
func (m *mixed) posterior(u *mat.Dense, b *mat.VecDense, lambda []float64, rho float64) {
	k := len(lambda)
	shrunk := mat.NewVecDense(k, nil)
	m.root = mat.NewDense(k, k, nil)
	for j, l := range lambda {
		factor := rho / (1 + rho*math.Max(l, 0))
		shrunk.SetVec(j, factor*b.AtVec(j))
		for i := range k {
			m.root.Set(i, j, u.At(i, j)*math.Sqrt(m.residual*factor))
		}
	}
	var effects mat.VecDense
	effects.MulVec(u, shrunk)
	m.effects = mat.Col(nil, 0, &effects)
}

// lowest is the ρ of least deviance: the best of a grid, refined by the golden
// section.
func lowest(deviance func(float64) float64) float64 {
	const steps, from, to = 160, -8.0, 3.0 // powers of ten
	at := func(k int) float64 { return math.Pow(10, from+(to-from)*float64(k)/steps) }
	best := 0
	for k := range steps + 1 {
		if deviance(at(k)) < deviance(at(best)) {
			best = k
		}
	}
	lo, hi := math.Log(at(max(best-1, 0))), math.Log(at(min(best+1, steps)))
	golden := (math.Sqrt(5) - 1) / 2
	for range 60 {
		a, b := hi-golden*(hi-lo), lo+golden*(hi-lo)
		if deviance(math.Exp(a)) < deviance(math.Exp(b)) {
			hi = b
		} else {
			lo = a
		}
	}
	if rho := math.Exp((lo + hi) / 2); deviance(rho) < deviance(0) {
		return rho
	}
	return 0
}

// rank puts the features in order. The effects are against their mean.
func (d *contrasts) rank(m *mixed, level float64) *Ranking {
	m.centre()
	first := m.firsts()
	z := distuv.UnitNormal.Quantile((1 + level) / 2)
	out := &Ranking{Spread: m.tau, P: m.p, Pairs: d.rows}
	for i, name := range d.names {
		out.Entries = append(out.Entries, Ranked{
			Name: name, Games: d.games[i], Raw: d.score[i] / float64(d.games[i]),
			Effect: around(m.effects[i], mat.Norm(m.root.RowView(i), 2), z), First: first[i],
		})
	}
	slices.SortStableFunc(out.Entries, func(a, b Ranked) int { return -cmp.Compare(a.Effect.Estimate, b.Effect.Estimate) })
	return out
}

// centre makes effects those against their mean.
func (m *mixed) centre() {
	n := len(m.effects)
	mean := stat.Mean(m.effects, nil)
	for i := range m.effects {
		m.effects[i] -= mean
	}
	for j := range n {
		mean := stat.Mean(mat.Col(nil, j, m.root), nil)
		for i := range n {
			m.root.Set(i, j, m.root.At(i, j)-mean)
		}
	}
}

// draws is how often effects are drawn for Ranked.First, whose error is then at
// most 0.008.
const draws = 4000

// firsts is how often each effect is the greatest when they are drawn from their
// posterior distribution.
func (m *mixed) firsts() []float64 {
	n := len(m.effects)
	out := make([]float64, n)
	rng := rand.New(rand.NewPCG(1, 1))
	noise, drawn := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil)
	for range draws {
		for i := range n {
			noise.SetVec(i, rng.NormFloat64())
		}
		drawn.MulVec(m.root, noise)
		best := 0
		for i := range n {
			if drawn.AtVec(i)+m.effects[i] > drawn.AtVec(best)+m.effects[best] {
				best = i
			}
		}
		out[best] += 1.0 / draws
	}
	if m.tau == 0 {
		for i := range out {
			out[i] = 1 / float64(n)
		}
	}
	return out
}
