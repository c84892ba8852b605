package balance

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/run"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// A queen more decides for the army that has it, whichever side moves first and whatever its
// colour; where the sides are alike nothing does.
func TestPlantedImbalance(t *testing.T) {
	for _, test := range []struct {
		name, was, is string
		turn          string
		of            Question
		want          Verdict
	}{
		{"queen more", "rnbqkbnr", "rnb1kbnr", "white", Army, Leans},
		{"queen less", "RNBQKBNR", "RNB1KBNR", "white", Army, Behind},
		{"Black begins", "rnbqkbnr", "rnb1kbnr", "black", Army, Behind},
	} {
		v := testkit.Must(variant.Find("chess"))(t).Clone()
		testkit.OK(t, v.Override("turn", test.turn))
		v.Array = strings.Replace(v.Array, test.was, test.is, 1)
		g := rulestest.Compile(t, v)
		c := Quick()
		c.Play.Pairs, c.Strengths, c.Panel, c.Rounds = 60, []int{20, 80}, c.Panel[:1], 0
		r := testkit.Must(Run(context.Background(), g, c, t.TempDir(), match.Workers(1), match.Events{}))(t)
		if got := r.Main().Verdict; r.Of != test.of || got != test.want {
			t.Errorf("%s: of %s, %q, expected %q: %s", test.name, r.Of, got, test.want, r.Answer)
		}
		if move := r.Main().Strongest().Move; !(move.Lo < 0 && move.Hi > 0) {
			t.Errorf("%s: moving first is worth %v", test.name, move)
		}
	}
}

// The games of a rung are read for the side in question.
func TestScoresOfTheSideInQuestion(t *testing.T) {
	g := rulestest.Game(t, "chess")
	c := Quick()
	c.Play.Pairs, c.Strengths, c.Panel = 30, []int{20, 40}, c.Panel[:1]
	r := testkit.Must(Run(context.Background(), g, c, t.TempDir(), match.Workers(1), match.Events{}))(t)
	if r.Of != First || r.Whose != "the first player" || r.Games != 2*(30+21) {
		t.Errorf("of %s, %s, %d games", r.Of, r.Whose, r.Games)
	}
	if v := r.Main().Rungs[0].Curve; v.Excludes(0.5) {
		t.Errorf("the first player of chess scores %v at 20 nodes", v)
	}
}

