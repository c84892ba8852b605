package protocol

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

// ready gives the lines up to the answer of isready.
func ready(p *peer) []string {
	p.Send("isready")
	lines := p.Until("readyok")
	return lines[:len(lines)-1]
}

func TestUCIHandshake(t *testing.T) {
	p := startPeer(t, UCI, Config{Name: "Test 1"})
	p.Send("uci")
	lines := p.Until("uciok")
	for _, want := range []string{
		"id name Test 1",
		"option name Hash type spin default 16 min 1 max 1024",
		"option name Threads type spin default 1 min 1 max 64",
		"option name UCI_Chess960 type check default false",
		"option name UCI_LimitStrength type check default false",
		"option name UCI_Elo type spin default 2500 min 500 max 2500",
		"option name UCI_ShowWDL type check default false",
		"option name Clear Hash type button",
		"option name MultiPV type spin default 1 min 1 max 64",
		"option name Ponder type check default false",
		"option name Move Overhead type spin default 10 min 0 max 5000",
		"option name VariantPath type string default <empty>",
		"option name EvalFile type string default <empty>",
	} {
		if count(lines, want) != 1 {
			t.Errorf("%q is missing in\n%s", want, strings.Join(lines, "\n"))
		}
	}
	games := strings.Join(lines, "\n")
	for _, game := range append(variant.Catalogue(), "falcon", "kingofthehill", "3check", "racingkings") {
		if !regexp.MustCompile(`option name UCI_Variant type combo default chess .*var ` + game + `( |\n)`).MatchString(games) {
			t.Errorf("UCI_Variant does not offer %s", game)
		}
	}
}

// Castlings of Chess960 are read and written as captures of the partner.
func TestUCIChess960(t *testing.T) {
	p := startPeer(t, UCI, Config{Name: "Test 1"})
	p.Send("setoption name UCI_Chess960 value true", "position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5 e1h1 e8h8", "d")
	if lines, want := ready(p), "Fen: rnbq1rk1/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1 w - - 6 5"; count(lines, want) != 1 {
		t.Errorf("%q is missing in\n%s", want, strings.Join(lines, "\n"))
	}
	// King and rook change places.
	p.Send("position fen 6k1/8/8/8/8/8/8/1RK5 w B - 0 1 moves c1b1", "d")
	if lines, want := ready(p), "Fen: 6k1/8/8/8/8/8/8/2KR4 b - - 1 1"; count(lines, want) != 1 {
		t.Errorf("%q is missing in\n%s", want, strings.Join(lines, "\n"))
	}
	p.Send("position fen 6k1/8/8/8/8/8/8/1RK5 w B - 0 1", "go depth 2 searchmoves c1b1")
	lines := p.Until("bestmove")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, "bestmove c1b1") {
		t.Errorf("%s, expected bestmove c1b1", last)
	}
	p.Send("setoption name UCI_Chess960 value false", "d")
	if lines := ready(p); count(lines, "Game: chess") != 1 {
		t.Errorf("the game is not chess after UCI_Chess960 is switched off:\n%s", strings.Join(lines, "\n"))
	}
}

