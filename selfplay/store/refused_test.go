package store

import (
	"errors"
	"path/filepath"
	"testing"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
)

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
