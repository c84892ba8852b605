package tuning

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/interp"
	"gonum.org/v1/gonum/mat"
	gonum "gonum.org/v1/gonum/stat"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
)

// Panel describes how much the values of pieces differ between players.
//
// Player j of J has its own values v_ij of the pieces i, in logits, known with a sampling
// covariance S_j. The model is
//
//	v_ij = exp(a_j + b_i + u_ij) + error of S_j,   u_ij ~ N(0, τ²)
//
// where a_j is the weight of an advantage in the hands of player j, b_i is common to all
// players, and u_ij is the player's deviation as a share of the value. All pieces share one τ.
// A few players of one game may agree or differ by luck, so τ has a prior, OwnSpread, from the
// players of other games, and intervals are integrated over its distribution under the prior and the
// restricted likelihood.
//
// If player j has the share s_j of the games, a value from the games of all players deviates
// from the common one with the relative variance τ²·Σs_j², for each piece that it involves, and
// from that of a new player with τ²·(1+Σs_j²). Values are reported with the second, and beside it with
// τ²·Σs_j² + φ², where φ is the spread of other programs (OtherSpread); differences
// between pieces and what claims say are of the first kind.
type Panel struct {
	// Players is J.
	Players int
	// Spread is the root mean square of τ.
	Spread float64
	// Weight is the standard deviation of a_j: how much players differ in using the same advantage,
	// drawn towards AssumedWeight, its value for one player.
	Weight float64
	// Weights holds, for each player, exp(a_j) over the mean of all games.
	Weights []float64

	// Shares is Σs_j², the part of the variance between players that a value from all games has.
	Shares float64
	// Losses are the likelihood losses of τ, summed over all runs if they were pooled; nil with one player.
	Losses []float64
}

// LogNormal is the distribution of a spread, as a share of a value: the logarithm is normal with this
// standard deviation about that of the median.
type LogNormal struct{ Median, Sigma float64 }

// OwnSpread is what is known of τ before a run: 0.9 to 4.4 %. In 50 runs of the atlas with three players it is
// 1.8 % (1.6 to 2.1), with no sign that it differs between them; it was 2.1 % where others measured pieces again, and
// 3.2 % (1.5 to 4.9) in the matches of a league, whose players differ in depth, too.
var OwnSpread = LogNormal{0.02, 0.4}

// OtherSpread is what is known of the spread of other programs. In six games the values of Fairy-Stockfish differ
// from those of our players by 4.8 % beyond chance (1.8 to 8.7).
var OtherSpread = LogNormal{0.048, 0.4}

// AssumedWeight is the Weight assumed if only one player has played: from 300 to 1,200 nodes
// a move, all values grow by about a quarter.
const AssumedWeight = 0.15

// weightPlayers is how many players AssumedWeight counts as; two to four players may agree by luck.
const weightPlayers = 2

// ExpectedPanel returns the panel that a plan assumes for players with these shares of the
// games.
func ExpectedPanel(shares []float64) *Panel {
	p := &Panel{Players: len(shares), Spread: OwnSpread.Mean()}
	total := floats.Sum(shares)
	p.Shares = floats.Dot(shares, shares) / (total * total)
	return p
}

// ErrPanel means that the games of a panel do not determine the value of some piece.
var ErrPanel = errors.New("the games do not determine the values of all pieces")

// NewPanel fits the model to the values of players, who have the same pieces in the same
// order.
func NewPanel(players []*Estimate) (*Panel, error) {
	p := &Panel{Players: len(players), Spread: OwnSpread.Mean(), Weight: AssumedWeight, Weights: []float64{1}, Shares: 1}
	if p.Players < 2 {
		return p, nil
	}
	games, squares := 0.0, 0.0
	var in []logit.Inference
	for _, e := range players {
		inf, ok := e.Inference()
		if !ok {
			return nil, ErrPanel
		}
		in = append(in, inf)
		games, squares = games+float64(e.Rows), squares+float64(e.Rows)*float64(e.Rows)
	}
	fit, err := newPanelFit(in)
	if err != nil {
		return nil, err
	}
	if err := fit.converge(); err != nil {
		return nil, err
	}
	p.Spread, p.Shares, p.Losses = fit.spread, squares/(games*games), fit.losses
	free := float64(p.Players - 1)
	p.Weight = math.Sqrt((weightPlayers*AssumedWeight*AssumedWeight + free*gonum.Variance(fit.scales, nil)) / (weightPlayers + free))
	mean := 0.0
	for j, a := range fit.scales {
		mean += math.Exp(a) * float64(players[j].Rows) / games
	}
	p.Weights = nil
	for _, a := range fit.scales {
		p.Weights = append(p.Weights, math.Exp(a)/mean)
	}
	return p, nil
}

// Widen widens the sampling interval of a ratio of values to one for a new player. The combination
// gives the factors of the logarithms of the values in the ratio: 1 for the piece in the numerator,
// minus the weights of the pieces in the denominator. A nil Panel adds nothing.
func (p *Panel) Widen(v stat.Interval, combination []float64) stat.Interval {
	return p.add(v, v.Estimate*math.Sqrt(floats.Dot(combination, combination)), 1)
}

