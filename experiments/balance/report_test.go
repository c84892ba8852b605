package balance

import (
	"math/rand/v2"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
)

// invented returns the result of a run with invented games.
func invented(t *testing.T, name string, about truth, change func(*Config)) *Result {
	t.Helper()
	g := rulestest.Game(t, name)
	c := small(3000)
	c.Of = ""
	change(&c)
	c = testkit.Must(c.Resolve(g))(t)
	c.Panel = append(c.Panel, c.Others...) // play for all
	list := about.play(rand.New(rand.NewPCG(9, 10)), c)
	c.Panel = c.Panel[:len(c.Panel)-len(c.Others)]
	for i := range list {
		list[i].plies = 60 + i%40
	}
	r := testkit.Must(analyse(g, c, append(append([]string{}, c.Panel...), c.Others...), list, "run"))(t)
	r.Answer = r.answer(r.Main())
	r.Arrays = []Array{{MateThreats: []string{"Qh5", "Qf3"}, Win: &Win{Side: rules.White, First: true, Plies: 7, Line: "1. e4 e5"}}}
	return r
}

func TestPages(t *testing.T) {
	for name, r := range map[string]*Result{
		"chess":   invented(t, "chess", truth{at: 0.1, slope: 0.12}, func(*Config) {}),
		"spartan": invented(t, "spartan", truth{at: -0.4, slope: -0.1, move: 0.15}, func(c *Config) { c.Others = []string{"uci:other"} }),
	} {
		page := r.page().Document(page.Run{Version: "test", Command: "bestiary balance " + name})
		testkit.Golden(t, name+".md", page.Markdown())
		testkit.Golden(t, name+".txt", r.Text(79))
		testkit.Golden(t, name+".csv", r.sheet().Data)
	}
}

// Each state of the two ends of a curve has its sentence.
func TestSentences(t *testing.T) {
	at := func(score, half float64) stat.Interval { return stat.Symmetric(score, half, 0.95) }
	for _, test := range []struct {
		game              string
		weak, top, change stat.Interval
		want              string
	}{
		{"chess", at(0.5, 0.03), at(0.51, 0.02), at(0, 0.01), "The game is even between beginners and between strong players: the first player scores 51 % (49 to 53)."},
		{"spartan", at(0.5, 0.03), at(0.42, 0.03), at(-0.02, 0.01), "The game is even between beginners; Spartans score 58 % (55 to 61) between strong players and gain with each step."},
		{"chess", at(0.58, 0.03), at(0.5, 0.03), at(-0.02, 0.01), "The first player scores 58 % (55 to 61) between beginners, but the game is even between strong players."},
		{"chess", at(0.5, 0.1), at(0.6, 0.03), at(0.01, 0.02), "Between beginners the games cannot tell yet (the first player scores 50 % (40 to 60)); the first player scores 60 % (57 to 63) between strong players."},
		{"chess", at(0.4, 0.01), at(0.3, 0.01), at(-0.03, 0.01), "The second player scores 60 % (59 to 61) between beginners and 70 % (69 to 71) between strong players, and gains with each step."},
		{"chess", at(0.5, 0.1), at(0.53, 0.05), at(0.01, 0.02), "The games cannot tell yet: the first player scores 50 % (40 to 60) between beginners and 53 % (48 to 58) between strong players."},
		{"chess", at(0.6, 0.105), at(0.5, 0.03), at(-0.02, 0.01), "Between beginners the games cannot tell yet (the first player scores 60 % (50 to 70)); the game is even between strong players; the first player loses with each step."},
		{"chess", at(0.42, 0.03), at(0.55, 0.07), at(0.02, 0.01), "The second player scores 58 % (55 to 61) between beginners; between strong players the games cannot tell yet (the first player scores 55 % (48 to 62)); the first player gains with each step."},
	} {
		r := &Result{Game: rulestest.Game(t, test.game), Of: First, Margin: 0.04}
		if r.Game.ArmiesDiffer() {
			r.Of = Army
		}
		c := Curve{Slope: test.change, Rungs: []Rung{{Nodes: 60, Curve: test.weak}, {Nodes: 15_360, Curve: test.top}}}
		for i := range c.Rungs {
			c.Rungs[i].Verdict = judge(c.Rungs[i].Curve, r.Margin)
		}
		r.Curves = []Curve{c}
		if got := r.answer(r.Main()); got != test.want {
			t.Errorf("%q, expected %q", got, test.want)
		}
	}
	for side, want := range map[string]string{"Bannermen": "score", "Han": "scores"} {
		if got := verb(side, "score"); got != want {
			t.Errorf("%q, expected %q", got, want)
		}
	}
}

func TestJudge(t *testing.T) {
	for _, test := range []struct {
		lo, hi float64
		want   Verdict
	}{{0.47, 0.53, Fair}, {0.46, 0.54, Fair}, {0.455, 0.5, CannotTell}, {0.541, 0.6, Leans}, {0.53, 0.6, CannotTell}, {0.3, 0.459, Behind}, {0.4, 0.47, CannotTell}} {
		if got := judge(stat.Interval{Estimate: (test.lo + test.hi) / 2, Lo: test.lo, Hi: test.hi, Level: 0.95}, 0.04); got != test.want {
			t.Errorf("%v to %v is %q, expected %q", test.lo, test.hi, got, test.want)
		}
	}
}

// A terminal shows the verdicts of a page in their colours.
func TestVerdictsAreColoured(t *testing.T) {
	r := &Result{Game: rulestest.Game(t, "chess"), Of: First}
	for _, v := range []Verdict{Fair, Leans, Behind, CannotTell} {
		if text := r.Mark(v).Text; doc.OnTerminal(text) == text {
			t.Errorf("%q has no colour", text)
		}
	}
	if got := r.Word(Behind); got != "leans to the second player" {
		t.Error(got)
	}
}
