package protocol

import (
	"io"
	"regexp"
	"strings"
	"testing"
	"time"

	"bestiary/engine/session"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// ponged gives the lines up to the answer of ping.
func ponged(p *peer) []string {
	p.Send("ping 77")
	lines := p.Until("pong 77")
	return lines[:len(lines)-1]
}

func TestFeatures(t *testing.T) {
	p := startPeer(t, XBoard, Config{})
	p.Send("xboard", "protover 2")
	text := strings.Join(p.Until("feature done=1"), "\n")
	for _, want := range []string{"ping=1", "setboard=1", "usermove=1", "analyze=1", "colors=0", "sigint=0", "memory=1", "san=0", `variants="normal,al-ces,`, ",falcon-chess,", `,falcon"`, ",3check,", ",fischerandom,", `myname="Bestiary"`} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is missing in\n%s", want, text)
		}
	}
	for _, game := range variant.Catalogue() {
		if game != standard && !regexp.MustCompile(`variants=".*\b`+game+`\b.*"`).MatchString(text) {
			t.Errorf("%s is not offered", game)
		}
	}
}

// A player's game named like another name of ours is listed once.
func TestFalconIsListedOnce(t *testing.T) {
	library := session.NewLibrary()
	library.Add("falcon", testkit.Must(variant.Find("chess"))(t))
	p := startPeer(t, XBoard, Config{Library: library})
	p.Send("xboard", "protover 2")
	text := strings.Join(p.Until("feature done=1"), "\n")
	if n := len(regexp.MustCompile(`\bfalcon[,"]`).FindAllString(text, -1)); n != 1 {
		t.Errorf("falcon is listed %d times in\n%s", n, text)
	}
}

