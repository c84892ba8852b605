package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// config is the configuration of the runs of these tests.
type config struct {
	Seed  int     `json:"seed"`
	Pairs int     `json:"pairs"`
	Nodes int     `json:"nodes"`
	Kind  string  `json:"kind"`
	Share float64 `json:"share"`
}

var quick = config{Seed: 7, Pairs: 60, Nodes: 60, Kind: "armies", Share: 0.5}

func create(t testing.TB) *Store {
	t.Helper()
	s := testkit.Must(OpenOrCreate(t.TempDir(), rulestest.Game(t, "chess"), quick, "pairs"))(t)
	t.Cleanup(func() { s.Close() })
	return s
}

// sample is a record with a bit of everything.
func sample(round, pair, index int) Record {
	return Record{
		Round: round, Pair: pair, Index: index, Game: "chess",
		FEN:         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		RandomPlies: 1,
		Moves:       []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Scores:      []int{Unknown, -84, 211, -29999},
		Times:       []int{Unknown, 15, 1203, 7},
		Depths:      []int{Unknown, 9, 12, 1},
		Result:      rules.BlackWins, Reason: rules.Checkmate,
		White: 1, Detail: "a fool",
	}
}

func collect(t testing.TB, s *Store, round int) []Record {
	t.Helper()
	games := s.AllGames()
	if round >= 0 {
		games = s.Games(round)
	}
	var list []Record
	for r, err := range games {
		testkit.OK(t, err)
		list = append(list, r)
	}
	return list
}

func TestStoreKeepsGamesInOrder(t *testing.T) {
	folder := t.TempDir()
	g := rulestest.Game(t, "chess")
	s := testkit.Must(OpenOrCreate(folder, g, quick))(t)
	var want []Record
	for round := range 2 {
		for pair := range chunk { // more than one chunk a round
			for index := range 2 {
				want = append(want, sample(round, pair, index))
			}
		}
	}
	for _, i := range rand.New(rand.NewPCG(0, 0)).Perm(len(want)) {
		testkit.OK(t, s.Put(want[i]))
	}
	twice := sample(0, 3, 1)
	twice.Result = rules.Draw
	testkit.OK(t, s.Put(twice))
	testkit.OK(t, s.SetMeta("note", "one"))
	testkit.OK(t, s.SetMeta("note", "two"))
	testkit.OK(t, s.Close())
	s = testkit.Must(Open(folder))(t)
	defer s.Close()
	testkit.Same(t, "", want, collect(t, s, -1))
	testkit.Same(t, "", want[2*chunk:], collect(t, s, 1))
	for round, want := range map[int]int{1: 2 * chunk, 7: 0} {
		if sum, err := summary(s, round); err != nil || sum.Games != want {
			t.Errorf("%d games of round %d (%v), want %d", sum.Games, round, err, want)
		}
	}
	if value, ok, err := s.Meta("note"); value != "two" || !ok || err != nil {
		t.Errorf("note is %q, %v, %v; want two", value, ok, err)
	}
	if _, ok, err := s.Meta("nothing"); ok || err != nil {
		t.Errorf("a text that was not kept: %v, %v", ok, err)
	}
	if err := s.SetMeta("run.schema", "9"); err == nil {
		t.Error("a key of the store's own can be set")
	}
	var got config
	if err := s.Config(&got); err != nil || got != quick || s.Variant().Hash() != g.Variant.Hash() {
		t.Errorf("the run is %+v of %s, %v", got, s.Variant().Name, err)
	}
}

// The store may be used while its games are read.
func TestStoreIsFreeDuringIteration(t *testing.T) {
	s := create(t)
	for i := range 3 {
		testkit.OK(t, s.Put(sample(0, i, 0)))
	}
	n := 0
	for r, err := range s.Games(0) {
		testkit.OK(t, err)
		testkit.OK(t, s.Put(sample(1, r.Pair, 0)))
		if n++; n == 2 {
			break
		}
	}
	if sum, err := summary(s, 1); err != nil || sum.Games != 2 {
		t.Errorf("%d games, %v; want 2", sum.Games, err)
	}
}

