package mend

import (
	"errors"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/experiments/page"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/internal/testkit"
	"bestiary/selfplay/match"
)

const (
	tempo = "let Black begin with c5-c4 already played"
	step  = "let White begin with a2-a3 already played"
)

// The one edit that makes the game fair wins, and only few candidates play many games.
func TestSearchFindsTheEdit(t *testing.T) {
	w := &world{usual: 0.62}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.5}
	r := result(t, s)
	testkit.Same(t, "winner", tempo, r.Winner.Text)
	testkit.Same(t, "verdict", Reaches, r.Winner.Verdict)
	testkit.Same(t, "answer", "The smallest confirmed edit that gives a score between 46.0 % and 54.0 %: "+tempo+". It was played.", r.Answer)
	if p := testkit.Must(s.Plan())(t); r.Games >= p.Race+p.Confirmation || len(r.Race) != p.Candidates {
		t.Errorf("%d games of %d candidates, planned are at most %d of %d", r.Games, len(r.Race), p.Race+p.Confirmation, p.Candidates)
	}
	for _, c := range r.Race {
		if c.Text != tempo && c.Out == "" {
			t.Errorf("%s is still in", c.Text)
		}
	}
	if rows := r.rows(); len(rows) != len(r.Race)+1 || rows[1][11] != string(Reaches) {
		t.Errorf("mend.csv begins with %q", rows[:2])
	}
	if text := r.Text(79); !strings.Contains(text, "1st: "+tempo) {
		t.Errorf("the text lacks the winner:\n%s", text)
	}
}

// The race may be over before its games show that the unchanged game misses the target: it then plays on
// alone, and is not confirmed by luck.
func TestTheGameAsItIsIsDecided(t *testing.T) {
	w := &world{usual: 0.57}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.5}
	r := result(t, s)
	as := s.standings[slices.IndexFunc(s.standings, func(c *Standing) bool { return c.original() })]
	testkit.Same(t, "out", outMisses, as.Out)
	testkit.Same(t, "winner", tempo, r.Winner.Text)
	if as.Round <= leastRounds || as.Round > lastRound || !(as.Found.Lo > 0.54) {
		t.Errorf("after %d rounds the score is %v", as.Round, as.Found)
	}
	race, _, err := s.planRace(len(s.candidates) - 1)
	testkit.OK(t, err)
	alone := testkit.Must(balance.NewPlan(s.game, s.inRace(s.game, lastRound)))(t)
	testkit.Same(t, "planned games of the race", race+alone.Games, testkit.Must(s.Plan())(t).Race)
	w.usual = 0.9 // known after one round, but pairs are chosen by it
	result(t, s)
	as = s.standings[slices.IndexFunc(s.standings, func(c *Standing) bool { return c.original() })]
	testkit.Same(t, "rounds of a game that is far from fair", leastRounds, as.Round)
}

// A fair game needs no edit, even if one happens to score better in the race.
func TestSearchKeepsAFairGame(t *testing.T) {
	w := &world{usual: 0.5}
	r := result(t, searchOf(t, w, func(c *Config) { c.Balance.Play.Pairs *= 4 })) // to confirm it for certain
	testkit.Same(t, "winner", "change nothing", r.Winner.Text)
	testkit.Same(t, "confirmed", 1, len(r.Confirmed)) // no other is smaller
	if !strings.HasPrefix(r.Answer, "Nothing has to be mended") {
		t.Errorf("answer %q", r.Answer)
	}
}

// Two edits at once are tried where no single one suffices.
func TestSearchCombinesTwo(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a search")
	w := &world{usual: 0.7}
	s := searchOf(t, w, nil)
	a, b := s.candidates[0].with(s.edit(t, tempo)), s.edit(t, step)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.6, s.hashOf(t, step): 0.6, a.with(b).Hash: 0.5}
	r := result(t, s)
	testkit.Same(t, "winner", tempo+", and "+step, r.Winner.Text)
	testkit.Same(t, "size", 2, r.Winner.Size)

	s = searchOf(t, w, nil)
	w.scores = nil
	r = result(t, s)
	if r.Winner != nil || len(r.Confirmed) > 0 || !strings.Contains(r.Answer, "so no fresh games were played") {
		t.Errorf("found %q", r.Answer)
	}
}

