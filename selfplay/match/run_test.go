package match

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

var ignoreHidden = cmpopts.IgnoreUnexported(Tally{})

// The games and the tally do not depend on the number of workers or on interruptions.
func TestGamesDoNotDependOnHowTheyArePlayed(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	cfg := with(func(c *Config) {
		c.Seed, c.Pairs, c.MaxPlies, c.RandomPlies, c.Balance, c.BalanceNodes = 5, 12, 80, 3, 300, 50
	})
	for name, r := range map[string]*Run{
		"two":   prepare(t, g, cfg, "engine:nodes=40", "engine:nodes=15,no-history"),
		"three": prepare(t, g, cfg, "engine:nodes=30", "random", "engine:nodes=10"),
		"same":  prepare(t, g, cfg, "engine:nodes=30,name=A", "engine:nodes=30,name=B"),
		"alone": soloist(t, g, selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 5, 16, 30, 80 })),
	} {
		t.Run(name, func(t *testing.T) {
			one, many, parts := open(t, r), open(t, r), open(t, r)
			want := play(t, r, one, 1, Events{})
			games := records(t, one)
			if alone := want.Self.Games; len(games) != r.Total() || want.Games()+alone != r.Total() || want.Finished.Games()+alone != r.Total() {
				t.Fatalf("%d games, tally of %d, want %d", len(games), want.Games()+alone, r.Total())
			}
			testkit.Same(t, "eight workers count otherwise", want, play(t, r, many, 8, Events{}), ignoreHidden)
			testkit.Same(t, "eight workers play other games", games, records(t, many))
			tally, stops := interrupted(t, r, parts, 2, 2)
			if stops < 2 {
				t.Errorf("interrupted %d times, expected at least 2", stops)
			}
			testkit.Same(t, "an interrupted run counts otherwise", want, tally, ignoreHidden)
			testkit.Same(t, "an interrupted run plays other games", games, records(t, parts))
			again := play(t, r, parts, 2, Events{GameDone: func(Progress) { t.Error("a game is played again") }})
			testkit.Same(t, "a finished run counts otherwise", want, again, ignoreHidden)
		})
	}
}

// The two games of a pair have the same opening with colours exchanged, or mirrored
// openings if the players are the same.
func TestPairs(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 5, 20, 5 })
	for _, tc := range []struct {
		players  []string
		mirrored bool
	}{
		{[]string{"engine:nodes=9", "engine:nodes=8"}, false},
		{[]string{"engine:nodes=9", "engine:nodes=9,name=B"}, true},
	} {
		s := open(t, prepare(t, g, cfg, tc.players...))
		play(t, prepare(t, g, cfg, tc.players...), s, 2, Events{})
		list := records(t, s)
		for i := 0; i < len(list); i += 2 {
			a, b := list[i], list[i+1]
			if a.White != 0 || a.Black != 1 || b.White != 1 || b.Black != 0 || a.Pair != b.Pair {
				t.Errorf("games %s and %s: players %d, %d and %d, %d", a.Name(), b.Name(), a.White, a.Black, b.White, b.Black)
			}
			p, q := begun(t, g, &a), begun(t, g, &b)
			if tc.mirrored {
				q = q.Mirror()
			}
			if p.FEN() != q.FEN() || a.RandomPlies != 5 {
				t.Errorf("pair %d: %s and %s, %d random plies", a.Pair, p.FEN(), q.FEN(), a.RandomPlies)
			}
		}
	}
}

// begun returns the position after the opening moves of a game.
func begun(t *testing.T, g *rules.Game, r *store.Record) *rules.Position {
	t.Helper()
	p := testkit.Must(g.ParseFEN(r.FEN))(t)
	for _, text := range r.Moves[:r.RandomPlies] {
		m := testkit.Must(p.ParseMove(text))(t)
		p.Make(m)
	}
	return p
}

