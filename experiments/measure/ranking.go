package measure

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"gonum.org/v1/gonum/mat"

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