// Fresh games decide: they have other seeds than those of the race, and the two highest strengths.
// With the default settings they are enough for the margin.
func TestConfirmationHasItsOwnGames(t *testing.T) {
	c := Default()
	g := small(t)
	raced, fresh := c.inRace(g, 1), c.inConfirmation(g, firstLook)
	if raced.Play.Seed == fresh.Play.Seed || raced.Play.Seed == c.Balance.Play.Seed {
		t.Errorf("seeds %d and %d", raced.Play.Seed, fresh.Play.Seed)
	}
	testkit.Same(t, "strengths", [][]int{{60, 240}, {240, 960}}, [][]int{raced.Strengths, fresh.Strengths})
	testkit.Same(t, "level", "0.9929", format.Fixed(fresh.Level, 4)) // of two looks at seven
	testkit.Same(t, "pairs", []int{60, 120, 240, 2400}, []int{raced.Play.Pairs, c.inRace(g, 2).Play.Pairs, c.inRace(g, 3).Play.Pairs, fresh.Play.Pairs})
	if p := testkit.Must(balance.NewPlan(g, fresh))(t); !(p.Rungs[1].HalfWidth < stat.Number(c.Balance.Margin)*0.7) {
		t.Errorf("fresh scores are expected to be known to ± %v, for a margin of %v", p.Rungs[1].HalfWidth, c.Balance.Margin)
	}
}

// An edit with which hardly a game is decided is not fair.
func TestDrawnGamesAreNotFair(t *testing.T) {
	w := &world{usual: 0.62}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.5, s.hashOf(t, step): 0.5}
	w.drawn = map[string]float64{s.hashOf(t, tempo): 0.9}
	r := result(t, s)
	testkit.Same(t, "winner", step, r.Winner.Text)
	i := slices.IndexFunc(r.Race, func(c *Standing) bool { return c.Text == tempo })
	testkit.Same(t, "out", outDrawn, r.Race[i].Out)
}

// An uneven game is decided because it is uneven: the even one may have far more draws.
func TestDecidedGames(t *testing.T) {
	s := &Search{Config: Default(), standings: []*Standing{{Games: 180, Found: stat.Exact(0.9), Drawn: 0.06}}} // of even games a fifth would be drawn
	for _, c := range []struct {
		score, drawn float64
		dull         bool
	}{{0.5, 0.4, false}, {0.5, 0.75, true}, {0.9, 0.06, false}, {0.1, 0.06, false}, {0.75, 0.5, true}, {1, 0, false}, {0, 0, false}} {
		one := &Standing{Games: 180, Found: stat.Exact(c.score), Drawn: stat.Number(c.drawn)}
		testkit.Same(t, "dull", c.dull, s.dull(one))
	}
}

// An edit about which the first look cannot tell, but that seems to reach the target, plays on to a
// second, of the same games and more, the smallest first.
func TestSecondLook(t *testing.T) {
	w := &world{usual: 0.62}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.525}
	r := result(t, s)
	if r.Winner == nil || r.Winner.Text != tempo || r.Winner.Verdict != Reaches {
		t.Fatalf("%s", r.Answer)
	}
	first, second := s.inConfirmation(s.game, firstLook), s.inConfirmation(s.game, secondLook)
	testkit.Same(t, "fresh games", second.Games(match.Crew{}), r.Winner.FreshGames)
	testkit.Same(t, "pairs", moreFresh*first.Play.Pairs, second.Play.Pairs)
	testkit.Same(t, "seed", first.Play.Seed, second.Play.Seed)
	testkit.Same(t, "planned fresh games", confirmations*first.Games(match.Crew{})+2*lookedAgain*(second.Games(match.Crew{})-first.Games(match.Crew{})), testkit.Must(s.Plan())(t).Confirmation)
}

