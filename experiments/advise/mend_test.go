package advise

import (
	"bytes"
	"encoding/csv"
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
	testkit.Same(t, "answer", "The smallest confirmed edit that gives a score between 46.0 % and 54.0 % is to "+tempo+". It was played.", r.Answer)
	if p := testkit.Must(s.Plan())(t); r.Games >= p.Race+p.Confirmation || len(r.Race) != p.Candidates {
		t.Errorf("%d games of %d candidates, planned are at most %d of %d", r.Games, len(r.Race), p.Race+p.Confirmation, p.Candidates)
	}
	for _, c := range r.Race {
		if c.Text != tempo && c.Out == "" {
			t.Errorf("%s is still in", c.Text)
		}
	}
	if rows := testkit.Must(csv.NewReader(bytes.NewReader(r.sheet().Data)).ReadAll())(t); len(rows) != len(r.Race)+1 ||
		!slices.ContainsFunc(rows, func(row []string) bool { return row[1] == tempo && row[11] == string(Reaches) }) {
		t.Errorf("mend.csv is %q", rows)
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
	w.usual = 0.9 // known after one round, but others are compared with its draws
	result(t, s)
	as = s.standings[slices.IndexFunc(s.standings, func(c *Standing) bool { return c.original() })]
	testkit.Same(t, "rounds of a game that is far from fair", leastRounds, as.Round)
}

// A fair game needs no edit, even if one happens to score better in the race.
func TestSearchKeepsAFairGame(t *testing.T) {
	w := &world{usual: 0.5}
	r := result(t, searchOf(t, w, func(c *MendConfig) { c.Balance.Play.Pairs *= 4 })) // to confirm it for certain
	testkit.Same(t, "winner", "change nothing", r.Winner.Text)
	testkit.Same(t, "confirmed", 1, len(r.Confirmed)) // no other is smaller
	if !strings.HasPrefix(r.Answer, "Nothing needs mending") {
		t.Errorf("answer %q", r.Answer)
	}
}

// Where no edit suffices, none is the answer.
func TestNoEditSuffices(t *testing.T) {
	r := result(t, searchOf(t, &world{usual: 0.7}, nil))
	if r.Winner != nil || len(r.Confirmed) > 0 || !strings.Contains(r.Answer, "so no fresh games were played") {
		t.Errorf("found %q", r.Answer)
	}
}

// A search in which no candidate reaches the target confirms one with at most the error of the level,
// however its luck chooses them.
func TestErrorOfTheConfirmation(t *testing.T) {
	testkit.NotShort(t, "simulates many confirmations")
	s, rng := searchOf(t, &world{}, nil), rand.New(rand.NewPCG(1, 7))
	s.find(func(hash string, c balance.Config) stat.Interval {
		sd := 0.45 / math.Sqrt(float64(c.Play.Pairs))
		x := 0.5 + c.Margin + 1e-9 + sd*rng.NormFloat64() // as near as an unfair game can be
		return stat.Symmetric(x, stat.Quantile(c.Level)*sd, c.Level)
	})
	runs, wrong := testkit.Choose(150, 5000), 0
	for range runs {
		got := testkit.Must(s.confirmed(t.Context(), s.standings[:confirmations]))(t)
		if got[0].Reached() {
			wrong++
		}
	}
	share, allowed := float64(wrong)/float64(runs), 1-s.Balance.Level
	t.Logf("%.3f of %d searches confirm an unfair game", share, runs)
	if tolerance := 2.5 * math.Sqrt(allowed*(1-allowed)/float64(runs)); wrong == 0 || share > allowed+tolerance {
		t.Errorf("%.3f of the searches confirm an unfair game, expected at most %.2f", share, allowed)
	}
}

// Fresh games decide: they have other seeds than those of the race, and the two highest strengths.
// With the default settings they are enough for the margin.
func TestConfirmationHasItsOwnGames(t *testing.T) {
	c := DefaultMend()
	g := small(t)
	raced, fresh := c.inRace(g, 1), c.inConfirmation(g)
	if raced.Play.Seed == fresh.Play.Seed || raced.Play.Seed == c.Balance.Play.Seed {
		t.Errorf("seeds %d and %d", raced.Play.Seed, fresh.Play.Seed)
	}
	testkit.Same(t, "strengths", [][]int{{240, 480}, {480, 960}}, [][]int{raced.Strengths, fresh.Strengths})
	testkit.Same(t, "level", "0.9750", format.Fixed(fresh.Level, 4)) // among four candidates
	testkit.Same(t, "pairs", []int{30, 60, 120, 1200}, []int{raced.Play.Pairs, c.inRace(g, 2).Play.Pairs, c.inRace(g, 3).Play.Pairs, fresh.Play.Pairs})
	more := c // a search with more pairs does not look again at the fresh games of another
	more.Balance.Play.Pairs *= 2
	if c.confirmFolder() == more.confirmFolder() || fresh.Play.Seed == more.inConfirmation(g).Play.Seed {
		t.Errorf("both have the folder %s", c.confirmFolder())
	}
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
	s := &Mending{MendConfig: DefaultMend(), standings: []*Standing{{Games: 180, Found: stat.Exact(0.9), Drawn: 0.06}}} // of even games a fifth would be drawn
	for _, c := range []struct {
		score, drawn float64
		dull         bool
	}{{0.5, 0.4, false}, {0.5, 0.75, true}, {0.9, 0.06, false}, {0.1, 0.06, false}, {0.75, 0.5, true}, {1, 0, false}, {0, 0, false}} {
		one := &Standing{Games: 180, Found: stat.Exact(c.score), Drawn: stat.Number(c.drawn)}
		testkit.Same(t, "dull", c.dull, s.dull(one))
	}
}

// Where armies are in question, an edit that makes both sides alike is fair without games.
func TestAlikeArmiesAreEven(t *testing.T) {
	v := testkit.Must(variant.Plain(5, 6))(t)
	v.Name = "swapped"
	v.Array = v.Array[1:2] + v.Array[:1] + v.Array[2:]
	c := DefaultMend()
	c.Edits, c.Balance.Of, c.Balance.Rounds = []EditKind{EditSwap}, balance.Army, 0
	s := testkit.Must(NewMending(rulestest.Compile(t, v), c))(t)
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
	if text := testkit.Read(t, r.Folder, page.MarkdownFile); !strings.Contains(text, ", mended. White on rank 1: ") {
		t.Errorf("the board is not said to be that of the mended game:\n%s", text)
	}
	path := filepath.Join(r.Folder, MendedGame)
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
		t.Errorf("a search without an answer leaves %s: %v", MendedGame, err)
	}
}

