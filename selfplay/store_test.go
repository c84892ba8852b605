package selfplay

import (
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bestiary/engine/rules"
)

// sample is a record with a bit of everything.
func sample(round, pair, index int) Record {
	return Record{
		Round: round, Pair: pair, Index: index, Game: "chess",
		FEN:         "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
		RandomPlies: 1,
		Moves:       []string{"f2f3", "e7e5", "g2g4", "d8h4"},
		Scores:      []int{0, -84, 211, -29999},
		Result:      rules.BlackWins, Reason: rules.Checkmate,
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
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, r)
	}
	return list
}

func TestStoreKeepsGamesInOrder(t *testing.T) {
	folder := t.TempDir()
	g := compile(t, "chess")
	s, err := OpenOrCreate(folder, g, quick)
	if err != nil {
		t.Fatal(err)
	}
	var want []Record
	for round := range 2 {
		for pair := range chunk { // more than one chunk a round
			for index := range 2 {
				want = append(want, sample(round, pair, index))
			}
		}
	}
	for _, i := range newRand(0, 0, 0, 0).Perm(len(want)) {
		if err := s.Put(want[i]); err != nil {
			t.Fatal(err)
		}
	}
	twice := sample(0, 3, 1)
	twice.Result = rules.Draw
	if err := s.Put(twice); err != nil {
		t.Fatal(err)
	}
	if err := s.SetMeta("note", "one"); err != nil {
		t.Fatal(err)
	}
	if err := s.SetMeta("note", "two"); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(folder); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if diff := cmp.Diff(want, collect(t, s, -1)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(want[2*chunk:], collect(t, s, 1)); diff != "" {
		t.Error(diff)
	}
	have, err := s.Have(1)
	if err != nil || len(have) != 2*chunk || !have[Key{chunk - 1, 1}] {
		t.Errorf("%d games of round 1 (%v), want %d", len(have), err, 2*chunk)
	}
	if n, err := s.Count(7); n != 0 || err != nil {
		t.Errorf("%d games of round 7, %v; want none", n, err)
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
	if s.Config() != quick.Resolved() || s.Variant().Hash() != g.Variant.Hash() {
		t.Errorf("the run is %+v of %s", s.Config(), s.Variant().Name)
	}
}

// The store may be used while its games are read.
func TestStoreIsFreeDuringIteration(t *testing.T) {
	s := create(t, compile(t, "chess"), quick)
	for i := range 3 {
		if err := s.Put(sample(0, i, 0)); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	for r, err := range s.Games(0) {
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Put(sample(1, r.Pair, 0)); err != nil {
			t.Fatal(err)
		}
		if n++; n == 2 {
			break
		}
	}
	if got, err := s.Count(1); got != 2 || err != nil {
		t.Errorf("%d games, %v; want 2", got, err)
	}
}

func TestRecordsRoundTrip(t *testing.T) {
	s := create(t, compile(t, "chess"), quick)
	pair := 0
	rapid.Check(t, func(t *rapid.T) {
		plies := rapid.IntRange(0, 40).Draw(t, "plies")
		r := Record{
			Round: rapid.IntRange(0, 1<<40).Draw(t, "round"), Pair: pair, Game: "chess",
			FEN:         rapid.String().Draw(t, "fen"),
			RandomPlies: rapid.IntRange(0, plies).Draw(t, "random"),
			Moves:       rapid.SliceOfN(rapid.StringMatching(`[a-z@~0-9]{2,7}`), plies, plies).Draw(t, "moves"),
			Scores:      rapid.SliceOfN(rapid.IntRange(-30000, 30000), plies, plies).Draw(t, "scores"),
			Result:      rapid.SampledFrom([]rules.Result{rules.WhiteWins, rules.BlackWins, rules.Draw}).Draw(t, "result"),
			Reason:      rules.Reason(rapid.StringMatching(`[a-z -]*`).Draw(t, "reason")),
		}
		pair++
		if err := s.Put(r); err != nil {
			t.Fatal(err)
		}
		for got, err := range s.Games(r.Round) {
			if err != nil {
				t.Fatal(err)
			}
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

// spoil is a store folder with games in it, changed by f after it was closed.
func spoil(t *testing.T, f func(path string) error) string {
	t.Helper()
	// A name that would break a carelessly written database address.
	folder := filepath.Join(t.TempDir(), "a?b %41#c")
	s, err := OpenOrCreate(folder, compile(t, "chess"), quick)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		if err := s.Put(sample(0, i, 0)); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := f(filepath.Join(folder, StoreFile)); err != nil {
		t.Fatal(err)
	}
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
			return first(err, os.WriteFile(path, data, 0o666))
		}, "is damaged"},
		{"text", func(path string) error { return os.WriteFile(path, []byte(strings.Repeat("no database ", 100)), 0o666) }, "is not a database"},
		{"another database", func(path string) error {
			return first(os.Remove(path), execute(path, `CREATE TABLE birds (name TEXT)`))
		}, "holds no self-play run"},
		{"another database with meta", func(path string) error {
			return first(os.Remove(path), execute(path, `CREATE TABLE meta (key TEXT, value TEXT)`))
		}, "holds no self-play run"},
		{"newer schema", func(path string) error {
			return execute(path, `UPDATE meta SET value = '2' WHERE key = 'run.schema'`)
		}, "schema version 2, but this program knows versions up to 1"},
		{"no schema", func(path string) error {
			return execute(path, `UPDATE meta SET value = 'x' WHERE key = 'run.schema'`)
		}, `schema version "x", expected a number`},
		{"no configuration", func(path string) error {
			return execute(path, `UPDATE meta SET value = '{"spee' WHERE key = 'run.config'`)
		}, "no configuration that can be read"},
		{"no game", func(path string) error {
			return execute(path, `DELETE FROM meta WHERE key = 'run.game'`)
		}, "no game that can be read"},
		{"folder in its place", func(path string) error {
			return first(os.Remove(path), os.Mkdir(path, 0o777))
		}, "cannot be written"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			folder := spoil(t, tc.spoil)
			_, err := Open(folder)
			checkStoreError(t, "Open", err, tc.want)
			_, err = OpenOrCreate(folder, compile(t, "chess"), quick)
			checkStoreError(t, "OpenOrCreate", err, tc.want)
		})
	}
}

// checkStoreError wants an error that says what is wrong and names the file.
func checkStoreError(t *testing.T, doing string, err error, want string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), StoreFile) {
		t.Errorf("%s: got %v, want %q with the name of the file", doing, err, want)
	}
}

func TestDamagedGames(t *testing.T) {
	for column, value := range map[string]string{"moves": "'e2e4'", "scores": "x'80'", "result": "'*'", "random_plies": "5"} {
		folder := spoil(t, func(path string) error {
			return execute(path, `UPDATE games SET `+column+` = `+value+` WHERE pair = 150`)
		})
		s, err := Open(folder)
		if err != nil {
			t.Fatal(err)
		}
		var last error
		for _, err := range s.Games(0) {
			last = err
		}
		checkStoreError(t, column, last, "game 0.150.0")
		s.Close()
	}
}

func TestOpenWithoutRun(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "nowhere")
	_, err := Open(missing)
	checkStoreError(t, "missing folder", err, "nowhere has no games.db")
	folder := t.TempDir()
	_, err = Open(folder)
	checkStoreError(t, "missing file", err, "has no games.db")
	if entries, err := os.ReadDir(folder); len(entries) > 0 || err != nil {
		t.Errorf("opening left %v in the folder", entries)
	}
	if err := os.WriteFile(filepath.Join(folder, StoreFile), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err = Open(folder)
	checkStoreError(t, "empty file", err, "never started")
	s, err := OpenOrCreate(folder, compile(t, "chess"), quick)
	if err != nil {
		t.Fatal("an empty file is not taken for a new run:", err)
	}
	s.Close()
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenOrCreate(file, compile(t, "chess"), quick); err == nil || !strings.Contains(err.Error(), file) {
		t.Errorf("a file for a folder: %v", err)
	}
}

func TestReadOnlyStore(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("permissions do not bind this user")
	}
	folder := spoil(t, func(path string) error { return os.Chmod(path, 0o444) })
	_, err := Open(folder)
	checkStoreError(t, "read-only file", err, "make the file writable")
	folder = spoil(t, func(path string) error { return os.Chmod(filepath.Dir(path), 0o555) })
	defer os.Chmod(folder, 0o755) // so that it can be removed
	_, err = Open(folder)
	checkStoreError(t, "read-only folder", err, "make the file and its folder writable")
}

