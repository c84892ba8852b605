package study

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

// sequential is a number whose games are drawn as they are needed: a step of the run
// until all is decided, without the games.
type sequential struct {
	drawn
	planned float64
	rule    Rule
}

func (s *sequential) test() Test {
	e := normal(s.sum/s.n, 1/math.Sqrt(s.n))
	return newTest("", e.Sequence(s.n/s.planned), s.rule)
}

// untilDecided grows what is cheapest to decide next, as Until does, and returns the
// verdicts.
func untilDecided(list []*sequential, looks int, rng *rand.Rand) []*Answer {
	for _, s := range list {
		s.grow(firstLook, rng)
	}
	for range looks {
		r := &Result{Experiment: &Experiment{Level: 0.95}}
		for i, s := range list {
			a := &Answer{Hypothesis: Hypothesis{Rule: s.rule, Runs: []int{i}}, Tests: []Test{s.test()}, Games: int(s.n)}
			a.support, a.contradict, _ = summarize(a.Tests)
			r.Answers = append(r.Answers, a)
			r.Runs = append(r.Runs, &RunResult{Run: &Run{}, Games: int(s.n), Pairs: int(s.n), Nodes: 300})
		}
		decide(r.Answers, 0.95)
		r.price()
		d, more := next([]*Result{r}, 200_000)
		if !more {
			return r.Answers
		}
		s := list[d.Runs[0]]
		s.grow(float64(d.pairs), rng)
	}
	return nil
}

// On the border of what is claimed a verdict that is wrong is rare, however often one
// looks and whatever one plays next because of what one saw: at most 5 % of the pages
// support a part that is wrong, and at most 2.5 % contradict one that is right.
func TestErrorRatesOfLooking(t *testing.T) {
	repetitions := testkit.Choose(60, 1000)
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		what  string
		rules []Rule
		truth float64
		wrong Verdict
		limit float64
	}{
		{"just outside of an equivalence", []Rule{between(-0.1, 0.1), between(-0.1, 0.1)}, 0.1, Supported, 0.05},
		{"just inside of an equivalence", []Rule{between(-0.1, 0.1), between(-0.1, 0.1)}, 0.1 - 1e-9, Contradicted, 0.025},
		{"no difference where one is claimed", []Rule{above(0), above(0), above(0)}, 0, Supported, 0.025},
		{"no difference where none is allowed", []Rule{below(0), below(0), below(0)}, -1e-9, Contradicted, 0.025},
	} {
		wrong := 0.0
		for range repetitions {
			var list []*sequential
			for _, rule := range c.rules {
				list = append(list, &sequential{drawn: drawn{truth: c.truth}, planned: 1500, rule: rule})
			}
			for _, a := range untilDecided(list, 40, rng) {
				if a.Verdict == c.wrong {
					wrong += 1 / float64(repetitions)
					break
				}
			}
		}
		if most := c.limit + 3*math.Sqrt(c.limit*(1-c.limit)/float64(repetitions)); wrong > most {
			t.Errorf("%s: %.3f of the pages are wrong, want at most %.3f", c.what, wrong, most)
		}
	}
}

// What is true is found: all verdicts are right for numbers well inside or outside, and the
// cheap ones are decided with few games.
func TestUntilDecidedFinds(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	easy := &sequential{drawn: drawn{truth: 0.5}, planned: 1500, rule: above(0)}
	same := &sequential{drawn: drawn{truth: 0.01}, planned: 1500, rule: between(-0.1, 0.1)}
	wrong := &sequential{drawn: drawn{truth: -0.08}, planned: 1500, rule: above(0)}
	list := untilDecided([]*sequential{easy, same, wrong}, 100, rng)
	for i, want := range []Verdict{Supported, Supported, Contradicted} {
		if list == nil || list[i].Verdict != want {
			t.Fatalf("verdicts %+v, want %s for number %d", list, want, i)
		}
	}
	if easy.n > 2*firstLook || same.n > 40_000 || wrong.n > 40_000 {
		t.Errorf("%v, %v and %v games", easy.n, same.n, wrong.n)
	}
}

