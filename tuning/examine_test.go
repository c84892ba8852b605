package tuning

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// withQuietMoves gives each game one quiet move, so that its start is a quiet position.
// The games of every share-th pair get none.
func withQuietMoves(t testing.TB, g *rules.Game, records []store.Record, share int) []store.Record {
	t.Helper()
	for i := range records {
		if records[i].Pair%share == share-1 {
			continue
		}
		p := testkit.Must(g.ParseFEN(records[i].FEN))(t)
		for _, m := range p.Moves(nil) {
			if !p.IsCapture(m) && !m.IsPromotion() {
				records[i].Moves = []string{g.MoveText(m)}
				break
			}
		}
	}
	return records
}

func TestExamine(t *testing.T) {
	g := rulestest.Game(t, "chess")
	records := withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(3, 1)), 500), 5)
	set := Default()
	set.Unit = Pawn
	m := testkit.Must(Measure(g, all(records), set))(t)
	x := m.Examination
	for i, c := range x.Comparisons {
		if c.Disagree {
			t.Errorf("estimates of the %s disagree: %+v", c.Piece, c)
		}
		want := m.Design.Values[i].Worth.Estimate - m.Texel.Values[i].Worth.Estimate
		if math.Abs(c.Worth.Estimate-want) > 1e-9 {
			t.Errorf("%s: difference %v, want %v", c.Piece, c.Worth.Estimate, want)
		}
		// What the two estimates have in common because they share almost all games must
		// not count.
		below := func(v stat.Interval) float64 { return v.Estimate - v.Lo }
		whole, luck := below(m.Design.Values[i].Worth), below(m.Luck.Values[i].Worth)
		if own := math.Sqrt(below(c.Worth)*below(c.Worth) - whole*whole + luck*luck); c.Piece != "pawn" && !(own < 0.85*luck) {
			t.Errorf("%s: by luck the difference is known to %v, the value to %v", c.Piece, own, luck)
		}
	}
	if m, err := Measure(g, all(records[:198]), Default()); err != nil || m.Examination != nil {
		t.Errorf("99 pairs: %+v, %v, want nothing", m.Examination, err)
	}
}

// What exchanges differ by is no luck of a pair, but part of the difference of two estimates.
func TestComparisonIncludesExchanges(t *testing.T) {
	g := rulestest.Game(t, "chess")
	s := testkit.Must(Read(g, all(withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(3, 1)), 500), 5)), Default()))(t)
	a, c := bothShifts(t, s)
	knight := columnOf(t, g, "knight")
	before := compare(s.names(), a, c, 0.95)[knight].Worth.HalfWidth()
	n := a.all.Cov.SymmetricDim()
	wide := mat.NewSymDense(n, nil)
	wide.ScaleSym(4, a.all.Cov)
	a.all.Cov = wide
	own := a.worth(knight, 0.95).HalfWidth()
	if after := compare(s.names(), a, c, 0.95)[knight].Worth.HalfWidth(); math.Abs(after/math.Sqrt(before*before+3*own*own)-1) > 0.1 {
		t.Errorf("±%v with exchanges, ±%v without, the value ±%v by luck", after, before, own)
	}
}

// If the truth is a sum and both estimates measure the same thing, their difference and
// the tests of additivity are significant in one run of twenty, and so often the interval of a
// value over the game misses it.
func TestExaminationsOfATrueModel(t *testing.T) {
	runs := testkit.Choose(16, 80)
	margin := 3.3 * math.Sqrt(0.05*0.95/float64(runs))
	g := rulestest.Game(t, "chess")
	knight := columnOf(t, g, "knight")
	var differ, bent, missed int
	prior, unit := opening.PriorValues(g), NewScale(g, Points)
	worth := unit.point([]float64{truth['p'], truth['n'], truth['b'], truth['r'], truth['q']}, knight)
	for i := range runs {
		records := withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(uint64(i), 77)), 800), 3)
		s := testkit.Must(Read(g, all(records), Default()))(t)
		a, c := bothShifts(t, s)
		if v := compare(s.names(), a, c, 0.95)[knight].Worth; v.Lo > 0 || v.Hi < 0 {
			differ++
		}
		f := testkit.Must(s.fitArmies(s.start))(t)
		if bending := testkit.Must(s.bending(f))(t); bending.Excludes(0) {
			bent++
		}
		weak := s.prior(prior, testkit.Must(s.logitsPerPawn(prior))(t), knots, Ridge{Factor: 0.05})
		if testkit.Must(s.phases(weak, unit))(t)[knight].Mean.Excludes(worth) {
			missed++
		}
	}
	for name, n := range map[string]int{"difference": differ, "bending": bent, "over the game": missed} {
		share := float64(n) / float64(runs)
		t.Logf("%s: significant in %.3f of the runs", name, share)
		if math.Abs(share-0.05) > margin {
			t.Errorf("%s: significant in %.3f of the runs, want 0.05", name, share)
		}
	}
}

