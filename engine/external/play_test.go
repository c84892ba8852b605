//go:build unix

package external

import (
	"context"
	"errors"
	"strings"
	"testing"

	own "bestiary/engine/search"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"

	"github.com/google/go-cmp/cmp"
)

var bothProtocols = []Protocol{UCI, XBoard}

// play has an engine play both sides.
func play(t *testing.T, e *Engine, g *rules.Game, fen string, plies int) {
	t.Helper()
	p := g.NewPosition()
	if fen != "" {
		p = testkit.Must(g.ParseFEN(fen))(t)
	}
	var moves []rules.Move
	for range plies {
		if result, _ := p.Outcome(); result != rules.Ongoing {
			return
		}
		reply := testkit.Must(e.Go(context.Background(), Request{Start: fen, Moves: moves, Position: p, Limit: Limit{Depth: 3}}))(t)
		if reply.Depth != 7 || reply.Nodes != 1234 || reply.Score != 31 || !reply.HasScore || reply.Elapsed <= 0 {
			t.Fatalf("reply is %+v", reply)
		}
		p.Make(reply.Move)
		moves = append(moves, reply.Move)
	}
	// Without a position, it is computed from the moves.
	if result, _ := p.Outcome(); result == rules.Ongoing {
		testkit.Must(e.Go(context.Background(), Request{Start: fen, Moves: moves, Limit: Limit{Depth: 3}}))(t)
	}
}

func TestPlay(t *testing.T) {
	t.Parallel()
	for _, protocol := range bothProtocols {
		for _, c := range []struct{ game, fen string }{
			{"chess", ""},
			{"chess", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 3 9"},
			{"capablanca", ""},
			{"grand", ""},
			{"grand", "10/4k2P2/1P8/10/10/10/10/2p7/4K5/R8R w - - 0 1"},
			{"grand", "5k4/10/10/10/10/3pP5/10/10/10/4K5 b - e4 0 1"},
			{"al-ces", ""},
			{"al-ces", "r4k3r/10/10/4a5/10/10/10/10/10/R4K3R w KQkq - 0 1"},
			{"falcon-chess", ""},
		} {
			t.Run(string(protocol)+"/"+c.game, func(t *testing.T) {
				t.Parallel()
				g := rulestest.Game(t, c.game)
				e := start(t, fakeConfig(protocol, ""), g)
				for range 2 {
					testkit.OK(t, e.NewGame(context.Background()))
					play(t, e, g, c.fen, 40)
				}
			})
		}
	}
}

// A second answer to a search is not the answer to the next one.
func TestSecondAnswer(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	play(t, start(t, fakeConfig(UCI, "twice"), g), g, "", 40)
}

// Without setboard, positions are entered piece by piece.
func TestEdit(t *testing.T) {
	t.Parallel()
	c := fakeConfig(XBoard, "")
	c.Env = append(c.Env, featuresVar+"=ping=1")
	for _, position := range []struct{ game, fen string }{
		{"chess", "4k3/p6p/8/8/8/8/P6P/4K3 b - - 0 1"},
		{"al-ces", "4k5/p8p/10/10/10/10/10/10/P8P/4K5 b - - 0 1"},
	} {
		g := rulestest.Game(t, position.game)
		play(t, start(t, c, g), g, position.fen, 10)
	}
	e := start(t, c, rulestest.Game(t, "chess"))
	_, err := e.Go(context.Background(), Request{Start: "4k3/p6p/8/8/8/8/P6P/4K2R w - - 0 1", Limit: Limit{Depth: 1}})
	if !errors.Is(err, ErrInexpressible) {
		t.Errorf("castling rights that cannot be told: %v", err)
	}
}

// Programs that play one game only are run again for the next.
func TestNoReuse(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	c := fakeConfig(XBoard, "")
	c.Env = append(c.Env, featuresVar+"=reuse=0")
	e := start(t, c, g)
	first := e.proc.cmd.Process.Pid
	play(t, e, g, "", 4)
	testkit.OK(t, e.NewGame(context.Background()))
	if e.proc.cmd.Process.Pid == first {
		t.Error("the same process plays a second game")
	}
	play(t, e, g, "", 4)
}

// Moves that only our notation can express become part of the FEN.
func TestFoldedMoves(t *testing.T) {
	g := rulestest.Game(t, "hannibal-manticore")
	e := &Engine{game: g}
	p := g.NewPosition()
	var moves []rules.Move
	request := func() (script, error) {
		s, _, err := e.script(Request{Moves: moves})
		return s, err
	}
	if _, err := request(); !errors.Is(err, ErrInexpressible) {
		t.Errorf("the placement phase is passed on: %v", err)
	}
	for _, text := range []string{"M@b1", "F@c1", "M@b9", "F@c9", "e2e4", "e8e6"} {
		m := testkit.Must(p.ParseMove(text))(t)
		p.Make(m)
		moves = append(moves, m)
	}
	s, err := request()
	want := "*mf*******/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/*MF******* w KQkq - 0 1"
	if err != nil || s.fen != want || !cmp.Equal(s.moves, []string{"e2e4", "e8e6"}) {
		t.Errorf("script is %+v, %v", s, err)
	}
}

// What has been captured must follow from the board.
func TestForeignFEN(t *testing.T) {
	g := rulestest.Game(t, "grand")
	const board, rest = "10/4k2P2/1P8/10/10/10/10/2p7/4K5/R8R", " w - - 0 1"
	whole := testkit.Must(g.ParseFEN(board + rest))(t)
	if fen, err := foreignFEN(whole); fen != board+rest || err != nil {
		t.Errorf("%s becomes %s, %v", whole.FEN(), fen, err)
	}
	odd := testkit.Must(g.ParseFEN(board + "[Qq]" + rest))(t)
	if fen, err := foreignFEN(odd); !errors.Is(err, ErrInexpressible) {
		t.Errorf("%s becomes %s, %v", odd.FEN(), fen, err)
	}
}

// Squares that are not part of the board are walls to others, and to whoever reads the FEN.
func TestForeignFENOfHoles(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t)
	v.Holes = []string{"d4", "e4"}
	g := rulestest.Compile(t, v)
	const want = "rnbqkbnr/pppppppp/8/8/3**3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	fen := testkit.Must(foreignFEN(g.NewPosition()))(t)
	testkit.Same(t, "FEN", want, fen)
	testkit.Same(t, "read again", g.NewPosition().FEN(), testkit.Must(g.ParseFEN(fen))(t).FEN())
	testkit.Fails(t, testkit.Error(g.ParseFEN(strings.Replace(want, "**3", "**1*1", 1))), "is no piece of this game")
}

