package pgn

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules/rulestest"
	"bestiary/selfplay/store"
)

// However a file was cut short, it has every game of the run once, and what it had
// before.
func TestLive(t *testing.T) {
	s := create(t, rulestest.Game(t, "chess"))
	if err := s.HoldPlayers(players); err != nil {
		t.Fatal(err)
	}
	list := []store.Record{sample(1, 0, 0), sample(1, 0, 1), sample(1, 1, 0)}
	path := filepath.Join(t.TempDir(), "live.pgn")
	const other = "[Event \"cup\"]\n\n1. e4 1-0\n"
	if err := os.WriteFile(path, []byte(other), 0o666); err != nil {
		t.Fatal(err)
	}
	open := func() *Live {
		t.Helper()
		l, err := OpenLive(path, s)
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	l := open()
	for _, i := range []int{2, 0} { // in the order in which they end
		if err := s.Put(list[i]); err != nil {
			t.Fatal(err)
		}
		if err := l.Add(list[i]); err != nil {
			t.Fatal(err)
		}
	}
	l.Close()
	if err := s.Put(list[1]); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for cut := len(other) + 2; cut <= len(whole); cut += 29 {
		if err := os.WriteFile(path, whole[:cut], 0o666); err != nil {
			t.Fatal(err)
		}
		open().Close()
		open().Close() // changes nothing
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		rounds := map[string]int{}
		for r, err := range Read(bytes.NewReader(text), path, rulestest.Game(t, "chess")) {
			if err != nil {
				t.Fatalf("cut at %d: %v in\n%s", cut, err, text)
			}
			rounds[r.Name()+" "+r.Result.String()]++
		}
		want := map[string]int{"1.0.0 1-0": 1, "1.0.0 0-1": 1, "1.0.1 0-1": 1, "1.1.0 0-1": 1}
		if diff := cmp.Diff(want, rounds); diff != "" || !bytes.HasPrefix(text, []byte(other)) {
			t.Fatalf("cut at %d: %s in\n%s", cut, diff, text)
		}
	}
}
