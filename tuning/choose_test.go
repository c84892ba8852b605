package tuning

import (
	"errors"
	"iter"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat"
	"bestiary/internal/stat/logit"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// arrays returns the configuration of games from the array.
func arrays() opening.Config {
	c := opening.Default()
	c.NoPermute = true
	return c
}

// openingsOf returns the first positions of games with openings.
func openingsOf(t *testing.T, g *rules.Game, cfg opening.Config, pairs int) iter.Seq2[*rules.Position, error] {
	t.Helper()
	s := testkit.Must(opening.New(g, cfg, 3))(t)
	return func(yield func(*rules.Position, error) bool) {
		for k := range 2 * pairs {
			start, err := s.Start(1, k/2, k%2)
			if !yield(start.Position, err) {
				return
			}
		}
	}
}

// relative returns the half-widths that a plan expects after a number of pairs, as shares
// of the values, of all errors but those of players or of sampling error alone.
func relative(t *testing.T, g *rules.Game, cfg opening.Config, x Expectations, pairs int, luck bool) []float64 {
	t.Helper()
	plan := testkit.Must(NewPlan(g, openingsOf(t, g, cfg, 1000), x, Default()))(t)
	out := plan.halfWidths(pairs, nil, luck)
	for i := range out {
		out[i] /= plan.Scale.point(plan.coef, i)
	}
	return out
}

func meanSquare(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x * x / float64(len(list))
	}
	return sum
}

// The games of chosen exchanges determine values much better than those of random armies, and,
// with what each exchange has of its own, better than the few exchanges that do so best, and no worse
// than those chosen in equal shares, which keep no limits. None is one-sided, and equal
// expectations give equal choices.
func TestChooseTellsValuesBest(t *testing.T) {
	g := rulestest.Game(t, "chess")
	x := expectations(g, 0.7)
	const pairs = 2000
	c := testkit.Must(Choose(g, nil, x, arrays(), pairs))(t)
	if again, err := Choose(g, nil, x, arrays(), pairs); err != nil || again.Text != c.Text {
		t.Errorf("again %q (error %v), want %q", again.Text, err, c.Text)
	}
	for i, s := range c.Scores {
		if s < 0.2 || s > 0.8 {
			t.Errorf("%s: expected score %.2f", c.Mix[i].Text(g), s)
		}
	}
	of := func(mix opening.Mix, luck bool) float64 {
		cfg := arrays()
		cfg.Kind, cfg.Exchanges = opening.Exchanges, mix.Text(g)
		return meanSquare(relative(t, g, cfg, x, pairs, luck))
	}
	even := slices.Clone(c.Mix)
	for i := range even {
		even[i].Weight = 1
	}
	random := opening.Default()
	random.Kind = opening.Armies
	luck, drawn := of(c.Mix, true), meanSquare(relative(t, g, random, x, pairs, true))
	chosen, same, few := of(c.Mix, false), of(even, false), of(c.Mix[:16], false)
	t.Logf("mean square of relative half-widths: %d chosen %.5f, equal shares %.5f, 16 exchanges %.5f; by luck alone %.5f, armies %.5f", len(c.Mix), chosen, same, few, luck, drawn)
	if !(chosen < 1.05*same && chosen < 0.8*few && luck < 0.9*drawn) || len(c.Mix) < 24 {
		t.Errorf("mean square %.5f with chosen shares, %.5f with equal ones, %.5f of 16 exchanges; by luck alone %.5f and %.5f with random armies", chosen, same, few, luck, drawn)
	}
}

// Even exchanges alone could determine ratios of values, but the intervals would be
// unbounded if the scale may be zero. Here 300 pairs determine the worth of every piece to
// within two fifths.
func TestChoiceTellsTheScale(t *testing.T) {
	g := rulestest.Game(t, "falcon-chess")
	x := falconValues(g)
	c := testkit.Must(Choose(g, nil, x, arrays(), 2000))(t)
	cfg, set := arrays(), Default()
	cfg.Kind, cfg.Exchanges, set.Unit = opening.Exchanges, c.Text, Elo
	plan := testkit.Must(NewPlan(g, openingsOf(t, g, cfg, 500), x, set))(t)
	for i, width := range plan.HalfWidths(300, nil) {
		if value := plan.Scale.point(plan.coef, i); plan.Pieces[i] != "pawn" && width > 0.4*value {
			t.Errorf("%s: %.0f ± %.0f Elo", plan.Pieces[i], value, width)
		}
	}
}

func falconValues(g *rules.Game) Expectations {
	x := Expectations{Values: make([]float64, len(g.Types())+1), White: 0.1, Effect: 0.7}
	for name, v := range map[string]float64{"pawn": 0.25, "knight": 0.8, "bishop": 0.8, "rook": 1.2, "falcon": 1.3, "queen": 2.4} {
		x.Values[g.TypeNamed(name)] = v
	}
	return x
}

