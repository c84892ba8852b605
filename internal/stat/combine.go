package stat

import (
	"math"

	gonum "gonum.org/v1/gonum/stat"
)

// Combined returns Σ w·θ of numbers from different games. The errors that more games reduce
// are independent; so is the rest.
func Combined(weights []float64, list []Evidence) Evidence {
	return combine(weights, list, math.Hypot)
}

// MeanOf returns the mean of numbers from different games by the same players, all of the same
// weight. What the choice of players leaves open is common to all numbers, so that a mean is
// no surer of it than one of them.
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

// Population is the distribution from which numbers from different games by the same players
// are drawn. What the choice of players leaves open is common to the numbers, so it does not
// show in how much they differ, and their mean is no surer of it than one of them.
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
		return Symmetric(model.Mean, math.Hypot(model.Error*critical(games, rest, ofGames, model.DF), gonum.Mean(p.common(rest), model.weights)), rest)
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

// critical returns the number of standard errors to either side of a mean whose squared error
// is reduced in part (ofGames) by more games. Student's t allows for what is not known about the
// differences between the numbers; the error that games leave is known, and beyond the level
// of the rest it is normal.
func critical(games, rest, ofGames, df float64) float64 {
	t := func(level float64) float64 { return StudentQuantile(level, df) }
	own := math.Pow(t(math.Min(games, rest)), 2)
	if games > rest {
		own += math.Pow(Quantile(games), 2) - math.Pow(Quantile(rest), 2)
	}
	return math.Sqrt((1-ofGames)*math.Pow(t(rest), 2) + ofGames*own)
}