func TestRecordsRoundTrip(t *testing.T) {
	s := create(t)
	pair := 0
	rapid.Check(t, func(t *rapid.T) {
		plies := rapid.IntRange(0, 40).Draw(t, "plies")
		r := Record{
			Round: rapid.IntRange(0, 1<<40).Draw(t, "round"), Pair: pair, Game: "chess",
			FEN:         rapid.String().Draw(t, "fen"),
			RandomPlies: rapid.IntRange(0, plies).Draw(t, "random"),
			Moves:       rapid.SliceOfN(rapid.StringMatching(`[a-z@~0-9]{2,7}`), plies, plies).Draw(t, "moves"),
			Scores:      rapid.SliceOfN(rapid.IntRange(-30000, 30000), plies, plies).Draw(t, "scores"),
			White:       rapid.IntRange(0, 5).Draw(t, "white"),
			Black:       rapid.IntRange(0, 5).Draw(t, "black"),
			Detail:      rapid.String().Draw(t, "detail"),
			Result:      rapid.SampledFrom([]rules.Result{rules.WhiteWins, rules.BlackWins, rules.Draw}).Draw(t, "result"),
			Reason:      rules.Reason(rapid.StringMatching(`[a-z -]*`).Draw(t, "reason")),
		}
		pair++
		for i := range r.RandomPlies {
			r.Scores[i] = Unknown
		}
		testkit.OK(t, s.Put(r))
		for got, err := range s.Games(r.Round) {
			testkit.OK(t, err)
			if got.Pair == r.Pair {
				if diff := cmp.Diff(r, got); diff != "" {
					t.Fatal(diff)
				}
				return
			}
		}
		t.Fatal("the game is not in the store")
	})
}

// spoil returns a store folder with games, changed by f after it was closed.
func spoil(t *testing.T, f func(path string) error) string {
	t.Helper()
	// The name would break a carelessly built database URL.
	folder := filepath.Join(t.TempDir(), "a?b %41#c")
	s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	for i := range 200 {
		testkit.OK(t, s.Put(sample(0, i, 0)))
	}
	testkit.OK(t, s.Close())
	testkit.OK(t, f(filepath.Join(folder, File)))
	return folder
}

func execute(path string, statements ...string) error {
	db, err := sql.Open("sqlite", "file:"+strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path))
	if err != nil {
		return err
	}
	defer db.Close()
	for _, st := range statements {
		if _, err := db.Exec(st); err != nil {
			return fmt.Errorf("%s: %w", st, err)
		}
	}
	return nil
}

// describe changes the description of a run and its checksum.
func describe(path, statement string) error {
	db, err := connect(path, "")
	if err != nil {
		return err
	}
	defer db.Close()
	return (&Store{db: db, path: path}).inTransaction(func(tx *sql.Tx) error {
		_, err := tx.Exec(statement)
		return errors.Join(err, seal(tx))
	})
}