// Of the candidates that the first look leaves open, the smallest are looked at again, and no more than
// there may be; what seems to miss the target is not.
func TestTheSmallestIsLookedAtAgain(t *testing.T) {
	s, looked := searchOf(t, &world{}, nil), map[string]int{}
	scores, halves := map[string]float64{}, map[string]float64{}
	s.find(func(hash string, c balance.Config) stat.Interval {
		looked[hash]++
		half := 0.05
		if looked[hash] == 2 {
			half = halves[hash]
		}
		return stat.Interval{Estimate: scores[hash], Lo: scores[hash] - half, Hi: scores[hash] + half}
	})
	list := s.enter(s.candidates[:4])
	for i, score := range []float64{0.545, 0.52, 0.51, 0.5} {
		scores[list[i].Hash] = score
	}
	for _, c := range []struct {
		halves []float64 // of the second look
		want   []int     // looks
		winner int
	}{
		{[]float64{0.01, 0.01, 0.01, 0.01}, []int{1, 2, 1, 1}, 1},
		{[]float64{0.01, 0.05, 0.01, 0.01}, []int{1, 2, 2, 1}, 2},
		{[]float64{0.01, 0.05, 0.05, 0.01}, []int{1, 2, 2, 1}, -1},
	} {
		clear(looked)
		for i, half := range c.halves {
			halves[list[i].Hash] = half
		}
		got := testkit.Must(s.confirmed(t.Context(), list))(t)
		for i, n := range c.want {
			testkit.Same(t, list[i].Text+": looks", n, looked[list[i].Hash])
		}
		if reached(got) != (c.winner >= 0) || c.winner >= 0 && got[0].Text != list[c.winner].Text {
			t.Errorf("%+v: the first is %s, %s", c, got[0].Text, got[0].Verdict)
		}
	}
}

// A search in which no candidate reaches the target confirms one with at most the error of the level,
// however its luck chooses those that are looked at again.
func TestErrorOfTheConfirmation(t *testing.T) {
	testkit.NotShort(t, "simulates many confirmations")
	s, rng := searchOf(t, &world{}, nil), rand.New(rand.NewPCG(1, 7))
	before := map[string]float64{} // the estimates of the first look
	s.find(func(hash string, c balance.Config) stat.Interval {
		sd := 0.45 / math.Sqrt(float64(c.Play.Pairs))
		x := 0.5 + c.Margin + 1e-9 + sd*rng.NormFloat64() // as near as an unfair game can be
		if first, again := before[hash]; again {
			x = 0.5 + c.Margin + 1e-9 + sd*math.Sqrt(1-1.0/moreFresh)*rng.NormFloat64() + (first-0.5-c.Margin)/moreFresh
		}
		before[hash] = x
		return stat.Symmetric(x, stat.Quantile(c.Level)*sd, c.Level)
	})
	races := [][]*Standing{s.enter(s.candidates[:keep+1]), s.enter(s.candidates[keep+1 : confirmations])}
	runs, wrong := testkit.Choose(150, 5000), 0
	for range runs {
		clear(before)
		for _, list := range races {
			if got := testkit.Must(s.confirmed(t.Context(), list))(t); reached(got) {
				wrong++
				break
			}
		}
	}
	share, allowed := float64(wrong)/float64(runs), 1-s.Balance.Level
	t.Logf("%.3f of %d searches confirm an unfair game", share, runs)
	if tolerance := 2.5 * math.Sqrt(allowed*(1-allowed)/float64(runs)); wrong == 0 || share > allowed+tolerance {
		t.Errorf("%.3f of the searches confirm an unfair game, expected at most %.2f", share, allowed)
	}
}

