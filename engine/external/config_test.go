//go:build unix

package external

import (
	"context"
	"strings"
	"testing"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	own "bestiary/engine/search"
	"bestiary/internal/testkit"
)

func TestValidate(t *testing.T) {
	for _, c := range []struct {
		config Config
		want   string
	}{
		{Config{}, "engine: command is empty, expected a program"},
		{Config{Command: "x", Protocol: "ucci"}, `engine x: protocol is "ucci", expected uci or xboard; did you mean "uci"?`},
		{Config{Command: "x", Options: []Option{{"", "1"}}}, `engine x: option "" = "1", expected a name, and no line break`},
		{Config{Command: "x", Options: []Option{{"Hash", "1\nquit"}}}, `engine x: option "Hash" = "1\nquit", expected a name, and no line break`},
		{Config{Command: "x", Env: []string{"HOME"}}, `engine x: env has "HOME", expected KEY=value`},
		{Config{Command: "x", Variant: "a b"}, `engine x: variant is "a b", expected a name without spaces`},
		{Config{Command: "x", Variant: "a", VariantFile: true}, `engine x: variant is "a", expected none next to a variant file, which names the game itself`},
		{Config{Command: "x", Protocol: XBoard, VariantFile: true}, `engine x: a variant file needs the protocol "uci"`},
		{Config{Command: "x", Grace: -1}, "engine x: grace is -1ns, expected 0 or more"},
		{Config{Command: "x"}, ""},
	} {
		got := ""
		if err := c.config.Validate(); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	for _, c := range []struct {
		protocol Protocol
		option   Option
		want     string
	}{
		{UCI, Option{"Hsh", "1"}, `has no option "Hsh"; did you mean "Hash"?`},
		{UCI, Option{"Hash", "0"}, `option Hash is "0", expected a number from 1 to 512`},
		{UCI, Option{"own book", "yes"}, `option Own Book is "yes", expected true or false`},
		{XBoard, Option{"cores", "2"}, `has no option "cores"; it has Level`},
		{XBoard, Option{"Level", "hi"}, `does not offer Level = "hi"; expected `},
	} {
		config := fakeConfig(c.protocol, "")
		config.Options = []Option{c.option}
		_, err := Start(context.Background(), config, g)
		checkFault(t, err, BadOption, c.want, "")
	}
}

// TestConversation checks what engines are sent, word for word.
func TestConversation(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "capablanca")
	clocks := func(moves int) [2]own.Clock {
		return [2]own.Clock{
			{Left: 90500 * time.Millisecond, Increment: 1500 * time.Millisecond, MovesToGo: moves},
			{Left: 60 * time.Second, MovesToGo: moves},
		}
	}
	limits := []Limit{
		{Clocks: clocks(40)},
		{Clocks: clocks(0)},
		{MoveTime: 2 * time.Second},
		{MoveTime: 150 * time.Millisecond},
		{Depth: 5},
		{Depth: 5},
		{MoveTime: 2 * time.Second}, // the depth limit must go
	}
	moves := g.NewPosition().Moves(nil)[:1]
	for _, c := range []struct {
		protocol Protocol
		options  []Option
		start    []string
		goes     []string
	}{
		{UCI, []Option{{"hash", "64"}, {"Clear Hash", ""}}, []string{
			"uci", "setoption name Hash value 64", "setoption name Clear Hash",
			"setoption name UCI_Variant value capablanca", "isready", "ucinewgame", "isready",
		}, []string{
			"go wtime 90500 btime 60000 winc 1500 movestogo 40", "go wtime 90500 btime 60000 winc 1500",
			"go movetime 2000", "go movetime 150", "go depth 5", "go depth 5", "go movetime 2000",
		}},
		{XBoard, []Option{{"memory", "64"}, {"level", "low"}}, []string{
			"xboard", "protover 2", "accepted done", "accepted myname", "accepted memory", "accepted variants", "accepted option",
			"accepted ping", "accepted setboard", "accepted usermove", "rejected san", "accepted done",
			"memory 64", "option Level=low", "ping 1",
		}, []string{
			"new|variant capablanca|force|easy|post|ping 2|ping 3|level 40 1:31 1.5|time 9050|otim 6000|go|force",
			"new|variant capablanca|force|easy|post|ping 4|ping 5|level 0 1:31 1.5|time 9050|otim 6000|go|force",
			"new|variant capablanca|force|easy|post|ping 6|ping 7|st 2|go|force",
			"new|variant capablanca|force|easy|post|ping 8|ping 9|level 1 0:01 0|time 15|otim 15|go|force",
			"new|variant capablanca|force|easy|post|ping 10|ping 11|st 10|sd 5|go|force",
			"new|variant capablanca|force|easy|post|ping 12|ping 13|st 10|sd 5|go|force",
			"new|variant capablanca|force|easy|post|ping 14|ping 15|st 2|go|force",
		}},
	} {
		var log transcript
		config := fakeConfig(c.protocol, "")
		config.Options, config.Log = c.options, &log
		config.Env = append(config.Env, featuresVar+"=ping=1 setboard=1 usermove=1 san=1")
		e := start(t, config, g)
		testkit.OK(t, e.NewGame(context.Background()))
		testkit.Same(t, string(c.protocol), c.start, log.take())
		for i, limit := range limits {
			testkit.Must(e.Go(context.Background(), Request{Limit: limit}))(t)
			want := []string{"position fen rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1", "isready", c.goes[i]}
			if c.protocol == XBoard {
				want = strings.Split(c.goes[i], "|")
			}
			testkit.Same(t, string(c.protocol), want, log.take())
		}
		testkit.Must(e.Go(context.Background(), Request{Moves: moves, Limit: Limit{MoveTime: time.Second}}))(t)
		if sent := strings.Join(log.take(), "|"); !strings.Contains(sent, g.MoveText(moves[0])) {
			t.Errorf("%s: %s lacks the move", c.protocol, sent)
		}
	}
}

