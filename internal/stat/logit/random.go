package logit

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// Random describes coefficients that are drawn from one normal distribution with mean 0 and an
// unknown standard deviation: those of the columns from First on.
type Random struct {
	First int
	// Guess is their standard deviation as known before the data, worth as much as Weight
	// coefficients known without error.
	Guess, Weight float64
}

const (
	maxRandomSteps  = 20
	randomTolerance = 0.005
	// The standard deviation is sought up to randomRange times the guess and down to the guess
	// divided by it, in randomSteps even steps of its logarithm.
	randomRange = 20
	randomSteps = 300
)

// FitRandom is Fit for a design with random coefficients, whose prior it sets. It also returns
// their standard deviation; see the package comment.
func FitRandom(d *Design, p Prior, s Settings, random Random) (*Result, float64, error) {
	p = p.filled(d.Columns)
	sd := random.Guess
	for j := random.First; j < d.Columns; j++ {
		p.Mean[j], p.Precision[j] = 0, 1/(sd*sd)
	}
	t, err := newTask(d, p, s)
	if err != nil {
		return nil, 0, err
	}
	t.random = random.First
	solve := t.newSolver(1, t.settings.Workers)
	e := solve.solve(nil)
	info := solve.inform(e)
	var found spread
	for range maxRandomSteps {
		found = random.likeliest(solve, e, info)
		still := math.Abs(found.sd/sd-1) < randomTolerance &&
			(!s.EstimateDispersion || math.Abs(info.effect/solve.dispersion-1) < dispersionTolerance)
		if still {
			break
		}
		sd = found.sd
		for j := random.First; j < d.Columns; j++ {
			p.Precision[j] = 1 / (sd * sd)
		}
		if t, err = t.withPrior(p); err != nil {
			return nil, 0, err
		}
		solve.task = t
		if s.EstimateDispersion {
			solve.setDispersion(info.effect)
		} else {
			solve.setDispersion(1)
		}
		e = solve.solve(e.coef)
		info = solve.inform(e)
	}
	info.df = found.df(info.df)
	return t.result(e, info, solve.dispersion), sd, nil
}

// spread is the standard deviation of random coefficients, with its degrees of freedom and the
// mean share of the variance of the other coefficients that comes from them.
type spread struct{ sd, known, share float64 }

// df combines the degrees of freedom of both parts of a variance (Satterthwaite).
func (s spread) df(others float64) float64 {
	return 1 / (s.share*s.share/s.known + math.Pow(1-s.share, 2)/others)
}

// likeliest returns the standard deviation with the largest restricted likelihood. With the
// loss as a quadratic about the fit, the random coefficients without their prior have the
// information S, all others integrated out, and the right side r. With S = QDQᵀ, twice the
// negative logarithm of the likelihood is Σ log(1+sd²·D_i) - (Qᵀr)_i²/(D_i+1/sd²).
func (random Random) likeliest(s *solver, e estimate, info information) spread {
	n, first := s.d.Columns, random.First
	if first >= n {
		return spread{sd: random.Guess, known: math.Inf(1)}
	}
	bread := scaledPlus(1/s.dispersion, info.expected, s.prior.Precision, e.ridge)
	right := mat.NewVecDense(n, nil)
	right.MulVec(bread, mat.NewVecDense(n, e.coef))
	for j := first; j < n; j++ {
		bread.SetSym(j, j, bread.At(j, j)-s.prior.Precision[j])
	}
	var solved mat.Dense
	fixed, cross := bread.SliceSym(0, first), mat.DenseCopyOf(bread).Slice(0, first, first, n)
	var factor mat.Cholesky
	var inverse mat.SymDense
	if !factor.Factorize(fixed) || factor.SolveTo(&solved, cross) != nil || factor.InverseTo(&inverse) != nil {
		return spread{sd: random.Guess, known: random.Weight}
	}
	size := n - first
	left := mat.NewDense(size, size, nil)
	left.Mul(cross.T(), &solved)
	left.Sub(mat.DenseCopyOf(bread).Slice(first, n, first, n), left)
	rest := mat.NewVecDense(size, nil)
	rest.MulVec(solved.T(), right.SliceVec(0, first))
	rest.SubVec(right.SliceVec(first, n), rest)
	var eigen mat.EigenSym
	if !eigen.Factorize(symmetric(left), true) {
		return spread{sd: random.Guess, known: random.Weight}
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	along := mat.NewVecDense(size, nil)
	along.MulVec(vectors.T(), rest)
	out := spread{sd: random.search(eigen.Values(nil), along), known: random.Weight}
	for _, v := range eigen.Values(nil) {
		out.known += math.Pow(1-1/(1+math.Max(0, v)*out.sd*out.sd), 2)
	}
	free := 0.0
	for j := range first {
		if s.prior.Precision[j]+e.ridge[j] == 0 {
			out.share, free = out.share+1-inverse.At(j, j)/info.inverse.At(j, j), free+1
		}
	}
	if free > 0 {
		out.share /= free
	}
	return out
}

// search minimises twice the negative logarithm of likelihood and prior.
func (random Random) search(information []float64, along *mat.VecDense) float64 {
	best, least := 0.0, math.Inf(1)
	for k := -randomSteps; k <= randomSteps; k++ {
		sd := random.Guess * math.Pow(randomRange, float64(k)/randomSteps)
		v := sd * sd
		loss := random.Weight * (math.Log(v) + random.Guess*random.Guess/v)
		for i, d := range information {
			d = math.Max(0, d)
			x := along.AtVec(i)
			loss += math.Log(1+v*d) - x*x/(d+1/v)
		}
		if loss < least {
			best, least = sd, loss
		}
	}
	return best
}
