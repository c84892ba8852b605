package formula

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// The formula that the program has: how many pieces it rests on, and how well it predicts those
// that judged it and those of games, beside the mobility prior.
func TestPublishedFormula(t *testing.T) {
	f := testkit.Must(Published())(t)
	games := slices.DeleteFunc(slices.Clone(testkit.Must(MeasuredValues())(t)), func(m Measured) bool { return m.Source == "results/atlas" || m.Unchecked != "" })
	off, prior := f.errors(games)
	testkit.Golden(t, "formula.txt", fmt.Sprintf("kinds %d, values %d\n%s\nby %d values: error %.4f, of the prior %.4f\nby %d values of games: error %.4f, of the prior %.4f\n", f.Kinds, f.Values, f, f.Judged, f.Error, f.PriorError, len(games), off, prior))
}

// The error of a kind that is left out is that of a formula fitted without it.
func TestLeftOut(t *testing.T) {
	measured := slices.DeleteFunc(slices.Clone(testkit.Must(MeasuredValues())(t)), func(m Measured) bool { return m.Role != Fitted })
	f, left := Fit(measured), 0.0
	for kind := range f.leave {
		left += f.LeftOut(kind) * f.LeftOut(kind) / float64(f.Kinds)
	}
	if off := math.Sqrt(left) - f.Error; math.Abs(off) > 1e-9 {
		t.Errorf("errors of the kinds and of the formula differ by %g", off)
	}
	for _, kind := range []string{"B", "Q", "WD", "WN", "R2", "WyafsW", "mRcB"} {
		others := Fit(slices.DeleteFunc(slices.Clone(measured), func(m Measured) bool { return m.Betza == kind }))
		squares, n := 0.0, 0.0
		for _, m := range measured {
			if m.Betza == kind {
				e := math.Log(m.Value.Estimate / others.Value(m.Features).Estimate)
				squares, n = squares+e*e, n+1
			}
		}
		if want := math.Sqrt(squares / n); n == 0 || math.Abs(f.LeftOut(kind)-want) > 0.02 {
			t.Errorf("%s: %.4f, by a fit without it %.4f of %v values", kind, f.LeftOut(kind), want, n)
		}
	}
}

// Another move makes no piece worth less, also where it frees the piece from one colour.
func TestMoreMovesAreWorthMore(t *testing.T) {
	list := []string{"B", "B2", "F", "A", "C", "CC", "AA", "FA", "FD", "DA", "DD", "FC", "CA", "BD", "BC", "N", "W", "R", "H"}
	more := make([]string, len(list))
	for i, moves := range list {
		more[i] = moves + "mfW"
	}
	f, b := testkit.Must(Published())(t), Board{8, 8}
	features := func(moves []string) (out []Features) {
		g := testkit.Must(host(b, moves))(t)
		l := testkit.Must(newLooker(g))(t)
		for i := range moves {
			out = append(out, l.features(g.TypeNamed(GuestName(i))))
		}
		return out
	}
	plain, with := features(list), features(more)
	for i, moves := range list {
		if x, y := f.Value(plain[i]).Estimate, f.Value(with[i]).Estimate; !(y >= x) {
			t.Errorf("%s is worth %.3f, %s %.3f", moves, x, more[i], y)
		}
	}
}