// What the engine answers to lines that need no search.
func TestXBoardAnswers(t *testing.T) {
	for _, c := range []struct {
		name string
		send []string
		want []string
	}{
		{"ignored", []string{"accepted ping", "random", "computer", "easy", "hard", "otim 100", "cores 2", "", "force", "nopost"}, nil},
		{"long word", []string{strings.Repeat("x", 59) + "üü"}, []string{"Error (unknown command): " + strings.Repeat("x", 59) + "…"}},
		{"unknown", []string{"bogus 1", "\x00edit", "usermove"}, []string{"Error (unknown command): bogus", "Error (unknown command): edit", "Illegal move (against the rules): "}},
		{"illegal", []string{"force", "usermove e2e5", "e2e5", "usermove e2e4", "usermove e2e4"}, []string{
			"Illegal move (against the rules): e2e5", "Illegal move (against the rules): e2e5", "Illegal move (against the rules): e2e4"}},
		{"position", []string{"setboard 8/8", "setboard", "undo", "remove"}, []string{
			`tellusererror Illegal position: FEN "8/8": board: 2 rows, expected 8`, "tellusererror Illegal position: the FEN is missing",
			"Error (no moves to take back): undo", "Error (no moves to take back): undo"}},
		{"settings", []string{"level 40 5 0", "level x 5 0", "level 0 5:3x 0", "level 5", "st 0.5", "st -1", "sd 0", "sd 5", "time x", "time -5", "memory x", "memory 99999999", "option MultiPV=0", "option MultiPV=2", "option Nonsense=1", "option Clear Hash", "option EvalFile=/"}, []string{
			`Error (level: found "x", expected a number of moves): level`,
			`Error (level: base: found "3x", expected a number of at least 0): level`,
			"Error (level: expected MOVES BASE INCREMENT): level",
			`Error (st: found "-1", expected a number of at least 0): st`,
			`Error (sd: found "0", expected a number of plies): sd`,
			`Error (time: found "x", expected hundredths of a second): time`,
			`Error (memory: found "x", expected megabytes): memory`,
			`Error (found "0", expected a number from 1 to 64): option`,
			`Error (no option "Nonsense"): option`,
			"Error (/ is not a file): option"}},
		{"variants", []string{"variant normal", "variant chess", "variant nonsense"}, []string{"Error (unsupported variant): nonsense", `# unknown game "nonsense"`}},
		{"unknown game", []string{"variant bughouse", "usermove e2e4", "new", "usermove e2e5"}, []string{"Error (unsupported variant): bughouse", `# unknown game "bughouse"`,
			`Error (the game "bughouse" is unknown, and no other is played in its place; choose one that is known): usermove`, "Illegal move (against the rules): e2e5"}},
		{"setup", []string{"variant hannibal-manticore"}, []string{
			"setup (PNBRQ.E..........F..MKpnbrq.e..........f..mk) 10x9+0_fairy rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR w KQkq - 0 1",
			"piece P& fmWfceFifmnD", "piece N& N", "piece B& B", "piece R& R", "piece Q& Q", "piece M& WyafsW", "piece E& FA", "piece F& afafsKafsafzfK", "piece K& KispO8"}},
		{"ten ranks", []string{"variant shatranj", "variant grand", "force", "usermove d3d4", "usermove d2d4", "usermove e7e5"}, []string{
			"setup (P.*", "piece P.*", "piece N.*", "piece B.*", "piece R.*", "piece Q.*", "piece K.*",
			"setup (P.*", "piece P.*", "piece N.*", "piece B.*", "piece R.*", "piece Q.*", "piece C.*", "piece A.*", "piece K.*",
			"Illegal move (against the rules): d3d4"}},
		{"no claims between others", []string{"force", "setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "usermove g6g7"}, nil},
		{"results", []string{"force", "setboard 7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "usermove g6g7", "go", "undo", "usermove g6e8", "setboard 7k/5Q2/5K2/8/8/8/8/8 b - - 0 1", "setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "playother"}, []string{
			"1-0 {White wins: checkmate}", "1/2-1/2 {Draw: stalemate}"}},
		{"long line", []string{strings.Repeat("x", 2<<20)}, []string{"Error (line too long): 2097153 bytes"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startPeer(t, XBoard, Config{})
			p.Send(c.send...)
			got := ponged(p)
			for i := range got {
				if i < len(c.want) && strings.HasSuffix(c.want[i], ".*") && strings.HasPrefix(got[i], strings.TrimSuffix(c.want[i], ".*")) {
					got[i] = c.want[i]
				}
			}
			if len(got) == 0 {
				got = nil
			}
			testkit.Same(t, "", c.want, got)
		})
	}
}

func TestThinking(t *testing.T) {
	p := startPeer(t, XBoard, Config{})
	p.Send("new", "post", "sd 4", "usermove e2e4", "ping 5")
	lines := p.Until("pong 5")
	n := len(lines)
	if !regexp.MustCompile(`^move [a-h][78][a-h]\d$`).MatchString(lines[n-2]) {
		t.Errorf("the move does not come before the pong:\n%s", strings.Join(lines, "\n"))
	}
	for _, l := range lines[:n-2] {
		if !regexp.MustCompile(`^[1-4] -?\d+ \d+ \d+( [a-h]\d[a-h]\d)+$`).MatchString(l) {
			t.Errorf("odd line %q", l)
		}
	}
	p.Send("hint")
	if hint := p.Last("Hint: "); !regexp.MustCompile(`^Hint: [a-h][1-8][a-h][1-8]$`).MatchString(hint) {
		t.Error(hint)
	}
	p.Send("nopost", "remove", "usermove d2d4")
	if lines := p.Until("move "); len(lines) != 1 {
		t.Errorf("thinking is shown: %q", lines)
	}
	p.Send("force", "new", "setboard 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "post", "sd 6", "go")
	if lines := p.Until("move"); !regexp.MustCompile(`^\d+ 100002 `).MatchString(lines[len(lines)-2]) {
		t.Errorf("no mate in two in %q", lines)
	}
}

// force ends the thinking without a move; ? ends it with one.
func TestInterruptions(t *testing.T) {
	p := startPeer(t, XBoard, Config{})
	p.Send("post", "st 3600", "go")
	p.Until("3 ")
	p.Send("usermove e7e5")
	p.Until("Illegal move (the engine is to move): e7e5")
	asked := time.Now()
	p.Send("?")
	p.Until("move ")
	if took := time.Since(asked); took > 5*time.Second {
		t.Errorf("moved after %v", took)
	}
	p.Send("usermove e7e5")
	p.Until("2 ")
	p.Send("force")
	if lines := ponged(p); count(lines, "move") > 0 {
		t.Errorf("a move in spite of force: %q", lines)
	}
	p.Send("go")
	p.Until("2 ")
	p.Send("result 1-0 {resigns}")
	if lines := ponged(p); count(lines, "move") > 0 {
		t.Errorf("a move after the result: %q", lines)
	}
	p.Send("new", "st 3600", "go")
	p.Until("2 ")
	p.Send("new")
	if lines := ponged(p); count(lines, "move") > 0 {
		t.Errorf("a move of the game before: %q", lines)
	}
}

func TestAnalysis(t *testing.T) {
	p := startPeer(t, XBoard, Config{})
	p.Send("force", "analyze")
	p.Until("3 ")
	p.Send(".")
	p.Until("stat01: ")
	p.Send("usermove e2e4")
	p.Until("2 ")
	p.Send("undo", "hint")
	p.Until("Hint: ")
	p.Send("setboard 4k3/8/8/8/8/8/8/4K2R w K - 0 1", "option MultiPV=2")
	p.Until("2 ")
	p.Until("2 ")
	p.Send("setboard 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "exit", "bogus")
	lines := p.Until("Error")
	if count(lines, "move") > 0 || count(lines, "1/2") > 0 {
		t.Errorf("moves or claims in an analysis: %q", lines)
	}
	p.Send("new", "sd 2", "usermove e2e4")
	p.Until("move ")
}

// The same side places several pieces in a row.
func TestPlacement(t *testing.T) {
	p := startPeer(t, XBoard, Config{})
	p.Send("variant hannibal-manticore", "sd 2", "go")
	first, second := p.Last("move "), p.Last("move ")
	if !regexp.MustCompile(`^move [MF]@[a-j]1$`).MatchString(first) || !regexp.MustCompile(`^move [MF]@[a-j]1$`).MatchString(second) {
		t.Errorf("moves %q and %q, want two placings of White's", first, second)
	}
	p.Send("usermove M@b9", "usermove F@c9")
	if got := p.Last("move "); !regexp.MustCompile(`^move [a-j][12][a-j]\d`).MatchString(got) {
		t.Error(got)
	}
}

func TestDraw(t *testing.T) {
	p := startPeer(t, XBoard, Config{})
	p.Send("setboard 4k3/8/8/8/8/8/8/4K2Q w - - 0 1", "sd 3", "draw", "playother", "usermove h1h5")
	p.Until("move ")
	p.Send("draw")
	if lines := p.Until("offer draw"); len(lines) != 1 {
		t.Error(lines)
	}
}

// At the end of the input a search with a limit of depth is finished; another
// one gives its move at once.
func TestXBoardEndOfInput(t *testing.T) {
	for _, c := range []struct{ limit, report string }{{"sd 4", "4 "}, {"st 3600", ""}} {
		p := startPeer(t, XBoard, Config{})
		p.Send("post", c.limit, "go")
		if rest := p.End(); count(rest, "move ") != 1 || count(rest, c.report) == 0 {
			t.Errorf("%s: want a move in %q", c.limit, rest)
		}
	}
}

func newXBoardEngine(t *testing.T) *xboard {
	c := testkit.Must(XBoard.converse(io.Discard, Config{}))(t)
	return c.speaker.(*xboard)
}

// The time for a move follows from what was said.
func TestLimits(t *testing.T) {
	for _, c := range []struct {
		send    []string
		least   time.Duration // of the hard limit
		most    time.Duration
		noLimit bool
	}{
		{nil, 4 * time.Second, 5 * time.Second, false},
		{[]string{"st 2"}, 1900 * time.Millisecond, 2 * time.Second, false},
		{[]string{"sd 3"}, 0, 0, true},
		{[]string{"level 0 5 0"}, 10 * time.Second, time.Minute, false},
		{[]string{"level 0 0:30 1", "time 100"}, time.Millisecond, time.Second, false},
		{[]string{"st 7", "level 40 5 0"}, 8 * time.Second, 4 * time.Minute, false},
		{[]string{"level 1 0:01 0", "time 100"}, 500 * time.Millisecond, time.Second, false},
		{[]string{"level 0 5 0", "time -10"}, 1, 10 * time.Millisecond, false},
	} {
		e := newXBoardEngine(t)
		for _, line := range c.send {
			word, rest, _ := strings.Cut(line, " ")
			testkit.OK(t, e.commands()[word](rest))
		}
		l := e.limits()
		if (l.Time == 0) != c.noLimit || !c.noLimit && (l.Time < c.least || l.Time > c.most) {
			t.Errorf("%q: limit is %v, want %v to %v", c.send, l.Time, c.least, c.most)
		}
	}
}

// The clock of the last game is not that of the next.
func TestNewGameHasAFullClock(t *testing.T) {
	e := newXBoardEngine(t)
	for _, line := range [][2]string{{"level", "0 5 0"}, {"time", "20"}} {
		testkit.OK(t, e.commands()[line[0]](line[1]))
	}
	low := e.limits().Time
	e.newGame()
	if full := e.limits().Time; full < 10*time.Second || low > time.Second {
		t.Errorf("limit is %v with an empty clock and %v in the next game", low, full)
	}
}

// Every game of the catalogue has a setup line in the form that XBoard reads.
func TestSetupLines(t *testing.T) {
	line := regexp.MustCompile(`^setup \(([A-Za-z.+]+)\) \d+x\d+\+(0_fairy|5_crazyhouse|[57]_shogi|2_seirawan) [A-Za-z0-9/]+ w (-|[A-Za-z]+) - 0 1$`)
	for i, name := range variant.Catalogue() {
		if testing.Short() && i%4 > 0 {
			continue
		}
		var out strings.Builder
		testkit.OK(t, XBoard.Run(strings.NewReader("variant "+name+"\nquit\n"), &out, Config{}))
		if name == standard {
			continue
		}
		v := testkit.Must(variant.Find(name))(t)
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		m := line.FindStringSubmatch(lines[0])
		if m == nil || len(lines) != len(v.Pieces)+1 {
			t.Errorf("%s:\n%s", name, out.String())
			continue
		}
		white, black := m[1][:len(m[1])/2], m[1][len(m[1])/2:]
		if strings.ToLower(white) != black {
			t.Errorf("%s: %s", name, m[1])
		}
		for _, p := range v.Pieces {
			if p.PromotedFrom != "" {
				if at := strings.Index(white, p.Symbol[1:]); at < 0 || white[at+11] != '+' {
					t.Errorf("%s: no %s in %s", name, p.Symbol, m[1])
				}
				continue
			}
			if strings.Count(white, p.Symbol) != 1 || p.Royal != strings.HasSuffix(white, p.Symbol) {
				t.Errorf("%s: %s in %s", name, p.Symbol, m[1])
			}
		}
	}
}