func TestSpoiltStores(t *testing.T) {
	for _, tc := range []struct {
		name  string
		spoil func(path string) error
		want  string
	}{
		{"truncated", func(path string) error { return os.Truncate(path, 20_000) }, "is damaged or cut short"},
		{"a few bytes", func(path string) error { return os.Truncate(path, 50) }, "is damaged or cut short"},
		{"overwritten", func(path string) error {
			data, err := os.ReadFile(path)
			copy(data[8192:], make([]byte, 4096))
			return errors.Join(err, os.WriteFile(path, data, 0o666))
		}, "is damaged"},
		{"text", func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("no database ", 100)), 0o666) }, "is not a database"},
		{"another database", func(path string) error {
			return errors.Join(os.Remove(path), execute(path, `CREATE TABLE birds (name TEXT)`))
		}, "holds no self-play run"},
		{"another database with meta", func(path string) error {
			return errors.Join(os.Remove(path), execute(path, `CREATE TABLE meta (key TEXT, value TEXT)`))
		}, "holds no self-play run"},
		{"trigger", func(path string) error {
			return execute(path, `CREATE TRIGGER lie AFTER INSERT ON games BEGIN UPDATE games SET result = '1-0'; END`)
		}, `has the trigger "lie"`},
		{"trigger without a name", func(path string) error {
			return execute(path, `CREATE TRIGGER "" AFTER INSERT ON games BEGIN UPDATE games SET result = '1-0'; END`)
		}, `has the trigger ""`},
		{"view", func(path string) error {
			return execute(path, `CREATE VIEW authors AS SELECT 1 AS round, 0 AS first, 1 AS count, 'k' AS key, 'n' AS name`)
		}, `has the view "authors"`},
		{"generated column", func(path string) error {
			return execute(path, `ALTER TABLE games ADD COLUMN slow TEXT AS (hex(zeroblob(1000000)))`)
		}, `has the table "games"`},
		{"index", func(path string) error {
			return execute(path, `DROP INDEX tallies; CREATE INDEX tallies ON games (round, white, black, result, reason, pair, plies) WHERE pair > 5`)
		}, `has the index "tallies"`},
		{"trigger in an older schema", func(path string) error {
			return errors.Join(execute(path, `CREATE TRIGGER lie AFTER INSERT ON games BEGIN SELECT 1; END`),
				describe(path, `UPDATE meta SET value = '2' WHERE key = 'run.schema'`))
		}, "schema version 2"},
		{"long text", func(path string) error {
			db, err := sql.Open("sqlite", (&url.URL{Scheme: "file", Path: path}).String()) // without our limit
			if err != nil {
				return err
			}
			defer db.Close()
			_, err = db.Exec(`UPDATE meta SET value = hex(zeroblob(33554433)) WHERE key = 'run.game'`)
			return err
		}, "a value of more than 64 MiB"},
		{"newer schema", func(path string) error {
			return describe(path, `UPDATE meta SET value = '4' WHERE key = 'run.schema'`)
		}, "schema version 4, but this program supports only version 3"},
		{"older schema", func(path string) error {
			return describe(path, `UPDATE meta SET value = '2' WHERE key = 'run.schema'`)
		}, "schema version 2, but this program supports only version 3"},
		{"no schema", func(path string) error {
			return describe(path, `UPDATE meta SET value = 'x' WHERE key = 'run.schema'`)
		}, "schema version x, but this program supports only version 3"},
		{"no configuration", func(path string) error {
			return describe(path, `UPDATE meta SET value = '{"spee' WHERE key = 'run.config'`)
		}, "no readable configuration"},
		{"no game", func(path string) error {
			return describe(path, `DELETE FROM meta WHERE key = 'run.game'`)
		}, "no readable game"},
		{"folder in its place", func(path string) error {
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o777))
		}, "is not a file"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder := spoil(t, tc.spoil)
			testkit.Fails(t, testkit.Error(Open(folder)), tc.want, File)
			testkit.Fails(t, testkit.Error(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick)), tc.want, File)
		})
	}
}

func TestDamagedGames(t *testing.T) {
	for column, value := range map[string]string{"moves": "'e2e4'", "scores": "x'80'", "result": "'*'", "random_plies": "5", "detail": "'a foul'", "times": "x'02020202'"} {
		folder := spoil(t, func(path string) error {
			return execute(path, `UPDATE games SET `+column+` = `+value+` WHERE pair = 150`)
		})
		s := testkit.Must(Open(folder))(t)
		var last error
		for _, err := range s.Games(0) {
			last = err
		}
		testkit.Fails(t, last, "game 0.150.0", File)
		s.Close()
		kept, damage, err := Repair(folder)
		if kept != 199 || len(damage) != 1 || err != nil {
			t.Errorf("%s: repair keeps %d games, %v; %v", column, kept, damage, err)
		}
		if kept, damage, err = Repair(folder); kept != 199 || damage != nil || err != nil {
			t.Errorf("%s: the second repair keeps %d games, %v; %v", column, kept, damage, err)
		}
	}
}

// A pair has two games, and pairs are numbered from 0.
func TestOutcomeOfNoPair(t *testing.T) {
	for _, set := range []string{"game = 2", "pair = -1, game = 1"} {
		folder := spoil(t, func(path string) error {
			return execute(path, `UPDATE games SET `+set+` WHERE pair = 150 AND game = 0`)
		})
		s := testkit.Must(Open(folder))(t)
		var last error
		for _, err := range s.Outcomes(0) {
			last = err
		}
		testkit.Fails(t, last, "is damaged: round 0 has a game", File)
		s.Close()
	}
}

func TestOpenWithoutRun(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere")
	testkit.Fails(t, testkit.Error(Open(missing)), "nowhere has no games.db", File)
	folder := t.TempDir()
	testkit.Fails(t, testkit.Error(Open(folder)), "has no games.db", File)
	if entries, err := os.ReadDir(folder); len(entries) > 0 || err != nil {
		t.Errorf("opening left %v in the folder", entries)
	}
	testkit.OK(t, os.WriteFile(filepath.Join(folder, File), nil, 0o666))
	testkit.Fails(t, testkit.Error(Open(folder)), "never started", File)
	s, err := OpenOrCreate(folder, rulestest.Game(t, "chess"), quick)
	if err != nil {
		t.Fatal("an empty file is not taken for a new run:", err)
	}
	s.Close()
	file := filepath.Join(t.TempDir(), "file")
	testkit.OK(t, os.WriteFile(file, nil, 0o666))
	testkit.Fails(t, testkit.Error(OpenOrCreate(file, rulestest.Game(t, "chess"), quick)), file)
}