// If an edit that seemed to suffice is not confirmed, pairs race.
func TestPairsAfterAFailedConfirmation(t *testing.T) {
	w := &world{usual: 0.7}
	s := searchOf(t, w, nil)
	a, b := s.candidates[0].with(s.edit(t, tempo)), s.edit(t, step)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.535, s.hashOf(t, step): 0.66, a.with(b).Hash: 0.5}
	r := result(t, s)
	testkit.Same(t, "winner", tempo+", and "+step, r.Winner.Text)
	if i := slices.IndexFunc(r.Confirmed, func(c Confirmed) bool { return c.Text == tempo }); i < 0 || r.Confirmed[i].Verdict == Reaches {
		t.Errorf("confirmed %+v", r.Confirmed)
	}
}

// The pairs that race are those that should come nearest to the target, with no edit in many of them.
func TestPairs(t *testing.T) {
	s := searchOf(t, &world{usual: 0.7}, func(c *Config) { c.Partners = 3 })
	s.seen = map[string]bool{}
	s.enter(s.candidates)
	for i, c := range s.standings {
		c.Round, c.Games, c.Mean = 1, 100_000, 0.7
		if i > 0 && i < 4 {
			c.Mean = []stat.Number{0.55, 0.65, 0.62}[i-1]
		}
		if i == 4 {
			c.Mean, c.Out = 0.5, outDrawn // as near as can be, but dull
		}
	}
	list := s.pairs()
	if len(list) != 3 || list[0].Size != 2 {
		t.Fatalf("%d pairs", len(list))
	}
	texts := []string{s.standings[1].Text, s.standings[4].Text}
	for _, c := range list { // 0.50, 0.47 and, of two others, 0.55 with one that does nothing
		if !strings.Contains(c.Text, texts[0]) || strings.Contains(c.Text, texts[1]) {
			t.Errorf("%s: expected %s in it, and not %s", c.Text, texts[0], texts[1])
		}
	}
	s.Partners = 2
	if list := s.pairs(); len(list) != 1 || s.seen[list[0].Hash] != true {
		t.Errorf("%d further pairs, expected one that was not in the race", len(list))
	}
}

// Where armies are in question, an edit that makes both sides alike is fair without games.
func TestAlikeArmiesAreEven(t *testing.T) {
	v := testkit.Must(variant.Plain(5, 6))(t)
	v.Name = "swapped"
	v.Array = v.Array[1:2] + v.Array[:1] + v.Array[2:]
	c := Default()
	c.Edits, c.Balance.Of, c.Balance.Rounds = []Kind{Swap}, balance.Army, 0
	s := testkit.Must(New(rulestest.Compile(t, v), c))(t)
	w := &world{usual: 0.3}
	s.measure = w.play
	r := result(t, s)
	if r.Winner == nil || !strings.HasPrefix(r.Winner.Text, "swap Black's ") {
		t.Fatalf("%s of %s", r.Answer, v.Array)
	}
	testkit.Same(t, "verdict", Reaches, r.Winner.Verdict)
	testkit.Same(t, "fresh", stat.Exact(0.5), r.Winner.Fresh)
	r.Folder = t.TempDir()
	testkit.Must(r.Write(page.Run{}))(t)
	path := filepath.Join(r.Folder, GameFile)
	mended := testkit.Must(variant.Load(path))(t)
	if want := "Mended: " + r.Winner.Text + "."; !strings.HasSuffix(mended.Description, want) {
		t.Errorf("the mended game is described by %q, expected %q", mended.Description, want)
	}
	testkit.Same(t, "hash of the mended game", r.Winner.Hash, mended.Hash())
	if text := r.Text(79); !strings.Contains(text, "neither army is ahead") || strings.Contains(text, "NaN") {
		t.Errorf("%s", text)
	}
	r.Winner = nil // another search, with more pairs
	testkit.Must(r.Write(page.Run{}))(t)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a search without an answer leaves %s: %v", GameFile, err)
	}
}

