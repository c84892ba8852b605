package protocol

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/internal/testkit"
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

func TestTexts(t *testing.T) {
	for _, c := range []struct {
		ranks        Ranks
		ours, theirs string
	}{
		{10, "a1j10", "a0j9"},
		{10, "c9c10q", "c8c9q"},
		{10, "c9c10=Q", "c8c9=Q"},
		{10, "e2e3xe4", "e1e2xe3"},
		{10, "f1~i1", "f0~i0"},
		{10, "e5*", "e4*"},
		{10, "A@b1", "A@b0"},
		{10, "O-O-O", "O-O-O"},
		{10, "0-0", "0-0"},
		{10, "a99999999999999999999", "a99999999999999999999"},
		{0, "a1j10", "a1j10"},
		{8, "e7e8q", "e7e8q"},
		{9, "a1a9", "a1a9"},
		{11, "a1a11", "a1a11"},
	} {
		if got := c.ranks.ToCECP(c.ours); got != c.theirs {
			t.Errorf("%d ranks: %s becomes %s, want %s", c.ranks, c.ours, got, c.theirs)
		}
		if got := c.ranks.FromCECP(c.theirs); got != c.ours {
			t.Errorf("%d ranks: %s was %s, want %s", c.ranks, c.theirs, got, c.ours)
		}
	}
}

func TestFENs(t *testing.T) {
	for _, c := range []struct {
		ranks        Ranks
		ours, theirs string
	}{
		{10, "b1b7/10 w KQkq e4 1 10", "b1b7/10 w KQkq e3 1 10"},
		{10, "b1b7/10 w KQkq - 0 1", "b1b7/10 w KQkq - 0 1"},
		{10, "b1b7/10 w", "b1b7/10 w"},
		{8, "b1b5/8 w - e3 0 1", "b1b5/8 w - e3 0 1"},
	} {
		if got := c.ranks.FENToCECP(c.ours); got != c.theirs {
			t.Errorf("%d ranks: %s becomes %s, want %s", c.ranks, c.ours, got, c.theirs)
		}
		if got := c.ranks.FENFromCECP(c.theirs); got != c.ours {
			t.Errorf("%d ranks: %s was %s, want %s", c.ranks, c.theirs, got, c.ours)
		}
	}
}

// patience is how long an answer may take on a busy machine.
const patience = 30 * time.Second

// peer is the other end of an engine.
type peer struct {
	t    testing.TB
	in   *io.PipeWriter
	out  <-chan string
	done <-chan error
}

// startPeer runs an engine, without its lines about weights, which TestPlaying reads. It is told to quit, and has to, when the test ends.
func startPeer(t testing.TB, protocol Protocol, c Config) *peer {
	t.Helper()
	inReader, in := io.Pipe()
	outReader, outWriter := io.Pipe()
	done, out := make(chan error, 1), make(chan string, 10_000)
	go func() {
		err := protocol.Run(inReader, outWriter, c)
		outWriter.Close()
		inReader.Close()
		done <- err
	}()
	go func() {
		defer close(out)
		lines := bufio.NewScanner(outReader)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if !strings.Contains(lines.Text(), " the engine plays ") {
				out <- lines.Text()
			}
		}
	}()
	p := &peer{t, in, out, done}
	t.Cleanup(func() {
		io.WriteString(in, "quit\n")
		p.End()
	})
	return p
}

// Send writes lines.
func (p *peer) Send(lines ...string) {
	p.t.Helper()
	for _, line := range lines {
		if _, err := io.WriteString(p.in, line+"\n"); err != nil {
			p.t.Fatalf("sending %.60q: %v", line, err)
		}
	}
}

// Until reads up to the first line with a prefix, and returns all lines.
func (p *peer) Until(prefix string) []string {
	p.t.Helper()
	var lines []string
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-p.out:
			if !ok {
				p.t.Fatalf("the engine ended; expected %q after\n%s", prefix, strings.Join(lines, "\n"))
			}
			lines = append(lines, line)
			if strings.HasPrefix(line, prefix) {
				return lines
			}
		case <-timeout:
			p.t.Fatalf("no %q within %v; got\n%s", prefix, patience, strings.Join(lines, "\n"))
		}
	}
}

// Last is the last line of Until.
func (p *peer) Last(prefix string) string {
	p.t.Helper()
	lines := p.Until(prefix)
	return lines[len(lines)-1]
}

// End closes the input, waits for the end of the engine and returns the rest of
// what it wrote.
func (p *peer) End() []string {
	p.t.Helper()
	p.in.Close()
	var rest []string
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-p.out:
			if ok {
				rest = append(rest, line)
				continue
			}
			p.out = nil
		case err := <-p.done:
			if err != nil {
				p.t.Errorf("the engine ended with %v", err)
			}
			if p.out != nil {
				for line := range p.out {
					rest = append(rest, line)
				}
			}
			done := make(chan error, 1)
			done <- nil
			p.done, p.out = done, nil
			return rest
		case <-timeout:
			p.t.Fatal("the engine does not end")
		}
	}
}

// count is the number of lines with a prefix.
func count(lines []string, prefix string) int {
	n := 0
	for _, line := range lines {
		if strings.HasPrefix(line, prefix) {
			n++
		}
	}
	return n
}
