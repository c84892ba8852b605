package session

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/internal/testkit"
)

func newSession(t *testing.T, game string) *Session {
	t.Helper()
	return testkit.Must(New(NewLibrary(), game))(t)
}

// The table takes at most what it is allowed, and more than half of that.
func TestHashBits(t *testing.T) {
	for megabytes := MinHash; megabytes <= MaxHash; megabytes++ {
		bytes := 16 << hashBits(megabytes)
		if bytes > megabytes<<20 || 2*bytes <= megabytes<<20 {
			t.Errorf("%d MB: table of %d bytes", megabytes, bytes)
		}
	}
}

func TestNewOfAnUnknownGame(t *testing.T) {
	if s, err := New(NewLibrary(), "chss"); err == nil || s != nil {
		t.Errorf("session %v, %v", s, err)
	}
}

// After an error everything is as before.
func TestErrorsChangeNothing(t *testing.T) {
	s := newSession(t, "chess")
	testkit.OK(t, s.Set("", []string{"e2e4"}))
	game, fen := s.Game(), s.Position().FEN()
	for what, err := range map[string]error{
		"game":    s.Choose("nonsense"),
		"FEN":     s.Set("8/8", nil),
		"moves":   s.Set("", []string{"e2e4", "e2e4"}),
		"weights": s.SetWeights(t.TempDir()),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if s.Undo(2) {
		t.Error("two moves taken back after one")
	}
	if s.Game() != game || s.Position().FEN() != fen {
		t.Errorf("position is %s, want %s", s.Position().FEN(), fen)
	}
}

// What is changed while a search runs does not disturb it.
func TestChangesDuringSearch(t *testing.T) {
	s := newSession(t, "chess")
	iterations := make(chan int, 1000)
	x := testkit.Must(s.Search(search.Limits{Depth: search.MaxDepth, Report: func(r search.Report) { iterations <- r.Depth }}))(t)
	<-iterations
	for what, change := range map[string]func() error{
		"Forget":     func() error { s.Forget(); return nil },
		"SetHash":    func() error { s.SetHash(1); return nil },
		"SetThreads": func() error { s.SetThreads(2); return nil },
		"SetWeights": func() error { return s.SetWeights("") },
		"Choose":     func() error { return s.Choose("grand") },
	} {
		testkit.OK(t, s.Prepare())
		before := s.team[0]
		testkit.OK(t, change())
		if s.team != nil && s.team[0] == before {
			t.Errorf("%s: the running search shares its searcher", what)
		}
	}
	y, err := s.Search(search.Limits{Depth: 1}) // stops the first
	testkit.OK(t, err)
	if r := x.Result(); r.Whole || r.Move == 0 {
		t.Errorf("first result %+v", r)
	}
	if r := y.Result(); !r.Whole || r.Depth != 1 {
		t.Errorf("second result %+v", r)
	}
}

func TestPerft(t *testing.T) {
	s := newSession(t, "chess")
	branches := 0
	if r := s.Perft(4, func(rules.Move, uint64) { branches++ }).Result(); r.Nodes != 197281 || branches != 20 || !r.Whole {
		t.Errorf("perft 4 has %d nodes behind %d moves", r.Nodes, branches)
	}
	x := s.Perft(15, func(rules.Move, uint64) {})
	x.Stop()
	if r := x.Result(); r.Whole {
		t.Error("perft was not stopped")
	}
}

func TestLibrary(t *testing.T) {
	l := NewLibrary()
	for _, c := range []struct{ name, want string }{
		{"chess", "chess"}, {"Chess", "chess"}, {"normal", "chess"}, {"FALCON", "falcon-chess"},
	} {
		if v, err := l.Find(c.name); err != nil || v.Name != c.want {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if _, err := l.Find("hanibal"); err == nil || err.Error() != `unknown game "hanibal"; did you mean "hannibal-gryphon"?` {
		t.Errorf("error is %v", err)
	}
	v, _ := l.Find("chess")
	v.Name = "falcon" // takes the name that was another's
	l.Add("falcon", v)
	if v, err := l.Find("falcon"); err != nil || v.Files != 8 {
		t.Errorf("falcon is not what was added: %v", err)
	}
	empty := filepath.Join(t.TempDir(), "x.ini")
	testkit.OK(t, os.WriteFile(empty, []byte("nothing\n"), 0o666))
	if _, _, err := l.AddFile(empty); err == nil || !strings.Contains(err.Error(), "no game; expected sections") {
		t.Errorf("error is %v", err)
	}
}
