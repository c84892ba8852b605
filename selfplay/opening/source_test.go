package opening

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
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
		{with(func(c *Config) { c.Kind = "aray" }), `kind is "aray", expected array, standard, armies, odds, exchanges or book; did you mean "array"?`},
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

func source(t testing.TB, g *rules.Game, cfg Config, seed uint64) *Source {
	t.Helper()
	return testkit.Must(New(g, cfg, seed))(t)
}

func start(t testing.TB, s *Source, pair, index int) Start {
	t.Helper()
	return testkit.Must(s.Start(0, pair, index))(t)
}

// with returns the default configuration with some changes.
func with(edit func(*Config)) Config {
	c := Default()
	edit(&c)
	return c
}

const (
	afterE4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"
	afterD4 = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1"
	afterC4 = "rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 0 1"
)

// Lines of EPD and FEN in all forms, with ignored lines in between.
func TestBookOfPositions(t *testing.T) {
	text := "\ufeff# comment\r\n\r\n" +
		"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3\r\n" +
		"  rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 bm d7d5; id \"x 1; y\";\n" +
		"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 hmvc 7; fmvn 12; id \"z\";\n" +
		"rnbqkbnr/pppppppp/8/8/2P5/8/PP1PPPPP/RNBQKBNR b KQkq c3 3 4;"
	g := rulestest.Game(t, "chess")
	s := source(t, g, FromBook(testkit.File(t, "b.epd", text)), 1)
	want := []string{afterE4, afterD4, strings.Replace(afterC4, " 0 1", " 7 12", 1), strings.Replace(afterC4, " 0 1", " 3 4", 1)}
	if len(s.book.entries) != len(want) {
		t.Fatalf("%d positions, want %d", len(s.book.entries), len(want))
	}
	for i := range 3 * len(want) {
		if got := start(t, s, i, i%2).FEN; withoutPassing(got) != withoutPassing(want[i%len(want)]) {
			t.Errorf("pair %d starts from %s, want %s", i, got, want[i%len(want)])
		}
	}
	if s.Config().Hash == "" {
		t.Error("the book has no hash")
	}
	later := FromBook(testkit.File(t, "b.epd", text))
	later.BookStart = 3
	s = source(t, g, later, 1)
	for i := range 2 * len(want) {
		if got := start(t, s, i, 0).FEN; withoutPassing(got) != withoutPassing(want[(i+3)%len(want)]) {
			t.Errorf("with a later start pair %d starts from %s, want %s", i, got, want[(i+3)%len(want)])
		}
	}
	later.BookStart = 4
	_, err := New(g, later, 1)
	testkit.Fails(t, err, "found 4 openings, expected more than the 4 that are skipped")
}

// withoutPassing removes the en-passant field, which is meaningless if no pawn can
// capture.
func withoutPassing(fen string) string {
	f := strings.Fields(fen)
	f[3] = "-"
	return strings.Join(f, " ")
}

func TestRandomOrder(t *testing.T) {
	g := rulestest.Game(t, "chess")
	path := testkit.File(t, "b.fen", strings.Join([]string{afterE4, afterD4, afterC4}, "\n"))
	orders := map[string]bool{}
	s := source(t, g, shuffled(path), 1)
	for cycle := range 30 {
		seen := map[string]bool{}
		order := ""
		for i := range 3 {
			fen := start(t, s, 3*cycle+i, 0).FEN
			seen[fen] = true
			order += fen
		}
		if len(seen) != 3 {
			t.Errorf("reading %d gives %d different positions, want 3", cycle, len(seen))
		}
		orders[order] = true
	}
	if len(orders) != 6 {
		t.Errorf("%d orders in 30 readings, want all 6", len(orders))
	}
	other := source(t, g, shuffled(path), 2)
	for i := range 90 {
		if start(t, other, i, 0).FEN != start(t, s, i, 0).FEN {
			return
		}
	}
	t.Error("another seed gives the same order")
}

// Waiting pieces are placed at random; otherwise the position stays.
func TestBookWithWaitingPieces(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	fen := g.NewPosition().FEN()
	s := source(t, g, FromBook(testkit.File(t, "b.epd", fen)), 1)
	places := map[string]bool{}
	for i := range 30 {
		got := start(t, s, i, 0)
		checkStart(t, got.Position)
		if start(t, s, i, 0).FEN != got.FEN {
			t.Errorf("pair %d has two placements", i)
		}
		places[got.FEN] = true
	}
	if len(places) < 20 {
		t.Errorf("%d placements in 30 pairs", len(places))
	}
}

