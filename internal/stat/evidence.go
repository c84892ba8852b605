package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
)

// Evidence is what games say about a number.
type Evidence struct {
	Estimate float64
	// Interval is the number with its limits. The error that more games of the same runs
	// reduce is taken at one confidence level, and the rest, such as the choice of players,
	// at another. A higher level has a wider interval.
	Interval func(games, rest float64) Interval
	// looks maps a level to the two levels used when a result is inspected repeatedly; nil
	// for a single look.
	looks func(level float64) (games, rest float64)
	// whole means that more games reduce the whole error, whatever their results.
	whole bool
}

// partLevel is the level at which the parts of an error are told apart.
const partLevel = 0.95

// little is a level at which an interval has almost no width, yet more than rounding errors.
const little = 1e-3

// OfGames returns evidence whose whole error more games reduce.
func OfGames(estimate float64, interval func(level float64) Interval) Evidence {
	return Evidence{Estimate: estimate, whole: true, Interval: func(level, _ float64) Interval { return interval(level) }}
}

// StandardError returns the standard error for a single look.
func (e Evidence) StandardError() float64 {
	return e.interval(partLevel, partLevel).HalfWidth() / Quantile(partLevel)
}

// Fixed returns the part of the variance that more games do not reduce. It follows from the
// widths of intervals.
func (e Evidence) Fixed() float64 {
	// Seen is the part of the variance of a normal number that remains at the level little.
	// Parts below minPart may come from an interval that is not normal.
	const minPart = 1e-5
	games, rest := e.levels(partLevel)
	seen := math.Pow(Quantile(little)/Quantile(games), 2)
	part := math.Pow(e.interval(little, rest).HalfWidth()/e.interval(games, rest).HalfWidth(), 2)
	if part = (part - seen) / (1 - seen); !(part > minPart) || math.IsInf(part, 1) {
		return 0
	}
	return part
}

// arms returns how far the limits lie below and above the estimate: by the error that more
// games reduce, and by the rest.
func (e Evidence) arms(games, rest float64) (own, common [2]float64) {
	arms := func(games, rest float64) [2]float64 {
		v := e.interval(games, rest)
		return [2]float64{e.Estimate - v.Lo, v.Hi - e.Estimate}
	}
	own, none, both := arms(games, little), arms(little, little), arms(little, rest)
	for k := range both {
		if common[k] = math.Sqrt(both[k]*both[k] - none[k]*none[k]); !(common[k] > 0) {
			common[k] = 0 // also where both are infinite
		}
	}
	return own, common
}

// At returns the interval at a level.
func (e Evidence) At(level float64) Interval {
	v := e.interval(e.levels(level))
	v.Level = level
	return v
}

// levels returns the levels of the two errors in an interval at a level.
func (e Evidence) levels(level float64) (games, rest float64) {
	if e.looks == nil {
		return level, level
	}
	return e.looks(level)
}

// interval returns the interval; limits that do not exist are infinite.
func (e Evidence) interval(games, rest float64) Interval {
	v := e.Interval(games, rest)
	v.Estimate = e.Estimate
	if math.IsNaN(v.Lo) {
		v.Lo = math.Inf(-1)
	}
	if math.IsNaN(v.Hi) {
		v.Hi = math.Inf(1)
	}
	return v
}

const (
	// minProbability is the smallest p-value that a test can give.
	minProbability = 1e-9
	halvings       = 40
)

// Above returns the probability of such an estimate, or a greater one, if the number were at
// most bound. It is small if the number is above.
func (e Evidence) Above(bound float64) float64 {
	if math.IsNaN(e.Estimate) {
		return 1
	}
	if e.Estimate < bound {
		return 1 - e.tail(func(v Interval) bool { return v.Hi < bound })
	}
	return e.tail(func(v Interval) bool { return v.Lo > bound })
}

// Below returns the probability of such an estimate, or a smaller one, if the number were at
// least bound.
func (e Evidence) Below(bound float64) float64 {
	if math.IsNaN(e.Estimate) {
		return 1
	}
	if e.Estimate > bound {
		return 1 - e.tail(func(v Interval) bool { return v.Lo > bound })
	}
	return e.tail(func(v Interval) bool { return v.Hi < bound })
}

// tail returns (1 - level) / 2 for the highest level at which the interval is clear of a bound.
func (e Evidence) tail(clear func(Interval) bool) float64 {
	// Tails from here on are compared on a scale of their logarithms.
	lo, hi := math.Log(minProbability), math.Log(0.5)
	if clear(e.At(1 - 2*math.Exp(lo))) {
		return minProbability
	}
	_, hi = Bisect(lo, hi, halvings, func(x float64) bool { return clear(e.At(1 - 2*math.Exp(x))) })
	return math.Exp(hi)
}

// Bisect halves an interval a number of times around the place above which a condition holds.
func Bisect(lo, hi float64, steps int, above func(x float64) bool) (float64, float64) {
	for range steps {
		if middle := (lo + hi) / 2; above(middle) {
			hi = middle
		} else {
			lo = middle
		}
	}
	return lo, hi
}

// Sequence widens evidence for repeated looks, after a share of the planned games. The part that
// games do not reduce is the same at each look and needs no such allowance. Where there may be such
// a part, both are taken at lookError of the error, and their squares are added; that this suffices
// is shown by simulation (TestLooksCover). A part that the games of this look estimate as nothing
// counts, too: at another look they will not.
func (e Evidence) Sequence(share float64) Evidence {
	e.looks = func(level float64) (games, rest float64) {
		if !e.whole {
			level = 1 - lookError*(1-level)
		}
		return Anytime(level, share, 1), level
	}
	return e
}