// A kind that an edit changes has the value of the prior in the race, and is learned for the
// confirmation; other kinds keep what is known.
func TestWeightsOfChangedKinds(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a search")
	s := testkit.Must(New(rulestest.Game(t, "chess"), Default()))(t)
	s.known = estimate.StartWeights(s.game)
	// Three single edits and three pairs may have a new kind; chess has weights, and is not learned.
	testkit.Same(t, "games to learn from", 6*1200, testkit.Must(s.Plan())(t).Learning)
	var army *Candidate
	for _, c := range s.candidates {
		if c.Text == "give White's knight the move W" {
			army = c
		}
	}
	split := rulestest.Compile(t, army.Variant)
	if s.weights(split, true) != nil {
		t.Error("a game with another kind is not learned")
	}
	of := func(w *eval.Weights, g *rules.Game, name string) [2]float64 {
		mg, eg := w.Material(g.TypeNamed(name))
		return [2]float64{mg, eg}
	}
	w := s.weights(split, false)
	testkit.Same(t, "material of the knight that changes", of(eval.Prior(split), split, "white-knight"), of(w, split, "white-knight"))
	testkit.Same(t, "material of the other", of(s.known, s.game, "knight"), of(w, split, "knight"))
	term := func(w *eval.Weights, name string) float64 { return w.MG[slices.Index(w.Names(), name)] }
	testkit.Same(t, "another term of the knight that changes", term(s.known, "centre.knight"), term(w, "centre.white-knight"))
	v := testkit.Must(variant.Find("chess"))(t)
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == "knight" })
	v.Pieces[i].Moves = []variant.MoveSet{{Betza: "N"}, {Betza: "W"}}
	g := rulestest.Compile(t, v)
	w = s.weights(g, false)
	testkit.Same(t, "material of a knight that changes for both", of(eval.Prior(g), g, "knight"), of(w, g, "knight"))
	testkit.Same(t, "material of the rook", of(s.known, s.game, "rook"), of(w, g, "rook"))
	v.Name = "untuned"
	if g = rulestest.Compile(t, v); s.weights(g, true) != nil || s.weights(g, false) == nil {
		t.Error("a changed kind is not learned where it can be, or is where it cannot")
	}
}

// Half of the edits go on after the first round, a third after later ones, until few are left.
func TestKept(t *testing.T) {
	for _, test := range []struct {
		n, round, left int
		over           bool
	}{{163, 1, 82, false}, {82, 2, 28, false}, {28, 3, 10, false}, {10, 4, 4, false}, {4, 5, 3, true}, {3, 1, 3, false}, {2, 4, 2, true}, {1, 3, 1, false}} {
		if left, over := kept(test.n, test.round); left != test.left || over != test.over {
			t.Errorf("%d after round %d: %d, %v, expected %d, %v", test.n, test.round, left, over, test.left, test.over)
		}
	}
}

// A search that is interrupted anywhere goes on to the same answer.
func TestSearchGoesOn(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a search")
	w := &world{usual: 0.62}
	s := searchOf(t, w, nil)
	w.scores = map[string]float64{s.hashOf(t, tempo): 0.525, s.hashOf(t, step): 0.526}
	want := result(t, s)
	calls := len(w.calls)
	for _, at := range []int{calls / 2, calls - 1} {
		w.calls, w.stopAt = nil, at
		if _, err := s.Run(t.Context(), "run", match.Crew{}, match.Events{}); !errors.Is(err, errStop) {
			t.Fatalf("stopped at call %d: error %v", at, err)
		}
		w.stopAt = 0
		if got := result(t, s); got.Answer != want.Answer || got.Games != want.Games {
			t.Errorf("stopped at call %d: %q after %d games, want %q after %d", at, got.Answer, got.Games, want.Answer, want.Games)
		}
	}
}