// Within a game, an engine is sent only the new moves, and the time control once.
func TestXBoardGoesOn(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	var log transcript
	config := fakeConfig(XBoard, "")
	config.Log = &log
	e := start(t, config, g)
	p := g.NewPosition()
	var moves []rules.Move
	limit := Limit{Clocks: [2]own.Clock{{Left: time.Minute}, {Left: time.Minute}}}
	for _, want := range []string{
		"new|force|easy|post|ping 2|ping 3|level 0 1:00 0|time 6000|otim 6000|go|force",
		"usermove M|ping 4|time 6000|otim 6000|go|force",
		"usermove M|ping 5|time 6000|otim 6000|go|force",
	} {
		log.take()
		reply := testkit.Must(e.Go(context.Background(), Request{Moves: moves, Position: p, Limit: limit}))(t)
		if len(moves) > 0 {
			want = strings.Replace(want, "M", g.MoveText(moves[len(moves)-1]), 1)
		}
		testkit.Same(t, "", want, strings.Join(log.take(), "|"))
		p.Make(reply.Move)
		other := p.Moves(nil)[0]
		p.Make(other)
		moves = append(moves, reply.Move, other)
	}
}

// An engine with another start is sent the position.
func TestOtherStart(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "capablanca")
	var log transcript
	config := fakeConfig(XBoard, "other-start")
	config.Log = &log
	e := start(t, config, g)
	testkit.Must(e.Go(context.Background(), Request{Limit: Limit{Depth: 1}}))(t)
	if sent := strings.Join(log.take(), "|"); !strings.Contains(sent, "|setboard "+g.NewPosition().FEN()+"|") {
		t.Error(sent)
	}
}

// Where CECP counts ranks from 0, so do the moves, positions and squares that are
// sent to engines.
func TestTenRanks(t *testing.T) {
	t.Parallel()
	const (
		grand    = "5k4/10/10/10/10/3pP5/10/10/10/4K5 b - e4 0 1"
		castling = "5k4/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1"
		bare     = "4k5/10/10/10/10/10/10/10/10/4K5 w - - 0 1"
	)
	for _, c := range []struct {
		game, features, start, moves, want string
	}{
		{"grand", "ping=1 setboard=1 usermove=1", "", "a1a2 a10a9", "ping 2|usermove a0a1|usermove a9a8|ping 3|"},
		{"grand", "ping=1 setboard=1 usermove=1", grand, "", "setboard 5k4/10/10/10/10/3pP5/10/10/10/4K5 b - e3 0 1|"},
		{"grand", "ping=1 setboard=1", grand, "d5e4", "|d4e3|"},
		{"al-ces", "ping=1 setboard=1 usermove=1", castling, "f1i1", "|setboard " + castling + "|ping 3|usermove f0i0|"},
		{"al-ces", "ping=1", bare, "", "|edit|#|Ke0|c|Ke9|.|"},
	} {
		g := rulestest.Game(t, c.game)
		var log transcript
		config := fakeConfig(XBoard, "")
		config.Log = &log
		config.Env = append(config.Env, featuresVar+"="+c.features)
		e := start(t, config, g)
		p := g.NewPosition()
		if c.start != "" {
			p = testkit.Must(g.ParseFEN(c.start))(t)
		}
		var moves []rules.Move
		for _, text := range strings.Fields(c.moves) {
			m := testkit.Must(p.ParseMove(text))(t)
			p.Make(m)
			moves = append(moves, m)
		}
		if _, err := e.Go(context.Background(), Request{Start: c.start, Moves: moves, Limit: Limit{Depth: 1}}); err != nil {
			t.Error(err)
		}
		if sent := strings.Join(log.take(), "|"); !strings.Contains(sent, c.want) {
			t.Errorf("%s is not among what is sent: %s", c.want, sent)
		}
	}
}