// capablancaChoice returns the choice for Capablanca Chess before the shares are found.
func capablancaChoice(t *testing.T) *choice {
	g := rulestest.Game(t, "capablanca")
	c := newColumns(g)
	x := Expectations{Values: make([]float64, len(g.Types())+1), White: 0.1, Effect: 0.7}
	m := newArmyModel(g, c)
	for i, u := range c.types {
		x.Values[u] = 0.25 * m.worth[i]
	}
	ch := &choice{model: m, coef: m.expected(x), pairs: 2000, effect: x.Effect}
	ch.held = m.prior(m.scaleOf(ch.coef)).Precision
	testkit.OK(t, ch.findGoals(nil, c.scaleOrPoints(Points)))
	testkit.OK(t, ch.addCandidates(x, arrays()))
	ch.limit(nil, x.Values)
	return ch
}

// Gains are the derivatives of the sum of the variances, with the sign changed and but for a number
// that all exchanges have in common.
func TestGainsAreDerivatives(t *testing.T) {
	ch := capablancaChoice(t)
	for range ch.list {
		ch.shares = append(ch.shares, 1/float64(len(ch.list)))
	}
	variance := func() (sum float64) {
		chol := testkit.Must(ch.information())(t)
		for _, goal := range ch.goals {
			var solved mat.VecDense
			v := mat.NewVecDense(len(goal), goal)
			testkit.OK(t, chol.SolveVecTo(&solved, v))
			sum += mat.Dot(v, &solved)
		}
		return sum
	}
	derivative := func(i int) float64 {
		const step = 1e-5
		share := ch.shares[i]
		defer func() { ch.shares[i] = share }()
		ch.shares[i] = share + step
		above := variance()
		ch.shares[i] = share - step
		return (above - variance()) / (2 * step)
	}
	gains, mean, err := ch.gains()
	testkit.OK(t, err)
	for i := 1; i < len(gains); i++ {
		if got, want := gains[i]-gains[0], derivative(0)-derivative(i); math.Abs(got-want) > 1e-4*mean {
			t.Errorf("%s gains %.6f more than %s, want %.6f", ch.list[i].Text(ch.model.g), got, ch.list[0].Text(ch.model.g), want)
		}
	}
}

// No change of the shares within their limits would lower the sum of the variances: the gains of
// exchanges below their limit are at most the mean, and those of exchanges that are used equal it.
func TestChoiceIsOptimal(t *testing.T) {
	ch := capablancaChoice(t)
	g := ch.model.g
	every := slices.Clone(ch.list)
	testkit.OK(t, ch.optimise())
	used := len(ch.list)
	for _, c := range every { // also the exchanges that were dropped
		if !slices.ContainsFunc(ch.list, func(d candidate) bool { return d.Text(g) == c.Text(g) }) {
			ch.list, ch.shares = append(ch.list, c), append(ch.shares, 0)
		}
	}
	gains, _, err := ch.gains()
	testkit.OK(t, err)
	largest, mean := ch.free(gains)
	t.Logf("%d of %d exchanges, largest gain %.4f of the mean", used, len(every), largest/mean)
	direct := 0
	for i, gain := range gains {
		c := ch.list[i]
		if gain > 1.02*mean && ch.shares[i] < 0.99*c.most && !c.Traded {
			t.Errorf("%s with a share of %.3f would gain %.4f times the mean", c.Text(g), ch.shares[i], gain/mean)
		}
		if c.least > 0 {
			direct++
		}
		if x := ch.shares[i]; x > c.most*1.001 || x < c.least*0.999 {
			t.Errorf("%s has a share of %.3f, want %.3f to %.3f", c.Text(g), x, c.least, c.most)
		}
		if ch.shares[i] > 0.02 && ch.shares[i] < 0.99*c.most && ch.shares[i] > 1.01*c.least && !c.Traded && math.Abs(gain/mean-1) > 0.02 {
			t.Errorf("%s with a share of %.3f gains %.3f of the mean", ch.list[i].Text(g), ch.shares[i], gain/mean)
		}
	}
	if x := ch.traded(); x > tradedShare+1e-6 || x < 0.1 {
		t.Errorf("traded exchanges have a share of %.3f", x)
	}
	if direct < 4 {
		t.Errorf("%d exchanges of neighbours, want those of officers less than 80 %% to 20 %% apart", direct)
	}
}

