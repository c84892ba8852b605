package store

import (
	"bestiary/internal/testkit"
	"database/sql"
	"os"
	"path/filepath"
	"testing"

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
			checkStoreError(t, "PutAll", err, "the disk is full")
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

// A database too large to be read completely on opening is checked for its length; after
// an unclean end it is read completely.
func TestInspectLargeStore(t *testing.T) {
	folder := spoil(t, func(string) error { return nil })
	path := filepath.Join(folder, File)
	info := testkit.Must(os.Stat(path))(t)
	large := func(unsure bool) error {
		st := testkit.Must(look(path))(t)
		if st.size != info.Size() || st.pages != st.size || st.unsure {
			t.Fatalf("a database of %d bytes looks like %+v", info.Size(), st)
		}
		return inspectAs(t, path, state{size: sizeChecked + 1, pages: sizeChecked + 1, unsure: unsure})
	}
	if err := large(false); err != nil {
		t.Error(err)
	}
	overwrite(t, path, info.Size()/2/4096*4096)
	if err := large(false); err != nil {
		t.Error("a large store was read whole:", err)
	}
	checkStoreError(t, "after an unclean end", large(true), "is damaged")
	checkStoreError(t, "cut short", inspectAs(t, path, state{size: sizeChecked + 1, pages: sizeChecked + 2}), "cut short: it has 67108865 bytes of 67108866")
}

func inspectAs(t *testing.T, path string, st state) error {
	t.Helper()
	db := testkit.Must(sql.Open("sqlite", "file::memory:"))(t)
	defer db.Close()
	s := &Store{db: db, path: path}
	if st.unsure {
		s.db.Close()
		s = testkit.Must(openToWrite(filepath.Dir(path), func(*Store, state) error { return nil }))(t)
		defer s.Close()
	}
	return s.inspect(st)
}

func overwrite(t *testing.T, path string, at int64) {
	t.Helper()
	f := testkit.Must(os.OpenFile(path, os.O_WRONLY, 0))(t)
	defer f.Close()
	testkit.Must(f.WriteAt(make([]byte, 4096), at))(t)
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