// What the engine answers to lines that need no search.
func TestUCIAnswers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "w.toml")
	for _, c := range []struct {
		name string
		send []string
		want []string
	}{
		{"unknown command", []string{"positon startpos"}, []string{`info string unknown command "positon"; did you mean "position"?`}},
		{"nothing", []string{"", " \t ", "stop", "ponderhit", "register later", "debug", "debug off", "setoption name Ponder value true", "setoption name clear hash"}, nil},
		{"long word", []string{strings.Repeat("x", 59) + "üü"}, []string{`info string unknown command "` + strings.Repeat("x", 59) + `"…`}},
		{"tabs", []string{"position\tstartpos\tmoves e2e4", "setoption\tname Hash\tvalue 2", "d\t"}, []string{"Game: chess", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}},
		{"unknown game", []string{"setoption name UCI_Variant value kingofthehill", "d", "setoption name UCI_Variant value bughouse", "position startpos", "go depth 1",
			"setoption name UCI_Variant value 3check", "position startpos moves e2e4", "d"}, []string{
			"Game: kingofthehill", "Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
			`info string option UCI_Variant: unknown game "bughouse"`,
			`info string the game "bughouse" is unknown, and no other is played in its place; choose one that is known`,
			`info string the game "bughouse" is unknown, and no other is played in its place; choose one that is known`,
			"bestmove (none)",
			"Game: 3check", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 3+3 0 1"}},
		{"NUL bytes", []string{"\x00\x00", "\x00stop\x00", "\x00xyz\x00y"}, []string{`info string unknown command "xyz"`}},
		{"illegal move", []string{"position startpos moves e2e4", "position startpos moves a2a3 h7h6 a3a5", "d"}, []string{
			`info string position: move 3: move "a3a5" is not legal here; from that square: a3a4; the position before is kept`,
			"Game: chess", "Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"}},
		{"FEN", []string{"position fen 8/8 w", "position fen", "position", "position here", "position startpos e2e4",
			"position fen 4k3/8/8/8/8/8/8/4K2R w K - 3 9 moves O-O e8d8", "d"}, []string{
			`info string position: FEN "8/8 w": board: 2 rows, expected 8; the position before is kept`,
			"info string position fen: the FEN is missing",
			"info string position: expected startpos or fen",
			"info string position: expected startpos or fen",
			`info string position startpos: found "e2e4", expected moves`,
			"Game: chess", "Fen: 3k4/8/8/8/8/8/8/5RK1 w - - 5 10"}},
		{"options", []string{"setoption name Hash value 0", "setoption name hash value 2", "setoption name Hsh value 2", "setoption name Qqqq", "setoption Hash 2",
			"setoption name Ponder value yes", "setoption name UCI_Variant value ches", "setoption name UCI_Variant value Falcon", "d"}, []string{
			`info string option Hash: found "0", expected a number from 1 to 1024`,
			`info string no option "Hsh"; did you mean "Hash"?`,
			`info string no option "Qqqq"`,
			"info string setoption: expected name NAME value VALUE",
			`info string option Ponder: found "yes", expected true or false`,
			`info string option UCI_Variant: unknown game "ches"; did you mean "chess"?`,
			"Game: Falcon", "Fen: rnbfqkfbnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBFQKFBNR w KQkq - 0 1"}},
		{"files", []string{"setoption name EvalFile value " + file, "setoption name Weights value /", "setoption name EvalFile value <empty>", "setoption name VariantPath value <empty>"}, []string{
			"info string option EvalFile: stat " + file + ": no such file or directory",
			"info string option Weights: / is not a file"}},
		{"waiting pieces", []string{"setoption name UCI_Variant value hannibal-manticore", "position startpos moves M@b1 F@c1", "d"}, []string{
			"Game: hannibal-manticore", "Fen: **********/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/*MF*******[mf] b KQkq - 0 1"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startPeer(t, UCI, Config{})
			p.Send(c.send...)
			got := ready(p)
			if len(got) == 0 {
				got = nil
			}
			testkit.Same(t, "", c.want, got)
		})
	}
}

func TestUCIPerft(t *testing.T) {
	p := startPeer(t, UCI, Config{})
	p.Send("position fen 7k/8/8/8/8/8/8/K7 w", "go perft 2")
	lines := p.Until("Nodes")
	slices.Sort(lines)
	testkit.Same(t, "", []string{"", "Nodes searched: 9", "a1a2: 3", "a1b1: 3", "a1b2: 3"}, lines)
	p.Send("go perft 0", "position startpos", "go perft 20", "stop")
	p.Until("info string go perft: found 0, expected 1 to 20")
	p.Until("info string perft was stopped")
}

func TestUCILongLine(t *testing.T) {
	p := startPeer(t, UCI, Config{})
	p.Send("position startpos moves "+strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 500_000), strings.Repeat("\x00", 3<<20), "position startpos moves "+strings.Repeat("g1f3 g8f6 f3g1 f6g8 ", 1000))
	got := ready(p)
	want := []string{"info string a line of 10000025 bytes is ignored; at most 1048576 are read", "info string a line of 3145729 bytes is ignored; at most 1048576 are read"}
	testkit.Same(t, "", want, got)
}

var infoLine = regexp.MustCompile(`^info depth \d+ seldepth \d+ multipv \d+ score (cp|mate) -?\d+ nodes \d+ nps \d+ hashfull \d+ time \d+ pv( \S+)+$`)

