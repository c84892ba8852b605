package tuning

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
)

// A match that no game of the fit was like is predicted within the error that is stated.
func TestPredictedScoresHoldTheirError(t *testing.T) {
	runs := testkit.Choose(40, 400)
	g := rulestest.Game(t, "chess")
	match := []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w - - 0 1", // White lacks a rook
		"rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/R2QKB1R w - - 0 1",  // and here a knight and a bishop for a knight
		"rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/2BQKBN1 w - - 0 1",  // or two rooks and a knight for the queen
	}
	var squares, means [3]float64
	for run := range runs {
		rng := rand.New(rand.NewPCG(17, uint64(run)))
		w := scattered(g, rng, PosteriorSpread)
		e := posterior(t, w.exchanges(rng, 300))
		for k, fen := range match {
			f := testkit.Must(e.Model.Predictor(g))(t)
			p := testkit.Must(g.ParseFEN(fen))(t)
			row := make([]float64, w.model.count)
			score := 0.0
			for _, side := range []rules.Color{rules.White, rules.Black} {
				w.model.row(p, row)
				if side == rules.Black { // the same army, with the other's first move
					p = p.Mirror()
					w.model.row(p, row)
					floats.Scale(-1, row)
				}
				f.Add(p, side)
				score += logit.Sigmoid(floats.Dot(row, w.coef)) / 2
			}
			out := f.Predicted()
			z := (out.LogOdds - logit.LogOdds(score)) / out.Sampling
			squares[k], means[k] = squares[k]+z*z/float64(runs), means[k]+z/float64(runs)
			if math.Abs(out.Worth-out.LogOdds) > 0.05 || out.Kinds < math.Abs(out.Worth)/3 {
				t.Errorf("%s: log-odds %.3f, worth %.3f, by kinds %.3f", fen, out.LogOdds, out.Worth, out.Kinds)
			}
		}
	}
	for k, fen := range match {
		if root := math.Sqrt(squares[k]); root < 0.6 || root > 1.4 || math.Abs(means[k]) > 0.6 {
			t.Errorf("%s: errors have the mean %.2f and the root mean square %.2f in units of what is stated", fen, means[k], root)
		}
	}
}

func TestPredictorNeedsItsGame(t *testing.T) {
	w := newWorld(rulestest.Game(t, "chess"), 0)
	m := posterior(t, w.exchanges(rand.New(rand.NewPCG(1, 1)), 50)).Model
	testkit.Fails(t, testkit.Error(m.Predictor(rulestest.Game(t, "capablanca"))), "expected those of capablanca in this version")
	m.Covariance[2] = m.Covariance[2][1:]
	testkit.Fails(t, testkit.Error(m.Predictor(rulestest.Game(t, "chess"))), "expected those of chess")
}
