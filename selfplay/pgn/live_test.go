package pgn

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules/rulestest"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// Wherever a file was cut short, it ends up with every game of the run once and with its
// earlier contents.
func TestLive(t *testing.T) {
	s := create(t, rulestest.Game(t, "chess"))
	testkit.OK(t, s.HoldPlayers(players))
	list := []store.Record{sample(1, 0, 0), sample(1, 0, 1), sample(1, 1, 0)}
	path := filepath.Join(t.TempDir(), "live.pgn")
	const other = "[Event \"cup\"]\n\n1. e4 1-0\n"
	testkit.OK(t, os.WriteFile(path, []byte(other), 0o666))
	open := func() *Live {
		t.Helper()
		return testkit.Must(OpenLive(path, s))(t)
	}
	l := open()
	for _, i := range []int{2, 0} { // in the order in which they end
		testkit.OK(t, s.Put(list[i]))
		testkit.OK(t, l.Add(list[i]))
	}
	l.Close()
	testkit.OK(t, s.Put(list[1]))
	whole := testkit.Must(os.ReadFile(path))(t)
	for cut := len(other) + 2; cut <= len(whole); cut += 29 {
		testkit.OK(t, os.WriteFile(path, whole[:cut], 0o666))
		open().Close()
		open().Close() // changes nothing
		text := testkit.Must(os.ReadFile(path))(t)
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
	// Games whose comments another version has written otherwise are there.
	plain := bytes.ReplaceAll(whole, []byte(" "+bookComment), nil)
	testkit.OK(t, os.WriteFile(path, plain, 0o666))
	open().Close()
	text := testkit.Must(os.ReadFile(path))(t)
	if added := bytes.TrimPrefix(text, plain); len(added) == len(text) || bytes.Count(added, []byte("[Event")) != 1 {
		t.Errorf("added %q, want one game", added)
	}
}
