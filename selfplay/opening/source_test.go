package opening

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"

	"golang.org/x/sync/errgroup"
)

// The moves of a start lead from its FEN to its position, whose history begins
// with the FEN.
func TestStartIsConsistent(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	for _, cfg := range []Config{
		with(func(c *Config) { c.RandomPlies = 5 }),
		with(func(c *Config) { c.Kind, c.RandomPlies = Armies, 3 }),
		with(func(c *Config) { c.RandomPlies = 4; c.KeepBalance(50) }),
	} {
		s := source(t, g, cfg, 4)
		for i := range 20 {
			got := start(t, s, i, i%2)
			p := testkit.Must(g.ParseFEN(got.FEN))(t)
			for _, m := range got.Moves {
				p.Make(m)
			}
			if p.FEN() != got.Position.FEN() || got.Position.Plies() != len(got.Moves) || len(got.Moves) != cfg.RandomPlies {
				t.Errorf("%+v: %s and %d moves give %s, the position is %s after %d plies", cfg, got.FEN, len(got.Moves), p.FEN(), got.Position.FEN(), got.Position.Plies())
			}
			checkMirrored(t, got)
		}
	}
}

func checkMirrored(t *testing.T, s Start) {
	t.Helper()
	m := s.Mirrored()
	if m.Position.Mirror().FEN() != s.Position.FEN() || m.Position.FEN() != m.FEN || m.Position.Turn() == s.Position.Turn() {
		t.Errorf("%s mirrored is %s", s.Position.FEN(), m.FEN)
	}
}

func TestBalance(t *testing.T) {
	g := rulestest.Game(t, "chess")
	const bound = 40
	filtered := source(t, g, with(func(c *Config) { c.RandomPlies = 8; c.KeepBalance(bound) }), 7)
	free := source(t, g, with(func(c *Config) { c.RandomPlies = 8 }), 7)
	judge := search.New(eval.New(g, eval.Prior(g)), search.Options{HashBits: judgeHashBits})
	outside, redrawn := 0, 0
	for i := range 60 {
		a, b := start(t, free, i, 0), start(t, filtered, i, 0)
		judge.Reset()
		if score := judge.Search(b.Position, search.Limits{Nodes: 300}).Score; max(score, -score) > bound {
			t.Errorf("pair %d: %s scores %d", i, b.Position.FEN(), score)
		}
		judge.Reset()
		balanced := true
		if score := judge.Search(a.Position, search.Limits{Nodes: 300}).Score; max(score, -score) > bound {
			outside++
			balanced = false
		}
		if same := a.Position.FEN() == b.Position.FEN(); same != balanced {
			t.Errorf("pair %d: balanced %v, but kept %v", i, balanced, same)
		} else if !same {
			redrawn++
		}
	}
	if outside == 0 || redrawn == 0 {
		t.Errorf("%d of 60 openings out of balance, %d drawn again; expected some", outside, redrawn)
	}
}

// If the array itself is uneven, balance only limits how much the moves change it.
func TestBalanceOfUnevenArrays(t *testing.T) {
	g := rulestest.Parse(t, uneven)
	const bound = 100
	s := source(t, g, with(func(c *Config) { c.RandomPlies = 4; c.KeepBalance(bound) }), 1)
	array := s.judges.score(g.NewPosition())
	if array <= bound {
		t.Fatalf("the array scores %d", array)
	}
	for i := range 20 {
		a := start(t, s, i, 0)
		if d := s.judges.score(a.Position) - array; max(d, -d) > bound {
			t.Errorf("pair %d: %s changes the score by %d", i, a.Position.FEN(), d)
		}
	}
}

const uneven = `
name = "uneven"
[board]
files = 6
ranks = 6
array = "k5/6/6/6/NNNNNN/K5"
[[piece]]
name = "knight"
symbol = "N"
move = "N"
[[piece]]
name = "king"
symbol = "K"
royal = true
move = "K"
`

func TestBalanceThatCannotBe(t *testing.T) {
	cfg := shuffled(testkit.File(t, "a.epd", "k5/6/6/6/NNNNNN/K5 w\n"))
	cfg.RandomPlies, cfg.Balance, cfg.BalanceNodes = 1, 10, 20
	testkit.Fails(t, testkit.Error(source(t, rulestest.Parse(t, uneven), cfg, 1).Start(0, 3, 0)), "pair 3", "balance")
}

