package rating

import (
	"errors"
	"fmt"
	"math"

	"bestiary/internal/stat"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// playerFit is the maximum of the likelihood of a table. Parameters are the
// ratings in logits, then the advantage of White and the draw parameter, as far as
// they are free.
type playerFit struct {
	names      []string
	games      []encounter
	model      DrawModel
	advantage  int     // index of the parameter, or -1
	draw       int     // index of the parameter, or -1
	precision  float64 // of the prior, in logits
	parameters []float64

	logLikelihood float64
	covariance    mat.SymDense
}

// fitPlayers fits the ratings of the named players to a table.
func fitPlayers(t Table, c PlayersConfig, names []string) (*playerFit, error) {
	f := &playerFit{names: names, games: t.encounters(names), model: c.Model, advantage: -1, draw: -1}
	if c.PriorSD > 0 {
		f.precision = math.Pow(stat.EloPerLogit/c.PriorSD, 2)
	} else if err := connected(f.games, names); err != nil {
		return nil, err
	}
	f.parameters = make([]float64, len(names))
	if !c.NoAdvantage {
		f.advantage = len(f.parameters)
		f.parameters = append(f.parameters, 0)
	}
	total := t.total()
	switch {
	case f.model == HalfPoints:
	case total.Draws == 0:
		f.model = HalfPoints
	case total.Draws == total.Games():
		return nil, fmt.Errorf("rating: all %d games are drawn, which the model %v explains with no finite parameter; use %v", total.Games(), c.Model, HalfPoints)
	default:
		f.draw = len(f.parameters)
		f.parameters = append(f.parameters, f.model.start(float64(total.Draws)/float64(total.Games())))
	}
	return f, f.maximize()
}

// errFlat is the error of maximize if there is no maximum.
var errFlat = errors.New("rating: the results do not determine the ratings and the advantage of White, " +
	"which grow without limit or cannot be told apart; a prior (PriorSD) or no advantage (NoAdvantage) helps")

// maximize climbs to the maximum by Newton's method. The objective is concave, so
// a step that does not climb is halved.
func (f *playerFit) maximize() error {
	const rounds, tolerance = 200, 1e-18
	value, gradient, hessian := f.objective(f.parameters)
	step, trial := mat.NewVecDense(len(f.parameters), nil), make([]float64, len(f.parameters))
	for range rounds {
		var chol mat.Cholesky
		if !chol.Factorize(hessian) {
			return errFlat
		}
		if err := chol.SolveVecTo(step, mat.NewVecDense(len(gradient), gradient)); err != nil {
			return errFlat
		}
		gain := floats.Dot(gradient, step.RawVector().Data)
		size := 1.0
		for ; size > 1e-6; size /= 2 {
			floats.AddScaledTo(trial, f.parameters, size, step.RawVector().Data)
			if next, _, _ := f.objective(trial); next >= value {
				break
			}
		}
		if size <= 1e-6 || gain < tolerance*(1+math.Abs(value)) {
			break
		}
		copy(f.parameters, trial)
		value, gradient, hessian = f.objective(f.parameters)
	}
	return f.finish(hessian)
}

// finish computes what follows from the maximum. Limits of a hundred logits mean
// that there is no limit.
func (f *playerFit) finish(hessian *mat.SymDense) error {
	const vague = 100
	var chol mat.Cholesky
	if !chol.Factorize(hessian) || chol.InverseTo(&f.covariance) != nil {
		return errFlat
	}
	for i := range f.parameters {
		if !(f.covariance.At(i, i) < vague*vague) {
			return errFlat
		}
	}
	f.logLikelihood = 0
	for _, g := range f.games {
		f.logLikelihood += f.at(g, f.parameters).value
	}
	return nil
}

// at evaluates the model for an encounter.
func (f *playerFit) at(g encounter, parameters []float64) outcome {
	r, d := parameters[g.white]-parameters[g.black], 0.0
	if f.advantage >= 0 {
		r += parameters[f.advantage]
	}
	if f.draw >= 0 {
		d = parameters[f.draw]
	}
	return f.model.outcome(g, r, d)
}

// objective is the logarithm of the posterior density, with its gradient and the
// negative of its second derivatives. The likelihood does not change when all
// ratings do by the same amount; the square of their sum fixes it at 0.
func (f *playerFit) objective(parameters []float64) (value float64, gradient []float64, hessian *mat.SymDense) {
	n := len(parameters)
	gradient, hessian = make([]float64, n), mat.NewSymDense(n, nil)
	for _, g := range f.games {
		o := f.at(g, parameters)
		value += o.value
		f.add(g, o, gradient, hessian)
	}
	sum := floats.Sum(parameters[:len(f.names)])
	value -= sum * sum / 2
	for i := range f.names {
		gradient[i] -= sum
		for j := i; j < len(f.names); j++ {
			hessian.SetSym(i, j, hessian.At(i, j)+1)
		}
	}
	for i, x := range parameters {
		if i != f.draw {
			value -= f.precision / 2 * x * x
			gradient[i] -= f.precision * x
			hessian.SetSym(i, i, hessian.At(i, i)+f.precision)
		}
	}
	return value, gradient, hessian
}

// add adds the derivatives for one encounter.
func (f *playerFit) add(g encounter, o outcome, gradient []float64, hessian *mat.SymDense) {
	index, sign := []int{g.white, g.black}, []float64{1, -1}
	if f.advantage >= 0 {
		index, sign = append(index, f.advantage), append(sign, 1)
	}
	for a, i := range index {
		gradient[i] += sign[a] * o.r
		for b, j := range index[:a+1] {
			hessian.SetSym(i, j, hessian.At(i, j)-sign[a]*sign[b]*o.rr)
		}
		if f.draw >= 0 {
			hessian.SetSym(i, f.draw, hessian.At(i, f.draw)-sign[a]*o.rd)
		}
	}
	if f.draw >= 0 {
		gradient[f.draw] += o.d
		hessian.SetSym(f.draw, f.draw, hessian.At(f.draw, f.draw)-o.dd)
	}
}

// unit is the vector that picks one parameter.
func (f *playerFit) unit(i int) []float64 {
	x := make([]float64, len(f.parameters))
	x[i] = 1
	return x
}

// contrast picks the rating of player i minus the mean of all ratings.
func (f *playerFit) contrast(i int) []float64 {
	x := f.unit(i)
	for k := range f.names {
		x[k] -= 1 / float64(len(f.names))
	}
	return x
}

// interval is a linear function of the parameters, in Elo, with limits of a
// confidence level.
func (f *playerFit) interval(x []float64, level float64) stat.Interval {
	v := mat.NewVecDense(len(x), x)
	standardError := math.Sqrt(max(0, mat.Inner(v, &f.covariance, v)))
	return stat.Normal(floats.Dot(x, f.parameters), standardError, level).Elo()
}

// drawInterval is the interval of the parameter of draws.
func (f *playerFit) drawInterval(level float64) stat.Interval {
	if f.draw < 0 {
		return stat.Exact(0)
	}
	v := f.interval(f.unit(f.draw), level)
	if f.model == RaoKupper {
		v.Lo = max(0, v.Lo)
		return v
	}
	return v.Map(func(elo float64) float64 { return math.Exp(elo / stat.EloPerLogit) })
}