// In worlds drawn from the model, the fit finds its numbers, and predictive intervals contain the values
// of new pieces as often as they say.
func TestPredictiveIntervalsCover(t *testing.T) {
	worlds := testkit.Choose(800, 20000)
	for _, near := range []float64{0.6, 1} {
		for _, spread := range []float64{0.05, 0.15} {
			rng, covered, nears, powers := rand.New(rand.NewPCG(7, 7)), 0, 0.0, 0.0
			draw := func(kind int) []Measured {
				own, adjacent := spread*rng.NormFloat64(), 6*rng.Float64()
				var list []Measured
				for range 1 + rng.IntN(3) {
					mobility := adjacent + 1 + 9*rng.Float64()
					k := Features{Prior: mobility, Mobility: [3]float64{mobility, mobility, mobility}, Adjacent: adjacent, UnitMobility: 7, Forward: 0.5, Capture: 0.5}
					value := 4.5 * math.Pow((mobility-(1-near)*adjacent)/7, 1.3) * math.Exp(own+0.03*rng.NormFloat64())
					list = append(list, Measured{Betza: fmt.Sprint(kind), Value: stat.Exact(value), Known: Known{Features: k}})
				}
				return list
			}
			for range worlds {
				var list []Measured
				for kind := range 30 {
					list = append(list, draw(kind)...)
				}
				f, piece := Fit(list), draw(30)[0]
				nears, powers = nears+f.Near/float64(worlds), powers+f.Power/float64(worlds)
				if !f.Value(piece.Features).Excludes(piece.Value.Estimate) {
					covered++
				}
			}
			share := float64(covered) / float64(worlds)
			t.Logf("near %g, spread %g: %.3f covered, near %.3f, power %.3f", near, spread, share, nears, powers)
			if share < 0.93 || share > 0.975 {
				t.Errorf("near %g, spread %g: %.3f of the new pieces are covered, want 0.95", near, spread, share)
			}
			if math.Abs(nears-near) > 0.05 || math.Abs(powers-1.3) > 0.05 {
				t.Errorf("near %g, spread %g: adjacent squares count %.3f, the power is %.3f, want 1.3", near, spread, nears, powers)
			}
		}
	}
}

// A piece is in doubt if pieces that differ from most as it does were outside of the limits when the
// formula was judged. With the doubts, enough of the values of each sort lie within them.
func TestDoubtFollowsFailures(t *testing.T) {
	f := testkit.Must(Published())(t)
	inside, all := map[string]float64{}, map[string]float64{}
	for _, m := range testkit.Must(MeasuredValues())(t) {
		if odd := oddity(&m.Features); m.Role == Judged {
			all[odd]++
			if !f.Value(m.Features).Excludes(m.Value.Estimate) {
				inside[odd]++
			}
		}
	}
	for odd, n := range all {
		if inside[odd] < leastInside*n {
			t.Errorf("%q: %v of %v values are inside", odd, inside[odd], n)
		}
	}
	for moves, doubt := range map[string]bool{"gQ": true, "fhK": true, "mRcB": false, "N": false} {
		if c := testkit.Must(Describe(Board{8, 8}, moves))(t); (c.Doubt != "") != doubt {
			t.Errorf("%s: doubt %q", moves, c.Doubt)
		}
	}
}

// A piece hardly beyond those that were measured is in no doubt, one that is further is.
func TestDoubtBeginsBeyondTheEdge(t *testing.T) {
	plain := Features{Prior: 3, Moves: 2, Mobility: [3]float64{8, 8, 8}, UnitMobility: 7, Forward: 0.5, Capture: 0.5}
	f := Fit([]Measured{{Betza: "a", Value: stat.Exact(3), Known: Known{Features: plain}}, {Betza: "b", Value: stat.Exact(3.1), Known: Known{Features: plain}}})
	for _, prior := range []float64{1.05, 0.95, 1.2, 0.8} {
		k := plain
		k.Prior *= prior
		if doubt := f.Doubt(k); (doubt != "") != (math.Abs(prior-1) > 0.1) {
			t.Errorf("prior times %g: doubt %q", prior, doubt)
		}
	}
}

// A piece that was measured on the board has that value on its card, one from another board has not.
func TestMeasuredOnTheBoard(t *testing.T) {
	for board, want := range map[Board]bool{{8, 8}: true, {8, 7}: false} {
		c := testkit.Must(Describe(board, "Q"))(t)
		if (c.Measured != nil) != want || c.Like[0].Betza != "Q" {
			t.Errorf("%v: measured %v, like %s", board, c.Measured, c.Like[0].Betza)
		}
	}
}

