package logit

import (
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"
	"gonum.org/v1/gonum/mat"
	gonum "gonum.org/v1/gonum/stat"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// world makes synthetic games whose expected score follows the model exactly.
// A pair is played from one imbalance with colours mirrored, of up to two of
// the first piece and up to one of each other; column 0 is the first move, the
// others are pieces.
type world struct {
	firstMove   float64   // logits
	values      []float64 // logits per piece
	draws       float64   // share of 2μ(1-μ) that is drawn, 0 to 1
	correlation float64   // of the two games, seen from the side with the imbalance
}

func (w world) truth() []float64 { return append([]float64{w.firstMove}, w.values...) }

func (w world) play(rng *rand.Rand, pairs int) *Design {
	d := &Design{Columns: 1 + len(w.values)}
	idx := make([]uint16, d.Columns)
	for j := range idx {
		idx[j] = uint16(j)
	}
	x := make([]float64, d.Columns)
	for pair := range int32(pairs) {
		edge := 0.0
		for j, v := range w.values {
			span := 1
			if j == 0 {
				span = 2
			}
			x[j+1] = float64(rng.IntN(2*span+1) - span)
			edge += v * x[j+1]
		}
		z := rng.NormFloat64()
		other := w.correlation*z + math.Sqrt(1-w.correlation*w.correlation)*rng.NormFloat64()
		x[0] = 1
		d.Add(idx, x, w.score(w.firstMove+edge, z), 1, pair)
		for j := range w.values {
			x[j+1] = -x[j+1]
		}
		d.Add(idx, x, 1-w.score(edge-w.firstMove, other), 1, pair)
	}
	return d
}

// score turns a standard normal draw into a result with expectation σ(eta).
func (w world) score(eta, z float64) float64 {
	mu := Sigmoid(eta)
	draw := 2 * w.draws * mu * (1 - mu)
	u := 0.5 * math.Erfc(-z/math.Sqrt2)
	switch loss := 1 - mu - draw/2; {
	case u < loss:
		return 0
	case u < loss+draw:
		return 0.5
	default:
		return 1
	}
}

// randomDesign makes sparse rows with outcomes of every kind, weights and
// clusters, from no particular truth.
func randomDesign(rng *rand.Rand, rows, columns, entries int) *Design {
	d := &Design{Columns: columns}
	idx, val := make([]uint16, entries), make([]float64, entries)
	for range rows {
		eta := 0.2
		for k := range idx {
			idx[k] = uint16(rng.IntN(columns))
			val[k] = float64(rng.IntN(5)-2) + 0.25
			eta += 0.3 * val[k] / float64(1+idx[k])
		}
		y := 0.0
		if rng.Float64() < Sigmoid(eta) {
			y = 1
		}
		if rng.IntN(3) == 0 {
			y = 0.5
		}
		d.Add(idx, val, y, 0.5+rng.Float64(), int32(rng.IntN(rows/3+1)))
	}
	return d
}

func seeded(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// A bootstrap of the clusters confirms the sandwich and Fieller's interval (Davison and
// Hinkley, Bootstrap Methods and their Application, 1997, section 3.8).
func TestBootstrapAgreesWithSandwich(t *testing.T) {
	const pairs, resamples = 500, 400
	d := mirroredGames.play(seeded(15), pairs)
	fit := mustFit(t, d, Prior{}, Settings{})
	coefs := mat.NewDense(resamples, d.Columns, nil)
	var ratios []float64
	for b := range resamples {
		drawn, rng := *d, stream(1, uint64(b))
		drawn.Weight = make([]float64, d.Rows())
		for range pairs {
			c := rng.IntN(pairs)
			drawn.Weight[2*c]++
			drawn.Weight[2*c+1]++
		}
		coef := mustFit(t, &drawn, Prior{}, Settings{}).Coef
		coefs.SetRow(b, coef)
		ratios = append(ratios, coef[2]/coef[1])
	}
	var cov mat.SymDense
	gonum.CovarianceMatrix(&cov, coefs, nil)
	for j := range fit.Coef {
		testkit.Near(t, "ratio of standard errors", math.Sqrt(cov.At(j, j)/fit.Cov.At(j, j)), 1, 0.12)
	}
	slices.Sort(ratios)
	fieller := fit.Sampling().Ratio(2, 1, 0.95)
	width := fieller.Hi - fieller.Lo
	testkit.Near(t, "lower limit", gonum.Quantile(0.025, gonum.LinInterp, ratios, nil), fieller.Lo, 0.12*width)
	testkit.Near(t, "upper limit", gonum.Quantile(0.975, gonum.LinInterp, ratios, nil), fieller.Hi, 0.12*width)
}

// tally follows one estimated quantity over repetitions of an experiment.
type tally struct {
	truth        float64
	covered      int
	sum, squares float64 // of the errors
}

func (c *tally) add(v stat.Interval) {
	if v.Lo <= c.truth && c.truth <= v.Hi {
		c.covered++
	}
	off := v.Estimate - c.truth
	c.sum += off
	c.squares += off * off
}

// check requires coverage within a margin of 95 % and a bias below a tenth of a standard
// error, allowing for the noise of n repetitions.
func (c *tally) check(t *testing.T, name string, n int) {
	t.Helper()
	total := float64(n)
	coverage := float64(c.covered) / total
	bias := c.sum / total
	sd := math.Sqrt(c.squares/total - bias*bias)
	t.Logf("%-28s coverage %.3f, bias %+.3f standard errors", name, coverage, bias/sd)
	margin, biasLimit := 0.02, 0.1
	if n < 1000 {
		margin, biasLimit = 0.05, 0.25
	}
	if math.Abs(coverage-0.95) > margin {
		t.Errorf("%s: coverage %.3f", name, coverage)
	}
	if math.Abs(bias) > biasLimit*sd {
		t.Errorf("%s: bias %.3f standard errors", name, bias/sd)
	}
}

// repeat runs experiment 0, 1, …, n-1 on all processors and returns the
// outcomes in order.
func repeat[T any](n int, experiment func(i int) T) []T {
	out := make([]T, n)
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				out[i] = experiment(i)
			}
		})
	}
	group.Wait()
	return out
}