// untilFile has a claim that is decided at once, and one that needs some games.
const untilFile = `title = "t"
claim = "c"
source = { author = "a", page = "p" }
run = [
  { name = "usual", game = "chess", nodes = 10, pairs = 12 },
  { name = "short", game = "chess", nodes = 10, pairs = 12, rules = { n-move = 5 } },
  { name = "few", game = "chess", nodes = 10, pairs = 12, rules = { n-move = 44 } },
]
[[hypothesis]]
says = "A very short rule makes games much shorter"
run = "short"
against = "usual"
measure = "length"
below = -10
[[hypothesis]]
says = "A short rule makes games shorter"
run = "few"
against = "usual"
measure = "length"
below = 0
`

// The steps are the same for any number of workers, and an interrupted run goes on where it
// was.
func TestUntilIsDeterministic(t *testing.T) {
	e, err := library().Parse("until-test.toml", []byte(untilFile))
	testkit.OK(t, err)
	play := func(folder string, workers int, budget time.Duration) ([]*Result, int, int) {
		var c counter
		steps := 0
		r := &Runner{Folder: folder, Crew: match.Workers(workers), Events: c.events()}
		list, err := r.Until(context.Background(), []*Experiment{e}, budget, func(int) { steps++ })
		testkit.OK(t, err)
		return list, c.games, steps
	}
	folder := t.TempDir()
	one, games, steps := play(folder, 1, time.Hour)
	if n := undecided(one); n > 0 || steps < 2 || games != one[0].Games() {
		t.Fatalf("%d undecided after %d steps with %d games, %d in the result", n, steps, games, one[0].Games())
	}
	again, games, _ := play(folder, 1, time.Hour)
	if games != 0 {
		t.Errorf("%d games played a second time", games)
	}
	two, _, other := play(t.TempDir(), 2, time.Hour)
	if other != steps {
		t.Errorf("%d steps with two workers, %d with one", other, steps)
	}
	for _, list := range [][]*Result{again, two} {
		testkit.Same(t, "", figuresOf(t, one[0]), figuresOf(t, list[0]))
	}
	known, games, _ := play(folder, 1, 1) // stored games are read whatever the budget
	if games != 0 {
		t.Errorf("%d games played a second time with a budget of nothing", games)
	}
	testkit.Same(t, "with a budget of nothing", figuresOf(t, one[0]), figuresOf(t, known[0]))
	_, err = (&Runner{Folder: t.TempDir()}).Until(context.Background(), []*Experiment{e}, 1, nil)
	if want := "experiments: the budget ended before the first look at all runs; the same command goes on"; err == nil || err.Error() != want {
		t.Errorf("a budget of nothing: %v, want %s", err, want)
	}
}

// Claims come before our own questions; a control is not decided.
func TestWhatIsPlayedNext(t *testing.T) {
	result := func(truths bool, family Family, pairs int, v Verdict) *Result {
		a := &Answer{Hypothesis: Hypothesis{Family: family, Runs: []int{0}}, Verdict: v, Games: 2 * pairs, factor: 1e6 / float64(2*pairs), Effect: stat.Symmetric(1, 0.5, 0.95)}
		return &Result{Experiment: &Experiment{Truths: truths}, Answers: []*Answer{a}, Runs: []*RunResult{{Run: &Run{Play: match.Config{Pairs: 500}}, Pairs: pairs, Games: 2 * pairs, Nodes: 300}}}
	}
	unknown := result(false, Claimed, 9000, Undecided)
	unknown.Answers[0].Effect, unknown.Answers[0].factor = stat.Unknown(), math.Inf(1)
	question, control, open := result(false, Ours, 10, Undecided), result(true, Claimed, 10, Undecided), result(false, Claimed, 9000, Undecided)
	for _, c := range []struct {
		list []*Result
		want int
	}{
		{[]*Result{question, control, open}, 2},
		{[]*Result{control, question, result(false, Claimed, 9000, Supported)}, 1},
		{[]*Result{open, unknown}, 1}, // twice the games may tell its price
		{[]*Result{result(false, Ours, 10, Contradicted), control}, -1},
		{[]*Result{result(false, Superseded, 10, Undecided), result(false, Blind, 10, Undecided)}, -1},
	} {
		d, more := next(c.list, 1_000_000)
		if !more {
			d.experiment = -1
		}
		if d.experiment != c.want {
			t.Errorf("plays for number %d, want %d", d.experiment, c.want)
		}
	}
}

