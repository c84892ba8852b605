package tuning

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
)

// panelWorld has players whose values differ by a share spread from common ones.
type panelWorld struct {
	values  []float64 // common, in logits
	spread  float64
	players int
	noise   float64 // sampling error of a value in logits
}

// play draws values for each player, with errors that are correlated as those of fits.
func (w panelWorld) play(rng *rand.Rand) []*Estimate {
	n := len(w.values)
	var out []*Estimate
	for j := range w.players {
		strength := 0.8 + 0.4*float64(j)/float64(w.players)
		shared := math.Sqrt(0.3) * w.noise * rng.NormFloat64()
		e := &Estimate{DF: math.Inf(1), Rows: 4000}
		for i, v := range w.values {
			x := strength*v*math.Exp(w.spread*rng.NormFloat64()) + shared + math.Sqrt(0.7)*w.noise*rng.NormFloat64()
			e.Values = append(e.Values, Value{Logit: stat.Normal(x, w.noise, 0.95)})
			e.Covariance = append(e.Covariance, make([]float64, n))
			for k := range n {
				e.Covariance[i][k] = 0.3 * w.noise * w.noise
			}
			e.Covariance[i][i] = w.noise * w.noise
		}
		out = append(out, e)
	}
	return out
}

// together is the estimate from the games of all players.
func together(players []*Estimate) logit.Inference {
	n := len(players[0].Values)
	out := logit.Inference{Coef: make([]float64, n), Cov: mat.NewSymDense(n, nil), DF: math.Inf(1)}
	for _, e := range players {
		inf, _ := e.Inference()
		for i, x := range inf.Coef {
			out.Coef[i] += x / float64(len(players))
		}
		out.Cov.AddSym(out.Cov, inf.Cov)
	}
	out.Cov.ScaleSym(1/float64(len(players)*len(players)), out.Cov)
	return out
}

// The intervals of values cover those of a player who was not among those fitted, and what
// is said of all players is covered by intervals for their mean; sampling error alone
// covers neither.
func TestNewPlayersAreCovered(t *testing.T) {
	runs, tolerance := testkit.Choose(80, 2000), testkit.Choose(0.05, 0.02)
	unit := NewScale(rulestest.Game(t, "chess"), Points)
	values := []float64{0.25, 0.75, 0.85, 1.2, 2.2}
	for _, test := range []struct {
		players int
		noise   float64
		drawn   bool // the spread, from the prior; otherwise it is 2 %
	}{{4, 0.01, true}, {4, 0.02, true}, {3, 0.01, false}, {6, 0.01, false}, {2, 0.02, true}, {1, 0.02, true}} {
		rng := rand.New(rand.NewPCG(7, uint64(test.players)))
		foreign, mean, luck := 0.0, 0.0, 0.0
		for range runs {
			spread := OwnSpread.Median
			if test.drawn {
				spread *= math.Exp(OwnSpread.Sigma * rng.NormFloat64())
			}
			players := panelWorld{values, spread, test.players, test.noise}.play(rng)
			next := make([]float64, len(values))
			for i, v := range values {
				next[i] = v * math.Exp(spread*rng.NormFloat64())
			}
			p := testkit.Must(NewPanel(players))(t)
			all := together(players)
			for i := range values {
				v, share := unit.value(all, logit.Column(i), 0.95), 1/float64(runs*len(values))
				own := slices.Clone(unit.over(all.Coef))
				if wide := p.Worth(v, i, unit); !wide.Excludes(unit.point(next, i)) {
					foreign += share
				}
				if wide := p.Sums(v, append(make([]float64, i), append([]float64{1}, make([]float64, len(values)-i-1)...)...), own, all.Coef); !wide.Excludes(unit.point(values, i)) {
					mean += share
				}
				if !v.Excludes(unit.point(next, i)) {
					luck += share
				}
			}
		}
		t.Logf("%d players, noise %v: a new player is covered by %.3f, all players by %.3f; by luck alone %.3f", test.players, test.noise, foreign, mean, luck)
		if foreign < 0.95-tolerance || foreign > 0.96+tolerance || mean < 0.95-tolerance {
			t.Errorf("%d players, noise %v: a new player is covered by %.3f, all players by %.3f", test.players, test.noise, foreign, mean)
		}
		if luck > 0.9 {
			t.Errorf("%d players, noise %v: sampling intervals cover %.3f of a new player's values", test.players, test.noise, luck)
		}
	}
}