func TestOtherTargets(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a search")
	for target, want := range map[string]string{
		"draws<=0.3":  "at most 30.0 % of the games drawn",
		"length<=120": "games of at most 120 plies on average",
	} {
		w := &world{usual: 0.5}
		if strings.HasPrefix(target, "length") {
			w.usual = 0.7
		}
		s := searchOf(t, w, func(c *Config) { c.Target = testkit.Must(ParseTarget(target))(t) })
		text := "let both sides begin with a2-a3 already played"
		w.scores = map[string]float64{s.hashOf(t, text): map[Measure]float64{Draws: 0.8, Length: 0.3}[s.Target.Of]}
		r := result(t, s)
		testkit.Same(t, target, target, r.Target)
		if r.Winner == nil || r.Winner.Text != text || r.Winner.Verdict != Reaches || !strings.Contains(r.Answer, want) {
			t.Errorf("%s: %q", target, r.Answer)
		}
	}
}

// A game in which no random moves keep the balance leaves the race, and the others go on.
func TestUnevenOpenings(t *testing.T) {
	w := &world{usual: 0.5}
	s := searchOf(t, w, nil)
	w.uneven = s.hashOf(t, tempo)
	r := result(t, s)
	i := slices.IndexFunc(r.Race, func(c *Standing) bool { return c.Text == tempo })
	testkit.Same(t, "out", outUneven, r.Race[i].Out)
	testkit.Same(t, "rounds", 0, r.Race[i].Round)
	// So does the unchanged game, if that is found when it plays on alone.
	w.usual, w.uneven, w.fine = 0.9, s.game.Variant.Hash(), 1
	result(t, s)
	i = slices.IndexFunc(s.standings, func(c *Standing) bool { return c.original() })
	testkit.Same(t, "the unchanged game", []any{outUneven, 1}, []any{s.standings[i].Out, s.standings[i].Round})
}

func TestFaults(t *testing.T) {
	g := small(t)
	for text, change := range map[string]func(*Config){
		`mend: edits: kind is "swop", expected one of ["first" "tempo" "move" "swap" "atom" "rule"]; did you mean "swap"?`: func(c *Config) { c.Edits = []Kind{"swop"} },
		`edits: "swap" stands twice`:                                                                 func(c *Config) { c.Edits = []Kind{Swap, Swap} },
		`partners is 1, expected 2 to 20`:                                                            func(c *Config) { c.Partners = 1 },
		`no number of games shows that none is drawn`:                                                func(c *Config) { c.Target = Target{Draws, 0} },
		`target: length<=4, expected more than the 4 random plies`:                                   func(c *Config) { c.Target = Target{Length, 4} },
		`level is 0.998, expected at most 0.993: its error is divided among 14 looks at fresh games`: func(c *Config) { c.Balance.Level = 0.998 },
		`balance: margin is 0.6`:                                                                     func(c *Config) { c.Balance.Margin = 0.6 },
		`no network knows the edited games`:                                                          func(c *Config) { c.Balance.Panel = []string{"network"} },
		`both sides of chess begin alike; expected "first"`:                                          func(c *Config) { c.Balance.Of = balance.Army },
		`mend: no edit of the kinds ["first"] gives another valid game`:                              func(c *Config) { c.Edits = []Kind{First} },
		`target: measure is "wins", expected one of ["score"]`:                                       func(c *Config) { c.Target.Of = "wins" },
	} {
		c := Default()
		change(&c)
		testkit.Fails(t, testkit.Error(New(g, c)), text)
	}
	for target, text := range map[string]string{
		"drawn<=0.3":   `target: measure is "drawn", expected one of ["score" "draws" "length"]; did you mean "draws"?`,
		"draws":        `target is "draws", expected score, draws<=X with a share such as 0.3, or length<=N`,
		"length<=many": `target is "length<=many"`,
	} {
		testkit.Fails(t, testkit.Error(ParseTarget(target)), text)
	}
}

// A search with more pairs does not look again at the fresh games of another.
func TestMorePairsAreFresh(t *testing.T) {
	c := Default()
	more := c
	more.Balance.Play.Pairs *= 2
	g := rulestest.Game(t, "chess")
	if c.confirmFolder() == more.confirmFolder() || c.inConfirmation(g, firstLook).Play.Seed == more.inConfirmation(g, firstLook).Play.Seed {
		t.Errorf("both have the folder %s", c.confirmFolder())
	}
}
