package estimate

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp/cmpopts"

	"bestiary/engine/eval"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// oddsOf returns the lines computed from the results of pairs, the odds of the unit first.
func oddsOf(t *testing.T, results ...rating.Pairs) []OddsLine {
	t.Helper()
	out := &OddsResult{Game: rulestest.Game(t, "chess"), Config: DefaultOdds()}
	for i, r := range results {
		out.Lines = append(out.Lines, OddsLine{Exchange: fmt.Sprint(i), Results: r})
	}
	testkit.OK(t, out.measure())
	return out.Lines
}

// A pawn that scores 62 % and an exchange that scores 72 % of 1000 pairs. The error of a
// logit follows from the error of the score by the delta method, and the limits of the
// ratio follow from Fieller's formula for independent estimates.
func TestOddsKnownAnswer(t *testing.T) {
	pawn := rating.Pairs{LL: 130, LD: 60, WL: 300, DD: 40, WD: 80, WW: 390}
	other := rating.Pairs{LL: 70, LD: 40, WL: 220, DD: 30, WD: 100, WW: 540}
	lines := oddsOf(t, pawn, other)
	critical := 1.9614 // t with 1998 degrees of freedom
	var value, se [2]float64
	for i, r := range []rating.Pairs{pawn, other} {
		n := 1000.0
		mean := (0.25*float64(r.LD) + 0.5*float64(r.WL+r.DD) + 0.75*float64(r.WD) + float64(r.WW)) / n
		variance := 0.0
		for k, count := range []int{r.LL, r.LD, r.WL + r.DD, r.WD, r.WW} {
			variance += float64(count) / n * math.Pow(float64(k)/4-mean, 2)
		}
		value[i], se[i] = math.Log(mean/(1-mean)), math.Sqrt(variance/n)/(mean*(1-mean))
		got := lines[i]
		if !within(got.Score.Estimate, mean, 1e-12) || !within(got.Logit.Estimate, value[i], 1e-9) {
			t.Errorf("line %d: score %v and logit %v, want %v and %v", i, got.Score, got.Logit, mean, value[i])
		}
		if half := (got.Logit.Hi - got.Logit.Lo) / 2; !within(half, critical*se[i], 1e-3*half) {
			t.Errorf("line %d: half-width %v, want %v", i, half, critical*se[i])
		}
		if !within(got.Elo.Estimate, 400*math.Log10(mean/(1-mean)), 1e-6) {
			t.Errorf("line %d: %v Elo", i, got.Elo.Estimate)
		}
	}
	if lines[0].Pawns != stat.Exact(1) {
		t.Errorf("the unit is worth %+v", lines[0].Pawns)
	}
	a, b, va, vb, c2 := value[1], value[0], se[1]*se[1], se[0]*se[0], critical*critical
	root := math.Sqrt(a*a*b*b - (a*a-c2*va)*(b*b-c2*vb))
	lo, hi := (a*b-root)/(b*b-c2*vb), (a*b+root)/(b*b-c2*vb)
	if p := lines[1].Pawns; !within(p.Estimate, a/b, 1e-9) || !within(p.Lo, lo, 2e-3) || !within(p.Hi, hi, 2e-3) {
		t.Errorf("in pawns %+v, want %v (%v to %v)", p, a/b, lo, hi)
	}
}

func TestOddsOfExtremeResults(t *testing.T) {
	lines := oddsOf(t, rating.Pairs{WL: 10}, rating.Pairs{WW: 12}, rating.Pairs{LL: 20, WW: 2})
	if lines[1].Pawns.Bounded() {
		t.Errorf("over a pawn that is worth nothing: %+v, want no bounds", lines[1].Pawns)
	}
	if !lines[1].Wilson || lines[1].Score.Hi != 1 || !(lines[1].Score.Lo > 0.5) {
		t.Errorf("all won: score %+v, Wilson %v", lines[1].Score, lines[1].Wilson)
	}
	for i, want := range []bool{false, true, true} {
		if lines[i].Saturated != want {
			t.Errorf("line %d with a score of %v: saturated %v", i, lines[i].Score.Estimate, lines[i].Saturated)
		}
	}
}

