package balance

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
)

// truth is a game whose balance is known: the log-odds of the score at a number of steps above
// the weakest rung. Jags are what the rungs have beside the curve, the last beyond them.
type truth struct {
	at, slope, bend, move float64
	jags                  []float64
}

func (t truth) score(c Config, nodes int, sign float64) float64 {
	row := newModel(c.Strengths, true).row(float64(nodes), sign)
	jag := 0.0
	if t.jags != nil {
		jag = t.jags[(slices.Index(c.Strengths, nodes)+len(t.jags))%len(t.jags)]
	}
	return logit.Sigmoid(t.at + t.slope*row[1] + t.bend*row[2] + t.move*row[3] + jag)
}

// jagged returns what rungs have beside the curve, as much as in the retrodiction.
func jagged(rng *rand.Rand, c Config) (out []float64) {
	for range len(c.Strengths) + 1 {
		out = append(out, 0.12*rng.NormFloat64())
	}
	return out
}

// play draws the games of a run.
func (t truth) play(rng *rand.Rand, c Config) []sample {
	const draws = 0.3
	var list []sample
	for _, nodes := range c.Strengths {
		for j := range c.Panel {
			for pair := range c.deal(nodes, j) {
				for index := range 2 {
					s := sample{nodes: nodes, player: j, pair: pair}
					if c.Of == Army {
						s.sign = float64(1 - 2*index)
					}
					p := t.score(c, nodes, s.sign)
					if s.drawn = rng.Float64() < draws*4*p*(1-p); s.drawn {
						s.score = 0.5
					} else if win := (p - draws*2*p*(1-p)) / (1 - draws*4*p*(1-p)); rng.Float64() < win {
						s.score = 1
					}
					list = append(list, s)
				}
			}
		}
	}
	return list
}

// until returns the games of a run with fewer pairs.
func until(c Config, list []sample) (out []sample) {
	for _, s := range list {
		if s.pair < c.deal(s.nodes, s.player) {
			out = append(out, s)
		}
	}
	return out
}

func small(pairs int) Config {
	c := Default()
	c.Play.Pairs, c.Strengths, c.Of = pairs, []int{60, 240, 960, 3840}, First
	return c
}

// All intervals of a curve hold together, the extrapolation's and the slope's too, at all looks
// at a growing run.
func TestBandCovers(t *testing.T) {
	runs := testkit.Choose(60, 1000)
	rng := rand.New(rand.NewPCG(1, 2))
	missed, width := 0, 0.0
	for run := range runs {
		c := small(600)
		c.Of = []Question{First, Army}[run%2]
		c.Looked = true
		about := truth{0.3 * rng.NormFloat64(), 0.1 * rng.NormFloat64(), Bend * rng.NormFloat64(), 0, jagged(rng, c)}
		if c.Of == Army {
			about.move = 0.2
		}
		all, covered := about.play(rng, c), true
		for pairs := 50.0; pairs <= 600; pairs *= testkit.Choose(1.8, 1.2) {
			c.Play.Pairs = int(pairs)
			curve := testkit.Must(newCurve(c, c.Panel, until(c, all)))(t)
			for _, r := range append(curve.Rungs, curve.Beyond) {
				covered = covered && !r.Curve.Excludes(about.score(c, r.Nodes, 0))
				if c.Of == Army {
					covered = covered && !r.Designed.Excludes(about.score(c, r.Nodes, 1))
				}
			}
			lo, hi := c.Strengths[0], curve.Strongest().Nodes
			smooth := about
			smooth.jags = nil
			covered = covered && !curve.Slope.Excludes((smooth.score(c, hi, 0)-smooth.score(c, lo, 0))/curve.fit.steps(float64(hi)))
			width = curve.Strongest().Curve.HalfWidth()
		}
		if !covered {
			missed++
		}
	}
	if most := 0.05*float64(runs) + 2*math.Sqrt(0.05*float64(runs)); float64(missed) > most {
		t.Errorf("%d of %d curves miss the truth somewhere, expected at most %.0f", missed, runs, most)
	}
	t.Logf("%d of %d missed; half-width at the top %.3f", missed, runs, width)
}

