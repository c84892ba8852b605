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
	// looks are the two levels for one that holds however often one looks; nil for a
	// single look.
	looks func(level float64) (games, rest float64)
}

// ofGames is evidence whose whole error is reduced by more games.
func ofGames(estimate float64, interval func(level float64) stat.Interval) Evidence {
	return Evidence{Estimate: estimate, Interval: func(level, _ float64) stat.Interval { return interval(level) }}
}

// standardError is the one of a single look.
func (e Evidence) standardError() float64 {
	return e.interval(usualLevel, usualLevel).HalfWidth() / stat.Quantile(usualLevel)
}

// fixed is the part of the variance that more games do not reduce, by the widths of
// intervals.
func (e Evidence) fixed() float64 {
	// A level at which an interval has next to no width, yet more than rounding; the part of
	// the variance of a normal number that it still sees; and the least part that cannot be
	// due to an interval that is not normal.
	const little, least = 1e-3, 1e-5
	games, rest := e.levels(usualLevel)
	seen := math.Pow(stat.Quantile(little)/stat.Quantile(games), 2)
	part := math.Pow(e.interval(little, rest).HalfWidth()/e.interval(games, rest).HalfWidth(), 2)
	if part = (part - seen) / (1 - seen); !(part > least) || math.IsInf(part, 1) {
		return 0
	}
	return part
}

// at is the interval of a level.
func (e Evidence) at(level float64) stat.Interval {
	v := e.interval(e.levels(level))
	v.Level = level
	return v
}

// levels are those of the two errors in an interval of a level.
func (e Evidence) levels(level float64) (games, rest float64) {
	if e.looks == nil {
		return level, level
	}
	return e.looks(level)
}

// interval is Interval where limits that do not exist are infinite.
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

// above is the probability of such an estimate, or a greater one, if the number were
// bound or less: small if it is above.
func (e Evidence) above(bound float64) float64 {
	if math.IsNaN(e.Estimate) {
		return 1
	}
	if e.Estimate < bound {
		return 1 - e.tail(func(v stat.Interval) bool { return v.Hi < bound })
	}
	return e.tail(func(v stat.Interval) bool { return v.Lo > bound })
}

// below is the same for a number that is bound or more.
func (e Evidence) below(bound float64) float64 {
	if math.IsNaN(e.Estimate) {
		return 1
	}
	if e.Estimate > bound {
		return 1 - e.tail(func(v stat.Interval) bool { return v.Lo > bound })
	}
	return e.tail(func(v stat.Interval) bool { return v.Hi < bound })
}

// tail is half of one minus the highest level at which the interval is clear of a
// bound.
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

// combined is Σ w·θ of numbers from independent runs.
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

// minus is the difference of two numbers from independent runs.
func (e Evidence) minus(o Evidence) Evidence { return combined([]float64{1, -1}, []Evidence{e, o}) }

// over is the ratio of two positive numbers from independent runs: the difference of
// their logarithms. An interval that reaches 0 has no limit on that side.
func (e Evidence) over(o Evidence) Evidence {
	d := e.logarithm().minus(o.logarithm())
	return Evidence{Estimate: math.Exp(d.Estimate), Interval: func(games, rest float64) stat.Interval {
		v := d.interval(games, rest)
		return stat.Interval{Lo: math.Exp(v.Lo), Hi: math.Exp(v.Hi)}
	}}
}

// logarithm is the logarithm of a positive number; it is unknown for others.
func (e Evidence) logarithm() Evidence {
	return Evidence{Estimate: math.Log(e.Estimate), Interval: func(games, rest float64) stat.Interval {
		v := e.interval(games, rest)
		return stat.Interval{Lo: math.Log(math.Max(v.Lo, 0)), Hi: math.Log(math.Max(v.Hi, 0))}
	}}
}

// meanOf is the mean of numbers from independent runs, all of the same weight.
func meanOf(list []Evidence) Evidence {
	weights := make([]float64, len(list))
	for i := range weights {
		weights[i] = 1 / float64(len(list))
	}
	return combined(weights, list)
}