func TestPlayers(t *testing.T) {
	s := create(t)
	list := []Player{{"new", json.RawMessage(`{"nodes":300}`)}, {"old", json.RawMessage(`{"nodes":200}`)}}
	for range 2 {
		testkit.OK(t, s.HoldPlayers(list))
	}
	got, err := s.Players()
	if diff := cmp.Diff(list, got); diff != "" || err != nil {
		t.Error(err, diff)
	}
	testkit.Fails(t, s.HoldPlayers(list[:1]), "a run of 2 players, expected 1", File)
	more := append(list[:2:2], Player{"third", json.RawMessage(`{}`)})
	for _, known := range [][]Player{list[:1], more, list} {
		if err := s.AddPlayers(known); err != nil {
			t.Error(err)
		}
	}
	if got, err := s.Players(); err != nil || !cmp.Equal(more, got) {
		t.Errorf("players %v, %v", got, err)
	}
	list = more
	list[1].Config = json.RawMessage(`{"nodes":250}`)
	testkit.Fails(t, s.HoldPlayers(list), "another player 2 (old): nodes was 200 and is now 250", File)
	list[1] = Player{"older", json.RawMessage(`{"nodes":200}`)}
	testkit.Fails(t, s.HoldPlayers(list), "the name was old and is now older", File)
}

// A folder without games accepts any run, because its start failed.
func TestFolderWithoutGames(t *testing.T) {
	folder := t.TempDir()
	s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	testkit.OK(t, errors.Join(s.HoldPlayers([]Player{{Name: "wrong"}, {Name: "old"}}), s.SetMeta("note", "wrong"), s.Close()))
	other := quick
	other.Nodes++
	g := rulestest.Game(t, "hannibal-manticore")
	s = testkit.Must(OpenOrCreate(folder, g, other))(t)
	defer s.Close()
	var got config
	if err := s.Config(&got); err != nil || got != other || s.Variant().Hash() != g.Variant.Hash() {
		t.Errorf("the run is %+v of %s, %v", got, s.Variant().Name, err)
	}
	if _, ok, err := s.Meta("note"); ok || err != nil {
		t.Errorf("a text of the failed start is left, %v", err)
	}
	if err := s.HoldPlayers([]Player{{Name: "right"}, {Name: "old"}}); err != nil {
		t.Error(err)
	}
}

func TestClosedStore(t *testing.T) {
	s := create(t)
	s.Close()
	testkit.Fails(t, s.Put(sample(0, 0, 0)), "closed", File)
	testkit.Fails(t, testkit.Error(s.Totals()), "closed", File)
	_, _, err := s.Meta("x")
	testkit.Fails(t, err, "closed", File)
	for _, err := range s.AllGames() {
		testkit.Fails(t, err, "closed", File)
	}
}

// summary is the summary of a round.
func summary(s *Store, round int) (Summary, error) {
	totals, err := s.Totals()
	for _, r := range totals.Rounds {
		if r.Round == round {
			return r.Summary, err
		}
	}
	return Summary{}, err
}

// A process that is killed before it has written the header of a journal leaves one that
// SQLite neither rolls back nor removes.
func TestJournalWithoutHeader(t *testing.T) {
	folder := t.TempDir()
	s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	testkit.OK(t, s.Put(sample(0, 0, 0)))
	testkit.OK(t, s.Close())
	testkit.Write(t, filepath.Join(folder, File+"-journal"), string(make([]byte, 512)))
	s = testkit.Must(Open(folder))(t)
	defer s.Close()
	if n := len(collect(t, s, -1)); n != 1 {
		t.Errorf("%d games, want 1", n)
	}
}