// With one player the spread is assumed; players that agree to the last digit do not show that
// all do, neither about single values nor about the weight of an advantage.
func TestPanelSpread(t *testing.T) {
	players := panelWorld{[]float64{0.25, 0.75, 1.2}, 0, 1, 0.03}.play(rand.New(rand.NewPCG(1, 1)))
	if p, err := NewPanel(players); err != nil || p.Spread != OwnSpread.Mean() || p.Weight != AssumedWeight || p.Players != 1 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := NewPanel([]*Estimate{players[0], players[0], players[0]}); err != nil || p.Spread < OwnSpread.Median/2 || p.Spread > OwnSpread.Mean() || math.Abs(p.Weight-AssumedWeight*math.Sqrt(0.5)) > 1e-6 {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := NewPanel([]*Estimate{players[0], times(players[0], 2)}); err != nil || math.Abs(p.Weight-math.Sqrt((2*AssumedWeight*AssumedWeight+math.Ln2*math.Ln2/2)/3)) > 1e-6 || math.Abs(p.Weights[1]-4./3) > 1e-6 {
		t.Errorf("a player for whom everything decides twice as much: %+v, %v", p, err)
	}
}

// times returns an estimate with all values and their errors multiplied.
func times(e *Estimate, factor float64) *Estimate {
	out := *e
	out.Values, out.Covariance = slices.Clone(e.Values), nil
	for i, row := range e.Covariance {
		out.Values[i].Logit = e.Values[i].Logit.Scale(factor)
		row = slices.Clone(row)
		floats.Scale(factor*factor, row)
		out.Covariance = append(out.Covariance, row)
	}
	return &out
}

// known returns a panel of four players with a known spread, about the given one.
func known(spread float64) *Panel {
	p := &Panel{Players: 4, Shares: 0.25}
	for _, at := range spreadsAt(spreads) {
		p.Losses = append(p.Losses, 1e6*math.Pow(at/spread-1, 2))
	}
	p.Spread = OwnSpread.after(p.Losses).Mean()
	return p
}

// The choice of players enters a ratio of two pieces twice, and an exact number not at
// all.
func TestPanelWiden(t *testing.T) {
	p := known(0.1)
	v := p.Widen(stat.Interval{Estimate: 2, Lo: 2, Hi: 2.0001, Level: 0.95}, []float64{1, -1})
	if want := 1.96 * 2 * p.Spread * math.Sqrt((1+0.25)*2); math.Abs(v.Hi-2-want) > 1e-3 || math.Abs(2-v.Lo-want) > 1e-3 {
		t.Errorf("%+v, want ±%v", v, want)
	}
	below := p.Widen(stat.Interval{Estimate: -2, Lo: -2.0001, Hi: -2, Level: 0.95}, []float64{1, -1})
	testkit.Near(t, "a value below zero", below.Hi-below.Lo, v.Hi-v.Lo, 1e-3)
	if v := p.Widen(stat.Exact(1), []float64{1}); v != stat.Exact(1) {
		t.Errorf("an exact number becomes %+v", v)
	}
}

// The panel of a plan has the spread that is known of other games, and the choice of players by the squares of
// their shares.
func TestExpectedPanel(t *testing.T) {
	for _, c := range []struct {
		shares []float64
		of     float64
	}{{[]float64{2}, 2}, {[]float64{2, 2}, 1.5}, {[]float64{2, 2, 2, 1}, 1 + 13./49}} {
		v := ExpectedPanel(c.shares).Widen(stat.Interval{Estimate: 10, Lo: 9.9999, Hi: 10.0001, Level: 0.95}, []float64{1})
		got, want := v.HalfWidth()/10, 0.0480*math.Sqrt(c.of) // the 95th percentile of |normal deviate · log-normal spread|
		if math.Abs(got/want-1) > 0.01 {
			t.Errorf("%v: half-width %.4f, want %.4f", c.shares, got, want)
		}
	}
}

// Another program differs by what is known of other programs, or as our players do if they differ more. What the
// prior decided does not depend on players.
func TestAnotherProgram(t *testing.T) {
	unit := NewScale(rulestest.Game(t, "chess"), Points)
	v := Value{Worth: stat.Interval{Estimate: 10, Lo: 9.9999, Hi: 10.0001, Level: 0.95}, WeightOfData: 0.5}
	for _, spread := range []float64{0.0025, 0.0975} {
		p := known(spread)
		other := math.Max(OtherSpread.Mean(), spread)
		want := 1.96 * 10 * 0.5 * unit.Deviation(2) * math.Hypot(other, 0.5*spread)
		if all, own := p.Another(v, 2, unit), p.Posterior(v, 2, unit); all.Lo > own.Lo || all.Hi < own.Hi {
			t.Errorf("our players differ by %.4f: another program by %+v, our players by %+v", spread, all, own)
		}
		if got := p.Another(v, 2, unit).HalfWidth(); math.Abs(got/want-1) > 0.06 {
			t.Errorf("our players differ by %.4f: another program by ±%.4f, want about ±%.4f", spread, got, want)
		}
	}
}

func TestPanelErrors(t *testing.T) {
	players := panelWorld{[]float64{0.25, 0.75, 1.2}, 0, 2, 0.03}.play(rand.New(rand.NewPCG(1, 1)))
	short := *players[1]
	short.Values, short.Covariance = short.Values[:1], [][]float64{{1}}
	testkit.Fails(t, testkit.Error(NewPanel([]*Estimate{players[0], &short})), "player 2 has 1 values")
	players[1].Values[1].Logit.Estimate = -0.9
	if _, err := NewPanel(players); !errors.Is(err, ErrPanel) {
		t.Errorf("a piece that is worth nothing: %v", err)
	}
	if _, err := NewPanel([]*Estimate{players[0], {}}); !errors.Is(err, ErrPanel) {
		t.Errorf("a player without games: %v", err)
	}
}

// Few players make the interval of another program wider, too.
func TestAnotherProgramAfterFewPlayers(t *testing.T) {
	unit := NewScale(rulestest.Game(t, "chess"), Points)
	v := Value{Worth: stat.Interval{Estimate: 10, Lo: 9.9999, Hi: 10.0001, Level: 0.95}, WeightOfData: 1}
	many, few := known(0.0325), known(0.0325)
	few.Shares = 4
	wider := few.Another(v, 2, unit).HalfWidth() / many.Another(v, 2, unit).HalfWidth()
	other := OtherSpread.Mean()
	testkit.Near(t, "wider", wider, math.Hypot(other, 2*few.Spread)/math.Hypot(other, few.Spread/2), 0.06)
}

// In a ratio of sums the choice of players enters for each piece in proportion to its
// part.
func TestPanelSums(t *testing.T) {
	p := known(0.1)
	coef := []float64{1, 3, 5}
	v := p.Sums(stat.Interval{Estimate: 5. / 4, Lo: 5. / 4, Hi: 1.2501, Level: 0.95}, []float64{0, 0, 1}, []float64{1, 1, 0}, coef)
	size := math.Sqrt(5*5+1.25*1.25*(1+9)) / 4
	if want := 1.96 * p.Spread * 0.5 * size; math.Abs(v.Estimate-v.Lo-want) > 1e-3 {
		t.Errorf("%+v, want ±%v", v, want)
	}
	v = p.Sums(stat.Interval{Estimate: 2, Lo: 2, Hi: 2.0001, Level: 0.95}, []float64{0, -1, 1}, nil, coef)
	if want := 1.96 * p.Spread * 0.5 * math.Sqrt(34); math.Abs(v.Estimate-v.Lo-want) > 1e-3 {
		t.Errorf("%+v, want ±%v", v, want)
	}
}

// Differences are marked if they are significant for all pieces together.
func TestCompareEstimates(t *testing.T) {
	estimate := func(worths ...float64) *Estimate {
		e := &Estimate{}
		for _, x := range worths {
			e.Values = append(e.Values, Value{Piece: "p", Worth: stat.Normal(x, 0.1, 0.95)})
		}
		return e
	}
	// A difference of 2.2 standard errors is significant alone, but not among four.
	list := Compare(estimate(1, 2+0.22*math.Sqrt2, 3+0.4*math.Sqrt2, 4), estimate(1, 2, 3, 4), 0.95)
	for i, want := range []bool{false, false, true, false} {
		if list[i].Disagree != want || math.Abs(list[i].Worth.HalfWidth()-0.196*math.Sqrt2) > 1e-3 {
			t.Errorf("piece %d: %+v", i, list[i])
		}
	}
}

// Many runs tell the spread of players that a single one hardly does; without any it is that of the
// prior.
func TestPool(t *testing.T) {
	for _, spread := range []float64{0.01, 0.02, 0.05, 0.08} {
		rng := rand.New(rand.NewPCG(11, 12))
		var panels []*Panel
		single := 0.0
		const runs = 60
		for range runs {
			w := panelWorld{values: []float64{0.4, 1.2, 1.3, 2, 3.8, 0.9, 1.6, 2.5}, spread: spread, players: 4, noise: 0.05}
			p := testkit.Must(NewPanel(w.play(rng)))(t)
			panels, single = append(panels, p), single+math.Abs(p.Spread-spread)/runs
		}
		got := Pool(panels)
		if math.Abs(got-spread) > 0.006 || math.Abs(got-spread) > 0.8*single || panels[7].Spread != got ||
			!slices.Equal(panels[7].Losses, panels[8].Losses) {
			t.Errorf("pooled %.4f, want %.4f; single runs are off by %.4f", got, spread, single)
		}
	}
	if got := Pool(nil); got != OwnSpread.Mean() {
		t.Errorf("without runs the spread is %.4f, want %v", got, OwnSpread.Mean())
	}
}

// A value in a unit deviates with the pieces of the unit, too: less if it is one of them.
func TestDeviationInAUnit(t *testing.T) {
	s := NewScale(rulestest.Game(t, "chess"), Points)
	squares := floats.Dot(s.weights, s.weights)
	for i, w := range s.weights {
		if got, want := s.Deviation(i), math.Sqrt(1+squares-2*w); math.Abs(got-want) > 1e-12 || squares == 0 {
			t.Errorf("piece %d: %.4f, want %.4f", i, got, want)
		}
	}
}
