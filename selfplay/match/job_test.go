package match

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/internal/stat/rating"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// A run read from its job plays the same games.
func TestJob(t *testing.T) {
	book := filepath.Join(t.TempDir(), "book.epd")
	testkit.OK(t, os.WriteFile(book, []byte("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\nrnbqkbnr/pppppppp/8/8/3P4/8/PPP2PPP/RNBQKBNR b KQkq -\n"), 0o666))
	for name, test := range map[string]struct {
		game    string
		cfg     Config
		players []string
	}{
		"gauntlet": {"chess", with(func(c *Config) { c.Tournament, c.RandomPlies = Gauntlet, 4 }), []string{"engine:nodes=20,no-history", "random", "engine:depth=1"}},
		"armies":   {"chess", with(func(c *Config) { c.Kind = opening.Armies }), []string{"engine:nodes=10", "engine:nodes=10,name=other"}},
		"book":     {"chess", with(func(c *Config) { c.Config = opening.FromBook(book) }), []string{"engine:nodes=10", "random"}},
		"adjudicated": {"chess", with(func(c *Config) { c.Draw, c.Resign = DrawRule{5, 2, 200}, ResignRule{Moves: 2, Score: 300} }),
			[]string{"engine:nodes=30", "engine:nodes=5"}},
		"network": {"capablanca", with(func(c *Config) {}), []string{"engine:nodes=100", "engine:nodes=100,no-network,name=terms"}},
	} {
		t.Run(name, func(t *testing.T) {
			test.cfg.Seed, test.cfg.Pairs, test.cfg.MaxPlies = 4, 6, 50
			r := prepare(t, rulestest.Game(t, test.game), test.cfg, test.players...)
			data := testkit.Must(r.Job())(t)
			again := testkit.Must(ReadJob(data))(t)
			s := open(t, r)
			play(t, r, s, 2, Events{})
			single := again.Single()
			defer single.Close()
			for _, want := range records(t, s) {
				got, err := single.Play(context.Background(), want.Key())
				want.Times, got.Times = nil, nil
				if diff := cmp.Diff(want, got); err != nil || diff != "" {
					t.Fatal(err, diff)
				}
				if err := single.Check(context.Background(), &got); err != nil {
					t.Error(err)
				}
			}
			// What may change when a run is continued is not part of the job.
			test.cfg.Pairs, test.cfg.MaxFaults = 7, 3
			if len(test.players) == 2 {
				test.cfg.SPRT = &rating.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}
			}
			longer, err := prepare(t, rulestest.Game(t, test.game), test.cfg, test.players...).Job()
			if diff := cmp.Diff(string(data), string(longer)); err != nil || diff != "" {
				t.Error(err, diff)
			}
		})
	}
}

func TestJobRefuses(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, players := range [][]string{{"engine:movetime=1", "random"}, {"random", "uci:/bin/false,nodes=5"}, {"engine:tc=10+1", "random"}} {
		testkit.Fails(t, testkit.Error(prepare(t, g, Default(), players...).Job()), "can only play on this machine")
	}
	data := testkit.Must(prepare(t, g, Default(), "engine", "random").Job())(t)
	for _, test := range []struct {
		edit func(*job)
		want string
	}{
		{func(j *job) { j.Revision = search.Revision - 1 }, "use the same version of bestiary on all machines"},
		{func(j *job) { j.Game = "name = 3" }, "job:"},
		{func(j *job) { j.Config.MaxPlies = 0 }, "max-plies is 0"},
		{func(j *job) { j.Players = j.Players[:1] }, "too few players"},
		{func(j *job) { j.Players[0].MG = nil }, "has 0 weights, expected"},
		{func(j *job) { j.Players[0].Kind = "uci" }, "player engine"},
		{func(j *job) { j.Players[0].Limit.MoveTime = time.Second }, "without a time limit"},
	} {
		var j job
		testkit.OK(t, json.Unmarshal(data, &j))
		test.edit(&j)
		text := testkit.Must(json.Marshal(j))(t)
		testkit.Fails(t, testkit.Error(ReadJob(text)), test.want)
	}
	for _, text := range []string{"", "{", `{"nonsense": 1}`, "[]"} {
		if _, err := ReadJob([]byte(text)); err == nil {
			t.Errorf("%q is a job", text)
		}
	}
}

