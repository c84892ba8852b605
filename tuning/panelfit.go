package tuning

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// panelFit solves the model by Gauss–Newton. Around the fitted values f_ij, the relative
// deviations (v_ij-f_ij)/f_ij are linear in a and b and have the covariance S_ik/(f_i·f_k)
// + τ². Logarithms of the values themselves would not work, because small runs produce
// values below zero. The parameters are a_1…a_J, b_2…b_I, with b_1 = 0.
type panelFit struct {
	in              []logit.Inference
	pieces, players int
	scales, logs    []float64 // a, b
	spread          float64
	losses          []float64 // by spreadsAt
}

func newPanelFit(in []logit.Inference) (*panelFit, error) {
	f := &panelFit{in: in, pieces: len(in[0].Coef), players: len(in)}
	f.scales, f.logs = make([]float64, f.players), make([]float64, f.pieces)
	means := make([]float64, f.pieces)
	for j, inf := range in {
		if len(inf.Coef) != f.pieces || inf.Cov.SymmetricDim() != f.pieces {
			return nil, fmt.Errorf("panel: player %d has %d values with a covariance of %d, want %d", j+1, len(inf.Coef), inf.Cov.SymmetricDim(), f.pieces)
		}
		f.scales[j] = math.Log(inf.Coef[0])
		for i, v := range inf.Coef {
			means[i] += v
		}
	}
	for i, v := range means {
		f.logs[i] = math.Log(v / means[0])
		if math.IsNaN(f.logs[i]) || math.IsInf(f.logs[i], 0) {
			return nil, ErrPanel
		}
	}
	for j, inf := range in { // uses all pieces, because a single value may be below zero
		above, below := 0.0, 0.0
		for i, v := range inf.Coef {
			w := math.Exp(f.logs[i]) / inf.Cov.At(i, i)
			above, below = above+w*v, below+w*math.Exp(f.logs[i])
		}
		f.scales[j] = math.Log(above / below)
		if math.IsNaN(f.scales[j]) {
			return nil, ErrPanel
		}
	}
	return f, nil
}

// converge repeats the linear fit with the mean τ until nothing changes.
func (f *panelFit) converge() error {
	const rounds, still = 100, 1e-8
	for range rounds {
		prior := spreadsAt()
		f.losses = stat.NewProfile(prior.At, func(spread float64) float64 {
			_, loss, err := f.linear(spread)
			if err != nil {
				return math.Inf(1)
			}
			return loss
		}).Losses
		f.spread = prior.Times(f.losses).Mean()
		step, _, err := f.linear(f.spread)
		if err != nil {
			return err
		}
		most := 0.0
		for k := range step.Len() {
			x := max(-1, min(1, step.AtVec(k)))
			if most = max(most, math.Abs(x)); k < f.players {
				f.scales[k] += x
			} else {
				f.logs[k-f.players+1] += x
			}
		}
		if most < still {
			return nil
		}
	}
	return fmt.Errorf("panel: no convergence after %d rounds: %w", rounds, ErrPanel)
}

// Spreads at which the restricted likelihood is computed.
const (
	spreads       = 40
	largestSpread = 5 * PlayerScale
)

// spreadsAt returns these spreads with the prior of each.
func spreadsAt() stat.Profile {
	at := make([]float64, spreads)
	for k := range at {
		at[k] = largestSpread * (float64(k) + 0.5) / spreads
	}
	return stat.NewProfile(at, func(spread float64) float64 { return math.Pow(spread/PlayerScale, 2) })
}

// linear solves the weighted normal equations and returns twice the negative restricted
// log-likelihood:
//
//	Σ_j log|V_j| + log|XᵀV⁻¹X| + rᵀV⁻¹r,   V_j = S_j/ffᵀ + τ²I
func (f *panelFit) linear(spread float64) (*mat.VecDense, float64, error) {
	n := f.players + f.pieces - 1
	normal, right := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	loss, squares := 0.0, 0.0
	residual, weighted := mat.NewVecDense(f.pieces, nil), mat.NewVecDense(f.pieces, nil)
	v, w := mat.NewSymDense(f.pieces, nil), mat.NewSymDense(f.pieces, nil)
	for j, inf := range f.in {
		fitted := func(i int) float64 { return math.Exp(f.scales[j] + f.logs[i]) }
		for i := range f.pieces {
			residual.SetVec(i, inf.Coef[i]/fitted(i)-1)
			for k := i; k < f.pieces; k++ {
				v.SetSym(i, k, inf.Cov.At(i, k)/(fitted(i)*fitted(k)))
			}
			v.SetSym(i, i, v.At(i, i)+spread*spread)
		}
		var chol mat.Cholesky
		if !chol.Factorize(v) || chol.InverseTo(w) != nil {
			return nil, 0, ErrPanel
		}
		loss += chol.LogDet()
		weighted.MulVec(w, residual)
		squares += mat.Dot(residual, weighted)
		f.addPlayer(j, normal, right, w, weighted)
	}
	var chol mat.Cholesky
	if !chol.Factorize(normal) {
		return nil, 0, ErrPanel
	}
	step := mat.NewVecDense(n, nil)
	if err := chol.SolveVecTo(step, right); err != nil {
		return nil, 0, fmt.Errorf("%w: %w", ErrPanel, err)
	}
	return step, loss + chol.LogDet() + squares - mat.Dot(step, right), nil
}

// addPlayer adds the rows of player j to the normal equations: residual i depends on a_j
// and, except for the first, on b_i.
func (f *panelFit) addPlayer(j int, normal *mat.SymDense, right *mat.VecDense, w *mat.SymDense, weighted *mat.VecDense) {
	add := func(a, b int, x float64) { normal.SetSym(a, b, normal.At(a, b)+x) }
	for i := range f.pieces {
		row := f.players + i - 1
		right.SetVec(j, right.AtVec(j)+weighted.AtVec(i))
		if i > 0 {
			right.SetVec(row, right.AtVec(row)+weighted.AtVec(i))
		}
		for k := range f.pieces {
			add(j, j, w.At(i, k))
			if k > 0 {
				add(j, f.players+k-1, w.At(i, k))
			}
			if i > 0 && k >= i {
				add(row, f.players+k-1, w.At(i, k))
			}
		}
	}
}