// A unit that scores below one half cannot measure anything, because every value would
// have the wrong sign.
func TestOddsOfAHarmfulUnit(t *testing.T) {
	for _, unit := range []rating.Pairs{{LL: 90, WL: 100, WW: 60}, {LL: 101, WW: 100}} {
		line := oddsOf(t, unit, rating.Pairs{LL: 60, WL: 70, WW: 120})[1]
		if line.Pawns.Known() {
			t.Errorf("unit %+v: %+v, want nothing known", unit, line.Pawns)
		}
		if !(line.Elo.Lo > 0) {
			t.Errorf("unit %+v: %+v Elo, want a positive number", unit, line.Elo)
		}
	}
}

// Intervals in pawns cover the true ratio at their nominal rate, even with draws and with
// dependent games in a pair.
func TestOddsCoverage(t *testing.T) {
	const pairs = 250
	runs, margin := 200, 0.05
	if testkit.Long() {
		runs, margin = 2000, 0.015
	}
	truth := [2]float64{0.45, 0.9}
	covered := 0
	for run := range runs {
		rng := rand.New(rand.NewPCG(uint64(run), 7))
		var results [2]rating.Pairs
		for i, v := range truth {
			score := 1 / (1 + math.Exp(-v))
			for range pairs {
				// With probability 0.3 the second game ends as the first.
				first := randomResult(rng, score)
				second := first
				if rng.Float64() > 0.3 {
					second = randomResult(rng, score)
				}
				testkit.OK(t, results[i].Add(first, second))
			}
		}
		if p := oddsOf(t, results[0], results[1])[1].Pawns; p.Lo <= 2 && 2 <= p.Hi {
			covered++
		}
	}
	share := float64(covered) / float64(runs)
	t.Logf("95 %% intervals hold the ratio in %.3f of %d runs", share, runs)
	if math.Abs(share-0.95) > margin {
		t.Errorf("95 %% intervals hold the ratio in %.3f of %d runs", share, runs)
	}
}

// randomResult returns a game result with an expected score; at most a fifth of the games
// are drawn.
func randomResult(rng *rand.Rand, score float64) rating.Result {
	draws := 0.4 * score * (1 - score)
	switch u := rng.Float64(); {
	case u < score-draws/2:
		return rating.Win
	case u < score+draws/2:
		return rating.Draw
	}
	return rating.Loss
}

var tinyOdds = odds(func(c *OddsConfig) {
	c.Exchanges, c.Pairs = []string{"knight=bishop", "queen=rook + rook", "=pawn"}, 4
	c.Play.Seed, c.Play.Nodes = 3, 20
})

func TestOdds(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	play := func(folder string, cfg OddsConfig, workers int) []OddsLine {
		t.Helper()
		res := testkit.Must(Odds(context.Background(), g, cfg, nil, folder, match.Workers(workers), match.Events{}))(t)
		for i := range res.Lines {
			if filepath.Dir(res.Lines[i].Folder) != folder {
				t.Errorf("folder %s is not in %s", res.Lines[i].Folder, folder)
			}
			res.Lines[i].Folder = filepath.Base(res.Lines[i].Folder)
		}
		return res.Lines
	}
	lines := play(folder, tinyOdds, 1)
	var got []string
	for _, l := range lines {
		got = append(got, l.Exchange)
		if n := l.Results.Number(); n != 4 {
			t.Errorf("%s: %d pairs, want 4", l.Exchange, n)
		}
	}
	testkit.Same(t, "", []string{"pawn=", "knight=bishop", "queen=rook+rook", "=pawn"}, got)
	prior := eval.PriorValues(g)
	of := func(name string) float64 { return prior[g.TypeNamed(name)] / prior[g.TypeNamed("pawn")] }
	for i, want := range []float64{1, of("knight") - of("bishop"), of("queen") - 2*of("rook"), -1} {
		if !within(lines[i].Prior, want, 1e-9) {
			t.Errorf("%s: prior %v, want %v", lines[i].Exchange, lines[i].Prior, want)
		}
	}
	// An interrupted run, with some games finished, other exchanges and another number of
	// workers, gives the same result as an uninterrupted one.
	parts := t.TempDir()
	short := tinyOdds
	short.Pairs, short.Exchanges = 2, []string{"queen=rook+rook", "knight=bishop"}
	play(parts, short, 2)
	testkit.Same(t, "continued", lines, play(parts, tinyOdds, 2), cmpopts.EquateNaNs())
	other := tinyOdds
	other.Play.Nodes = 21
	testkit.Fails(t, testkit.Error(Odds(context.Background(), g, other, nil, folder, match.Workers(1), match.Events{})), "nodes was 20 and is now 21")
}

