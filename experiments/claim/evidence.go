package claim

import (
	"math"

	"bestiary/internal/stat"
)

// Evidence is what the games say about a number.
type Evidence struct {
	Estimate float64
	// Interval is the number with its limits. The error that more games of the same runs
	// reduce is taken at one confidence level, and the rest, such as the choice of players,
	// at another. A higher level has a wider interval.
	Interval func(games, rest float64) stat.Interval
	// looks maps a level to the two levels used when a result is inspected repeatedly; nil
	// for a single look.
	looks func(level float64) (games, rest float64)
}

// ofGames returns evidence whose whole error more games reduce.
func ofGames(estimate float64, interval func(level float64) stat.Interval) Evidence {
	return Evidence{Estimate: estimate, Interval: func(level, _ float64) stat.Interval { return interval(level) }}
}

// standardError returns the standard error for a single look.
func (e Evidence) standardError() float64 {
	return e.interval(usualLevel, usualLevel).HalfWidth() / stat.Quantile(usualLevel)
}

// fixed returns the part of the variance that more games do not reduce. It follows from the
// widths of intervals.
func (e Evidence) fixed() float64 {
	// At the level little, an interval has almost no width, yet more than rounding errors; seen
	// is the part of the variance of a normal number that remains at that level. Parts below
	// minPart may come from an interval that is not normal.
	const little, minPart = 1e-3, 1e-5
	games, rest := e.levels(usualLevel)
	seen := math.Pow(stat.Quantile(little)/stat.Quantile(games), 2)
	part := math.Pow(e.interval(little, rest).HalfWidth()/e.interval(games, rest).HalfWidth(), 2)
	if part = (part - seen) / (1 - seen); !(part > minPart) || math.IsInf(part, 1) {
		return 0
	}
	return part
}

// at returns the interval at a level.
func (e Evidence) at(level float64) stat.Interval {
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
func (e Evidence) interval(games, rest float64) stat.Interval {
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

// above returns the probability of such an estimate, or a greater one, if the number were at
// most bound. It is small if the number is above.
func (e Evidence) above(bound float64) float64 {
	if math.IsNaN(e.Estimate) {
		return 1
	}
	if e.Estimate < bound {
		return 1 - e.tail(func(v stat.Interval) bool { return v.Hi < bound })
	}
	return e.tail(func(v stat.Interval) bool { return v.Lo > bound })
}

// below returns the probability of such an estimate, or a smaller one, if the number were at
// least bound.
func (e Evidence) below(bound float64) float64 {
	if math.IsNaN(e.Estimate) {
		return 1
	}
	if e.Estimate > bound {
		return 1 - e.tail(func(v stat.Interval) bool { return v.Lo > bound })
	}
	return e.tail(func(v stat.Interval) bool { return v.Hi < bound })
}

// tail returns (1 - level) / 2 for the highest level at which the interval is clear of a bound.
func (e Evidence) tail(clear func(stat.Interval) bool) float64 {
	// Tails from here on are compared on a scale of their logarithms.
	lo, hi := math.Log(minProbability), math.Log(0.5)
	if clear(e.at(1 - 2*math.Exp(lo))) {
		return minProbability
	}
	for range halvings {
		middle := (lo + hi) / 2
		if clear(e.at(1 - 2*math.Exp(middle))) {
			hi = middle
		} else {
			lo = middle
		}
	}
	return math.Exp(hi)
}

// combined returns Σ w·θ of numbers from independent runs.
func combined(weights []float64, list []Evidence) Evidence {
	var out Evidence
	for i, e := range list {
		out.Estimate += weights[i] * e.Estimate
	}
	out.Interval = func(games, rest float64) stat.Interval {
		lo, hi := 0.0, 0.0
		for i, e := range list {
			v := e.interval(games, rest)
			below, above := weights[i]*(e.Estimate-v.Lo), weights[i]*(v.Hi-e.Estimate)
			if weights[i] < 0 {
				below, above = above, below
			}
			lo += below * below
			hi += above * above
		}
		return stat.Interval{Lo: out.Estimate - math.Sqrt(lo), Hi: out.Estimate + math.Sqrt(hi)}
	}
	return out
}

// minus returns the difference of two numbers from independent runs.
func (e Evidence) minus(o Evidence) Evidence { return combined([]float64{1, -1}, []Evidence{e, o}) }

// over returns the ratio of two positive numbers from independent runs: the difference of
// their logarithms. An interval that reaches 0 has no limit on that side.
func (e Evidence) over(o Evidence) Evidence {
	d := e.logarithm().minus(o.logarithm())
	return Evidence{Estimate: math.Exp(d.Estimate), Interval: func(games, rest float64) stat.Interval {
		v := d.interval(games, rest)
		return stat.Interval{Lo: math.Exp(v.Lo), Hi: math.Exp(v.Hi)}
	}}
}

// logarithm returns the logarithm of a positive number; others have none.
func (e Evidence) logarithm() Evidence {
	return Evidence{Estimate: math.Log(e.Estimate), Interval: func(games, rest float64) stat.Interval {
		v := e.interval(games, rest)
		return stat.Interval{Lo: math.Log(math.Max(v.Lo, 0)), Hi: math.Log(math.Max(v.Hi, 0))}
	}}
}

// meanOf returns the mean of numbers from independent runs, all of the same weight.
func meanOf(list []Evidence) Evidence {
	weights := make([]float64, len(list))
	for i := range weights {
		weights[i] = 1 / float64(len(list))
	}
	return combined(weights, list)
}
