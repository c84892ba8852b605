package logit

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

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