// Sums widens the sampling interval of the ratio of two sums of values, (above·v)/(below·v), or of
// the sum above·v if below is nil, to allow for the choice of players. Coef holds the values in
// logits.
func (p *Panel) Sums(v stat.Interval, above, below, coef []float64) stat.Interval {
	unit := 1.0
	if below != nil {
		unit = floats.Dot(below, coef)
	}
	squares := 0.0
	for i, x := range coef {
		d := above[i]
		if below != nil {
			d -= v.Estimate * below[i]
		}
		squares += math.Pow(d*x/unit, 2)
	}
	return p.add(v, math.Sqrt(squares), 0)
}

// Difference is like Sums, for the difference of two values with a common unit.
func (p *Panel) Difference(v stat.Interval, a, b float64) stat.Interval {
	return p.add(v, math.Hypot(a, b), 0)
}

// add widens an interval by the choice of players, for a quantity of this size, and by the
// deviation of a number of new players.
func (p *Panel) add(v stat.Interval, size, more float64) stat.Interval {
	if p == nil || !v.Bounded() || v.Exact() {
		return v
	}
	scale := size * math.Sqrt(p.Shares+more)
	return OwnSpread.after(p.Losses).Widen(v, func(spread float64) float64 { return scale * spread })
}

// Worth is like Widen, for the value of piece i in a unit.
func (p *Panel) Worth(v stat.Interval, i int, unit Scale) stat.Interval {
	return p.Widen(v, []float64{unit.Deviation(i)})
}

// Deviation returns how far a player's value of piece i in the unit deviates from the common one,
// in deviations of a single value, including the deviations of the pieces of the unit.
func (s Scale) Deviation(i int) float64 {
	c := make([]float64, max(len(s.weights), i+1))
	for k, w := range s.weights {
		c[k] = -w
	}
	c[i]++
	return math.Sqrt(floats.Dot(c, c))
}

// Posterior is like Worth, for a value that the games only partly decided; the share of
// the prior does not depend on players.
func (p *Panel) Posterior(v Value, i int, unit Scale) stat.Interval {
	return p.add(v.Worth, math.Abs(v.Worth.Estimate)*unit.Deviation(i)*v.WeightOfData, 1)
}

// Another is like Posterior, for another program, and its interval is nowhere narrower.
func (p *Panel) Another(v Value, i int, unit Scale) stat.Interval {
	if p == nil || !v.Worth.Bounded() || v.Worth.Exact() {
		return v.Worth
	}
	size := math.Abs(v.Worth.Estimate) * unit.Deviation(i) * v.WeightOfData
	own, out := p.Posterior(v, i, unit), OtherSpread.after(nil).Widen(v.Worth, func(spread float64) float64 {
		return size * math.Hypot(p.Spread*math.Sqrt(p.Shares), spread)
	})
	out.Lo, out.Hi = min(out.Lo, own.Lo), max(out.Hi, own.Hi)
	return out
}

// Pool gives several panels one distribution of the spread. A run has few players; many runs with the
// same players tell more. It returns its root mean square, and may be called once.
func Pool(panels []*Panel) float64 {
	all := stat.Profile{At: spreadsAt(spreads), Losses: make([]float64, spreads)}
	for _, p := range panels {
		all = all.Times(p.Losses)
	}
	spread := OwnSpread.after(all.Losses).Mean()
	for _, p := range panels {
		p.Spread, p.Losses = spread, all.Losses
	}
	return spread
}

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
			return nil, fmt.Errorf("panel: player %d has %d values with a covariance of %d, want %d", j+1, len(inf.Coef),
				inf.Cov.SymmetricDim(), f.pieces)
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

// converge repeats the linear fit with the mean τ until it is stable.
func (f *panelFit) converge() error {
	const rounds, still = 100, 1e-8
	for range rounds {
		f.losses = stat.NewProfile(spreadsAt(spreads), func(spread float64) float64 {
			_, loss, err := f.linear(spread)
			if err != nil {
				return 1e4 // impossible; infinity could not be interpolated
			}
			return loss
		}).Losses
		f.spread = OwnSpread.after(f.losses).Mean()
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

// Spreads at which the restricted likelihood is computed, and at how many it is used: a run of many pooled
// ones has a narrow likelihood.
const (
	spreads       = 40
	fineSpreads   = 100
	largestSpread = 0.2
)

func spreadsAt(n int) []float64 {
	at := make([]float64, n)
	for k := range at {
		at[k] = largestSpread * (float64(k) + 0.5) / float64(n)
	}
	return at
}

// after returns the distribution after games with these losses, which are interpolated; nil for none.
func (d LogNormal) after(losses []float64) stat.Profile {
	known := func(float64) float64 { return 0 }
	var spline interp.NaturalCubic
	if losses != nil && spline.Fit(spreadsAt(len(losses)), losses) == nil {
		known = spline.Predict
	}
	return stat.NewProfile(spreadsAt(fineSpreads), func(spread float64) float64 {
		return math.Pow(math.Log(spread/d.Median)/d.Sigma, 2) + 2*math.Log(spread) + known(spread)
	})
}

// Mean returns the root of the mean square.
func (d LogNormal) Mean() float64 { return d.after(nil).Mean() }

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