func repetitions() int { return testkit.Choose(300, 2000) }

var mirroredGames = world{firstMove: 0.15, values: []float64{0.5, 1.55, 1.65}, draws: 0.5, correlation: 0.6}

func TestCoverage(t *testing.T) {
	type outcome struct{ knight, move, fieller stat.Interval }
	truth := mirroredGames.truth()
	n := repetitions()
	outcomes := repeat(n, func(i int) outcome {
		r := mustFit(t, mirroredGames.play(stream(11, uint64(i)), 600), Prior{}, Settings{Workers: 1})
		f := r.Sampling()
		knight, pawn := []float64{0, 0, 1}, []float64{0, 1}
		return outcome{
			knight:  f.Coefficient(2, 0.95),
			move:    f.Coefficient(0, 0.95).Elo(),
			fieller: f.Fieller(knight, pawn, 0.95),
		}
	})
	knight, move := tally{truth: truth[2]}, tally{truth: truth[0] * stat.EloPerLogit}
	fieller := tally{truth: truth[2] / truth[1]}
	for _, o := range outcomes {
		knight.add(o.knight)
		move.add(o.move)
		fieller.add(o.fieller)
	}
	knight.check(t, "coefficient", n)
	move.check(t, "first move in Elo", n)
	fieller.check(t, "ratio to the pawn, Fieller", n)
}