// The run that is behind the others is the first to grow, and the only one to be paid for.
func TestRunsGrowEvenly(t *testing.T) {
	h := Hypothesis{Runs: []int{0}, Against: []int{1}}
	r := &Result{
		Experiment: &Experiment{},
		Answers:    []*Answer{{Hypothesis: h, Verdict: Undecided, Games: 6800, factor: 1.5, Effect: stat.Symmetric(1, 2, 0.95)}},
		Runs: []*RunResult{
			{Run: &Run{Play: match.Config{Pairs: 500}}, Pairs: 3200, Games: 6400, Nodes: 300, Time: 64 * time.Hour},
			{Run: &Run{Play: match.Config{Pairs: 500}}, Pairs: 200, Games: 400, Nodes: 300, Time: 4 * time.Hour},
		},
		workers: 2,
	}
	// 1/3200 + 1/200 = 2/376.5, and half as much again is 564.7.
	d, more := next([]*Result{r}, 1_000_000)
	if !more || d.pairs != 565 {
		t.Errorf("%+v, want 565 pairs", d)
	}
	if d, more := next([]*Result{r}, 3200); more {
		t.Errorf("%+v, want nothing: a run has as many pairs as one may have", d)
	}
	torn := *r
	torn.Answers = []*Answer{{Hypothesis: h, Verdict: Undecided, Games: 6800, factor: math.Inf(1), hopeful: 1.5, Effect: stat.Symmetric(1, 2, 0.95), Tests: []Test{{fixed: 0.5}}}}
	if d, more := next([]*Result{&torn}, 1_000_000); !more || d.pairs != 565 {
		t.Errorf("%+v, want 565 pairs of runs that differ, as of others", d)
	}
	testkit.Near(t, "positions", d.cost, (564.7-200)*2*300, 30)
	a := r.Answers[0]
	testkit.Near(t, "games", 6800*r.growth(a, a.factor, games), 6400+2*564.7, 0.1)
	if got, want := r.Takes(a, true), "; the estimate lies within a standard error of the end of the range; some 75 hours on two cores"; !strings.HasSuffix(got, want) {
		t.Errorf("reason %q, want %q", got, want)
	}
}

// A control gets the games that its file asks for before anything is decided, and its
// intervals are those of a run without looks.
func TestUntilPlaysControlsInFull(t *testing.T) {
	e, err := library().Parse("control.toml", []byte(`title = "t"
claim = "c"
truths = true
source = { author = "a", page = "p" }
[[run]]
name = "games"
game = "chess"
rules = { n-move = 1 }
nodes = 10
pairs = 210
[[hypothesis]]
says = "Games are short"
run = "games"
measure = "length"
below = 100
`))
	testkit.OK(t, err)
	folder := t.TempDir()
	r := &Runner{Folder: folder, Crew: match.Workers(1)}
	until := testkit.Must(r.Until(context.Background(), []*Experiment{e}, time.Hour, nil))(t)
	whole := testkit.Must((&Runner{Folder: folder}).Run(context.Background(), e))(t)
	if n := until[0].Runs[0].Pairs; n != 210 {
		t.Errorf("%d pairs, want 210", n)
	}
	testkit.Same(t, "", figuresOf(t, whole), figuresOf(t, until[0]))
}

// Runs on which a verdict rests begin with few games. The third run of a page about emptying boards is
// for a blind reading alone.
func TestFirstPairs(t *testing.T) {
	for name, want := range map[string][]int{"herculean-emptying": {firstLook, firstLook, 1600}, "chess-control": {8000}} {
		e := find(t, name)
		for run, pairs := range want {
			if got := e.firstPairs(run); got != pairs {
				t.Errorf("%s, run %s: %d pairs, want %d", name, e.Runs[run].Name, got, pairs)
			}
		}
	}
}
