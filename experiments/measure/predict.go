package measure

import (
	"math"

	"bestiary/internal/stat"
)

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
	v, _ := newForecast(games, pairs).whole().jackknife(level)
	return v, nil
}

// forecast holds results and the material in the middle of the games.
type forecast struct {
	groups int
	group  []int     // of each game
	lead   []float64 // of White, pawns
	result []float64 // White's score
	a, b   float64   // the curve for all games
}

// MaxGroups bounds the number of fits of a jackknife.
const MaxGroups = 200

func newForecast(games []Game, pairs int) *forecast {
	f := &forecast{groups: min(pairs, MaxGroups)}
	for i := range games {
		g := &games[i]
		b := g.At(g.Middle())
		f.group = append(f.group, g.Pair*f.groups/pairs)
		f.lead = append(f.lead, b.White-b.Black)
		f.result = append(f.result, g.Result.Score())
	}
	f.a, f.b = f.fit(-1, 0, 0)
	return f
}

// whole returns the share explained by all games and without each group in turn.
func (f *forecast) whole() whole {
	out := whole{f.explained(-1), make([]float64, f.groups)}
	for k := range out.without {
		out.without[k] = f.explained(k)
	}
	return out
}

// explained returns Efron's R² of the games outside a group; group -1 leaves out none.
func (f *forecast) explained(group int) float64 {
	a, b := f.a, f.b
	if group >= 0 {
		a, b = f.fit(group, a, b)
	}
	sum, n := 0.0, 0.0
	for i, y := range f.result {
		if f.group[i] != group {
			sum += y
			n++
		}
	}
	mean, off, all := sum/n, 0.0, 0.0
	for i, y := range f.result {
		if f.group[i] != group {
			p := logistic(a + b*f.lead[i])
			off += (y - p) * (y - p)
			all += (y - mean) * (y - mean)
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

// fit returns the curve for the games outside a group, by Newton's method from a starting
// point.
func (f *forecast) fit(group int, a, b float64) (float64, float64) {
	const rounds, tolerance = 50, 1e-9
	for range rounds {
		ga, gb := -flat*a, -penalty*b
		haa, hab, hbb := flat, 0.0, penalty
		for i, y := range f.result {
			if f.group[i] == group {
				continue
			}
			x := f.lead[i]
			p := logistic(a + b*x)
			w := p * (1 - p)
			ga += y - p
			gb += (y - p) * x
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
