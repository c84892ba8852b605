package match

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// A flipped bit is detected or changes no game. Repair drops the damaged games, and the
// same command plays them again.
func TestRepair(t *testing.T) {
	testkit.NotShort(t, "the race detector has seen runs that go on")
	cfg := selfPlay(func(c *Config) { c.Seed, c.Pairs, c.Nodes, c.MaxPlies = 3, 15, 2, 40 })
	folder := t.TempDir()
	testkit.OK(t, playRun(folder, cfg, 2, Events{}))
	want := exportOf(t, folder)
	data := testkit.Must(os.ReadFile(filepath.Join(folder, store.File)))(t)
	trials := testkit.Choose(100, 200)
	rng := rand.New(rand.NewPCG(1, 2))
	found, repaired := 0, 0
	for range trials {
		bit := rng.IntN(8 * len(data))
		path := filepath.Join(t.TempDir(), store.File)
		changed := append([]byte(nil), data...)
		changed[bit/8] ^= 1 << (bit % 8)
		testkit.OK(t, os.WriteFile(path, changed, 0o666))
		folder := filepath.Dir(path)
		if whole(folder) {
			if got := exportOf(t, folder); got != want {
				t.Errorf("bit %d of byte %d changes the games unnoticed", bit%8, bit/8)
			}
			continue
		}
		found++
		kept, damage, err := store.Repair(folder)
		if err != nil { // the description is lost
			t.Logf("byte %d: %v", bit/8, err)
			continue
		}
		repaired++
		if len(damage) == 0 || kept == 0 {
			t.Errorf("byte %d: %d games kept, damage %v", bit/8, kept, damage)
		}
		if err := playRun(folder, cfg, 2, Events{}); err != nil {
			t.Errorf("byte %d: %v", bit/8, err)
			continue
		}
		if got := exportOf(t, folder); got != want || !whole(folder) {
			t.Errorf("byte %d: the repaired run has other games", bit/8)
		}
	}
	t.Logf("%d bits flipped, %d found, %d repaired", trials, found, repaired)
	if repaired < trials/4 || strings.Count(want, "[Event ") != 30 {
		t.Error("too few repairs to tell")
	}
}

// whole reports whether a run opens and has no damage.
func whole(folder string) bool {
	s, err := store.Open(folder)
	if err != nil {
		return false
	}
	defer s.Close()
	return s.Check() == nil
}

// A flipped bit in the file of a complete match changes neither its result nor the
// description of the run, unless there is an error that says so.
func TestDamagedAnswers(t *testing.T) {
	r := prepare(t, chess(), with(func(c *Config) { c.Pairs, c.MaxPlies = 100, 60 }), "random", "random:name=other")
	answer := func(folder string) (string, error) {
		s, err := r.Open(folder)
		if err != nil {
			return "", err
		}
		defer s.Close()
		tally, err := r.Play(t.Context(), s, Workers(1), nil, Events{})
		if err != nil {
			return "", err
		}
		info, err := s.Info()
		return fmt.Sprintf("%+v %+v %+v %+v", tally.Pairings, tally.Reasons, tally.Plies, info), err
	}
	folder := t.TempDir()
	want := testkit.Must(answer(folder))(t)
	data := []byte(testkit.Read(t, folder, store.File))
	const page = 4096
	places := map[bool][]int{} // of pages: of tables, or of indexes
	for at := page; at < len(data); at += page {
		kind := data[at]
		places[kind == 2 || kind == 10] = append(places[kind == 2 || kind == 10], at)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for index, pages := range places {
		found, trials := 0, testkit.Choose(40, 360)
		for range trials {
			at := pages[rng.IntN(len(pages))] + rng.IntN(page)
			changed := slices.Clone(data)
			changed[at] ^= 1 << rng.IntN(8)
			folder := t.TempDir()
			testkit.Write(t, filepath.Join(folder, store.File), string(changed))
			switch got, err := answer(folder); {
			case err != nil:
				found++
				testkit.Fails(t, err, store.File, "is damaged")
			case got != want:
				t.Errorf("byte %d: another answer, unnoticed:\n%s\nwant\n%s", at, got, want)
			}
		}
		t.Logf("%d flips in %d pages of indexes (%v), %d found", trials, len(pages), index, found)
		if found == 0 || len(pages) < 4 {
			t.Error("too few to tell")
		}
	}
}