// Check notices every alteration of a game except the players' choices.
func TestCheckNoticesAlterations(t *testing.T) {
	r := prepare(t, rulestest.Game(t, "chess"), with(func(c *Config) {
		c.Seed, c.MaxPlies, c.RandomPlies, c.Resign = 2, 80, 2, ResignRule{Moves: 3, Score: 400}
	}),
		"engine:nodes=50", "engine:nodes=5")
	single := r.Single()
	defer single.Close()
	var rec store.Record
	for pair := 0; rec.Reason != ResignAdjudication; pair++ {
		rec = testkit.Must(single.Play(context.Background(), store.Key{Pair: pair}))(t)
	}
	last := len(rec.Moves) - 1
	for name, alter := range map[string]func(*store.Record){
		"round":      func(r *store.Record) { r.Round = 3 },
		"pair":       func(r *store.Record) { r.Pair++ },
		"index":      func(r *store.Record) { r.Index = 2 },
		"players":    func(r *store.Record) { r.White, r.Black = r.Black, r.White },
		"opening":    func(r *store.Record) { r.RandomPlies = 1 },
		"FEN":        func(r *store.Record) { r.FEN = strings.Replace(r.FEN, " w ", " b ", 1) },
		"game":       func(r *store.Record) { r.Game = "shatranj" },
		"result":     func(r *store.Record) { r.Result = 3 - r.Result },
		"reason":     func(r *store.Record) { r.Reason = LengthLimit },
		"detail":     func(r *store.Record) { r.Detail = "x" },
		"times":      func(r *store.Record) { r.Times = make([]int, len(r.Moves)) },
		"no depths":  func(r *store.Record) { r.Depths = nil },
		"few scores": func(r *store.Record) { r.Scores = r.Scores[1:] },
		"score":      func(r *store.Record) { r.Scores[last] = 0 }, // the loser does not resign
		"random":     func(r *store.Record) { r.Moves[0] = "a2a3" },
		"shorter": func(r *store.Record) {
			r.Moves, r.Scores, r.Depths = r.Moves[:last], r.Scores[:last], r.Depths[:last]
		},
		"longer": func(r *store.Record) {
			r.Moves, r.Scores, r.Depths = append(r.Moves, "a2a3"), append(r.Scores, 0), append(r.Depths, 1)
		},
		"empty":   func(r *store.Record) { *r = store.Record{} },
		"illegal": func(r *store.Record) { r.Moves[last] = "a1h8" },
	} {
		other := rec
		other.Moves, other.Scores, other.Depths = slices.Clone(rec.Moves), slices.Clone(rec.Scores), slices.Clone(rec.Depths)
		alter(&other)
		if err := single.Check(context.Background(), &other); err == nil {
			t.Errorf("altered %s is not noticed", name)
		}
	}
	if err := single.Check(context.Background(), &rec); err != nil {
		t.Error(err)
	}
}

// FuzzReadJob feeds ReadJob texts that a malicious hub might send.
func FuzzReadJob(f *testing.F) {
	r := prepare(f, rulestest.Game(f, "chess"), Default(), "engine", "random")
	data := testkit.Must(r.Job())(f)
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		if r, err := ReadJob(data); err == nil {
			_ = r.Single().Close()
		}
	})
}

// A game in the place of another, which the rules cannot tell, is not merged.
func TestMergeMisplacedGames(t *testing.T) {
	book := testkit.File(t, "book.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - -\n")
	other := testkit.File(t, "other.epd", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n")
	chess := rulestest.Game(t, "chess")
	random := with(func(c *Config) { c.Pairs, c.RandomPlies, c.MaxPlies = 4, 6, 20 })
	fromBook := random
	fromBook.Config = opening.FromBook(book)
	alone := selfPlay(func(c *Config) { c.Pairs, c.Nodes, c.MaxPlies = 4, 1, 20 })
	swap := func(a, b *store.Record) { a.Pair, b.Pair = b.Pair, a.Pair }
	turn := func(a, _ *store.Record) { a.White, a.Black = a.Black, a.White }
	const misplaced = "has a game in a place of another: game 1.0.0: it begins with"
	for name, test := range map[string]struct {
		run    *Run
		change func(first, other *store.Record) // games 0.0 and 2.0
		book   string
		want   string // empty: the games are merged
	}{
		"match":          {run: prepare(t, chess, random, "random", "random:name=b")},
		"equal players":  {run: prepare(t, chess, random, "random", "random:name=b"), change: swap, want: misplaced},
		"tournament":     {run: prepare(t, chess, random, "random", "engine:nodes=1", "engine:nodes=2")},
		"other players":  {run: prepare(t, chess, random, "random", "engine:nodes=1"), change: turn, want: "players 2 and 1, but in this place 1 and 2 play"},
		"book":           {run: prepare(t, chess, fromBook, "random", "random:name=b"), book: book},
		"without a book": {run: prepare(t, chess, fromBook, "random", "random:name=b"), want: "expected --openings FILE"},
		"another book":   {run: prepare(t, chess, fromBook, "random", "random:name=b"), book: other, want: "expected the same file"},
		"self-play":      {run: soloist(t, chess, alone)},
		"self-play, swapped": {run: soloist(t, chess, alone), change: swap,
			want: "has a game in a place of another: game 0.0.0"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "shard")
			s := testkit.Must(test.run.Open(folder))(t)
			play(t, test.run, s, 1, Events{})
			if test.change != nil {
				a := testkit.Must(s.Game(test.run.round, store.Key{}))(t)
				b := testkit.Must(s.Game(test.run.round, store.Key{Pair: 2}))(t)
				testkit.OK(t, s.Discard([]store.Author{{Round: test.run.round, First: 0, Count: 1}, {Round: test.run.round, First: 2, Count: 1}}))
				test.change(&a, &b)
				testkit.OK(t, s.PutAll([]store.Record{a, b}))
			}
			testkit.OK(t, s.Close())
			_, err := store.Merge(filepath.Join(t.TempDir(), "merged"), []string{folder}, Openings(test.book))
			if test.want != "" {
				testkit.Fails(t, err, store.File, test.want)
			} else if err != nil {
				t.Error(err)
			}
		})
	}
}

// soloist returns a round of self-play.
func soloist(t *testing.T, g *rules.Game, cfg Config) *Run {
	t.Helper()
	p := testkit.Must(EnginePlayer(g, cfg, eval.Prior(g)))(t)
	return testkit.Must(NewAlone(g, cfg, p, 0))(t)
}
