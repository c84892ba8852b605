package store

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

// If the disk is full, stored games are kept, and the store works again once there is
// space.
func TestFullDisk(t *testing.T) {
	s := create(t)
	testkit.OK(t, s.Put(sample(0, 0, 0)))
	limit := func(pages int) {
		testkit.Must(s.db.Exec(`PRAGMA max_page_count = ` + string('0'+rune(pages/10)) + string('0'+rune(pages%10))))(t)
	}
	limit(20)
	want := []Record{sample(0, 0, 0)}
	for full := false; !full; {
		var batch []Record
		for range 5 {
			batch = append(batch, sample(0, len(want)+len(batch), 0))
		}
		if err := s.PutAll(batch); err != nil {
			testkit.Fails(t, err, "the disk is full", File)
			full = true
		} else if want = append(want, batch...); len(want) > 2000 {
			t.Fatal("the disk is never full")
		}
	}
	testkit.Same(t, "", want, collect(t, s, 0))
	limit(90)
	if err := s.Put(sample(0, len(want), 0)); err != nil {
		t.Error("with space again:", err)
	}
	if damage := s.Check(); damage != nil {
		t.Error(damage)
	}
}

// A file is checked again only after a change.
func TestInspectOnce(t *testing.T) {
	folder := spoil(t, func(string) error { return nil })
	path := filepath.Join(folder, File)
	open := func(change time.Time) error {
		testkit.OK(t, os.Chtimes(path, change, change))
		s, err := Open(folder)
		if err == nil {
			s.Close()
		}
		return err
	}
	early := time.Now().Add(-time.Hour)
	testkit.OK(t, open(early))
	data := []byte(testkit.Read(t, path))
	i := bytes.LastIndex(data, []byte("checkmate")) // the indexes follow the games
	data[i] ^= 1
	testkit.OK(t, os.WriteFile(path, data, 0o666))
	testkit.OK(t, open(early)) // as it was
	testkit.Fails(t, open(early.Add(1)), "is damaged", File)
}

func TestKeySet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s KeySet
		model := map[Key]bool{}
		for _, k := range rapid.SliceOf(rapid.Custom(func(t *rapid.T) Key {
			return Key{rapid.OneOf(rapid.IntRange(0, 40), rapid.IntRange(farPair-2, farPair+2)).Draw(t, "pair"), rapid.IntRange(0, 2).Draw(t, "index")}
		})).Draw(t, "keys") {
			if s.Has(k) != model[k] || s.Add(k) == model[k] || !s.Has(k) {
				t.Fatalf("%v: had %v, want %v", k, s.Has(k), model[k])
			}
			model[k] = true
		}
		if s.Len() != len(model) {
			t.Fatalf("%d keys, want %d", s.Len(), len(model))
		}
	})
}

// The lists of outcomes and the tallies agree with the games.
func TestOutcomes(t *testing.T) {
	s := create(t)
	var want []Outcome
	var batch []Record
	count := Summary{}
	for i := range outcomeChunk + 100 {
		r := sample(2, i/2, i%2)
		r.White = i % 3
		want = append(want, Outcome{r.Pair, r.Index, r.White, r.Black, r.Result, r.Reason, r.Plies()})
		count.Add(r.Result, r.Reason, 1, r.Plies())
		batch = append(batch, r)
	}
	testkit.OK(t, s.PutAll(batch))
	var got []Outcome
	for o, err := range s.Outcomes(2) {
		testkit.OK(t, err)
		got = append(got, o)
	}
	testkit.Same(t, "", want, got)
	pairs := 0
	for pair, err := range Pairs(s.Outcomes(2)) {
		if err != nil || pair[0].Key() != (Key{pairs, 0}) || pair[1].Key() != (Key{pairs, 1}) {
			t.Fatalf("pair %d is %+v, %v", pairs, pair, err)
		}
		pairs++
	}
	if pairs != len(want)/2 {
		t.Errorf("%d pairs, want %d", pairs, len(want)/2)
	}
	first := 0
	for r, err := range s.FirstGames(t.Context(), 2, 40) {
		if err != nil || r.Pair >= 40 {
			t.Fatalf("game %s, %v", r.Name(), err)
		}
		first++
	}
	if first != 80 {
		t.Errorf("%d games of 40 pairs", first)
	}
	totals, err := s.Totals()
	if diff := cmp.Diff(count, totals.Total); diff != "" || err != nil {
		t.Error(err, diff)
	}
	if list := totals.Pairings; len(list) != 3 || list[0].Games+list[1].Games+list[2].Games != len(want) || !cmp.Equal(totals.Rounds[0].Summary, count) {
		t.Errorf("totals are %+v", totals)
	}
	if rounds, err := s.Rounds(); err != nil || !cmp.Equal(rounds, []int{2}) {
		t.Errorf("rounds are %v, %v", rounds, err)
	}
}