// Authors are kept with the games, by Repair and Merge, too, and are discarded with them.
func TestAuthors(t *testing.T) {
	folder := t.TempDir()
	s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
	if list := testkit.Must(s.Authors())(t); list != nil {
		t.Errorf("a new run has authors: %v", list)
	}
	all := []Author{{"A", "one/1", 0, 0, 2}, {"B", "two/2", 0, 2, 1}, {"A", "one/1", 1, 0, 1}, {"B", "two/2", 1, 1, 1}, {"B", "two/2", 2, 0, 1}}
	for _, a := range all {
		var list []Record
		for i := range 2 * a.Count {
			list = append(list, sample(a.Round, a.First+i/2, i%2))
		}
		testkit.OK(t, s.PutBy(a, list))
		testkit.OK(t, s.PutBy(a, list)) // delivered twice
	}
	testkit.OK(t, s.Close())
	testkit.OK(t, execute(filepath.Join(folder, File), `UPDATE games SET detail = 'x' WHERE round = 0 AND pair = 0 AND game = 0`))
	if kept, _, err := Repair(folder); err != nil || kept != 11 {
		t.Fatal(kept, err)
	}
	merged := filepath.Join(t.TempDir(), "merged")
	testkit.Must(Merge(merged, []string{folder}, unchecked))(t)
	s = testkit.Must(OpenOrCreate(merged, rulestest.Game(t, "chess"), quick))(t)
	defer s.Close()
	testkit.Same(t, "", all, testkit.Must(s.Authors())(t))

	testkit.OK(t, s.Doubt([]Author{all[0], all[2]}))
	var doubted []Author
	for _, a := range testkit.Must(s.Authors())(t) {
		if a.Doubted() {
			doubted = append(doubted, a)
		}
	}
	if len(doubted) != 2 || doubted[0].Name != "one/1" || doubted[0].Key == "A" {
		t.Fatalf("doubted: %v", doubted)
	}
	testkit.OK(t, s.Discard(nil, doubted[0])) // all rounds stay, one range without an author
	testkit.Same(t, "", []Author{all[1], doubted[1], all[3], all[4]}, testkit.Must(s.Authors())(t))
	testkit.OK(t, s.Discard(doubted[1:]))
	testkit.Same(t, "", []Author{all[1], all[3]}, testkit.Must(s.Authors())(t))
	for round, want := range []int{5, 2, 0} {
		if n := len(collect(t, s, round)); n != want {
			t.Errorf("round %d has %d games, want %d", round, n, want)
		}
	}
	if damage := s.Check(); damage != nil {
		t.Error(damage)
	}
}

// BenchmarkStore reads and writes 20,000 games of 100 plies.
func BenchmarkStore(b *testing.B) {
	const pairs = 10_000
	r := randomGame(rand.New(rand.NewPCG(1, 1)), rulestest.Game(b, "chess"))
	r.Result, r.Reason = rules.Draw, "length limit"
	r.Times, r.Depths = make([]int, r.Plies()), make([]int, r.Plies())
	s := create(b)
	b.Run("put", func(b *testing.B) {
		i := 0
		for b.Loop() {
			r.Pair, r.Index = i/2, i%2
			testkit.OK(b, s.Put(r))
			i++
		}
	})
	for i := range 2 * pairs {
		r.Pair, r.Index = i/2, i%2
		testkit.OK(b, s.Put(r))
	}
	b.Run("read20k", func(b *testing.B) {
		for b.Loop() {
			n := 0
			for _, err := range s.Games(0) {
				testkit.OK(b, err)
				if n++; n == 2*pairs {
					break
				}
			}
		}
	})
	b.Run("check", func(b *testing.B) {
		for b.Loop() {
			if damage := s.Check(); damage != nil {
				b.Fatal(damage[0])
			}
		}
	})
}

// A writer whose folder was moved or removed under it says so in the end.
func TestFolderMovedOrRemoved(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("the system does not name open files")
	}
	for name, tc := range map[string]struct {
		change func(folder string) error
		want   string
	}{
		"moved":   {func(folder string) error { return os.Rename(folder, folder+"-elsewhere") }, "-elsewhere/" + File + " while it was played; the games are there"},
		"removed": {os.RemoveAll, "was removed while it was played"},
		"replaced": {func(folder string) error {
			return errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o777), os.WriteFile(filepath.Join(folder, File), nil, 0o666))
		}, "was removed"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := filepath.Join(t.TempDir(), "run")
			s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), quick))(t)
			testkit.OK(t, s.SetMeta("note", "before"))
			testkit.OK(t, tc.change(folder))
			testkit.Fails(t, s.Close(), tc.want, folder)
			if name == "moved" {
				again := testkit.Must(Open(folder + "-elsewhere"))(t)
				defer again.Close()
				if text, _, err := again.Meta("note"); text != "before" || err != nil {
					t.Errorf("%q, %v", text, err)
				}
			}
		})
	}
}
