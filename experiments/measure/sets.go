package measure

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"bestiary/internal/stat"
)

// whole is an estimate from all games of a side, with the estimates without each pair or group of pairs.
type whole struct {
	estimate float64
	without  []float64
}

// jackknife returns the estimate with its interval, and the p-value of no effect. If the
// values without each pair do not vary, it has no bounds and p is NaN.
func (w whole) jackknife(level float64) (stat.Interval, float64) {
	n := len(w.without)
	_, se := meanError(w.without)
	se *= float64(n) - 1 // the factor by which they spread less than independent values
	if !(se > 0) {
		return stat.Unbounded(w.estimate, level), math.NaN()
	}
	return studentInterval(w.estimate, se, n, level), stat.StudentP(w.estimate/se, float64(n-1))
}

// between compares numbers that are not means over games, with errors from the jackknife.
func (q Quantity) between(sides [2][]Game, pairs int, level float64) Measure {
	first, second := q.sets(pairs, sides[0]), q.sets(pairs, sides[1])
	difference := whole{second.estimate - first.estimate, floats.SubTo(make([]float64, len(first.without)), second.without, first.without)}
	m := Measure{Quantity: q, Gain: stat.Number(math.NaN()), Size: stat.Unknown()}
	m.First, _ = first.jackknife(level)
	m.Second, _ = second.jackknife(level)
	v, p := difference.jackknife(level)
	m.Difference, m.P = v, stat.Number(p)
	return m
}

// openings counts how often each opening occurs, in the order of first appearance, and returns the
// openings of each pair by their places.
func openings(pairs int, games []Game) (counts []float64, of [][]int) {
	place := map[string]int{}
	of = make([][]int, pairs)
	for _, g := range games {
		k, known := place[g.Opening]
		if !known {
			k = len(counts)
			place[g.Opening] = k
			counts = append(counts, 0)
		}
		counts[k]++
		of[g.Pair] = append(of[g.Pair], k)
	}
	return counts, of
}

// entropy returns the entropy of the openings in bits. It is Shannon's with the correction of Miller
// (1955) and Madow: without it, it is too low by about (kinds-1)/2n nats.
func entropy(pairs int, games []Game) whole {
	counts, of := openings(pairs, games)
	corrected := func(sum, total float64, kinds int) float64 {
		if total == 0 {
			return 0
		}
		return (math.Log(total) - sum/total + float64(kinds-1)/(2*total)) / math.Ln2
	}
	all, total := 0.0, float64(len(games))
	for _, n := range counts {
		all += xlogx(n)
	}
	out := whole{corrected(all, total, len(counts)), make([]float64, pairs)}
	for i, list := range of {
		sum, kinds := all, len(counts)
		for _, k := range list {
			sum += xlogx(counts[k]-1) - xlogx(counts[k])
			if counts[k]--; counts[k] == 0 {
				kinds--
			}
		}
		out.without[i] = corrected(sum, total-float64(len(list)), kinds)
		for _, k := range list {
			counts[k]++
		}
	}
	return out
}

func xlogx(x float64) float64 {
	if x <= 0 {
		return 0
	}
	return x * math.Log(x)
}

// Predicted returns how much of the results material alone predicts: the share of their
// variance that a logistic curve of the difference in material in the middle of the game
// (Game.Middle, pawns by the prior) explains, Efron's R² (Journal of the American
// Statistical Association 73, 1978):
//
//	1 - Σ(y - p)² / Σ(y - ȳ)²,  logit p = a + b·(white - black).
//
// The errors are from the jackknife over pairs, in groups if there are many.
// NaN if all games have the same result.
func Predicted(games []Game, level float64) (stat.Interval, error) {
	pairs, err := CountPairs(games)
	if err != nil {
		return stat.Interval{}, err
	}
	v, _ := forecast(pairs, games).jackknife(level)
	return v, nil
}

// MaxGroups bounds the number of fits of a jackknife.
const MaxGroups = 200

// outcome is a game as a forecast sees it.
type outcome struct {
	group  int     // of pairs, for the jackknife
	lead   float64 // of White in the middle of the game, pawns
	result float64 // White's score
}

// forecast returns Efron's R² of all games and without each group in turn.
func forecast(pairs int, games []Game) whole {
	out := whole{without: make([]float64, min(pairs, MaxGroups))}
	var list []outcome
	for i := range games {
		g := &games[i]
		b := g.At(g.Middle())
		list = append(list, outcome{g.Pair * len(out.without) / pairs, b.White - b.Black, g.Result.Score()})
	}
	const none = -1
	a, b := fitForecast(list, none, 0, 0)
	out.estimate = explained(list, none, a, b)
	for k := range out.without {
		a, b := fitForecast(list, k, a, b)
		out.without[k] = explained(list, k, a, b)
	}
	return out
}

// explained returns Efron's R² of the games outside a group.
func explained(list []outcome, group int, a, b float64) float64 {
	sum, n := 0.0, 0.0
	for _, o := range list {
		if o.group != group {
			sum += o.result
			n++
		}
	}
	mean, off, all := sum/n, 0.0, 0.0
	for _, o := range list {
		if o.group != group {
			p := logistic(a + b*o.lead)
			off += (o.result - p) * (o.result - p)
			all += (o.result - mean) * (o.result - mean)
		}
	}
	if all == 0 {
		return math.NaN()
	}
	return 1 - off/all
}

// penalty keeps the slope finite where material separates wins from losses or
// does not vary; it weighs as much as half a game at a difference of one pawn.
// flat does the same for the intercept where all games are won.
const penalty, flat = 0.125, 1e-6

// fitForecast returns the curve for the games outside a group, by Newton's method from a starting
// point.
func fitForecast(list []outcome, group int, a, b float64) (float64, float64) {
	const rounds, tolerance = 50, 1e-9
	for range rounds {
		ga, gb := -flat*a, -penalty*b
		haa, hab, hbb := flat, 0.0, penalty
		for _, o := range list {
			if o.group == group {
				continue
			}
			x := o.lead
			p := logistic(a + b*x)
			w := p * (1 - p)
			ga += o.result - p
			gb += (o.result - p) * x
			haa += w
			hab += w * x
			hbb += w * x * x
		}
		det := haa*hbb - hab*hab
		da, db := (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		if size := math.Max(math.Abs(da), math.Abs(db)); size > 1 {
			da, db = da/size, db/size
		}
		a, b = a+da, b+db
		if math.Abs(da)+math.Abs(db) < tolerance {
			break
		}
	}
	return a, b
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