// An extra queen wins, and army A is the army that has it.
func TestOddsSide(t *testing.T) {
	res, err := Odds(context.Background(), rulestest.Game(t, "chess"), odds(func(c *OddsConfig) {
		c.Exchanges, c.Pairs = []string{"queen=", "=queen"}, 4
	}), nil, t.TempDir(), match.Workers(1), match.Events{})
	testkit.OK(t, err)
	if more, less := res.Lines[1].Score.Estimate, res.Lines[2].Score.Estimate; more < 0.8 || less > 0.2 {
		t.Errorf("a queen more scores %v, a queen less %v", more, less)
	}
}

func TestOddsErrors(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, test := range []struct {
		cfg  OddsConfig
		want string
	}{
		{odds(func(c *OddsConfig) { c.Pairs = 1 }), "odds: pairs is 1, expected 2 to 10000000"},
		{odds(func(c *OddsConfig) { c.Level = 2 }), "odds: level is 2, expected 0.5 to 0.999"},
		{odds(func(c *OddsConfig) { c.Exchanges = make([]string, 101) }), "odds: number of exchanges is 101, expected 0 to 100"},
		{odds(func(c *OddsConfig) { c.Play.Nodes = -1 }), "nodes is -1"},
		{odds(func(c *OddsConfig) { c.Exchanges = []string{"knight=bishop", "rok="} }), `did you mean "rook"?`},
		{odds(func(c *OddsConfig) { c.Exchanges = []string{"queen+queen=knight+knight+knight"} }), "has the pieces of neither side"},
	} {
		folder := filepath.Join(t.TempDir(), "run")
		_, err := Odds(context.Background(), g, test.cfg, nil, folder, match.Workers(1), match.Events{})
		testkit.Fails(t, err, test.want)
		if _, err := os.Stat(folder); err == nil {
			t.Errorf("%+v: a folder was made", test.cfg)
		}
	}
}

// within reports whether two numbers are no further apart than the tolerance.
func within(a, b, tolerance float64) bool { return math.Abs(a-b) <= tolerance }

// The worth of an exchange has the limits of its line at the level of the run, and wider
// limits at a higher level.
func TestOddsWorth(t *testing.T) {
	out := &OddsResult{Game: rulestest.Game(t, "chess"), Config: DefaultOdds(), Lines: []OddsLine{
		{Exchange: "pawn=", Results: rating.Pairs{LL: 130, LD: 60, WL: 300, DD: 40, WD: 80, WW: 390}},
		{Exchange: "knight=", Results: rating.Pairs{LL: 70, LD: 40, WL: 220, DD: 30, WD: 100, WW: 540}},
	}}
	testkit.OK(t, out.measure())
	if got, want := out.Worth("knight=", out.Config.Level), out.Lines[1].Pawns; got != want {
		t.Errorf("worth %v, want %v", got, want)
	}
	if got, usual := out.Worth("knight=", 0.99), out.Lines[1].Pawns; !(got.Lo < usual.Lo && usual.Hi < got.Hi) {
		t.Errorf("99 %%: %v, 95 %%: %v", got, usual)
	}
	if got := out.Worth("queen=", 0.95); got.Known() {
		t.Errorf("an exchange that was not played is worth %v", got)
	}
}