func TestOtherConfiguration(t *testing.T) {
	folder := t.TempDir()
	chess := compile(t, "chess")
	s, err := OpenOrCreate(folder, chess, Config{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	_, err = OpenOrCreate(folder, chess, Config{Seed: 4, Nodes: 500, MaxImbalance: 2, NoPermute: true})
	checkStoreError(t, "fields", err, "seed was 0 and is now 4; nodes was 300 and is now 500; max-imbalance was 5 and is now 2; no-permute was false and is now true")
	_, err = OpenOrCreate(folder, compile(t, "hannibal-manticore"), Config{})
	checkStoreError(t, "game", err, "game was chess with rules")
	// Defaults that are written out, and another number of pairs, are no difference.
	s, err = OpenOrCreate(folder, chess, Config{Pairs: 3, Nodes: 300, Units: 4})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestOneUserAtATime(t *testing.T) {
	folder := t.TempDir()
	s, err := OpenOrCreate(folder, compile(t, "chess"), quick)
	if err != nil {
		t.Fatal(err)
	}
	_, err = Open(folder)
	checkStoreError(t, "second store", err, "another process is using this run")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), childFolder+"="+folder)
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "another process is using this run") {
		t.Errorf("second process: %v, %s", err, out)
	}
	if err := s.Put(sample(0, 0, 0)); err != nil {
		t.Error("the first user is disturbed:", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(folder); err != nil {
		t.Fatal(err)
	}
	s.Close()
}

func TestClosedStore(t *testing.T) {
	s := create(t, compile(t, "chess"), quick)
	s.Close()
	checkStoreError(t, "Put", s.Put(sample(0, 0, 0)), "closed")
	_, err := s.Have(0)
	checkStoreError(t, "Have", err, "closed")
	_, _, err = s.Meta("x")
	checkStoreError(t, "Meta", err, "closed")
	for _, err := range s.AllGames() {
		checkStoreError(t, "AllGames", err, "closed")
	}
}