// bothShifts returns the shifts of the design and of the quiet positions without a prior.
func bothShifts(t *testing.T, s *Sample) (design, texel shifts) {
	t.Helper()
	for i, d := range []*logit.Design{s.start, s.quiet} {
		f := testkit.Must(logit.Fit(d, logit.Prior{}, logit.Settings{}))(t)
		x := testkit.Must(s.influences(f, d))(t)
		if i == 0 {
			design = x
		} else {
			texel = x
		}
	}
	return design, texel
}

func columnOf(t *testing.T, g *rules.Game, piece string) int {
	t.Helper()
	for i, name := range newColumns(g).names() {
		if name == piece {
			return i
		}
	}
	t.Fatal("no " + piece)
	return 0
}

// Games in which queens lose worth against many minor pieces are told from others, although the
// prior expects nothing of the kind.
func TestCrossTermsAreFound(t *testing.T) {
	g := rulestest.Game(t, "chess")
	rng := rand.New(rand.NewPCG(8, 8))
	s, w := testkit.Must(NewSample(g, Default()))(t), newWorld(g, 5)
	w.change(t, map[string]float64{"knight against queen": 0.5, "bishop against queen": 0.5})
	for range 2500 {
		w.play(t, s, rng)
	}
	f := testkit.Must(s.fitArmies(s.start))(t)
	for j, label := range w.model.labels() {
		v := f.Posterior().Coefficient(j, 0.95)
		if strings.Contains(label, "against") && v.Excludes(0) != (label == "knight against queen" || label == "bishop against queen") {
			t.Errorf("%s: %v, the truth is %.2f", label, v, w.coef[j])
		}
	}
}

// With few games a right prior is trusted; with many games a wrong one is not.
func TestChosenRidge(t *testing.T) {
	g := rulestest.Game(t, "chess")
	prior := eval.PriorValues(g)
	ridgeOf := func(pairs int, distort float64) Ridge {
		s := testkit.Must(Read(g, all(withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(4, 4)), pairs), pairs+1)), Default()))(t)
		guess := append([]float64(nil), prior...)
		guess[g.TypeNamed("queen")] *= distort
		scale := testkit.Must(s.logitsPerPawn(guess))(t)
		return testkit.Must(s.chooseRidge(guess, scale))(t)
	}
	right, wrong, few := ridgeOf(300, 1), ridgeOf(2000, 3), ridgeOf(99, 1)
	if !right.Chosen || !wrong.Chosen || !(right.Factor > wrong.Factor) {
		t.Errorf("right prior: %+v; wrong prior: %+v", right, wrong)
	}
	if few.Chosen || few.Factor != 1 || few.Spread != 0.3 {
		t.Errorf("few pairs: %+v, want the prior of the settings", few)
	}
	if math.Abs(wrong.Spread-0.3/math.Sqrt(wrong.Factor)) > 1e-12 {
		t.Errorf("spread %v for the factor %v", wrong.Spread, wrong.Factor)
	}
}