func TestXBoardAnswers(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	for _, c := range []struct {
		trick string
		want  Reply
	}{
		{"resign", Reply{Resigned: true}},
		{"claim", Reply{Claim: rules.Draw, ClaimText: "Draw by repetition"}},
		{"offer", Reply{OfferedDraw: true}},
	} {
		e := start(t, fakeConfig(XBoard, c.trick), g)
		for range 2 { // it can go on
			got := testkit.Must(e.Go(context.Background(), Request{Limit: Limit{MoveTime: time.Second}}))(t)
			if (got.Move == 0) != (c.trick != "offer") {
				t.Errorf("%s: move is %s", c.trick, g.MoveText(got.Move))
			}
			c.want.Score, c.want.HasScore, c.want.Depth, c.want.Nodes = 31, true, 7, 1234
			got.Elapsed, got.Move = 0, 0
			testkit.Same(t, c.trick, c.want, got)
		}
	}
}

func TestRequestErrors(t *testing.T) {
	t.Parallel()
	g := rulestest.Game(t, "chess")
	e := start(t, fakeConfig(XBoard, ""), g)
	for _, c := range []struct {
		r    Request
		want string
	}{
		{Request{}, "limit: none set, expected nodes, depth, move time or clocks"},
		{Request{Limit: Limit{Depth: -1}}, "a field is negative"},
		{Request{Limit: Limit{MoveTime: 1, Clocks: [2]own.Clock{{Left: 1}, {Left: 1}}}}, "limit: both move time and clocks are set"},
		{Request{Limit: Limit{Clocks: [2]own.Clock{{}, {Left: 1}}}}, "limit: white to move has 0s on the clock"},
		{Request{Start: "8/8 w", Limit: Limit{Depth: 1}}, `FEN "8/8 w": board: 2 rows, expected 8`},
		{Request{Limit: Limit{Nodes: 100}}, "a limit of nodes: cannot be expressed in the engine's protocol"},
	} {
		if _, err := e.Go(context.Background(), c.r); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error is %v, want %s", c.r, err, c.want)
		}
	}
	play(t, e, g, "", 2) // none of them does harm
}

// In Chess960 an engine is told so, and castlings are the king's captures of its
// partner, by the squares of the position.
func TestPlayChess960(t *testing.T) {
	t.Parallel()
	const fen = "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 0 1"
	g := rulestest.Game(t, "chess960")
	var log transcript
	config := fakeConfig(UCI, "")
	config.Log = &log
	e := start(t, config, g)
	p := testkit.Must(g.ParseFEN(fen))(t)
	var moves []rules.Move
	for _, text := range []string{"c1h1", "c8b8"} {
		m := testkit.Must(p.ReadMove(text))(t)
		p.Make(m)
		moves = append(moves, m)
	}
	testkit.Must(e.Go(context.Background(), Request{Start: fen, Moves: moves, Limit: Limit{Depth: 3}}))(t)
	sent := strings.Join(log.take(), "\n")
	for _, want := range []string{"setoption name UCI_Chess960 value true\nsetoption name UCI_Variant value chess\n", "position fen " + fen + " moves c1h1 c8b8\n"} {
		if !strings.Contains(sent, want) {
			t.Errorf("%q is not among what is sent:\n%s", want, sent)
		}
	}
	play(t, e, g, fen, 40)
}