// An interrupted run goes on and ends with the same result.
func TestInterruptedRunGoesOn(t *testing.T) {
	g := rulestest.Game(t, "nightrider")
	c := Quick()
	c.Play.Pairs, c.Strengths, c.Rounds, c.RoundPairs = 9, []int{5, 20}, 1, 4
	folder := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	rung := -1 // the first part is the learning
	_, err := Run(ctx, g, c, folder, match.Workers(1), match.Events{
		PartStarts: func(match.Part) { rung++ },
		GameDone: func(match.Progress) {
			if rung == 2 {
				cancel()
			}
		},
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("interrupted: %v", err)
	}
	resumed := testkit.Must(Run(context.Background(), g, c, folder, match.Workers(2), match.Events{}))(t)
	whole := testkit.Must(Run(context.Background(), g, c, t.TempDir(), match.Workers(1), match.Events{}))(t)
	testkit.Same(t, "rows differ", whole.sheet(), resumed.sheet())
	testkit.Same(t, "weights differ", whole.Config.Weights.MG, resumed.Config.Weights.MG)
}

// Players of a game without tuned weights learn it first.
func TestPlayersLearn(t *testing.T) {
	g := rulestest.Game(t, "nightrider")
	c := Quick()
	c.Play.Pairs, c.Strengths, c.Rounds, c.RoundPairs = 6, []int{5, 20}, 1, 6
	plan := testkit.Must(NewPlan(g, c))(t)
	played := 0
	r := testkit.Must(Run(context.Background(), g, c, t.TempDir(), match.Workers(2), match.Events{GameDone: func(match.Progress) { played++ }}))(t)
	testkit.Same(t, "planned for learning", 24, plan.Learning)
	testkit.Same(t, "played", plan.Learning+plan.Games, played)
	testkit.Same(t, "players", []string{run.Learned, run.PriorTerms, run.Perturbed}, r.Main().Players)
	if o := r.Config.Weights.Origin; o == nil || o.Games != 24 {
		t.Errorf("the weights are of %+v, expected 24 games", o)
	}
}

// Nothing is learned if weights are known, if the configuration says so, or if one side always wins.
func TestNothingToLearn(t *testing.T) {
	untuned, unequal := rulestest.Game(t, "nightrider"), testkit.Must(variant.Find("chess"))(t)
	unequal.Name, unequal.Array = "unequal", "4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR"
	learning := Quick()
	given, never := learning, learning
	given.Weights, never.Rounds = eval.Prior(untuned), 0
	for _, test := range []struct {
		name string
		game *rules.Game
		c    Config
	}{
		{"tuned", rulestest.Game(t, "chess"), learning}, {"given", untuned, given}, {"no rounds", untuned, never}, {"unequal", rulestest.Compile(t, unequal), learning},
	} {
		w, games, err := Learn(context.Background(), test.game, test.c, t.TempDir(), match.Workers(1), match.Events{})
		if err != nil || games > 0 || !slices.Equal(w.MG, test.c.start(test.game).MG) || test.c.LearningGames(test.game) > 0 {
			t.Errorf("%s: %d games, error %v", test.name, games, err)
		}
	}
}

// The network that comes with the program joins the panel; players that play alike, as with the
// weights of the prior, are one.
func TestPlayersOfThePanel(t *testing.T) {
	for g, want := range map[*rules.Game]int{
		rulestest.Game(t, "shako"): 3, rulestest.Game(t, "capablanca"): 4, rulestest.Game(t, "nightrider"): 2,
	} {
		name := g.Variant.Name
		c := Quick()
		c.Rounds = 0
		w := eval.Default(g)
		if want == 2 {
			w = eval.Prior(g)
			c.Weights = w
		}
		c = testkit.Must(c.Resolve(g))(t)
		list := testkit.Must(enter(g, c, 60, w))(t)
		pairs := 0
		for _, e := range list {
			pairs += e.Pairs
		}
		if len(list) != want || pairs != c.pairs(60) {
			t.Errorf("%s: %d players and %d pairs, expected %d and %d", name, len(list), pairs, want, c.pairs(60))
		}
	}
	c := Quick() // with Fixed, no network joins
	c.Fixed = true
	testkit.Same(t, "players", panel(), testkit.Must(c.Resolve(rulestest.Game(t, "capablanca")))(t).Panel)
}

// After an odd number of random moves the other side would be the first to move.
func TestEvenNumberOfRandomMoves(t *testing.T) {
	c := Quick()
	c.Play.RandomPlies = 3
	testkit.Fails(t, testkit.Error(c.Resolve(rulestest.Game(t, "chess"))), "random-plies is 3, expected an even number")
	testkit.Must(c.Resolve(rulestest.Game(t, "racing-kings")))(t) // White moves first there in all games
}

func TestForcedWins(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, test := range []struct {
		fen   string
		plies int // 0 for none
		first bool
	}{
		{"7k/8/8/8/8/8/R7/1R4K1 w - - 0 1", 3, true},
		{"7k/8/8/8/8/8/R7/1R4K1 b - - 0 1", 6, false},
		{"4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0, true}, // a longer win
	} {
		p := testkit.Must(g.ParseFEN(test.fen))(t)
		a := LookAt(p, eval.Default(g))
		switch w := a.Win; {
		case test.plies == 0 && w != nil, test.plies > 0 && (w == nil || w.Plies != test.plies || w.First != test.first || w.Side != rules.White || w.Line == ""):
			t.Errorf("%s: %+v, expected %d plies", test.fen, w, test.plies)
		}
		if p.FEN() != test.fen {
			t.Errorf("the position has become %s", p.FEN())
		}
	}
	a := LookAt(testkit.Must(g.ParseFEN("7k/8/8/8/8/8/R7/1R4K1 w - - 0 1"))(t), eval.Default(g))
	if len(a.MateThreats) == 0 || len(a.Checks) == 0 {
		t.Errorf("%+v: expected Ra7 as a threat and checks", a)
	}
}

func TestPlanFollowsTheGames(t *testing.T) {
	g := rulestest.Game(t, "chess")
	c := Default()
	p := testkit.Must(NewPlan(g, c))(t)
	c.Play.Pairs *= 4
	more := testkit.Must(NewPlan(g, c))(t)
	if len(p.Rungs) != len(c.Strengths)+1 || p.Games != 2250 {
		t.Errorf("%+v", p)
	}
	if x := float64(p.Rungs[0].HalfWidth / more.Rungs[0].HalfWidth); x < 1.7 || x > 2.2 {
		t.Errorf("four times the games are %.2f times as precise", x)
	}
}

// With the weights of the prior two players share the games, and a
// further one plays as many as one of them.
func TestPlanCountsPlayersThatDiffer(t *testing.T) {
	c := Default()
	c.Play.Pairs, c.Strengths, c.Others, c.Rounds = 101, []int{60, 240}, []string{"engine"}, 0
	for name, want := range map[string]int{"nightrider": 2 * (101 + 50 + 51 + 25), "spartan": 2 * (101 + 33 + 51 + 17)} {
		g := rulestest.Game(t, name)
		if c.Weights = eval.Default(g); name == "nightrider" {
			c.Weights = eval.Prior(g)
		}
		p := testkit.Must(NewPlan(g, c))(t)
		entries := testkit.Must(enter(g, testkit.Must(c.Resolve(g))(t), 60, c.Weights))(t)
		played := 0
		for _, e := range entries {
			played += 2 * e.Pairs
		}
		if p.Games != want || p.Positions != 100*float64(60*played+240*(want-played)) {
			t.Errorf("%s: %+v, expected %d games, %d of them at 60 nodes", name, p, want, played)
		}
	}
}

// A game that begins with placing pieces has several first positions, another the array alone.
func TestFirstPositions(t *testing.T) {
	for name, want := range map[string]int{"chess": 1, "hannibal-manticore": 4, "musketeer": 4} {
		g := rulestest.Game(t, name)
		list := testkit.Must(FirstPositions(g, Default().Play))(t)
		fens := map[string]bool{}
		for _, p := range list {
			if p.Placing() {
				t.Errorf("%s: pieces are still to be placed in %s", name, p.FEN())
			}
			fens[p.FEN()] = true
		}
		if len(list) != want || len(fens) != want {
			t.Errorf("%s: %d first positions, %d different, want %d", name, len(list), len(fens), want)
		}
	}
	play := Default().Play // in which no random moves keep the balance
	play.RandomPlies = 60
	play.KeepBalance(1)
	testkit.Must(FirstPositions(rulestest.Game(t, "chess"), play))(t)
}

// A strength may get half of the games, whose cost is that of the plan.
func TestHalfOfTheGames(t *testing.T) {
	c := Quick()
	c.Panel, c.Play.Pairs, c.Half = c.Panel[:1], 80, 3840
	var got []int
	for _, n := range c.Strengths {
		got = append(got, c.pairs(n))
	}
	testkit.Same(t, "pairs at 240, 960 and 3,840 nodes", []int{80, 40, 120}, got)
	if want := float64(160*240 + 80*960 + 240*3840); c.Cost() != want {
		t.Errorf("cost %v, want %v", c.Cost(), want)
	}
	c.Half = 300
	testkit.Fails(t, c.Validate(), "half is 300, expected one of the strengths [240 960 3840]")
}

// A run that grows after somebody has seen its result has wider intervals, one that nobody has seen has not. All games are
// handed on, each rung's with its nodes.
func TestOnlyWhatIsSeenIsALook(t *testing.T) {
	g := rulestest.Game(t, "chess")
	c := Quick()
	c.Strengths, c.Panel, c.Rounds = []int{5, 20}, c.Panel[:1], 0
	measured := func(folder string, pairs int, unseen bool) *Result {
		c.Play.Pairs, c.Unseen = pairs, unseen
		games := map[int]int{}
		c.Each = func(nodes int, _ *store.Record) { games[nodes]++ }
		r := testkit.Must(Measure(t.Context(), g, c, folder, match.Workers(2), match.Events{}))(t)
		testkit.Same(t, "games by nodes", map[int]int{5: 2 * pairs, 20: pairs}, games)
		return r
	}
	seen, unseen := t.TempDir(), t.TempDir()
	measured(seen, 4, false)
	measured(unseen, 4, true)
	measured(unseen, 6, true)
	grown, once := measured(seen, 8, false), measured(unseen, 8, false)
	wide, narrow := grown.Main().Strongest().Curve, once.Main().Strongest().Curve
	if !grown.Grown || once.Grown || wide.Estimate != narrow.Estimate || !(wide.HalfWidth() > narrow.HalfWidth()) {
		t.Errorf("grown %v: %v; seen once, %v: %v", grown.Grown, wide, once.Grown, narrow)
	}
	measured(unseen, 4, false) // fewer games, afterwards
	if again := measured(unseen, 8, false); again.Grown {
		t.Error("a later look at fewer games counts as an earlier one")
	}
	if again := measured(seen, 8, false); !again.Grown {
		t.Error("a look at the same games again is not as it was")
	}
}