func TestSearches(t *testing.T) {
	for _, c := range []struct {
		name, position, command string
		last                    string // how the last info line begins
		best                    string // a pattern
	}{
		{"depth", "position startpos", "go depth 3", "info depth 3 ", `^bestmove \S+ ponder \S+$`},
		{"nodes", "position startpos", "go nodes 1000", "info depth ", `^bestmove \S+`},
		{"one node", "position startpos", "go nodes 0", "", `^bestmove [a-h]\d[a-h]\d$`},
		{"time", "position startpos", "go movetime 20", "info depth ", `^bestmove \S+`},
		{"clock", "position startpos", "go wtime 300 btime 1 winc 0 binc 0 movestogo 10", "info depth ", `^bestmove \S+`},
		{"no time left", "position startpos moves e2e4", "go wtime 300 btime -5", "", `^bestmove \S+`},
		{"mate", "position fen 7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "go mate 3", "info depth ", `^bestmove \S+`},
		{"searchmoves", "position startpos", "go depth 2 searchmoves a2a3 e2e5 h2h3", "info depth 2 ", `^bestmove (a2a3|h2h3)`},
		{"searchmoves before", "position startpos", "go searchmoves h2h4 depth 2", "info depth 2 ", `^bestmove h2h4`},
		{"mated", "position fen 7k/6Q1/6K1/8/8/8/8/8 b", "go depth 3", "info depth 0 score mate 0", `^bestmove \(none\)$`},
		{"stalemate", "position fen 7k/5Q2/6K1/8/8/8/8/8 b", "go movetime 100", "info depth 0 score cp 0", `^bestmove \(none\)$`},
		{"nonsense", "position startpos", "go depth x nodes 18446744073709551616 fast depth 1 movetime", "info depth 1 ", `^bestmove \S+`},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := startPeer(t, UCI, Config{})
			p.Send(c.position, c.command)
			lines := p.Until("bestmove")
			last := ""
			for _, l := range lines {
				if strings.HasPrefix(l, "info depth") {
					last = l
				}
			}
			if !strings.HasPrefix(last, c.last) || !regexp.MustCompile(c.best).MatchString(lines[len(lines)-1]) {
				t.Errorf("want %q and %q in\n%s", c.last, c.best, strings.Join(lines, "\n"))
			}
			if rest := ready(p); len(rest) > 0 {
				t.Errorf("after the move: %q", rest)
			}
		})
	}
}

// Threads search together by the clock, and alone with a limit of nodes or depth.
func TestThreads(t *testing.T) {
	search := func(threads, command string) []string {
		p := startPeer(t, UCI, Config{})
		p.Send("setoption name Threads value "+threads, "position startpos moves e2e4", command)
		return p.Until("bestmove")
	}
	untimed := regexp.MustCompile(` (nps|time) \d+`)
	for _, command := range []string{"go depth 5", "go nodes 3000"} {
		one, four := search("1", command), search("4", command)
		if a, b := untimed.ReplaceAllString(strings.Join(one, "\n"), ""), untimed.ReplaceAllString(strings.Join(four, "\n"), ""); a != b {
			t.Errorf("%s: %s", command, cmp.Diff(a, b))
		}
	}
	if lines := search("2", "go movetime 100"); !strings.HasPrefix(lines[0], "info depth 1 ") {
		t.Errorf("%q", lines)
	}
	p := startPeer(t, UCI, Config{})
	p.Send("setoption name Threads value 3", "go infinite", "setoption name Threads value 1", "stop")
	p.Until("bestmove")
	p.Send("go depth 2")
	p.Until("bestmove")
}

func TestLimitedStrength(t *testing.T) {
	nodes := regexp.MustCompile(` nodes (\d+) `)
	for elo, most := range map[string]int{"500": 10, "1400": 320} {
		p := startPeer(t, UCI, Config{})
		p.Send("setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value "+elo, "go wtime 600000 btime 600000")
		lines := p.Until("bestmove")
		for _, l := range lines {
			if f := nodes.FindStringSubmatch(l); f != nil {
				if n, _ := strconv.Atoi(f[1]); n > most {
					t.Errorf("UCI_Elo %s: %s, want at most %d nodes", elo, l, most)
				}
			}
		}
		p.Send("setoption name UCI_LimitStrength value false", "go depth 6")
		if text := strings.Join(p.Until("bestmove"), "\n"); !strings.Contains(text, "info depth 6 ") {
			t.Errorf("without the limit:\n%s", text)
		}
	}
}