// A test ends with the same pair for any number of workers and interruptions;
// games of later pairs are kept and do not count.
func TestSPRT(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := with(func(c *Config) {
		c.Seed, c.MaxPlies, c.SPRT, c.RandomPlies = 2, 200, &rating.SPRT{Elo0: 0, Elo1: 100}, 4
	})
	players := []string{"engine:nodes=60", "engine:nodes=6"}
	r := prepare(t, g, cfg, players...)
	want := play(t, r, open(t, r), 1, Events{})
	if want.Test.Decision != rating.AcceptH1 || want.Games() > 400 {
		t.Fatalf("%+v after %d games, expected H1 soon", want.Test, want.Games())
	}
	for _, workers := range []int{2, 8} {
		s := open(t, r)
		got := play(t, r, s, workers, Events{})
		if diff := cmp.Diff(want, got, ignoreHidden, cmpopts.IgnoreFields(Tally{}, "Finished")); diff != "" {
			t.Errorf("%d workers: %s", workers, diff)
		}
		if n := len(records(t, s)); n != got.Finished.Games() || n < got.Games() {
			t.Errorf("%d workers: %d games stored, %d finished, %d count", workers, n, got.Finished.Games(), got.Games())
		}
		again := play(t, r, s, workers, Events{GameDone: func(Progress) { t.Error("played on after the decision") }})
		if diff := cmp.Diff(got, again, ignoreHidden); diff != "" {
			t.Errorf("%d workers, again: %s", workers, diff)
		}
	}
	tally, stops := interrupted(t, r, open(t, r), 3, 5)
	if diff := cmp.Diff(want, tally, ignoreHidden, cmpopts.IgnoreFields(Tally{}, "Finished")); diff != "" || stops == 0 {
		t.Errorf("after %d interruptions: %s", stops, diff)
	}
}

// A run can be continued with more games.
func TestMorePairs(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 2, 30, 4 })
	players := []string{"engine:nodes=9", "random", "engine:nodes=5"}
	folder := t.TempDir()
	for _, pairs := range []int{2, 4, 3} {
		cfg.Pairs = pairs
		r := prepare(t, g, cfg, players...)
		s := testkit.Must(r.Open(folder))(t)
		tally := play(t, r, s, 2, Events{})
		if tally.Games() != 2*3*pairs {
			t.Errorf("%d pairs: %d games", pairs, tally.Games())
		}
		if pairs == 4 {
			whole := open(t, r)
			play(t, r, whole, 2, Events{})
			testkit.Same(t, "", records(t, whole), records(t, s))
		}
		s.Close()
	}
}

