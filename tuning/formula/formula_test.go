package formula

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// The formula that the program has: how many pieces it rests on, and how well it predicts those
// that are left out, beside the mobility prior and Muller's law.
func TestPublishedFormula(t *testing.T) {
	f := testkit.Must(Published())(t)
	text := fmt.Sprintf("kinds %d, values %d\nvalue = prior * exp(%.3f %+.3f * (moves - %g))\nerror %.4f, of the prior %.4f\n", f.Kinds, f.Values, f.Constant, f.Terms[0].Slope, f.Terms[0].Usual, f.Error, f.PriorError)
	law := compare(testkit.Must(MeasuredValues())(t))
	text += fmt.Sprintf("short leapers: %d, law %.4f, formula %.4f, prior %.4f\n", law.Kinds, law.Law, law.Formula, law.Prior)
	testkit.Golden(t, "formula.txt", text)
	squares := 0.0
	for kind := range f.leave {
		squares += f.LeftOut(kind) * f.LeftOut(kind) / float64(f.Kinds)
	}
	if off := math.Sqrt(squares) - f.Error; math.Abs(off) > 1e-9 {
		t.Errorf("errors of the kinds and of the formula differ by %g", off)
	}
	if !(f.Error < f.PriorError) && !f.UsesPrior {
		t.Error("the formula is worse than the prior, but takes its place")
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
	plain, with := testkit.Must(FeaturesOf(b, list))(t), testkit.Must(FeaturesOf(b, more))(t)
	for i, moves := range list {
		if x, y := f.Value(plain[i]).Estimate, f.Value(with[i]).Estimate; !(y >= x) {
			t.Errorf("%s is worth %.3f, %s %.3f", moves, x, more[i], y)
		}
	}
}

// In worlds drawn from the model, predictive intervals contain the values of new pieces as often
// as they say, also where the formula is no better than the prior.
func TestPredictiveIntervalsCover(t *testing.T) {
	worlds := testkit.Choose(800, 20000)
	for _, slope := range []float64{0, -0.17} {
		for _, spread := range []float64{0.05, 0.12} {
			rng, covered, priors := rand.New(rand.NewPCG(7, 7)), 0, 0
			draw := func(kind int) []Measured {
				own, away := spread*rng.NormFloat64(), 1.6+2*rng.Float64()
				var list []Measured
				for range 1 + rng.IntN(3) {
					k := Features{Prior: 1 + 9*rng.Float64(), Moves: away, Mobility: [3]float64{1, 1, 1}, Forward: 0.5, Capture: 0.5}
					value := k.Prior * math.Exp(slope*(away-2.2)+own+0.03*rng.NormFloat64())
					list = append(list, Measured{Betza: fmt.Sprint(kind), Value: stat.Exact(value), Known: Known{Features: k}})
				}
				return list
			}
			for range worlds {
				var list []Measured
				for kind := range 24 {
					list = append(list, draw(kind)...)
				}
				f, piece := Fit(list, features[:1]), draw(24)[0]
				if f.UsesPrior {
					priors++
				}
				v := f.Value(piece.Features)
				if !v.Excludes(piece.Value.Estimate) {
					covered++
				}
			}
			share := float64(covered) / float64(worlds)
			t.Logf("slope %g, spread %g: %.3f covered, %d of %d by the prior", slope, spread, share, priors, worlds)
			if share < 0.93 || share > 0.975 {
				t.Errorf("slope %g, spread %g: %.3f of the new pieces are covered, want 0.95", slope, spread, share)
			}
			if slope != 0 && priors > worlds/10 || slope == 0 && priors < worlds/4 {
				t.Errorf("slope %g, spread %g: the prior was used in %d of %d worlds", slope, spread, priors, worlds)
			}
		}
	}
}

// Where the prior takes the place of the formula, errors are those of the prior.
func TestErrorsOfThePrior(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	var list []Measured
	for kind := range 12 {
		k := Features{Prior: 1 + 9*rng.Float64(), Moves: 1.6 + 2*rng.Float64(), Mobility: [3]float64{1, 1, 1}, Forward: 0.5, Capture: 0.5}
		off := 0.1
		if kind%2 > 0 {
			off = -0.1
		}
		list = append(list, Measured{Betza: fmt.Sprint(kind), Value: stat.Exact(k.Prior * math.Exp(off)), Known: Known{Features: k}})
	}
	f := Fit(list, features[:1])
	if got := f.LeftOut("0"); !f.UsesPrior || math.Abs(got-0.1) > 1e-12 {
		t.Errorf("by the prior: %v, off by %v, want 0.1", f.UsesPrior, got)
	}
}

// A piece that differs from most is in doubt until one that differs in the same way was measured.
func TestDoubtEndsWithAMeasurement(t *testing.T) {
	plain := Features{Prior: 3, Moves: 2, Mobility: [3]float64{8, 8, 8}, Forward: 0.5, Capture: 0.5}
	odd := plain
	odd.Forward = 0.7
	list := []Measured{{Betza: "a", Value: stat.Exact(3), Known: Known{Features: plain}}, {Betza: "b", Value: stat.Exact(3.1), Known: Known{Features: plain}}}
	if f := Fit(list, nil); f.Doubt(odd) == "" || f.Doubt(plain) != "" {
		t.Errorf("not measured: %q, plain %q", f.Doubt(odd), f.Doubt(plain))
	}
	list = append(slices.Clone(list), Measured{Betza: "c", Value: stat.Exact(3), Known: Known{Features: odd}})
	if doubt := Fit(list, nil).Doubt(odd); doubt != "" {
		t.Errorf("measured: %q", doubt)
	}
}

// A piece hardly beyond those that were measured is in no doubt, one that is further is.
func TestDoubtBeginsBeyondTheEdge(t *testing.T) {
	plain := Features{Prior: 3, Moves: 2, Mobility: [3]float64{8, 8, 8}, Forward: 0.5, Capture: 0.5}
	f := Fit([]Measured{{Betza: "a", Value: stat.Exact(3), Known: Known{Features: plain}}, {Betza: "b", Value: stat.Exact(3.1), Known: Known{Features: plain}}}, nil)
	for _, c := range []struct{ prior, moves float64 }{{1.05, 0}, {0.95, 0}, {1, 0.05}, {1, -0.05}, {1.2, 0}, {0.8, 0}, {1, 0.2}, {1, -0.2}} {
		k := plain
		k.Prior, k.Moves = c.prior*k.Prior, k.Moves+c.moves
		far := math.Abs(c.prior-1)+math.Abs(c.moves) > 0.1
		if doubt := f.Doubt(k); (doubt != "") != far {
			t.Errorf("prior times %g, moves %+g: doubt %q", c.prior, c.moves, doubt)
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
	for moves, doubt := range map[string]string{"N": "", "mRcB": "captures otherwise than it moves, as none of them does", "A": "", "fN": ""} {
		c := testkit.Must(Describe(Board{8, 8}, moves))(t)
		if c.Doubt != doubt || (c.Unchecked != "") != (moves == "A" || moves == "fN") {
			t.Errorf("%s: doubt %q, unchecked %q; expected the doubt %q", moves, c.Doubt, c.Unchecked, doubt)
		}
	}
}

// Like lists the nearest values first, and a card begins with the piece itself if it was measured.
func TestNearestFirst(t *testing.T) {
	list := testkit.Must(Like(Board{8, 8}, 4.2, 15))(t)
	far := func(x Predicted) float64 { return math.Abs(math.Log(x.Value.Estimate / 4.2)) }
	if len(list) != 15 || far(list[0]) > 0.02 || !slices.IsSortedFunc(list, func(x, y Predicted) int { return cmp.Compare(far(x), far(y)) }) {
		t.Errorf("pieces of 4.2 points are %v", list)
	}
	for _, moves := range []string{"N", "RN"} {
		if like := testkit.Must(Describe(Board{8, 8}, moves))(t).Like; len(like) != likeMost || like[0].Betza != moves {
			t.Errorf("most like %s are %v", moves, like)
		}
	}
}

// comparison has the errors of three ways to predict short leapers, root mean squares of
// logarithms over the kinds. The formula and the factor of the law are fitted to other kinds.
type comparison struct {
	Kinds               int
	Law, Formula, Prior float64
}

// compare compares the formula and the mobility prior with Muller's law where it applies, to short
// leapers.
func compare(measured []Measured) (out comparison) {
	f := Fit(measured, published)
	var rows []fitted
	for _, m := range measured {
		if m.Leaper > 0 && m.Unchecked == "" {
			rows = append(rows, fitted{m.Betza, math.Log(m.Value.Estimate), math.Log(m.Leaper), []float64{1}})
		}
	}
	seen := map[string]bool{}
	for _, r := range rows {
		if seen[r.kind] {
			continue
		}
		seen[r.kind] = true
		own, others := split(rows, r.kind)
		c, _ := solve(others)
		out.Kinds++
		out.Law += meanSquare(own, c)
		out.Formula += f.leave[r.kind]
		out.Prior += f.priors[r.kind]
	}
	for _, x := range []*float64{&out.Law, &out.Formula, &out.Prior} {
		*x = math.Sqrt(*x / float64(out.Kinds))
	}
	return out
}