func TestMateScores(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "score mate 1 "},
		{"k7/8/1K6/8/8/8/8/7R b - - 0 1", "score mate -1 "},
		{"7k/8/5K2/8/8/8/8/6R1 w - - 0 1", "score mate 2 "},
	} {
		p := startPeer(t, UCI, Config{})
		p.Send("position fen "+c.fen, "go depth 6")
		lines := p.Until("bestmove")
		if last := lines[len(lines)-2]; !strings.Contains(last, c.want) {
			t.Errorf("%s: %s, want %s", c.fen, last, c.want)
		}
	}
}

// With UCI_ShowWDL, scores come with the chances of win, draw and loss in 1/1000.
func TestShowWDL(t *testing.T) {
	results := regexp.MustCompile(` score (cp|mate) (-?\d+) wdl (\d+) (\d+) (\d+) `)
	for _, c := range []struct{ position, want string }{
		{"startpos", "even"},
		{"fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "good"},
		{"fen rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1", "bad"},
		{"fen 7k/8/6K1/8/8/8/8/R7 w - - 0 1", "mate 1 1000 0 0"},
		{"fen k7/8/1K6/8/8/8/8/7R b - - 0 1", "mate -1 0 0 1000"},
		{"fen 7k/6Q1/6K1/8/8/8/8/8 b", "mate 0 0 0 1000"},
		{"fen 7k/5Q2/6K1/8/8/8/8/8 b", "cp 0 0 1000 0"},
	} {
		p := startPeer(t, UCI, Config{})
		p.Send("setoption name UCI_ShowWDL value true", "position "+c.position, "go depth 3")
		for _, l := range p.Until("bestmove") {
			f := results.FindStringSubmatch(l + " ")
			if !strings.HasPrefix(l, "info depth") {
				continue
			}
			if f == nil {
				t.Fatalf("no chances in %s", l)
			}
			win, _ := strconv.Atoi(f[3])
			draw, _ := strconv.Atoi(f[4])
			loss, _ := strconv.Atoi(f[5])
			got := strings.Join(f[1:], " ")
			switch lead := win - loss; {
			case f[1] == "mate" || draw == 1000:
			case draw > 0 && lead > -250 && lead < 250:
				got = "even"
			case lead > 500:
				got = "good"
			case lead < -500:
				got = "bad"
			}
			if got != c.want || win+draw+loss != 1000 {
				t.Errorf("%s: %s, want %s", c.position, l, c.want)
			}
		}
		p.Send("setoption name UCI_ShowWDL value false", "go depth 1")
		if text := strings.Join(p.Until("bestmove"), "\n"); strings.Contains(text, "wdl") {
			t.Errorf("after UCI_ShowWDL is switched off: %s", text)
		}
	}
}

// A search for a mate does not end at a move that is forced; a longer mate ends
// it too.
func TestGoMate(t *testing.T) {
	for _, command := range []string{"go mate 2", "go mate 1"} {
		p := startPeer(t, UCI, Config{})
		p.Send("position fen 7k/2R5/8/8/8/8/r7/KR6 w - - 0 1", command)
		lines := p.Until("bestmove a1a2")
		if last := lines[len(lines)-2]; !strings.Contains(last, "score mate 2 ") {
			t.Errorf("%s: %s", command, last)
		}
	}
}

func TestMultiPV(t *testing.T) {
	p := startPeer(t, UCI, Config{})
	p.Send("setoption name MultiPV value 3", "go depth 4")
	lines := p.Until("bestmove")
	var last []string
	for _, l := range lines[:len(lines)-1] {
		if !infoLine.MatchString(l) {
			t.Errorf("odd line %q", l)
		}
		if strings.HasPrefix(l, "info depth 4 ") {
			last = append(last, l)
		}
	}
	if len(last) != 3 {
		t.Fatalf("%d lines of depth 4, want 3:\n%s", len(last), strings.Join(lines, "\n"))
	}
	for i, l := range last {
		if !strings.Contains(l, " multipv "+string(rune('1'+i))+" ") {
			t.Errorf("line %d is %s", i+1, l)
		}
	}
}

// An infinite search answers after stop and not before, however long it has had
// nothing to do.
func TestInfinite(t *testing.T) {
	for _, c := range []struct{ position, command, wait string }{
		{"position startpos", "go infinite", "info depth 3 "},
		{"position startpos", "go", "info depth 3 "},
		{"position startpos", "go infinite movetime 1", "info depth 6 "},
		{"position startpos", "go ponder depth 2", "info depth 2 "},
		{"position startpos", "go ponder movetime 1", "info depth 6 "},
		{"position fen 7k/6Q1/6K1/8/8/8/8/8 b", "go infinite", ""},
	} {
		p := startPeer(t, UCI, Config{})
		p.Send(c.position, c.command)
		var lines []string
		if c.wait != "" {
			lines = p.Until(c.wait)
		}
		for range 5 {
			time.Sleep(5 * time.Millisecond)
			lines = append(lines, ready(p)...)
		}
		if count(lines, "bestmove") > 0 {
			t.Errorf("%s, %s: answered before stop", c.position, c.command)
		}
		stopped := time.Now()
		p.Send("stop")
		p.Until("bestmove")
		if took := time.Since(stopped); took > 5*time.Second {
			t.Errorf("%s, %s: stopped after %v", c.position, c.command, took)
		}
	}
}

func TestPonderHit(t *testing.T) {
	for _, command := range []string{"go ponder wtime 400 btime 400", "go ponder movetime 20", "go ponder depth 4", "go ponder nodes 2000"} {
		p := startPeer(t, UCI, Config{})
		p.Send("position startpos moves e2e4 e7e5", command)
		lines := append(p.Until("info depth 3 "), ready(p)...)
		if count(lines, "bestmove") > 0 {
			t.Errorf("%s: answered while pondering", command)
		}
		p.Send("ponderhit")
		p.Until("bestmove")
	}
}

// Whatever comes during a search, each go has one answer.
func TestCommandsDuringSearch(t *testing.T) {
	p := startPeer(t, UCI, Config{})
	p.Send("go infinite")
	p.Until("info depth 2 ")
	p.Send("setoption name Hash value 1", "setoption name Clear Hash", "ucinewgame", "setoption name MultiPV value 2",
		"setoption name UCI_Variant value grand", "position startpos moves d3d4", "position fen nonsense", "d", "uci", "bogus")
	lines := p.Until("info string unknown")
	if count(lines, "bestmove") > 0 {
		t.Errorf("the search ended early:\n%s", strings.Join(lines, "\n"))
	}
	p.Send("go depth 2")
	first := p.Last("bestmove")
	second := p.Last("bestmove")
	if !regexp.MustCompile(`^bestmove [a-h][1-8][a-h][1-8]`).MatchString(first) || !regexp.MustCompile(`^bestmove [a-j][78]`).MatchString(second) && !regexp.MustCompile(`^bestmove [a-j](9|10)`).MatchString(second) {
		t.Errorf("answers %q and %q; want a move of White's in chess and one of Black's in grand", first, second)
	}
	p.Send("stop", "stop")
	if rest := ready(p); len(rest) > 0 {
		t.Errorf("rest %q", rest)
	}
}

// A go waits for a search with limits and the commands after it wait for the go, also at
// the end of the input. Only stop reaches the search that runs, and those before it.
func TestSecondGo(t *testing.T) {
	for _, test := range []struct {
		name, commands string
		want           []string
	}{
		{"limits", "go depth 5|go depth 4|go perft 1", []string{"depth 5", "bestmove", "depth 4", "bestmove", "Nodes searched: 20"}},
		{"a position belongs to the next go", "go depth 3|position fen 8/8/8/8/8/k7/8/K6q w - - 0 1|go depth 2|position startpos|go perft 1",
			[]string{"depth 3", "bestmove", "bestmove (none)", "Nodes searched: 20"}},
		{"no limits", "go infinite|go depth 4", []string{"bestmove", "depth 4", "bestmove"}},
		{"pondering", "go ponder wtime 1000 btime 1000|go depth 4", []string{"bestmove", "depth 4", "bestmove"}},
		{"stop", "go depth 90|go infinite|go depth 80|stop|go depth 2", []string{"bestmove", "bestmove", "bestmove", "depth 2", "bestmove"}},
		{"isready", "go nodes 100000|go depth 1|isready", []string{"readyok", "bestmove", "bestmove"}},
	} {
		p := startPeer(t, UCI, Config{})
		p.Send(strings.Split(test.commands, "|")...)
		rest := p.End()
		for _, want := range test.want {
			i := slices.IndexFunc(rest, func(line string) bool {
				return strings.HasPrefix(strings.TrimPrefix(line, "info "), want)
			})
			if i < 0 {
				t.Errorf("%s: no further %q", test.name, want)
				break
			}
			rest = rest[i+1:]
		}
		if count(rest, "bestmove") > 0 {
			t.Errorf("%s: too many answers", test.name)
		}
	}
}

// At the end of the input searches with limits are finished.
func TestUCIEndOfInput(t *testing.T) {
	for _, command := range []string{"go depth 4", "go infinite", "go ponder depth 1", "go mate 1", "go perft 3"} {
		p := startPeer(t, UCI, Config{})
		p.Send(command)
		rest := p.End()
		want, atLeast := "bestmove", ""
		switch command {
		case "go depth 4":
			atLeast = "info depth 4"
		case "go perft 3":
			want = "Nodes searched: 8902"
		}
		if count(rest, want) != 1 || count(rest, atLeast) == 0 {
			t.Errorf("%s: want %q in\n%s", command, want, strings.Join(rest, "\n"))
		}
	}
}

func TestVariantPath(t *testing.T) {
	folder := t.TempDir()
	ini := filepath.Join(folder, "v.ini")
	text := "[my_game:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2Q w - - 0 1\n\n[bad name:chess]\n\n[broken]\ncustomPiece1 = a:?!\n"
	testkit.OK(t, os.WriteFile(ini, []byte(text), 0o666))
	v := testkit.Must(variant.Find("chess"))(t)
	v.Name = "own-chess"
	own := filepath.Join(folder, "own.toml")
	testkit.OK(t, os.WriteFile(own, v.Encode(), 0o666))
	p := startPeer(t, UCI, Config{})
	p.Send("setoption name VariantPath value "+ini, "setoption name VariantPath value "+own, "uci")
	lines := strings.Join(p.Until("uciok"), "\n")
	for _, want := range []string{"info string v.ini adds to UCI_Variant: my_game\n", "info string own.toml adds to UCI_Variant: own-chess\n", " var my_game var own-chess", "info string bad name is left out", "info string broken is left out"} {
		if !strings.Contains(lines, want) {
			t.Errorf("%q is missing in\n%s", want, lines)
		}
	}
	p.Send("setoption name UCI_Variant value my_game", "d")
	if got := p.Last("Fen:"); got != "Fen: 4k3/8/8/8/8/8/8/4K2Q w - - 0 1" {
		t.Error(got)
	}
	p.Send("setoption name VariantPath value " + folder)
	if got := p.Last("info string"); got != "info string option VariantPath: "+folder+" is not a file" {
		t.Error(got)
	}
}

// A weight file is used for its own game; for others the engine says so.
func TestWeights(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	g := testkit.Must(rules.Compile(v))(t)
	w := eval.Prior(g)
	w.SetMaterial(g.TypeNamed("queen"), 10, 10)
	file := filepath.Join(t.TempDir(), "w.toml")
	testkit.OK(t, w.Save(file, g))
	p := startPeer(t, UCI, Config{Weights: file})
	ask := func() string {
		p.Send("position fen 4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "go depth 1")
		lines := p.Until("bestmove")
		return lines[0]
	}
	with := ask()
	p.Send("setoption name EvalFile value <empty>")
	if without := ask(); cmp.Equal(strings.Fields(with)[8:10], strings.Fields(without)[8:10]) {
		t.Errorf("the weights make no difference: %s", without)
	}
	p.Send("setoption name EvalFile value "+file, "setoption name UCI_Variant value grand")
	if got := strings.Join(ready(p), "\n"); !strings.Contains(got, "made for chess") || !strings.HasSuffix(got, "playing without the file") {
		t.Errorf("answer %q", got)
	}
}

// A network comes with capablanca; the engine plays without it if it is told to.
func TestNetwork(t *testing.T) {
	p := startPeer(t, UCI, Config{Game: "capablanca"})
	ask := func() []string {
		p.Send("position startpos", "go depth 1")
		return strings.Fields(p.Until("bestmove")[0])[8:10]
	}
	with := ask()
	p.Send("setoption name Use NNUE value false")
	without := ask()
	if p.Send("setoption name Use NNUE value true"); cmp.Equal(with, without) || !cmp.Equal(with, ask()) {
		t.Errorf("with the network %v, without it %v", with, without)
	}
}

func TestDebug(t *testing.T) {
	p := startPeer(t, UCI, Config{})
	p.Send("debug on", "setoption name MoveOverhead value 500", "setoption name move overhead value 0", "go movetime 30")
	if lines := p.Until("bestmove"); count(lines, "info string budget 0s, at most 30ms") != 1 {
		t.Errorf("no budget in\n%s", strings.Join(lines, "\n"))
	}
}