// Values by filling agree with the games at that filling.
func TestPhases(t *testing.T) {
	for filling, want := range map[float64][knots]float64{1: {1, 0, 0}, 0.75: {0.5, 0.5, 0}, 0.5: {0, 1, 0}, 0.1: {0, 0.2, 0.8}, 0: {0, 0, 1}} {
		got := knotShares(filling)
		for k := range got {
			if math.Abs(got[k]-want[k]) > 1e-12 {
				t.Errorf("filling %v: shares %v, want %v", filling, got, want)
			}
		}
	}
	g := rulestest.Game(t, "chess")
	m := testkit.Must(Measure(g, all(withQuietMoves(t, g, synthetic(rand.New(rand.NewPCG(5, 4)), 2000), 2001)), Default()))(t)
	for i, p := range m.Phases {
		// Armies lack a sixth of their pieces: most positions are between full and half.
		v := m.Design.Values[i].Logit
		if len(p.Logits) != knots || len(p.Worth) != knots || p.Piece != m.Design.Values[i].Piece {
			t.Fatalf("%+v", p)
		}
		if mid := (p.Logits[0].Estimate + p.Logits[1].Estimate) / 2; math.Abs(mid-v.Estimate) > 0.25*v.Estimate {
			t.Errorf("%s: %.2f between full and half, %.2f at the start", p.Piece, mid, v.Estimate)
		}
	}
	// Over the game values lie between those of its stages, with their mix, in the same unit.
	if m.Stages[0]+m.Stages[1]+m.Stages[2] < 0.999 || !(m.Stages[0] > m.Stages[2]) {
		t.Errorf("stages %v", m.Stages)
	}
	product := 1.0
	for i, p := range m.Phases {
		want := 0.0
		for k, share := range m.Stages {
			want += share * p.Worth[k].Estimate
		}
		if v := p.Mean; math.Abs(v.Estimate-want) > 1e-9 || !(v.HalfWidth() < p.Worth[0].HalfWidth()) || v.Excludes(m.Texel.Values[i].Worth.Estimate) {
			t.Errorf("%s over the game: %+v, want %v near %+v", p.Piece, v, want, m.Texel.Values[i].Worth)
		}
		if i > 0 {
			product *= p.Mean.Estimate
		}
	}
	if want := 3.25 * 3.25 * 5 * 9.75; math.Abs(product-want) > 1e-6*want {
		t.Errorf("the product of the values that fix the point is %v, want %v", product, want)
	}
	// Between full and half the pawn is worth about its mean value.
	if p, mean := m.Phases[0].Worth, m.Texel.Values[0].Worth.Estimate; math.Abs((p[0].Estimate+p[1].Estimate)/2-mean) > 0.25*mean {
		t.Errorf("pawn by filling %+v", p)
	}
}

// Each limit of a difference uses the arms on its side.
func TestSubtract(t *testing.T) {
	a, b := stat.Interval{Estimate: 5, Lo: 4, Hi: 9, Level: 0.95}, stat.Interval{Estimate: 8, Lo: 7, Hi: 11, Level: 0.95}
	if v := subtract(a, b, 0); math.Abs(v.Lo-(-3-math.Sqrt(10))) > 1e-12 || math.Abs(v.Hi-(-3+math.Sqrt(17))) > 1e-12 {
		t.Errorf("%+v", v)
	}
	if v := subtract(a, a, 1); v.Lo > 0 || v.Hi < 0 || v.Hi > 3.01 {
		t.Errorf("the same estimate twice: %+v", v)
	}
	if v := subtract(stat.Unbounded(5, 0.95), b, 0); v.Bounded() {
		t.Errorf("%+v", v)
	}
	for _, c := range []struct{ a, b, want float64 }{{5, 5 + 1.96*math.Sqrt2, 0.05}, {5 + 1.96*math.Sqrt2, 5, 0.05}, {5, 5, 1}} {
		x := stat.Interval{Estimate: c.a, Lo: c.a - 1.96, Hi: c.a + 1.96, Level: 0.95}
		y := stat.Interval{Estimate: c.b, Lo: c.b - 1.96, Hi: c.b + 1.96, Level: 0.95}
		if got := Chance(x, y); math.Abs(got-c.want) > 0.001 {
			t.Errorf("%v and %v: chance %v, want %v", c.a, c.b, got, c.want)
		}
	}
	if got := Chance(a, stat.Unbounded(5, 0.95)); !math.IsNaN(got) {
		t.Errorf("without bounds: %v", got)
	}
}