// A run about one exchange measures it better than a run about all pieces; an impossible
// choice is an error.
func TestChooseAbout(t *testing.T) {
	g := rulestest.Game(t, "falcon-chess")
	x := falconValues(g)
	about := testkit.Must(opening.ParseExchange(g, "falcon=rook"))(t)
	width := func(about ...opening.Exchange) float64 {
		c := testkit.Must(Choose(g, about, x, arrays(), 2000))(t)
		cfg := arrays()
		cfg.Kind, cfg.Exchanges = opening.Exchanges, c.Text
		plan := testkit.Must(NewPlan(g, openingsOf(t, g, cfg, 500), x, Default()))(t)
		return plan.Ratio("falcon", "rook", 2000).HalfWidth()
	}
	if all, one := width(), width(about); !(one < 0.85*all) {
		t.Errorf("falcon=rook is known to ±%.3f by a run about it, to ±%.3f by a run about all pieces", one, all)
	}
	if _, err := Choose(g, []opening.Exchange{{}}, x, arrays(), 2000); err == nil {
		t.Error("a run about nothing is accepted")
	}
	x.Values[g.TypeNamed("falcon")] = 0
	testkit.Fails(t, testkit.Error(Choose(g, nil, x, arrays(), 2000)), "the falcon is worth 0.000 logits")
}

// The information of an exchange is a sum over the rows of its games. Zeros are not stored.
func TestSparseMatrices(t *testing.T) {
	rows, weights := [][]float64{{0, 2, 0, -1, 0.5}, {0, 2, 0, -1, 0}, {0, 2, 0, -1, 0.5}}, []float64{1, 4, 2}
	var c candidate
	c.sum(rows, weights)
	information, b := mat.NewSymDense(5, nil), mat.NewVecDense(5, nil)
	for k, row := range rows {
		information.SymRankOne(information, weights[k], mat.NewVecDense(5, row))
		b.AddScaledVec(b, weights[k], mat.NewVecDense(5, row))
	}
	var common mat.SymDense
	common.SymOuterK(1, b)
	v := mat.NewVecDense(5, []float64{3, 1, 4, 1, 5})
	var doubled mat.SymDense
	doubled.SymOuterK(2, v)
	for j := range 5 {
		doubled.SetSym(j, j, doubled.At(j, j)/2)
	}
	for name, m := range map[string]struct {
		sparse sparseMatrix
		dense  *mat.SymDense
	}{"information": {c.information, information}, "common": {c.common, &common}} {
		got := mat.NewSymDense(5, nil)
		m.sparse.addTo(got.RawSymmetric().Data, 1)
		if len(m.sparse.x) != 6 || !mat.EqualApprox(got, m.dense, 1e-12) {
			t.Errorf("%s: %d elements\n%v, want 6\n%v", name, len(m.sparse.x), mat.Formatted(got), mat.Formatted(m.dense))
		}
		if got, want := m.sparse.dot(doubled.RawSymmetric().Data), mat.Inner(v, m.dense, v); math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: product %v, want %v", name, got, want)
		}
	}
	if c.total != 7 {
		t.Errorf("weights %v, want 7", c.total)
	}
}

// Exchanges that are equal except for rounding determine nothing.
func TestNearlySingular(t *testing.T) {
	gains := func(second float64) error {
		ch := &choice{model: &armyModel{count: 2}, held: make([]float64, 2), pairs: 1, effect: 1, shares: []float64{0.5, 0.5}}
		for _, x := range []float64{1, second} {
			c := candidate{}
			c.sum([][]float64{{1, x}}, []float64{1})
			ch.list = append(ch.list, c)
		}
		_, err := ch.information()
		return err
	}
	if err := gains(1 + 1e-7); !errors.Is(err, ErrNoExchanges) {
		t.Errorf("nearly the same: error %v", err)
	}
	if err := gains(1.1); err != nil {
		t.Errorf("different: error %v", err)
	}
}

// Of more exchanges than there are shares of minShare, those that the run is about stay.
func TestSmallSharesThatStay(t *testing.T) {
	g := rulestest.Game(t, "chess")
	ch := &choice{model: &armyModel{columns: newColumns(g), count: 1}, held: make([]float64, 1), pairs: 1, effect: 1}
	for i, least := range []float64{0.001, 0, 0, 0} {
		c := candidate{Share: testkit.Must(opening.ParseMix(g, []string{"queen=rook 1", "rook=knight 1", "rook=bishop 1", "knight=bishop 1"}[i]))(t)[0], least: least, most: 1}
		c.sum([][]float64{{1}}, []float64{1})
		ch.list = append(ch.list, c)
	}
	ch.shares = []float64{0.001, 0.002, 0.5, 0.497}
	c := testkit.Must(ch.rounded())(t)
	testkit.Same(t, "exchanges", "rook=bishop 501, knight=bishop 498, queen=rook 1", c.Text)
}

// Ratio returns the value of one piece in units of another after a number of pairs,
// unknown if so few games do not determine it.
func (p *Plan) Ratio(a, b string, pairs int) stat.Interval {
	cov, _, ok := p.covariance(pairs, false)
	if !ok {
		return stat.Unknown()
	}
	i, j := slices.Index(p.Pieces, a), slices.Index(p.Pieces, b)
	return logit.Inference{Coef: p.coef, Cov: cov, DF: math.Inf(1)}.Ratio(i, j, p.level)
}
