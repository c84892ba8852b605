package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

func above(x float64) Rule        { return Rule{Lo: x, Hi: math.Inf(1)} }
func below(x float64) Rule        { return Rule{Lo: math.Inf(-1), Hi: x} }
func between(lo, hi float64) Rule { return Rule{Lo: lo, Hi: hi} }

// answered is an experiment of some hypotheses with one number each, judged.
func answered(level float64, list ...Test) []*Answer {
	var out []*Answer
	for _, t := range list {
		a := &Answer{Hypothesis: Hypothesis{Rule: t.rule}, Tests: []Test{t}}
		a.support, a.contradict, _ = summarize(a.Tests)
		out = append(out, a)
	}
	decide(out, level)
	return out
}

func TestVerdictsOnKnownAnswers(t *testing.T) {
	for _, c := range []struct {
		what string
		e    Evidence
		rule Rule
		want Verdict
	}{
		{"superiority, clear", normal(1, 0.5), above(0), Supported},
		{"superiority, not quite", normal(1, 0.52), above(0), Undecided},
		{"superiority, wrong side", normal(-1, 0.5), above(0), Contradicted},
		{"a margin that is not reached", normal(1, 0.2), above(0.8), Undecided},
		{"below", normal(1, 0.5), below(2), Supported},
		{"not below", normal(3, 0.5), below(2), Contradicted},
		{"in the range", normal(0.75, 0.1), between(0.5, 1), Supported},
		{"interval beyond the range", normal(0.75, 0.2), between(0.5, 1), Undecided},
		{"equivalent", normal(0.1, 0.15), between(-0.5, 0.5), Supported},
		{"no difference found, but no equivalence shown", normal(0.1, 0.3), between(-0.5, 0.5), Undecided},
		{"outside of the range", normal(1.2, 0.08), between(0.5, 1), Contradicted},
		{"two sides to be outside of cost a factor of two", normal(1.2, 0.1), between(0.5, 1), Undecided},
		{"nothing known", unknown(5), above(0), Undecided},
	} {
		if got := answered(0.95, newTest("", c.e, c.rule))[0].Verdict; got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// An order is as certain as its weakest link, and is refuted by one link that is.
func TestOrders(t *testing.T) {
	sure, weak, wrong := newTest("a", normal(5, 0.5), above(0)), newTest("b", normal(1, 0.6), above(0)), newTest("c", normal(-2, 0.6), above(0))
	support, _, weakest := summarize([]Test{sure, weak, sure})
	if weakest != 1 || support != float64(weak.Support) {
		t.Errorf("the weakest link is %d with p = %v", weakest, support)
	}
	_, contradict, weakest := summarize([]Test{sure, weak, wrong})
	if weakest != 2 || math.Abs(contradict-3*float64(wrong.Contradict)) > 1e-12 {
		t.Errorf("against the order: link %d, p = %v, want three times %v", weakest, contradict, wrong.Contradict)
	}
}

// A verdict that would be reached alone is not reached among many.
func TestManyHypothesesAreHarder(t *testing.T) {
	one := newTest("", normal(2.2, 1), above(0)) // p = 0.014
	if v := answered(0.95, one)[0].Verdict; v != Supported {
		t.Errorf("alone: %s", v)
	}
	if v := answered(0.95, one, newTest("", normal(0, 1), above(0)))[0].Verdict; v != Undecided {
		t.Errorf("next to another: %s", v)
	}
	// Once the other is decided, it needs no share of the level.
	if v := answered(0.95, one, newTest("", normal(9, 1), above(0)))[0].Verdict; v != Supported {
		t.Errorf("next to one that is certain: %s", v)
	}
}

// Two numbers are equivalent if each of two one-sided tests at 5 % says so; one test
// against a single border has half of that.
func TestEquivalenceByTwoTests(t *testing.T) {
	for _, c := range []struct {
		se   float64
		rule Rule
		want Verdict
	}{
		{1 / 1.66, between(-1, 1), Supported}, {1 / 1.63, between(-1, 1), Undecided},
		{1 / 1.97, below(1), Supported}, {1 / 1.94, below(1), Undecided},
	} {
		if got := answered(0.95, newTest("", normal(0, c.se), c.rule))[0].Verdict; got != c.want {
			t.Errorf("0 ± %v in %v: %s, want %s", c.se, c.rule, got, c.want)
		}
	}
}

// Our own questions do not make it harder to decide a claim.
func TestOurQuestionsAreAFamily(t *testing.T) {
	list := []*Answer{{Hypothesis: Hypothesis{Rule: above(0)}, support: 0.02, contradict: 1}}
	for range 5 {
		list = append(list, &Answer{Hypothesis: Hypothesis{Rule: above(0), Family: Ours}, support: 0.02, contradict: 1})
	}
	// Nor do other readings, which are a family each.
	list = append(list, &Answer{Hypothesis: Hypothesis{Rule: above(0), Family: Superseded}, support: 0.02, contradict: 1},
		&Answer{Hypothesis: Hypothesis{Rule: above(0), Family: Blind}, support: 1, contradict: 0.02})
	decide(list, 0.95)
	if list[0].Verdict != Supported || list[1].Verdict != Undecided {
		t.Errorf("the claim is %s, one of five questions with the same evidence %s", list[0].Verdict, list[1].Verdict)
	}
	if list[6].Verdict != Supported || list[7].Verdict != Contradicted {
		t.Errorf("the earlier reading is %s, the blind one %s", list[6].Verdict, list[7].Verdict)
	}
}

// Where all numbers lie on the border of what they are held against, any verdict is
// wrong. Of many experiments at most 5 % have one.
func TestWrongVerdictsAreRare(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const repetitions = 1500
	wrong := 0
	for range repetitions {
		shared := rng.NormFloat64()
		var list []Test
		for k := range 4 {
			x := 0.6*shared + 0.8*rng.NormFloat64() // numbers of the same games depend on each other
			rule := above(0)
			if k == 3 {
				rule, x = between(-1, 0), x-1e-9
			}
			list = append(list, newTest("", normal(x, 1), rule))
		}
		for _, a := range answered(0.95, list...) {
			if a.Verdict != Undecided {
				wrong++
				break
			}
		}
	}
	share := float64(wrong) / repetitions
	if limit := 0.05 + 3*math.Sqrt(0.05*0.95/repetitions); share > limit || share < 0.01 {
		t.Errorf("%.3f of the experiments have a wrong verdict, want 0.01 to %.3f", share, limit)
	}
}

// With as many games as the cost says, 80 % of the tests are decided.
func TestCostToDecide(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, c := range []struct {
		e    Evidence
		rule Rule
		side Verdict
	}{
		{normal(0.5, 0.5), above(0), Supported},
		{normal(-0.2, 0.5), above(0), Contradicted},
		{normal(1.1, 0.4), below(2), Supported},
	} {
		first := newTest("", c.e, c.rule)
		factor := first.costAt(math.Min(math.Abs(c.e.Estimate-c.rule.Lo), math.Abs(c.e.Estimate-c.rule.Hi)), 0.95, 0.025)
		se := math.Abs(c.e.At(0.95).Hi-c.e.Estimate) / distuv.UnitNormal.Quantile(0.975) / math.Sqrt(factor)
		decided := 0
		const repetitions = 2000
		for range repetitions {
			x := c.e.Estimate + se*rng.NormFloat64()
			if c.side == Supported && normal(x, se).At(0.95).Lo > c.rule.Lo && normal(x, se).At(0.95).Hi < c.rule.Hi ||
				c.side == Contradicted && (normal(x, se).At(0.95).Hi < c.rule.Lo || normal(x, se).At(0.95).Lo > c.rule.Hi) {
				decided++
			}
		}
		testkit.Near(t, fmt.Sprintf("share decided with %.1f times the games", factor), float64(decided)/repetitions, power, 0.03)
	}
	if x := newTest("", normal(0, 1), above(0)).costAt(0, 0.95, 0.025); !math.IsInf(x, 1) {
		t.Errorf("on the border: %v", x)
	}
	if x := newTest("", unknown(1), above(0)).cost(above(0), 0.95, 0.025); !math.IsInf(x, 1) {
		t.Errorf("unknown: %v", x)
	}
	// What games do not reduce stays: 0.36 + 0.64/n of the variance.
	whole := newTest("", normal(2, 1), above(0)).cost(above(0), 0.95, 0.025)
	part := newTest("", partly(2, 1, 0.36), above(0)).cost(above(0), 0.95, 0.025)
	testkit.Near(t, "variance left", 0.36+0.64/part, 1/whole, 1e-9)
	if !math.IsInf(newTest("", partly(2, 1, 0.6).Sequence(1), above(0)).cost(above(0), 0.95, 0.025), 1) {
		t.Error("runs that differ too much have a cost")
	}
}

// Runs that differ too much from each other are the reason why no games would do.
func TestReasonOfTornRuns(t *testing.T) {
	e := partly(2, 1, 0.6)
	a := &Answer{Hypothesis: Hypothesis{Rule: above(0)}, Verdict: Undecided, Tests: []Test{newTest("", e, above(0))}, Effect: e.At(0.95)}
	a.factor = costOf(a.Tests, above(0), 0.95, 0.025)
	a.Needed = stat.Number(a.factor)
	for across, who := range map[Across]string{Hierarchical: "them, and between their players,", Each: "the players"} {
		a.Across = across
		want := "more games of these runs would not decide it; the differences between " + who + " leave the number too uncertain"
		if got := (&Result{}).Takes(a, false); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The level of a price is divided among the undecided parts of the claim, not among our own
// questions, and runs that differ have a price in case that games reduce all of the variance.
func TestPricesOfFamilies(t *testing.T) {
	e := partly(2, 1, 0.6)
	answer := func(e Evidence, family Family) *Answer {
		return &Answer{Hypothesis: Hypothesis{Family: family, Rule: above(0), Runs: []int{0}}, Verdict: Undecided, Tests: []Test{newTest("", e, above(0))}, Effect: e.At(0.95)}
	}
	r := &Result{
		Experiment: &Experiment{Level: 0.95},
		Answers:    []*Answer{answer(normal(2, 1), Claimed), answer(e, Ours), answer(normal(2, 1), Ours)},
		Runs:       []*RunResult{{Pairs: 200, Games: 400}},
	}
	r.price()
	alone := r.Answers[0].Tests
	testkit.Near(t, "the only part of the claim", r.Answers[0].factor, costOf(alone, above(0), 0.95, 0.025), 1e-9)
	testkit.Near(t, "one of two questions", r.Answers[2].factor, costOf(alone, above(0), 0.95, 0.0125), 1e-9)
	if a := r.Answers[1]; !a.torn() {
		t.Errorf("runs that differ have the price %v", a.factor)
	}
	testkit.Near(t, "runs that differ", r.Answers[1].hopeful, r.Answers[2].factor, 1e-9)
}

// Where any number is as likely as any other, the price is too low as often as too high,
// whatever the estimate and however wide its interval is made for looks.
func TestPricesAreMedians(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rule := between(0, 1)
	dear, n := 0, 0
	for n < 4000 {
		number, se := 4*rng.Float64()-1.5, 0.3
		first := newTest("", normal(number+se*rng.NormFloat64(), se).Sequence(0.5), rule)
		if x := first.Evidence.Estimate; x < -0.5 || x > 1.5 {
			continue // beyond which numbers are not drawn as often
		}
		distance := math.Min(math.Abs(number-rule.Lo), math.Abs(number-rule.Hi))
		if n++; first.cost(rule, 0.95, 0.025) < first.costAt(distance, 0.95, 0.025) {
			dear++
		}
	}
	testkit.Near(t, "share of numbers that take more games than their price", float64(dear)/float64(n), 0.5, 0.03)
}

// An order that holds so far costs what its weakest link does, one that fails what the
// clearest failure does.
func TestCostOfOrders(t *testing.T) {
	clear, close, failing := newTest("", normal(2, 0.9), above(0)), newTest("", normal(0.5, 0.9), above(0)), newTest("", normal(-1, 0.9), above(0))
	holds := costOf([]Test{clear, close}, above(0), 0.95, 0.025)
	testkit.Near(t, "cost of an order that holds", holds, close.cost(above(0), 0.95, 0.025), 1e-9)
	fails := costOf([]Test{clear, close, failing}, above(0), 0.95, 0.025)
	testkit.Near(t, "cost of an order that fails", fails, failing.cost(above(0), 0.95, 0.025/3), 1e-9)
	// Outside of a range the two ends share the tail, inside of it they do not.
	out, in := newTest("", normal(1.2, 0.1), between(0.5, 1)), newTest("", normal(0.8, 0.1), between(0.5, 1))
	testkit.Near(t, "cost outside of a range", costOf([]Test{out}, between(0.5, 1), 0.95, 0.025), out.cost(between(0.5, 1), 0.95, 0.0125), 1e-9)
	testkit.Near(t, "cost inside of a range", costOf([]Test{in}, between(0.5, 1), 0.95, 0.025), in.cost(between(0.5, 1), 0.95, 0.025), 1e-9)
	if fails >= holds {
		t.Errorf("a failure at %v should cost less than %v", fails, holds)
	}
}

func TestOverallVerdict(t *testing.T) {
	answer := func(v Verdict, family Family) *Answer {
		return &Answer{Hypothesis: Hypothesis{Family: family}, Verdict: v}
	}
	for _, c := range []struct {
		list []*Answer
		want Verdict
	}{
		{[]*Answer{answer(Supported, Claimed), answer(Supported, Claimed)}, Supported},
		{[]*Answer{answer(Supported, Claimed), answer(Undecided, Claimed)}, Undecided},
		{[]*Answer{answer(Undecided, Claimed), answer(Contradicted, Claimed)}, Contradicted},
		{[]*Answer{answer(Supported, Claimed), answer(Contradicted, Ours)}, Supported},
		{[]*Answer{answer(Supported, Claimed), answer(Contradicted, Superseded), answer(Contradicted, Blind)}, Supported},
		{[]*Answer{answer(Supported, Ours), answer(Contradicted, Ours)}, NoClaim},
	} {
		if got := overall(c.list); got != c.want {
			t.Errorf("%v: %s, want %s", c.list, got, c.want)
		}
	}
}

// Two tests for equivalence are held against the whole error, and shown so.
func TestShownProbability(t *testing.T) {
	for _, c := range []struct {
		rule  Rule
		shown float64
		want  Verdict
	}{{between(0.9, 1.1), 0.04, Supported}, {above(0.9), 0.04, Undecided}} {
		a := &Answer{Hypothesis: Hypothesis{Rule: c.rule}, support: 0.04, contradict: 1}
		judge([]*Answer{a}, 0.95)
		if math.Abs(float64(a.Holm)-c.shown) > 1e-12 || a.Verdict != c.want {
			t.Errorf("%v: shown is %v, %s; want %v, %s", c.rule, a.Holm, a.Verdict, c.shown, c.want)
		}
	}
}
