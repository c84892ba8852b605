package tuning

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// believed returns a model of chess whose values are the prior's, each within a tenth, with errors that depend on
// each other.
func believed(t *testing.T, g *rules.Game) *Model {
	a := newArmyModel(g, newColumns(g))
	m := &Model{Columns: a.labels()}
	for i := range a.count {
		x := 0.05
		if i < len(a.worth) {
			x = 0.28 * a.worth[i]
		}
		m.Coefficients = append(m.Coefficients, stat.Number(x))
	}
	for i := range a.count {
		m.Covariance = append(m.Covariance, make([]stat.Number, a.count))
		for j := range a.count {
			share := 0.3
			if i == j {
				share = 1
			}
			m.Covariance[i][j] = stat.Number(share*0.01) * m.Coefficients[i] * m.Coefficients[j]
		}
	}
	return m
}

// without returns a Predictor of a match in which Black lacks the pieces on some squares of the array.
func without(t *testing.T, g *rules.Game, m *Model, fen string) *Predictor {
	f := testkit.Must(m.Predictor(g))(t)
	f.Add(testkit.Must(g.ParseFEN(fen))(t), rules.White)
	return f
}

var oddsOf = map[string]string{
	"knight": "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"rook":   "1nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
	"bishop": "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	"pawns":  "rnbqkbnr/ppp1p1pp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
}

// A step agrees with the posterior of a normal prior and one observation, Σ' = (Σ⁻¹ + ccᵀ/noise²)⁻¹.
func TestLearnIsBayes(t *testing.T) {
	g := rulestest.Game(t, "chess")
	m := believed(t, g)
	f := without(t, g, m, oddsOf["knight"])
	predicted, c := f.slopes()
	const noise, shift, weight = 0.2, 0.3, 1.25
	for i := range c {
		if i != len(f.armies.types) {
			predicted.LogOdds += (weight - 1) * c[i] * float64(m.Coefficients[i])
			c[i] *= weight
		}
	}
	after := f.Learn(predicted.LogOdds+shift, weight, noise)
	n := len(c)
	covariance := mat.NewDense(n, n, nil)
	for i := range n {
		for j := range n {
			covariance.Set(i, j, float64(m.Covariance[i][j]))
		}
	}
	var precision, want mat.Dense
	testkit.OK(t, precision.Inverse(covariance))
	precision.Apply(func(i, j int, x float64) float64 { return x + c[i]*c[j]/(noise*noise) }, &precision)
	testkit.OK(t, want.Inverse(&precision))
	for i := range n {
		moved := 0.0
		for j := range n {
			testkit.Near(t, "covariance", float64(after.Covariance[i][j]), want.At(i, j), 1e-9)
			moved += want.At(i, j) * c[j] * shift / (noise * noise)
		}
		testkit.Near(t, "coefficient", float64(after.Coefficients[i]), float64(m.Coefficients[i])+moved, 1e-9)
	}
	if same := f.Learn(predicted.LogOdds, weight, noise); same.Coefficients[0] != m.Coefficients[0] || !(same.Covariance[0][0] < m.Covariance[0][0]) {
		t.Error("a match that ends as predicted: want the same values and smaller errors")
	}
}

// If the truth is drawn from the model and matches have the noise that is assumed, forecasts after these matches keep
// their level, and their errors fall.
func TestLearnCovers(t *testing.T) {
	g := rulestest.Game(t, "chess")
	m := believed(t, g)
	rng := rand.New(rand.NewPCG(61, 0))
	n := len(m.Coefficients)
	covariance := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			covariance.SetSym(i, j, float64(m.Covariance[i][j]))
		}
	}
	var chol mat.Cholesky
	if !chol.Factorize(covariance) {
		t.Fatal("no covariance")
	}
	var lower mat.TriDense
	chol.LTo(&lower)
	const noise = 0.15
	worlds := testkit.Choose(300, 3000)
	inside, before, after := 0, 0.0, 0.0
	for range worlds {
		truth := &Model{Columns: m.Columns, Covariance: m.Covariance}
		z := make([]float64, n)
		for i := range z {
			z[i] = rng.NormFloat64()
			x := float64(m.Coefficients[i])
			for j := range i + 1 {
				x += lower.At(i, j) * z[j]
			}
			truth.Coefficients = append(truth.Coefficients, stat.Number(x))
		}
		now := *m
		for _, fen := range []string{oddsOf["knight"], oddsOf["rook"], oddsOf["pawns"]} {
			real := without(t, g, truth, fen).Predicted().LogOdds
			now = without(t, g, &now, fen).Learn(real+noise*rng.NormFloat64(), 1, noise)
		}
		real := without(t, g, truth, oddsOf["bishop"]).Predicted().LogOdds
		p := without(t, g, &now, oddsOf["bishop"]).Predicted()
		if math.Abs(p.LogOdds-real) < stat.Quantile(0.95)*p.Sampling {
			inside++
		}
		before += math.Pow(without(t, g, m, oddsOf["bishop"]).Predicted().LogOdds-real, 2)
		after += math.Pow(p.LogOdds-real, 2)
	}
	if share := float64(inside) / float64(worlds); math.Abs(share-0.95) > 0.7/math.Sqrt(float64(worlds)) {
		t.Errorf("%.3f of the limits contain the truth, want 0.95", share)
	}
	if !(after < 0.95*before) {
		t.Errorf("squared errors %.4f, and %.4f before three matches", after, before)
	}
}
