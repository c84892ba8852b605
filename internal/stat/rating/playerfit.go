package rating

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
)

// row is a row of a table with players by number and the points of White.
type row struct {
	white, black  int
	points, games float64
}

// playerFit maximizes the likelihood of a table. Its parameters are the ratings in logits,
// then the advantage of White.
type playerFit struct {
	names      []string
	rows       []row
	precision  float64 // of the prior, in logits
	parameters []float64
	covariance mat.SymDense
}

// newPlayerFit starts with equal players, in the order of their names.
func newPlayerFit(t Table) *playerFit {
	f := &playerFit{}
	for _, m := range t {
		f.names = append(f.names, m.White, m.Black)
	}
	slices.Sort(f.names)
	f.names = slices.Compact(f.names)
	for _, m := range t {
		white, _ := slices.BinarySearch(f.names, m.White)
		black, _ := slices.BinarySearch(f.names, m.Black)
		points := float64(m.Result.Wins) + float64(m.Result.Draws)/2
		f.rows = append(f.rows, row{white, black, points, float64(m.Result.Games())})
	}
	f.parameters = make([]float64, len(f.names)+1)
	return f
}

// errFlat is the error of maximize if there is no maximum.
var errFlat = errors.New("rating: the results do not determine the ratings and the advantage of White, " +
	"which grow without limit or cannot be told apart; a prior helps")

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

// finish sets the covariance. Standard errors of a hundred logits mean that there is no
// maximum.
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
	return nil
}

// objective returns the logarithm of the posterior density, its gradient and the negative
// of its second derivatives. The likelihood does not change if all ratings change by the
// same amount; adding the square of their sum fixes it at 0.
func (f *playerFit) objective(parameters []float64) (value float64, gradient []float64, hessian *mat.SymDense) {
	n, advantage := len(parameters), len(f.names)
	gradient, hessian = make([]float64, n), mat.NewSymDense(n, nil)
	for _, r := range f.rows {
		difference := parameters[r.white] - parameters[r.black] + parameters[advantage]
		p, q := logistic(difference), logistic(-difference)
		value += r.points*math.Log(p) + (r.games-r.points)*math.Log(q)
		index, sign := []int{r.white, r.black, advantage}, []float64{1, -1, 1}
		for a, i := range index {
			gradient[i] += sign[a] * (r.points*q - (r.games-r.points)*p)
			for b, j := range index[:a+1] {
				hessian.SetSym(i, j, hessian.At(i, j)+sign[a]*sign[b]*r.games*p*q)
			}
		}
	}
	sum := floats.Sum(parameters[:advantage])
	value -= sum * sum / 2
	for i := range f.names {
		gradient[i] -= sum
		for j := i; j < len(f.names); j++ {
			hessian.SetSym(i, j, hessian.At(i, j)+1)
		}
	}
	for i, x := range parameters {
		value -= f.precision / 2 * x * x
		gradient[i] -= f.precision * x
		hessian.SetSym(i, i, hessian.At(i, i)+f.precision)
	}
	return value, gradient, hessian
}

// contrast returns the combination for the rating of player i minus the mean of all
// ratings.
func (f *playerFit) contrast(i int) []float64 {
	x := make([]float64, len(f.parameters))
	x[i] = 1
	for k := range f.names {
		x[k] -= 1 / float64(len(f.names))
	}
	return x
}

// interval returns the interval of a linear function of the parameters, in Elo.
func (f *playerFit) interval(x []float64) stat.Interval {
	v := mat.NewVecDense(len(x), x)
	standardError := math.Sqrt(max(0, mat.Inner(v, &f.covariance, v)))
	return stat.Normal(floats.Dot(x, f.parameters), standardError, Level95).Elo()
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