// Settings that affect games cannot change in a folder.
func TestOpenRefuses(t *testing.T) {
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	base := with(func(c *Config) { c.Pairs = 1 })
	for i, tc := range []struct {
		cfg     Config
		players []string
		want    string
	}{
		{base, []string{"random", "engine:nodes=5,name=e"}, ""},
		{with(func(c *Config) { c.Pairs, c.MaxFaults, c.SPRT = 3, 4, &rating.SPRT{Elo1: 5} }), []string{"random", "engine:nodes=5,name=e"}, ""},
		{with(func(c *Config) { c.Pairs, c.Seed = 1, 1 }), []string{"random", "engine:nodes=5,name=e"}, "seed was 0 and is now 1"},
		{base, []string{"random", "engine:nodes=6,name=e"}, "nodes was 5 and is now 6"},
		{base, []string{"engine:nodes=5,name=e", "random"}, "another player 1"},
		{base, []string{"random", "engine:nodes=5,name=e", "random:name=r"}, "2 players, expected 3"},
		{with(func(c *Config) { c.Pairs, c.Draw = 1, DrawRule{Moves: 3} }), []string{"random", "engine:nodes=5,name=e"}, "draw was"},
	} {
		s, err := prepare(t, g, tc.cfg, tc.players...).Open(folder)
		if err == nil {
			err = errors.Join(s.Put(store.Record{Result: rules.Draw}), s.Close())
		}
		if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
			t.Errorf("case %d: %v, want %q", i, err, tc.want)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	g := rulestest.Game(t, "chess")
	games := filepath.Join(t.TempDir(), "long.pgn")
	testkit.Write(t, games, "[Event \"a\"]\n\n1. e4 e5 2. d4 d5 3. c4 c5 *\n")
	for _, tc := range []struct {
		cfg     Config
		players []string
		want    string
	}{
		{Default(), []string{"random"}, "found 1 player, expected 2 to 100"},
		{Default(), []string{"random", "random"}, `two players are called "random"`},
		{with(func(c *Config) { c.Pairs = -1 }), []string{"random", "engine"}, "pairs is -1"},
		{with(func(c *Config) { c.Tournament = "gauntlt" }), []string{"random", "engine"}, `did you mean "gauntlet"?`},
		{with(func(c *Config) { c.SPRT = &rating.SPRT{Elo1: 5} }), []string{"random", "engine", "engine:nodes=3"}, "a test is of 2 players, found 3"},
		{with(func(c *Config) { c.SPRT = &rating.SPRT{Elo0: 5} }), []string{"random", "engine"}, "Elo"},
		{with(func(c *Config) { c.MaxPlies, c.RandomPlies = 5, 5 }), []string{"random", "engine"}, "max-plies is 5"},
		{with(func(c *Config) { c.Config, c.MaxPlies = opening.FromBook(games), 6 }), []string{"random", "engine"}, "long.pgn has 6 plies, and games end after 6"},
		{with(func(c *Config) { c.Resign = ResignRule{Moves: 2, Score: -3} }), []string{"random", "engine"}, "resign: score is -3"},
		{with(func(c *Config) { c.Config = opening.FromBook("no/book.epd") }), []string{"random", "engine"}, "no/book.epd"},
	} {
		testkit.Fails(t, testkit.Error(New(g, tc.cfg, specs(t, tc.players...))), tc.want)
	}
}

func TestPairings(t *testing.T) {
	for tournament, want := range map[Tournament]int{RoundRobin: 10, Gauntlet: 4} {
		seen := map[[2]int]bool{}
		for _, p := range tournament.pairings(5) {
			seen[p] = true
			if p[0] >= p[1] || tournament == Gauntlet && p[0] != 0 {
				t.Errorf("%s: %v", tournament, p)
			}
		}
		if len(seen) != want {
			t.Errorf("%s: %d pairings, want %d", tournament, len(seen), want)
		}
	}
}

// All pairings of a tournament play the same openings, and the counts add up.
func TestTournament(t *testing.T) {
	g := rulestest.Game(t, "chess")
	cfg := with(func(c *Config) { c.Pairs, c.MaxPlies, c.RandomPlies = 3, 60, 4 })
	r := prepare(t, g, cfg, "engine:nodes=20", "random", "engine:nodes=4", "random:name=R")
	s := open(t, r)
	tally := play(t, r, s, 2, Events{})
	openings := map[string]int{}
	for _, rec := range records(t, s) {
		if rec.White != 1 && rec.White != 3 || rec.Black != 1 && rec.Black != 3 { // these two are the same, so openings are mirrored
			openings[rec.FEN+strings.Join(rec.Moves[:rec.RandomPlies], " ")]++
		}
	}
	for fen, n := range openings {
		if n != 10 {
			t.Errorf("%s is played %d times, want by 5 pairings twice", fen, n)
		}
	}
	if len(openings) != 3 {
		t.Errorf("%d openings, want 3", len(openings))
	}
	total := 0
	for i := range tally.Players {
		if n := tally.of(i).Games(); n != 18 {
			t.Errorf("player %d has %d games, want 18", i, n)
		}
		total += 2*tally.of(i).Wins + tally.of(i).Draws
	}
	table := tally.Table()
	games := 0
	for _, m := range table {
		games += m.Result.Games()
	}
	if total != 2*36 || games != 36 || tally.Games() != 36 {
		t.Errorf("%d half points, %d games in the table, %d in the tally; want 72, 36, 36", total, games, tally.Games())
	}
	ratings, err := rating.Rate(table, 400)
	if err != nil || ratings.Players[0].Name != "engine:nodes=20" {
		t.Errorf("%+v, %v; expected the engine with most nodes first", ratings, err)
	}
}

// A stored configuration may contain empty fields.
func TestStoredConfiguration(t *testing.T) {
	const stored = `{"draw":{"move":0,"moves":0,"score":0},"max-faults":10,"max-imbalance":5,"max-plies":600,"missing-pawns":3,"no-permute":false,
		"openings":"array","pairs":6,"random-plies":6,"resign":{"moves":0,"score":0,"both":false},"seed":1,"tournament":"round-robin","units":4}`
	g := rulestest.Game(t, "chess")
	folder := t.TempDir()
	s := testkit.Must(store.OpenOrCreate(folder, g, json.RawMessage(stored)))(t)
	testkit.OK(t, errors.Join(s.Put(store.Record{Result: rules.Draw}), s.Close()))
	cfg := with(func(c *Config) { c.Seed, c.RandomPlies = 1, 6 })
	s = testkit.Must(prepare(t, g, cfg, "random", "engine:nodes=5").Open(folder))(t)
	s.Close()
	cfg.Draw.Moves = 4
	testkit.Fails(t, testkit.Error(prepare(t, g, cfg, "random", "engine:nodes=5").Open(folder)), "draw was not set and is now {")
}

// BenchmarkMatch measures games a second, store included, with two workers.
func BenchmarkMatch(b *testing.B) {
	for _, players := range [][]string{{"random", "random:name=B"}, {"engine", "engine:name=B"}} {
		b.Run(players[0], func(b *testing.B) {
			g := rulestest.Game(b, "chess")
			cfg := with(func(c *Config) { c.Pairs, c.RandomPlies = max(b.N, 1), 6 })
			r := prepare(b, g, cfg, players...)
			s := open(b, r)
			began := time.Now()
			b.ResetTimer()
			t := play(b, r, s, 2, Events{})
			b.ReportMetric(float64(t.Games())/time.Since(began).Seconds(), "games/s")
			b.ReportMetric(float64(t.Plies)/float64(t.Games()), "plies/game")
		})
	}
}

// The merged shards of a run equal the run.
func TestShards(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	cfg := with(func(c *Config) { c.Seed, c.Pairs, c.MaxPlies = 3, 5, 60 })
	r := prepare(t, g, cfg, "engine:nodes=10", "random", "engine:nodes=15")
	whole := open(t, r)
	want := play(t, r, whole, 2, Events{})
	var folders []string
	games := 0
	for i := range 4 {
		crew := Crew{Workers: 2, Shard: Shard{i, 4}}
		folder := t.TempDir()
		s := testkit.Must(r.Open(folder))(t)
		last := Progress{}
		for range 2 { // the second time there is nothing left to do
			if _, err := r.Play(context.Background(), s, crew, nil, Events{GameDone: func(p Progress) { last = p }}); !errors.Is(err, ErrPartial) {
				t.Fatal(err)
			}
		}
		played := records(t, s)
		for _, rec := range played {
			if rec.Pair%4 != i {
				t.Errorf("shard %d has game %s", i, rec.Name())
			}
		}
		if n := crew.Games(15); len(played) != n || last.Done != n || last.Total != n {
			t.Errorf("shard %d has %d games, progress %d of %d, want %d", i, len(played), last.Done, last.Total, n)
		}
		games += len(played)
		folders = append(folders, folder)
		testkit.OK(t, s.Close())
	}
	if games != r.Total() {
		t.Errorf("%d games, want %d", games, r.Total())
	}
	out := filepath.Join(t.TempDir(), "merged")
	if parts, err := store.Merge(out, folders, Openings("")); err != nil || len(parts) != 1 || len(parts[0].Missing) != 0 {
		t.Fatal(parts, err)
	}
	merged := testkit.Must(r.Open(out))(t)
	defer merged.Close()
	testkit.Same(t, "", records(t, whole), records(t, merged))
	tally := play(t, r, merged, 1, Events{GameDone: func(Progress) { t.Error("a game is played again") }})
	testkit.Same(t, "", want, tally, ignoreHidden)
}

func TestShardsRefused(t *testing.T) {
	g := rulestest.Game(t, "chess")
	test := with(func(c *Config) { c.SPRT = &rating.SPRT{Elo1: 10, Alpha: 0.05, Beta: 0.05} })
	for _, c := range []struct {
		cfg   Config
		shard Shard
		want  string
	}{
		{Default(), Shard{3, 3}, "shard: index is 3, expected 0 to 2"},
		{Default(), Shard{0, -1}, "shard: number of shards is -1"},
		{test, Shard{0, 3}, "a test cannot be played in shards"},
	} {
		r := prepare(t, g, c.cfg, "engine", "random")
		testkit.Fails(t, testkit.Error(r.Play(context.Background(), open(t, r), Crew{Shard: c.shard}, nil, Events{})), c.want)
	}
}

// A worker pauses between its games, and not before the first or after the last. The end of
// the context ends the pause.
func TestWait(t *testing.T) {
	g := rulestest.Game(t, "chess")
	r := prepare(t, g, with(func(c *Config) { c.Pairs, c.MaxPlies = 1, 20 }), "random", "random:name=B")
	const wait = 800 * time.Millisecond
	began := time.Now()
	if _, err := r.Play(context.Background(), open(t, r), Crew{Workers: 1, Wait: wait}, nil, Events{}); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took < wait || took >= 2*wait {
		t.Errorf("two games took %v, want one pause of %v", took, wait)
	}
	ctx, cancel := context.WithCancel(context.Background())
	events := Events{GameDone: func(Progress) { cancel() }}
	if _, err := r.Play(ctx, open(t, r), Crew{Workers: 1, Wait: time.Hour}, nil, events); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// The time of a run adds up over its parts; a file that nobody can read is none.
func TestPace(t *testing.T) {
	folder := t.TempDir()
	if p := ReadPace(folder); p.Of(100) != 0 {
		t.Errorf("%+v of games that nobody has timed", p)
	}
	ReadPace(folder).Add(folder, 30, time.Now().Add(-time.Minute))
	ReadPace(folder).Add(folder, 90, time.Now().Add(-time.Minute))
	testkit.Near(t, "seconds of 30 of 120 games", ReadPace(folder).Of(30).Seconds(), 30, 0.5)
	for _, text := range []string{"", "12", "0 games in 3 s", "-1 games in 3 s", "5 games in -3 s", "5 games in 1e99 s", "x"} {
		testkit.OK(t, os.WriteFile(filepath.Join(folder, timeFile), []byte(text), 0o666))
		if p := ReadPace(folder); p != (Pace{}) {
			t.Errorf("%q is read as %+v", text, p)
		}
	}
}