// The moves of a game that place waiting pieces are made, and none is placed twice.
func TestBookOfGamesWithPlacements(t *testing.T) {
	g := rulestest.Game(t, "musketeer")
	p, text := g.NewPosition(), ""
	for ply := 0; ply < 8; ply++ {
		m := p.Moves(nil)[0]
		if ply%2 == 0 {
			text += fmt.Sprintf("%d. ", 1+ply/2)
		}
		text += p.SAN(m) + " "
		p.Make(m)
	}
	cfg := FromBook(testkit.File(t, "b.pgn", "[Variant \"musketeer\"]\n\n"+text+"*\n"))
	cfg.BookPlies = 8
	s := source(t, g, cfg, 1)
	got := start(t, s, 0, 0)
	testkit.Same(t, "position after the book", p.FEN(), got.Position.FEN())
	again := testkit.Must(g.ParseFEN(got.FEN))(t)
	for _, m := range got.Moves {
		again.Make(m)
	}
	testkit.Same(t, "position replayed", p.FEN(), again.FEN())
	if s.MostPlies() != 8 {
		t.Errorf("the longest opening has %d plies", s.MostPlies())
	}
}

func TestBadBooks(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for name, tc := range map[string]struct{ text, want string }{
		"empty.epd":  {"# nothing\n\n", "empty.epd: found no position"},
		"bad.epd":    {afterE4 + "\nrnbqkbnr/pppp/8 w - -\n", "bad.epd:2: "},
		"other.epd":  {afterE4 + "\n\n" + strings.Replace(afterE4, "n", "z", 1), "other.epd:3: "},
		"mate.epd":   {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "mate.epd:1: the game is over by checkmate"},
		"binary.epd": {"\x00\x01\x02\x03", "binary.epd:1: "},
	} {
		testkit.Fails(t, testkit.Error(New(g, FromBook(testkit.File(t, name, tc.text)), 0)), tc.want)
	}
	testkit.Fails(t, testkit.Error(New(g, FromBook("no/such/file.epd"), 0)), "no/such/file.epd")
}

// Games provide their first moves, at most up to the move before they end.
func TestBookOfGames(t *testing.T) {
	text := `[Event "a"]

1. e4 {king's pawn} e5 2. Nf3 Nc6 3. Bb5 a6 1-0

[Event "b"]

1. f3 e5 2. g4 Qh4# 0-1

[Event "c"]
[SetUp "1"]
[FEN "` + afterD4 + `"]

1... d5 *
`
	g := rulestest.Game(t, "chess")
	path := testkit.File(t, "b.pgn", text)
	for _, tc := range []struct {
		plies int
		want  []string
	}{
		{3, []string{"e2e4 e7e5 g1f3", "f2f3 e7e5 g2g4", "d7d5"}},
		{16, []string{"e2e4 e7e5 g1f3 b8c6 f1b5 a7a6", "f2f3 e7e5 g2g4", "d7d5"}},
		{0, []string{"", "", ""}},
	} {
		cfg := FromBook(path)
		cfg.BookPlies = tc.plies
		s := source(t, g, cfg, 1)
		for i, want := range tc.want {
			got := start(t, s, i, 0)
			var moves []string
			for _, m := range got.Moves {
				moves = append(moves, g.MoveText(m))
			}
			if strings.Join(moves, " ") != want || got.Position.Plies() != len(moves) {
				t.Errorf("%d plies, game %d: %q and a position after %d plies, want %q", tc.plies, i, moves, got.Position.Plies(), want)
			}
		}
		if fen := start(t, s, 2, 0).FEN; withoutPassing(fen) != withoutPassing(afterD4) {
			t.Errorf("the third game starts from %s", fen)
		}
	}
	over := "[FEN \"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\"]\n\n0-1\n"
	testkit.Fails(t, testkit.Error(New(g, FromBook(testkit.File(t, "over.pgn", over)), 1)), "over.pgn: game 1: the game is over by checkmate")
	testkit.Fails(t, testkit.Error(New(g, FromBook(testkit.File(t, "bad.pgn", "[Event \"a\"]\n\n1. e4 e5\n2. Nf6 *\n")), 1)), "bad.pgn:4")
}

// shuffled returns the configuration for a book in random order.
func shuffled(path string) Config {
	c := FromBook(path)
	c.Order = Random
	return c
}
