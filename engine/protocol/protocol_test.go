package protocol

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

func TestLines(t *testing.T) {
	long := strings.Repeat("x", maxLine)
	input := "one\r\n\x00two\tthree \x7f\n\n" + long + "\n" + long[1:] + "\nlast"
	var got []line
	for l := range readLines(strings.NewReader(input), nil) {
		if len(l.text) > 100 {
			l.text = l.text[:1]
		}
		got = append(got, l)
	}
	want := []line{{"one", 5}, {"two three", 13}, {"", 1}, {"", maxLine + 1}, {"x", maxLine}, {"last", 4}}
	testkit.Same(t, "", want, got, cmp.AllowUnexported(line{}))
}

func TestLinesEndWithQuit(t *testing.T) {
	quit := make(chan struct{})
	lines := readLines(strings.NewReader(strings.Repeat("x\n", 10)), quit)
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
	o := &output{w: &b}
	o.Print("a %d\nb\r\nc\n", 1)
	if got := b.String(); got != "a 1; b; c\n" {
		t.Errorf("wrote %q", got)
	}
	o = &output{w: &failing{1}}
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
		a          allowance
		soft, hard time.Duration
	}{
		{allowance{}, 0, 0},
		{allowance{move: 100 * ms}, 0, 100 * ms},
		{allowance{move: 100 * ms, overhead: 30 * ms}, 0, 70 * ms},
		{allowance{move: 100 * ms, overhead: 3000 * ms}, 0, 50 * ms},
		{allowance{move: 1}, 0, ms},
		{allowance{clock: minute, timed: true}, soft, hard},
		{allowance{clock: minute, timed: true, move: 10 * ms}, 10 * ms, 10 * ms},
		{allowance{clock: minute, timed: true, move: time.Hour}, soft, hard},
	} {
		if soft, hard := c.a.budget(); soft != c.soft || hard != c.hard {
			t.Errorf("%+v: %v to %v, want %v to %v", c.a, soft, hard, c.soft, c.hard)
		}
	}
	for _, left := range []time.Duration{-time.Second, 0, 1, ms} {
		if soft, hard := (allowance{timed: true, clock: search.Clock{Left: left}, overhead: time.Second}).budget(); soft <= 0 || hard <= 0 || hard > 5*ms {
			t.Errorf("with %v left: %v to %v", left, soft, hard)
		}
	}
}

func TestExpectedReply(t *testing.T) {
	s := testkit.Must(session.New(session.NewLibrary(), "hannibal-manticore"))(t)
	move := func(text string) rules.Move {
		m := testkit.Must(s.Position().ReadMove(text))(t)
		s.Make(m)
		return m
	}
	first, second, third := move("M@b1"), move("F@c1"), move("M@b9")
	s.Undo(3)
	if got := expected(s.Position(), []rules.Move{first, second}); got != 0 {
		t.Errorf("White's own move %s counts as a reply", s.Game().MoveText(got))
	}
	s.Make(first)
	if got := expected(s.Position(), []rules.Move{second, third}); got != third {
		t.Errorf("reply is %s", s.Game().MoveText(got))
	}
	if got := expected(s.Position(), []rules.Move{second}); got != 0 {
		t.Error("a reply from nowhere")
	}
}

// Whatever is sent, the engine neither panics nor hangs.
func fuzzCommands(f *testing.F, p Protocol, seeds ...string) {
	for _, seed := range seeds {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, input []byte) {
		done := make(chan error, 1)
		go func() {
			done <- p.Run(strings.NewReader(string(input)+"\nquit\n"), io.Discard, Config{})
		}()
		select {
		case err := <-done:
			if err != nil {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("the engine hangs")
		}
	})
}

func FuzzUCI(f *testing.F) {
	fuzzCommands(f, UCI,
		"uci\nisready\nposition startpos moves e2e4\ngo depth 2\nstop",
		"go infinite\ngo ponder\nponderhit\nsetoption name UCI_Variant value grand\ngo wtime 1 btime -1 movestogo 0",
		"setoption name MultiPV value 64\ngo searchmoves e2e4 x\nd\ngo perft 9\ngo mate -9223372036854775808 nodes 1",
		"position fen 8/8/8/8/8/8/8/8 w\nposition fen k7/8/8/8/8/8/8/K7 b - - 99 1 moves a8a7\ngo movetime 9223372036854775807")
}

func FuzzXBoard(f *testing.F) {
	fuzzCommands(f, XBoard,
		"protover 2\nnew\nusermove e2e4\n?\nping 1\nforce\nundo",
		"variant grand\nsd 2\ngo\nhint\nanalyze\n.\nexit\ndraw",
		"level 40 5 1e300\ntime 99999999999999999\ngo\nst inf\nlevel 0 nan 0\nplayother\ne2e4\nO-O",
		"setboard k7/8/8/8/8/8/8/K7 b - - 99 1\ngo\nresult *\nremove\noption MultiPV=64\nmemory 1")
}
