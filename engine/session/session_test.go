package session

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"

	"github.com/google/go-cmp/cmp"
)

func newSession(t *testing.T, game string) *Session {
	t.Helper()
	s, err := New(NewLibrary(), game)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLines(t *testing.T) {
	long := strings.Repeat("x", MaxLine)
	input := "one\r\n\x00two\tthree \x7f\n\n" + long + "\n" + long[1:] + "\nlast"
	var got []Line
	for l := range Lines(strings.NewReader(input), nil) {
		if len(l.Text) > 100 {
			l.Text = l.Text[:1]
		}
		got = append(got, l)
	}
	want := []Line{{"one", 5}, {"two three", 13}, {"", 1}, {"", MaxLine + 1}, {"x", MaxLine}, {"last", 4}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestLinesEndWithQuit(t *testing.T) {
	quit := make(chan struct{})
	lines := Lines(strings.NewReader(strings.Repeat("x\n", 10)), quit)
	<-lines
	close(quit)
	for range lines { // ends
	}
}

type failing struct{ left int }

func (f *failing) Write(b []byte) (int, error) {
	if f.left--; f.left < 0 {
		return 0, io.ErrClosedPipe
	}
	return len(b), nil
}

func TestOutput(t *testing.T) {
	var b strings.Builder
	o := NewOutput(&b)
	o.Print("a %d\nb\r\nc\n", 1)
	if got := b.String(); got != "a 1; b; c\n" {
		t.Errorf("wrote %q", got)
	}
	o = NewOutput(&failing{1})
	o.Print("x")
	if o.Err() != nil {
		t.Error(o.Err())
	}
	o.Print("y")
	o.Print("z")
	if !errors.Is(o.Err(), io.ErrClosedPipe) {
		t.Errorf("error is %v", o.Err())
	}
}

func TestAllowance(t *testing.T) {
	const ms = time.Millisecond
	minute := search.Clock{Left: time.Minute}
	soft, hard := search.Clock{Left: time.Minute, Overhead: -1}.Budget()
	for _, c := range []struct {
		a          Allowance
		soft, hard time.Duration
	}{
		{Allowance{}, 0, 0},
		{Allowance{Move: 100 * ms}, 0, 100 * ms},
		{Allowance{Move: 100 * ms, Overhead: 30 * ms}, 0, 70 * ms},
		{Allowance{Move: 100 * ms, Overhead: 3000 * ms}, 0, 50 * ms},
		{Allowance{Move: 1}, 0, ms},
		{Allowance{Clock: minute, Timed: true}, soft, hard},
		{Allowance{Clock: minute, Timed: true, Move: 10 * ms}, 10 * ms, 10 * ms},
		{Allowance{Clock: minute, Timed: true, Move: time.Hour}, soft, hard},
	} {
		if soft, hard := c.a.Budget(); soft != c.soft || hard != c.hard {
			t.Errorf("%+v: %v to %v, want %v to %v", c.a, soft, hard, c.soft, c.hard)
		}
	}
	for _, left := range []time.Duration{-time.Second, 0, 1, ms} {
		if soft, hard := (Allowance{Timed: true, Clock: search.Clock{Left: left}, Overhead: time.Second}).Budget(); soft <= 0 || hard <= 0 || hard > 5*ms {
			t.Errorf("with %v left: %v to %v", left, soft, hard)
		}
	}
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

func TestReply(t *testing.T) {
	s := newSession(t, "hannibal-manticore")
	move := func(text string) rules.Move {
		m, err := s.Position().ReadMove(text)
		if err != nil {
			t.Fatal(err)
		}
		s.Make(m)
		return m
	}
	first, second, third := move("M@b1"), move("F@c1"), move("M@b9")
	s.Undo(3)
	if got := Reply(s.Position(), []rules.Move{first, second}); got != 0 {
		t.Errorf("White's own move %s counts as a reply", s.Game().MoveText(got))
	}
	s.Make(first)
	if got := Reply(s.Position(), []rules.Move{second, third}); got != third {
		t.Errorf("reply is %s", s.Game().MoveText(got))
	}
	if got := Reply(s.Position(), []rules.Move{second}); got != 0 {
		t.Error("a reply from nowhere")
	}
}

// After an error everything is as before.
func TestErrorsChangeNothing(t *testing.T) {
	s := newSession(t, "chess")
	if err := s.Set("", []string{"e2e4"}); err != nil {
		t.Fatal(err)
	}
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
	x, err := s.Search(search.Limits{Depth: search.MaxDepth, Report: func(r search.Report) { iterations <- r.Depth }})
	if err != nil {
		t.Fatal(err)
	}
	<-iterations
	for what, change := range map[string]func() error{
		"Forget":     func() error { s.Forget(); return nil },
		"SetHash":    func() error { s.SetHash(1); return nil },
		"SetWeights": func() error { return s.SetWeights("") },
		"Choose":     func() error { return s.Choose("grand") },
	} {
		if err := s.Prepare(); err != nil {
			t.Fatal(err)
		}
		before := s.searcher
		if err := change(); err != nil {
			t.Fatal(err)
		}
		if s.searcher == before {
			t.Errorf("%s: the running search shares its searcher", what)
		}
	}
	y, err := s.Search(search.Limits{Depth: 1}) // stops the first
	if err != nil {
		t.Fatal(err)
	}
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
	if err := os.WriteFile(empty, []byte("nothing\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, err := l.AddFile(empty); err == nil || !strings.Contains(err.Error(), "no game; expected sections") {
		t.Errorf("error is %v", err)
	}
}