// A game that ended by the rules ends so when it is played over.
func TestCheckKnowsAllEndsByTheRules(t *testing.T) {
	r := sample(0, 0, 0)
	r.Moves = r.Moves[:2]
	for _, reason := range []rules.Reason{rules.Checkmate, rules.GoalReached, rules.Extinction, rules.ChecksGiven} {
		r.Result, r.Reason = rules.WhiteWins, reason
		testkit.Fails(t, r.Check(rulestest.Game(t, "chess")), "but by the rules")
	}
	r.Reason = "adjudicated"
	testkit.OK(t, r.Check(rulestest.Game(t, "chess")))
}

// A command that is refused changes no byte of the folder, nor does one that checks or
// repairs a run without damage.
func TestRefusedCommands(t *testing.T) {
	chess, player := rulestest.Game(t, "chess"), []Player{{Name: "one"}}
	more := quick
	more.Pairs = 100
	other := more
	other.Seed, other.Kind = 8, "book"
	older := func(folder string) error {
		return describe(filepath.Join(folder, File), `UPDATE meta SET value = '2' WHERE key = 'run.schema'`)
	}
	revision := func(folder string) error {
		return describe(filepath.Join(folder, File), `UPDATE meta SET value = '1' WHERE key = 'run.play'`)
	}
	opened := func(folder string, config any, hold func(*Store) error) error {
		s, err := OpenOrCreate(folder, chess, config, "pairs")
		if err == nil {
			err = errors.Join(hold(s), s.Close())
		}
		return err
	}
	for name, test := range map[string]struct {
		before, command func(folder string) error
		want            string // in the error
	}{
		"configuration": {command: func(f string) error { return opened(f, other, nil) }, want: "kind was armies and is now book; seed was 7 and is now 8"},
		"missing field": {command: func(f string) error { return opened(f, map[string]int{"seed": 7}, nil) }, want: "kind was armies and is now not set"},
		"players": {command: func(f string) error {
			return opened(f, more, func(s *Store) error { return s.HoldPlayers([]Player{{Name: "two"}}) })
		}, want: "the name was one and is now two"},
		"number of players": {command: func(f string) error {
			return opened(f, more, func(s *Store) error { return s.HoldPlayers(append(player, player...)) })
		}, want: "a run of 1 player,"},
		"weights": {command: func(f string) error {
			return opened(f, more, func(s *Store) error { return s.HoldRound(0, "weights", "other") })
		}, want: "played with other weights"},
		"game": {command: func(f string) error {
			return testkit.Error(OpenOrCreate(f, rulestest.Game(t, "hannibal-manticore"), more, "pairs"))
		}, want: "game was chess with rules"},
		"revision": {before: revision, command: func(f string) error { return opened(f, more, nil) }, want: "has games played by engine revision 1"},
		"read, other revision": {before: revision, command: func(f string) error {
			s, err := Open(f)
			if err == nil {
				err = s.Close()
			}
			return err
		}},
		"older schema":         {before: older, command: func(f string) error { return opened(f, more, nil) }, want: "schema version 2"},
		"repair, older schema": {before: older, command: func(f string) error { _, _, err := Repair(f); return err }, want: "schema version 2"},
		"read, older schema":   {before: older, command: func(f string) error { return testkit.Error(Open(f)) }, want: "schema version 2"},
		"repair":               {command: func(f string) error { _, damage, err := Repair(f); return errors.Join(append(damage, err)...) }},
		"check": {command: func(f string) error {
			s, err := Open(f)
			if err == nil {
				err = errors.Join(append(s.Check(), s.Close())...)
			}
			return err
		}},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			testkit.OK(t, opened(folder, quick, func(s *Store) error {
				return errors.Join(s.HoldPlayers(player), s.HoldRound(0, "weights", "some"), s.Put(sample(0, 0, 0)))
			}))
			if test.before != nil {
				testkit.OK(t, test.before(folder))
			}
			was, data := listing(t, folder), testkit.Read(t, folder, File)
			err := test.command(folder)
			if test.want != "" {
				testkit.Fails(t, err, test.want, File)
			} else if err != nil {
				t.Error(err)
			}
			if now := listing(t, folder); now != was || testkit.Read(t, folder, File) != data {
				t.Errorf("the folder was\n%sand is\n%s", was, now)
			}
		})
	}
}

// What a command changes is stored with its first game, or at its end.
func TestFreeFieldsAreKept(t *testing.T) {
	for _, games := range []int{0, 1} {
		folder := t.TempDir()
		want := quick
		for want.Pairs = range 3 {
			s := testkit.Must(OpenOrCreate(folder, rulestest.Game(t, "chess"), want, "pairs"))(t)
			for range max(games, 1-want.Pairs) {
				testkit.OK(t, s.Put(sample(0, want.Pairs, 0)))
			}
			testkit.OK(t, s.Close())
		}
		s := testkit.Must(Open(folder))(t)
		var got config
		if err := s.Config(&got); err != nil || got != want || s.Check() != nil {
			t.Errorf("after %d games the configuration is %+v, %v; want %+v", games, got, err, want)
		}
		testkit.OK(t, s.Close())
	}
}