// A kind that an edit changes has the value of the prior in the race, and is learned for the
// confirmation; other kinds keep what is known.
func TestWeightsOfChangedKinds(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen a search")
	s := testkit.Must(NewMending(rulestest.Game(t, "chess"), DefaultMend()))(t)
	s.known = eval.Default(s.game)
	// Three edits may have a new kind; chess has weights, and is not learned.
	testkit.Same(t, "games to learn from", 3*1200, testkit.Must(s.Plan())(t).Learning)
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
		s := searchOf(t, w, func(c *MendConfig) { c.Target = testkit.Must(ParseTarget(target))(t) })
		text := "let both sides begin with a2-a3 already played"
		w.scores = map[string]float64{s.hashOf(t, text): map[TargetMeasure]float64{TargetDraws: 0.8, TargetLength: 0.3}[s.Target.Of]}
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
	for text, change := range map[string]func(*MendConfig){
		`mend: edits: kind is "swop", expected first, tempo, move, swap or atom; did you mean "swap"?`: func(c *MendConfig) { c.Edits = []EditKind{"swop"} },
		`edits: "swap" stands twice`: func(c *MendConfig) { c.Edits = []EditKind{EditSwap, EditSwap} },
		`edits: the kind "rule" is gone, because changed rules, such as compulsory captures, hid what was uneven; expected some of first`: func(c *MendConfig) { c.Edits = []EditKind{"rule"} },
		`no number of games shows that none is drawn`:                                                      func(c *MendConfig) { c.Target = Target{TargetDraws, 0} },
		`target: length<=4, expected more than the 4 random plies`:                                         func(c *MendConfig) { c.Target = Target{TargetLength, 4} },
		`level is 0.999, expected at most 0.998: its error is divided among 4 candidates with fresh games`: func(c *MendConfig) { c.Balance.Level = 0.999 },
		`balance: margin is 0.6`:                                    func(c *MendConfig) { c.Balance.Margin = 0.6 },
		`no network knows the edited games`:                         func(c *MendConfig) { c.Balance.Panel = []string{"network"} },
		`both sides of chess begin alike; expected "first"`:         func(c *MendConfig) { c.Balance.Of = balance.Army },
		`mend: no edit of the kinds first gives another valid game`: func(c *MendConfig) { c.Edits = []EditKind{EditFirst} },
		`target: measure is "wins", expected score`:                 func(c *MendConfig) { c.Target.Of = "wins" },
	} {
		c := DefaultMend()
		change(&c)
		testkit.Fails(t, testkit.Error(NewMending(g, c)), text)
	}
	for target, text := range map[string]string{
		"drawn<=0.3":   `target: measure is "drawn", expected score, draws or length; did you mean "draws"?`,
		"draws":        `target is "draws", expected score, draws<=X with a share such as 0.3, or length<=N`,
		"length<=many": `target is "length<=many"`,
	} {
		testkit.Fails(t, testkit.Error(ParseTarget(target)), text)
	}
}