// Only a card with a doubt has an interval that is twice as wide: that of a piece like none that
// the prior was checked on is wide for that reason.
func TestDoubtDoublesTheInterval(t *testing.T) {
	for moves, doubt := range map[string]string{"N": "", "mRcB": "", "QNC": "is stronger than all of them", "A": "", "fN": ""} {
		c := testkit.Must(Describe(Board{8, 8}, moves))(t)
		if c.Doubt != doubt || (c.Unchecked != "") != (moves == "A" || moves == "fN") {
			t.Errorf("%s: doubt %q, unchecked %q; expected the doubt %q", moves, c.Doubt, c.Unchecked, doubt)
		}
	}
}

// Like lists the nearest values first, measured ones where there are, and a card begins with the
// piece itself if it was measured.
func TestNearestFirst(t *testing.T) {
	list := testkit.Must(Like(Board{8, 8}, 4.2, 15))(t)
	far := func(x Listed) float64 { return math.Abs(math.Log(x.Value.Estimate / 4.2)) }
	if len(list) != 15 || far(list[0]) > 0.02 || !slices.IsSortedFunc(list, func(x, y Listed) int { return cmp.Compare(far(x), far(y)) }) {
		t.Errorf("pieces of 4.2 points are %v", list)
	}
	for _, x := range list {
		c := testkit.Must(Describe(Board{8, 8}, x.Betza))(t)
		if c.Measured != nil && (x.Value != c.Measured.Value || x.Source != c.Measured.Source) || c.Measured == nil && (x.Value != c.Value || x.Source != "") {
			t.Errorf("%+v is measured %v, predicted %v", x, c.Measured, c.Value)
		}
	}
	for _, moves := range []string{"N", "RN"} {
		if like := testkit.Must(Describe(Board{8, 8}, moves))(t).Like; len(like) != likeMost || like[0].Betza != moves {
			t.Errorf("most like %s are %v", moves, like)
		}
	}
}

// The prior of a kind is what its card predicts; that of a piece of the unit, but for the factor that
// keeps the unit.
func TestPriors(t *testing.T) {
	f := testkit.Must(Published())(t)
	g := rulestest.Game(t, "hannibal-manticore")
	priors := f.Priors(g)
	over := func(name, moves string) float64 {
		p, k := priors[g.TypeNamed(name)], testkit.Must(Look(Board{10, 8}, moves))(t)
		v := f.Value(k.Features)
		if !(p.Spread > f.Error/2) || !(p.Spread < 2*f.Error) {
			t.Errorf("%s: prior %+v", name, p)
		}
		return math.Log(p.Factor * k.Prior / v.Estimate)
	}
	sum := 0.0
	for name, moves := range map[string]string{"knight": "N", "bishop": "B", "rook": "R", "queen": "Q"} {
		p := priors[g.TypeNamed(name)]
		sum += math.Log(p.Factor)
		if off := over(name, moves) - over("knight", "N"); math.Abs(off) > 0.04 {
			t.Errorf("%s: %+v is off by %.3f", name, p, off)
		}
	}
	if off := over("manticore", "WyafsW"); math.Abs(sum) > 1e-9 || math.Abs(off) > 0.04 {
		t.Errorf("the manticore is off by %.3f, the unit by %g", off, sum)
	}
}

// Kinds that the formula was not fitted to have no prior.
func TestNoPriors(t *testing.T) {
	f := testkit.Must(Published())(t)
	for _, game := range []string{"crazyhouse", "atomic", "three-check", "king-of-the-hill", "horde", "antichess", "spartan", "racing-kings"} {
		if priors := f.Priors(rulestest.Game(t, game)); len(priors) > 0 {
			t.Errorf("%s: %d kinds have priors", game, len(priors))
		}
	}
	for game, list := range map[string][]string{"chess": {"pawn", "king"}, "herculean": {"ninja-pawn"}, "al-ces": {"assassin"}} {
		g := rulestest.Game(t, game)
		priors := f.Priors(g)
		for _, name := range list {
			if p, ok := priors[g.TypeNamed(name)]; ok || len(priors) == 0 {
				t.Errorf("%s: the prior of the %s is %+v among %d, want none", game, name, p, len(priors))
			}
		}
	}
}

func BenchmarkPriors(b *testing.B) {
	g := rulestest.Game(b, "herculean")
	f := testkit.Must(Published())(b)
	for b.Loop() {
		f.Priors(g)
	}
}