// If a run is looked at once, each interval holds for itself: for flat, sloped, jagged and lopsided games. It is
// no wider than that of the games of its own rung.
func TestOneLook(t *testing.T) {
	runs := testkit.Choose(60, 1000)
	for name, about := range map[string]truth{"few": {at: 0.3}, "flat": {}, "sloped": {at: 0.2, slope: 0.3}, "jagged": {jags: []float64{}}, "lopsided": {at: -2.2, slope: -0.3, jags: []float64{}}} {
		rng := rand.New(rand.NewPCG(61, 5))
		inside, all, beyond, width, measured := 0, 0, 0, 0.0, 0.0
		for range runs {
			c := small(300)
			switch name {
			case "few":
				c.Play.Pairs = 12
			case "jagged":
				c.Play.Pairs = 1500 // so that luck does not hide the jags
			}
			if about.jags != nil {
				about.jags = jagged(rng, c)
			}
			curve := testkit.Must(newCurve(c, c.Panel, about.play(rng, c)))(t)
			for _, r := range curve.Rungs {
				if all++; !r.Curve.Excludes(about.score(c, r.Nodes, 0)) {
					inside++
				}
				if curve.Widened == 1 {
					width += r.Curve.HalfWidth() / r.Score.HalfWidth()
					measured++
				}
			}
			if !curve.Beyond.Curve.Excludes(about.score(c, curve.Beyond.Nodes, 0)) {
				beyond++
			}
		}
		share, past := float64(inside)/float64(all), float64(beyond)/float64(runs)
		t.Logf("%s: %.3f of the rungs, %.3f beyond, %.2f times as wide as the row", name, share, past, width/measured)
		if share < 0.93-0.3/math.Sqrt(float64(runs)) || past < 0.93-0.5/math.Sqrt(float64(runs)) {
			t.Errorf("%s: %.3f of the intervals hold at rungs, %.3f beyond, want 0.93 or more", name, share, past)
		}
		if width/measured > 1 {
			t.Errorf("%s: an interval is %.2f times as wide as that of its own games", name, width/measured)
		}
	}
}

// At the edge of the margin hardly any run says at any look and rung that the game is fair, or
// that it is not; far from it most runs say what is true.
func TestVerdictErrors(t *testing.T) {
	runs := testkit.Choose(20, 500)
	for _, test := range []struct {
		score         float64
		wrong, wanted Verdict
	}{{0.54 + 1e-9, Fair, ""}, {0.54, Leans, ""}, {0.5, Leans, Fair}, {0.66, Fair, Leans}, {0.34, Leans, Behind}} {
		rng := rand.New(rand.NewPCG(3, 4))
		wrong, found := 0, 0
		for range runs {
			c := small(1600)
			c.Looked = true
			all := truth{at: math.Log(test.score / (1 - test.score))}.play(rng, c)
			erred := false
			for _, pairs := range []int{100, 400, 1600} {
				c.Play.Pairs = pairs
				curve := testkit.Must(newCurve(c, c.Panel, until(c, all)))(t)
				for _, r := range append(curve.Rungs, curve.Beyond) {
					erred = erred || r.Verdict == test.wrong
				}
				if pairs == 1600 && curve.Rungs[1].Verdict == test.wanted {
					found++
				}
			}
			if erred {
				wrong++
			}
		}
		if most := 0.05*float64(runs) + 2*math.Sqrt(0.05*float64(runs)); float64(wrong) > most {
			t.Errorf("at %.2f %d of %d runs say %q, expected at most %.0f", test.score, wrong, runs, test.wrong, most)
		}
		if test.wanted != "" && found < runs*3/5 {
			t.Errorf("at %.2f %d of %d runs say %q at 240 nodes, expected most", test.score, found, runs, test.wanted)
		}
	}
}

// Players who differ widen all limits; players who are alike do not.
func TestScatterWidens(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	c := small(2000)
	alike := truth{}.play(rng, c)
	if w := testkit.Must(newCurve(c, c.Panel, alike))(t).Widened; w > 1.5 {
		t.Errorf("equal players widen by %.2f", w)
	}
	var differ []sample
	other := truth{at: 1}.play(rng, c)
	for i, s := range alike {
		if s.player == 1 {
			s = other[i]
		}
		differ = append(differ, s)
	}
	if w := testkit.Must(newCurve(c, c.Panel, differ))(t).Widened; w < 3 {
		t.Errorf("players with scores of 50 %% and 73 %% widen by %.2f, expected 3 or more", w)
	}
}

