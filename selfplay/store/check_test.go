package store

import (
	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
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