// The games of a pair agree on the worth of the imbalance. Treating them as independent
// must make the errors too small.
func TestIgnoringClustersUndercovers(t *testing.T) {
	n := repetitions() / 2
	knight := tally{truth: mirroredGames.values[1]}
	for _, v := range repeat(n, func(i int) stat.Interval {
		d := mirroredGames.play(stream(27, uint64(i)), 400)
		for row := range d.Cluster {
			d.Cluster[row] = int32(row)
		}
		return mustFit(t, d, Prior{}, Settings{Workers: 1}).Sampling().Coefficient(2, 0.95)
	}) {
		knight.add(v)
	}
	coverage := float64(knight.covered) / float64(n)
	t.Logf("coverage %.3f", coverage)
	if coverage > 0.92 {
		t.Errorf("without clusters the coverage is %.3f, want clearly below 0.95", coverage)
	}
}

// With truths drawn from the prior, posterior intervals keep their level on average over
// truths, and sampling intervals of the shrunken estimate do not.
func TestPosteriorCoverage(t *testing.T) {
	const priorSD = 0.25
	mean := []float64{0.1, 0.5, 1.5}
	p := ridge(len(mean), 1/(priorSD*priorSD))
	p.Mean = mean
	n := repetitions()
	type outcome struct{ posterior, sampling bool }
	outcomes := repeat(n, func(i int) outcome {
		rng := stream(12, uint64(i))
		w := mirroredGames
		w.firstMove = mean[0] + priorSD*rng.NormFloat64()
		w.values = []float64{mean[1] + priorSD*rng.NormFloat64(), mean[2] + priorSD*rng.NormFloat64()}
		r := mustFit(t, w.play(rng, 60), p, Settings{Workers: 1, EstimateDispersion: true})
		inside := func(v stat.Interval) bool { return v.Lo <= w.values[1] && w.values[1] <= v.Hi }
		return outcome{inside(r.Posterior().Coefficient(2, 0.95)), inside(r.Sampling().Coefficient(2, 0.95))}
	})
	posterior, sampling := 0.0, 0.0
	for _, o := range outcomes {
		if o.posterior {
			posterior += 1 / float64(n)
		}
		if o.sampling {
			sampling += 1 / float64(n)
		}
	}
	t.Logf("posterior coverage %.3f, sampling coverage %.3f", posterior, sampling)
	margin := 0.02
	if n < 1000 {
		margin = 0.05
	}
	testkit.Near(t, "posterior coverage", posterior, 0.95, margin)
	if sampling > 0.92 {
		t.Errorf("sampling intervals ignore the pull of the prior and should undercover, coverage %.3f", sampling)
	}
}

// Reference limits: 95 % score intervals of x successes in n trials.
func TestWilson(t *testing.T) {
	tests := []struct{ x, n, lo, hi float64 }{
		{0, 10, 0, 0.2775},
		{10, 10, 0.7225, 1},
		{81, 263, 0.2553, 0.3662}, // Newcombe, Statistics in Medicine 17 (1998)
		{15, 148, 0.0624, 0.1605},
		{0, 20, 0, 0.1611},
		{1, 29, 0.0061, 0.1718},
	}
	for _, test := range tests {
		v := stat.Wilson(test.x/test.n, test.n, 1.959963984540054, 0.95)
		testkit.Near(t, "lower limit", v.Lo, test.lo, 5e-5)
		testkit.Near(t, "upper limit", v.Hi, test.hi, 5e-5)
	}
}