// Where players and the number of games are fixed, an interval holds for itself, for the mean of the
// players, and is as narrow as it may be. So an edge of the margin is called fair as often as one of its
// limits errs.
func TestFixedPlayers(t *testing.T) {
	runs := testkit.Choose(300, 5000)
	rng := rand.New(rand.NewPCG(9, 10))
	covered, fair, width := 0, 0, 0.0
	for range runs {
		c := small(1200)
		c.Strengths, c.Fixed, c.Of = []int{240, 960}, true, Army
		at := math.Log(0.54 / 0.46)
		var list []sample
		for j, off := range []float64{-0.3, 0, 0.3} {
			for _, s := range (truth{at: at + off}).play(rng, c) {
				if s.player == j {
					list = append(list, s)
				}
			}
		}
		mean := (logit.Sigmoid(at-0.3) + logit.Sigmoid(at) + logit.Sigmoid(at+0.3)) / 3
		curve := testkit.Must(newCurve(c, c.Panel, list))(t)
		top := curve.Strongest()
		width += 100 * top.Curve.HalfWidth() / float64(runs)
		if !top.Curve.Excludes(mean) {
			covered++
		}
		if top.Verdict == Fair {
			fair++
		}
		if curve.Widened != 1 {
			t.Fatalf("fixed players widen by %.2f", curve.Widened)
		}
	}
	share, slack := float64(covered)/float64(runs), 3*math.Sqrt(0.05*0.95/float64(runs))
	t.Logf("%.3f covered, %.3f fair, half-width %.1f points", share, float64(fair)/float64(runs), width)
	if share < 0.95-slack || share > 0.97+slack {
		t.Errorf("%.3f of the intervals hold, want 0.95", share)
	}
	if float64(fair)/float64(runs) > 0.025+slack || width > 3 {
		t.Errorf("%d of %d at the edge of the margin are called fair; the half-width is %.1f points", fair, runs, width)
	}
}

// The worth of the army and of the first move are told apart.
func TestArmyAndMove(t *testing.T) {
	c := small(3000)
	c.Of = Army
	about := truth{at: 0.3, slope: 0.1, move: 0.2}
	curve := testkit.Must(newCurve(c, c.Panel, about.play(rand.New(rand.NewPCG(7, 8)), c)))(t)
	top := curve.Strongest()
	p := about.score(c, top.Nodes, 0)
	for name, v := range map[string][2]any{
		"army": {top.Curve, p}, "designed": {top.Designed, about.score(c, top.Nodes, 1)}, "move": {top.Move, 0.2 * p * (1 - p)}, "slope": {curve.Slope, 0.1 / 4},
	} {
		if got := v[0].(stat.Interval); got.Excludes(v[1].(float64)) || got.HalfWidth() > 0.08 {
			t.Errorf("%s is %v, expected %.3f", name, got, v[1])
		}
	}
}

// Two pairs tell nothing, but their limits are numbers; nor do pairs whose games cancel.
func TestFewPairs(t *testing.T) {
	c := small(2)
	c.Looked = true
	curve := testkit.Must(newCurve(c, c.Panel, truth{}.play(rand.New(rand.NewPCG(1, 1)), c)))(t)
	for _, r := range append(curve.Rungs, curve.Beyond) {
		if v := r.Curve; !v.Bounded() || v.Lo > 0.05 || v.Hi < 0.95 {
			t.Errorf("%d nodes: %v", r.Nodes, v)
		}
	}
	for _, first := range []float64{0.5, 1} {
		for pairs, want := range map[int]Verdict{6: CannotTell, 400: Fair} {
			c := small(pairs)
			c.Looked = true
			list := truth{}.play(rand.New(rand.NewPCG(1, 1)), c)
			for i := range list {
				if list[i].score = first; i%2 == 1 {
					list[i].score = 1 - first
				}
			}
			if got := testkit.Must(newCurve(c, c.Panel, list))(t).Rungs[0]; got.Verdict != want {
				t.Errorf("%d pairs of %v and %v: %q, %v", pairs, first, 1-first, got.Verdict, got.Curve)
			}
		}
	}
}