// lookError is the part of the probability of error that the games and the rest get, each.
// In simulations at 5 %, less than 4 % of the runs mislead if each gets so much.
const lookError = 0.4

// Combined returns Σ w·θ of numbers from different games. The errors that more games reduce
// are independent; so is the rest.
func Combined(weights []float64, list []Evidence) Evidence {
	return combine(weights, list, math.Hypot)
}

// MeanOf returns the mean of numbers from different games by the same players, all of the same
// weight. The uncertainty from the choice of players is common to all numbers, so a mean does not
// reduce it.
func MeanOf(list []Evidence) Evidence {
	weights := make([]float64, len(list))
	for i := range weights {
		weights[i] = 1 / float64(len(list))
	}
	return combine(weights, list, func(a, b float64) float64 { return a + b })
}

// combine returns Σ w·θ. Together adds up the parts of the error that games do not reduce.
func combine(weights []float64, list []Evidence, together func(a, b float64) float64) Evidence {
	out := Evidence{whole: true}
	for i, e := range list {
		out.Estimate, out.whole = out.Estimate+weights[i]*e.Estimate, out.whole && e.whole
	}
	out.Interval = func(games, rest float64) Interval {
		var own, common [2]float64
		for i, e := range list {
			games, rest := e.arms(games, rest)
			w, turn := math.Abs(weights[i]), 0
			if weights[i] < 0 {
				turn = 1
			}
			for k := range own {
				own[k] = math.Hypot(own[k], w*games[k^turn])
				common[k] = together(common[k], w*rest[k^turn])
			}
		}
		return Interval{Lo: out.Estimate - math.Hypot(own[0], common[0]), Hi: out.Estimate + math.Hypot(own[1], common[1])}
	}
	return out
}

// Minus returns the difference of two numbers from independent games.
func (e Evidence) Minus(o Evidence) Evidence {
	return Combined([]float64{1, -1}, []Evidence{e, o})
}

// Over returns the ratio of two positive numbers from independent games: the difference of
// their logarithms. An interval that reaches 0 has no limit on that side.
func (e Evidence) Over(o Evidence) Evidence {
	d := e.logarithm().Minus(o.logarithm())
	return Evidence{Estimate: math.Exp(d.Estimate), whole: d.whole, Interval: func(games, rest float64) Interval {
		v := d.interval(games, rest)
		return Interval{Lo: math.Exp(v.Lo), Hi: math.Exp(v.Hi)}
	}}
}

// logarithm returns the logarithm of a positive number; others have none.
func (e Evidence) logarithm() Evidence {
	return Evidence{Estimate: math.Log(e.Estimate), whole: e.whole, Interval: func(games, rest float64) Interval {
		v := e.interval(games, rest)
		return Interval{Lo: math.Log(math.Max(v.Lo, 0)), Hi: math.Log(math.Max(v.Hi, 0))}
	}}
}

// Population is the distribution from which numbers from different games by the same players are
// drawn. The uncertainty from the choice of players is common to the numbers, so it does not show
// in their differences, and their mean does not reduce it.
type Population struct {
	// Mean is the mean of the distribution.
	Mean Evidence

	model RandomEffects
	list  []Evidence
	known bool
}

// NewPopulation fits the model of numbers that are drawn from one distribution.
func NewPopulation(list []Evidence) Population {
	p := Population{list: list, Mean: list[0]}
	if len(list) == 1 {
		return p
	}
	var x, errors []float64
	for _, e := range list {
		own, _ := e.arms(partLevel, little)
		x, errors = append(x, e.Estimate), append(errors, (own[0]+own[1])/2/Quantile(partLevel))
	}
	if p.model, p.known = NewRandomEffects(x, errors); !p.known {
		mean := MeanOf(list).Estimate
		p.Mean = OfGames(mean, func(level float64) Interval { return Unbounded(mean, level) })
		return p
	}
	model, ofGames := p.model, p.model.Sampled()
	p.Mean = Evidence{Estimate: model.Mean, Interval: func(games, rest float64) Interval {
		return Symmetric(model.Mean, math.Hypot(model.Error*critical(games, rest, ofGames, model.DF),
			gonum.Mean(p.common(rest), model.weights)), rest)
	}}
	return p
}

// common returns how far the choice of players moves the limits of each number.
func (p Population) common(rest float64) []float64 {
	var out []float64
	for _, e := range p.list {
		_, common := e.arms(little, rest)
		out = append(out, (common[0]+common[1])/2)
	}
	return out
}

// Shrunk returns number i moved towards the mean, more so if the numbers differ little; it is
// unknown if there is no model.
func (p Population) Shrunk(i int, level float64) Interval {
	if !p.known {
		return Unknown()
	}
	v := p.model.Shrunk(i, p.list[i].Estimate, level)
	return Symmetric(v.Estimate, math.Hypot(v.HalfWidth(), p.common(level)[i]), level)
}

// critical returns the number of standard errors to either side of a mean whose squared error is
// reduced in part (ofGames) by more games. Student's t allows for the uncertainty about the
// differences between the numbers; the error that games leave is known, and beyond the level of the
// rest it is normal.
func critical(games, rest, ofGames, df float64) float64 {
	t := func(level float64) float64 { return StudentQuantile(level, df) }
	own := math.Pow(t(math.Min(games, rest)), 2)
	if games > rest {
		own += math.Pow(Quantile(games), 2) - math.Pow(Quantile(rest), 2)
	}
	return math.Sqrt((1-ofGames)*math.Pow(t(rest), 2) + ofGames*own)
}