func TestCalibrationByHand(t *testing.T) {
	d := &Design{Columns: 1}
	add := func(mu, y, weight float64, cluster int32) {
		d.Add([]uint16{0}, []float64{math.Log(mu / (1 - mu))}, y, weight, cluster)
	}
	add(0.1, 0, 1, 1)
	add(0.2, 1, 3, 1)
	add(0.15, 0, 0, 2) // weight 0: not counted
	add(0.2, 0, 4, 3)
	add(0.8, 1, 1, 3)
	add(0.9, 1, 1, 4)
	bins := testkit.Must(Calibration(d, []float64{1}, 4, 0.95))(t)
	// First bin: mean 3/8; residual sums 3·5/8 - 3/8 = 3/2 in cluster 1 and
	// -3/2 in cluster 3; variance 2/1 · (9/4+9/4)/64 = 9/64, so that 15/64
	// makes 5/3 trials.
	wilson := func(p, n float64) stat.Interval { return stat.Wilson(p, n, 1.959963984540054, 0.95) }
	want := []Bin{
		{From: 0, To: 0.25, Predicted: 1.5 / 8, Observed: wilson(3.0/8, 5.0/3),
			EffectiveN: 5.0 / 3, Weight: 8, Rows: 3, Clusters: 2},
		{From: 0.75, To: 1, Predicted: 0.85, Observed: wilson(1, 2),
			EffectiveN: 2, Weight: 2, Rows: 2, Clusters: 2},
	}
	testkit.Same(t, "bins", want, bins, cmpopts.EquateApprox(0, 1e-9))
	observed, floor := CalibrationError(bins)
	testkit.Near(t, "calibration error", observed, (8*(3-1.5)/8+2*0.15)/10, 1e-12)
	testkit.Near(t, "floor", floor, (8*math.Sqrt(2/math.Pi*(1.5/8)*(6.5/8)/(5.0/3))+2*math.Sqrt(2/math.Pi*0.85*0.15/2))/10, 1e-12)
}

// Positions of one game share its result: 20 rows per game must widen the intervals about
// as much as 20 times fewer games would.
func TestCalibrationCountsClusters(t *testing.T) {
	w := mirroredGames
	w.draws, w.correlation = 0, 0
	games := w.play(seeded(17), 1000)
	positions := &Design{Columns: games.Columns}
	for i := range games.Rows() {
		idx, val := games.row(i)
		for range 20 {
			positions.Add(idx, val, games.Y[i], 1, int32(i))
		}
	}
	bins := testkit.Must(Calibration(positions, w.truth(), 5, 0.95))(t)
	for _, b := range bins {
		testkit.Near(t, "rows per trial", float64(b.Rows)/b.EffectiveN, 20, 4)
	}
}

// If the two mirrored games cancel in every pair, a handful of pairs shows no variation;
// that must not count as certainty.
func TestCalibrationOfFewClusters(t *testing.T) {
	d := &Design{Columns: 1}
	for pair := range int32(6) {
		d.Add(nil, nil, 1, 1, pair)
		d.Add(nil, nil, 0, 1, pair)
	}
	d.Add(nil, nil, 1, 1, 6)
	bins := testkit.Must(Calibration(d, []float64{1}, 1, 0.95))(t)
	testkit.Near(t, "effective trials", bins[0].EffectiveN, 13, 1e-12)
}

func TestCalibrationOfTrueAndFalseModels(t *testing.T) {
	d := mirroredGames.play(seeded(18), 4000)
	check := func(scale float64) (float64, float64) {
		coef := mirroredGames.truth()
		for j := range coef {
			coef[j] *= scale
		}
		bins := testkit.Must(Calibration(d, coef, 10, 0.999))(t)
		if scale == 1 {
			for _, b := range bins {
				if b.Predicted < b.Observed.Lo || b.Predicted > b.Observed.Hi {
					t.Errorf("the true model lies outside a bin's 99.9 %% interval: %+v", b)
				}
			}
		}
		return CalibrationError(bins)
	}
	if observed, floor := check(1); observed > 2*floor || observed > 0.02 {
		t.Errorf("true model: calibration error %v, floor %v", observed, floor)
	}
	if observed, floor := check(2); observed < 3*floor || observed < 0.03 {
		t.Errorf("overconfident model: calibration error %v, floor %v", observed, floor)
	}
}

func TestCalibrationRejectsBadArguments(t *testing.T) {
	d := mirroredGames.play(seeded(19), 5)
	for name, call := range map[string]func() error{
		"bins":  func() error { _, err := Calibration(d, mirroredGames.truth(), 0, 0.95); return err },
		"level": func() error { _, err := Calibration(d, mirroredGames.truth(), 5, 1); return err },
		"coef":  func() error { _, err := Calibration(d, []float64{1}, 5, 0.95); return err },
	} {
		if call() == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
