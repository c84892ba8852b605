package logit

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
)

// Random describes coefficients that are drawn from one normal distribution with mean 0 and an
// unknown standard deviation: the coefficients of the columns from First on.
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
	random.hold(p, sd)
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
		dispersion := 1.
		if s.EstimateDispersion {
			dispersion = info.effect
		}
		if math.Abs(found.sd/sd-1) < randomTolerance && math.Abs(dispersion/solve.dispersion-1) < dispersionTolerance {
			break
		}
		sd = found.sd
		random.hold(p, sd)
		if solve.task, err = t.withPrior(p); err != nil {
			return nil, 0, err
		}
		solve.setDispersion(dispersion)
		e = solve.solve(e.coef)
		info = solve.inform(e)
	}
	// The degrees of freedom of both parts of a variance (Satterthwaite).
	info.df = 1 / (found.share*found.share/found.known + math.Pow(1-found.share, 2)/info.df)
	return solve.result(e, info, solve.dispersion), sd, nil
}

// hold sets the prior of the random coefficients.
func (random Random) hold(p Prior, sd float64) {
	for j := random.First; j < len(p.Precision); j++ {
		p.Mean[j], p.Precision[j] = 0, 1/(sd*sd)
	}
}

// spread is the standard deviation of random coefficients, with its degrees of freedom and the
// largest share of the variance of another coefficient that comes from them.
type spread struct{ sd, known, share float64 }

// likeliest returns the standard deviation with the largest restricted likelihood. With the
// loss as a quadratic about the fit, the random coefficients without their prior have the
// information S, all others integrated out, and the right side r. With S = QDQᵀ, twice the
// negative logarithm of the likelihood is Σ log(1+sd²·D_i) - (Qᵀr)_i²/(D_i+1/sd²).
func (random Random) likeliest(s *solver, e estimate, info information) spread {
	out := spread{sd: random.Guess, known: random.Weight}
	if random.First >= s.d.Columns {
		return spread{sd: random.Guess, known: math.Inf(1)}
	}
	left, right, alone, ok := random.integrated(s, e, info)
	var eigen mat.EigenSym
	if !ok || !eigen.Factorize(left, true) {
		return out
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	along := mat.NewVecDense(right.Len(), nil)
	along.MulVec(vectors.T(), right)
	known := eigen.Values(nil)
	at := make([]float64, 2*randomSteps+1)
	for k := range at {
		at[k] = random.Guess * math.Pow(randomRange, float64(k-randomSteps)/randomSteps)
	}
	out.sd = stat.NewProfile(at, func(sd float64) float64 {
		v := sd * sd
		loss := random.Weight * (math.Log(v) + random.Guess*random.Guess/v)
		for i, d := range known {
			d = math.Max(0, d)
			x := along.AtVec(i)
			loss += math.Log(1+v*d) - x*x/(d+1/v)
		}
		return loss
	}).Likeliest()
	for _, v := range known {
		out.known += math.Pow(1-1/(1+math.Max(0, v)*out.sd*out.sd), 2)
	}
	for j := range random.First {
		out.share = max(out.share, 1-alone.At(j, j)/info.inverse.At(j, j))
	}
	return out
}

// integrated returns the information on the random coefficients without their prior, and its
// right side, with all others integrated out; and the covariance of the others if the random
// ones were 0.
func (random Random) integrated(s *solver, e estimate, info information) (left *mat.SymDense, right *mat.VecDense, alone mat.SymDense, ok bool) {
	n, first := s.d.Columns, random.First
	bread := scaledPlus(1/s.dispersion, info.expected, s.prior.Precision, e.ridge)
	all := mat.NewVecDense(n, nil)
	all.MulVec(bread, mat.NewVecDense(n, e.coef))
	for j := first; j < n; j++ {
		bread.SetSym(j, j, bread.At(j, j)-s.prior.Precision[j])
	}
	whole := mat.DenseCopyOf(bread)
	cross := whole.Slice(0, first, first, n)
	var factor mat.Cholesky
	var solved mat.Dense
	if !factor.Factorize(bread.SliceSym(0, first)) || factor.SolveTo(&solved, cross) != nil || factor.InverseTo(&alone) != nil {
		return nil, nil, alone, false
	}
	var schur mat.Dense
	schur.Mul(cross.T(), &solved)
	schur.Sub(whole.Slice(first, n, first, n), &schur)
	right = mat.NewVecDense(n-first, nil)
	right.MulVec(solved.T(), all.SliceVec(0, first))
	right.SubVec(all.SliceVec(first, n), right)
	return symmetric(&schur), right, alone, true
}