// A source gives the same openings in any order and on any goroutine.
func TestSourceIsShared(t *testing.T) {
	g := rulestest.Game(t, "chess")
	var lines strings.Builder
	for i := range 7 {
		p := g.NewPosition()
		p.Make(p.Moves(nil)[i])
		fmt.Fprintln(&lines, p.FEN())
	}
	cfg := with(func(c *Config) {
		*c = shuffled(testkit.File(t, "a.epd", lines.String()))
		c.RandomPlies, c.Balance, c.BalanceNodes = 2, 200, 30
	})
	s := source(t, g, cfg, 3)
	want := map[int]string{}
	for i := range 40 {
		want[i] = start(t, s, i, 0).Position.FEN()
	}
	group, _ := errgroup.WithContext(context.Background())
	for w := range 4 {
		group.Go(func() error {
			for i := 39; i >= 0; i-- {
				pair := (i + 11*w) % 40
				if got, err := s.Start(0, pair, 0); err != nil || got.Position.FEN() != want[pair] {
					return fmt.Errorf("pair %d: %s (%v), want %s", pair, got.Position.FEN(), err, want[pair])
				}
			}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		t.Error(err)
	}
}

func TestRandomPliesDoNotEndTheGame(t *testing.T) {
	g := rulestest.Game(t, "chess")
	// Mates and stalemates abound.
	p := testkit.Must(g.ParseFEN("7k/8/6K1/8/8/8/PP6/1Q6 w - - 0 1"))(t)
	for i := range 200 {
		q := p.Clone()
		moves := randomPlies(newRand(uint64(i), 0, 0, 0), q, 6)
		if len(moves) != 6 || q.Plies() != 6 {
			t.Fatalf("%d random plies, want 6", len(moves))
		}
		if result, reason := q.Outcome(); result != rules.Ongoing {
			t.Errorf("random plies end in %s: %s", reason, q.FEN())
		}
	}
	// The only move captures the last piece.
	over := testkit.Must(g.ParseFEN("k7/8/8/8/8/8/6q1/7K w - - 0 1"))(t)
	if moves := randomPlies(newRand(0, 0, 0, 0), over, 3); len(moves) != 0 || over.Plies() != 0 {
		t.Errorf("made %d random plies where none is possible", len(moves))
	}
}

func TestValidate(t *testing.T) {
	for _, tc := range []struct {
		cfg  Config
		want string
	}{
		{Default(), ""},
		{with(func(c *Config) { c.Kind = Armies }), ""},
		{with(func(c *Config) { c.RandomPlies = 4; c.KeepBalance(50) }), ""},
		{with(func(c *Config) { c.Kind = "aray" }), `kind is "aray", expected one of ["array" "standard" "armies" "odds" "exchanges" "book"]; did you mean "array"?`},
		{with(func(c *Config) { c.Kind = Book }), "expected a path"},
		{with(func(c *Config) { c.Path = "x.epd" }), "expected a path with the kind"},
		{with(func(c *Config) { c.Kind, c.Path, c.Order = Book, "x.epd", "randm" }), `did you mean "random"?`},
		{with(func(c *Config) { c.RandomPlies = 101 }), "random-plies is 101, expected 0 to 100"},
		{with(func(c *Config) { c.KeepBalance(50) }), "random-plies is 0"},
		{with(func(c *Config) { c.RandomPlies, c.Balance = 1, -1 }), "balance is -1"},
		{with(func(c *Config) { c.Kind, c.MaxImbalance = Armies, -1 }), "max-imbalance is -1"},
		{with(func(c *Config) { c.MaxImbalance = math.NaN() }), "max-imbalance is NaN"},
		{with(func(c *Config) { c.Kind, c.Units = Armies, 21 }), "units is 21, expected 1 to 20"},
		{with(func(c *Config) { c.MissingPawns = 21 }), "missing-pawns is 21, expected 0 to 20"},
		{with(func(c *Config) { c.Kind = Odds }), `kind is "odds" and exchange is "", expected an exchange with the kind`},
		{with(func(c *Config) { c.Kind, c.Exchange = Armies, "pawn=" }), `kind is "armies" and exchange is "pawn="`},
	} {
		err := tc.cfg.Validate()
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("%+v: %v, want %q", tc.cfg, err, tc.want)
		}
	}
}

// The games of a turned pair begin from one position with either side to move, and the
// random moves have not changed the array's own advantage in either.
func TestTurned(t *testing.T) {
	for _, name := range []string{"chess", "spartan", "hannibal-manticore"} {
		g := rulestest.Game(t, name)
		const bound = 60
		s := source(t, g, with(func(c *Config) { c.RandomPlies = 4; c.KeepBalance(bound); c.BalanceFromArray, c.Turned = true, true }), 3)
		judges := newJudges(g, 300)
		for pair := range 15 {
			both := [2]Start{start(t, s, pair, 0), start(t, s, pair, 1)}
			board := func(p *rules.Position) string { return strings.Fields(p.FEN())[0] }
			if p, q := both[0].Position, both[1].Position; board(p) != board(q) || p.Turn() == q.Turn() || q.FEN() != both[1].FEN || p.Plies() != 4 || q.Plies() != 0 {
				t.Errorf("%s, pair %d: %s and %s", name, pair, p.FEN(), q.FEN())
			}
			first := testkit.Must(g.ParseFEN(both[0].FEN))(t)
			for _, o := range both {
				if o.Position.Turn() != first.Turn() {
					first.MakeNull()
				}
				if change := judges.score(o.Position) - judges.score(first); max(change, -change) > bound {
					t.Errorf("%s, pair %d: the moves change the advantage by %d in %s", name, pair, change, o.Position.FEN())
				}
			}
		}
	}
	if !MayTurn(rulestest.Game(t, "chess")) || MayTurn(rulestest.Game(t, "racing-kings")) {
		t.Error("either side may move first in chess, not in racing kings")
	}
	g := rulestest.Parse(t, strings.Replace(uneven, "k5/6/6/6/NNNNNN/K5", "k5/6/2N3/N5/6/K5", 1)) // Black would be stalemated
	turned := with(func(c *Config) { c.RandomPlies = 2; c.KeepBalance(100); c.BalanceFromArray, c.Turned = true, true })
	_, err := source(t, g, turned, 1).Start(0, 3, 0)
	testkit.Fails(t, err, "opening of pair 3: in k5/6/2N3/N5/6/K5 w - - 0 1 the other side cannot move first")
	bad := with(func(c *Config) { c.Kind, c.Turned = Armies, true })
	testkit.Fails(t, bad.Validate(), `kind is "armies" with turned`)
}
