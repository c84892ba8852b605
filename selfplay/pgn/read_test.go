package pgn

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/selfplay/store"
)

// randomGame returns a game of random moves with scores and, if timed, times.
func randomGame(rng *rand.Rand, g *rules.Game, timed bool) store.Record {
	p := g.NewPosition()
	r := store.Record{
		Round: rng.IntN(3), Pair: rng.IntN(1000), Index: rng.IntN(2), Game: g.Variant.Name, FEN: p.FEN(),
		White: rng.IntN(3), Black: rng.IntN(3), Moves: []string{}, Scores: []int{},
		Result: rules.Draw, Reason: "length limit", Detail: []string{"", "said \"no\"\n\tand \\ended\x01", `a "quoted" word`}[rng.IntN(3)],
	}
	random := rng.IntN(8)
	for plies := rng.IntN(120); len(r.Moves) < plies; {
		moves := p.Moves(nil)
		if len(moves) == 0 {
			r.Result, r.Reason = p.Outcome()
			break
		}
		m := moves[rng.IntN(len(moves))]
		r.Moves = append(r.Moves, g.MoveText(m))
		p.Make(m)
		score, depth, time := store.Unknown, store.Unknown, store.Unknown
		if len(r.Moves) > random {
			score = [...]int{rng.IntN(4001) - 2000, search.MateScore - rng.IntN(99), rng.IntN(99) - search.MateScore, 0, store.Unknown}[rng.IntN(5)]
			time = rng.IntN(3000) * rng.IntN(2)
			if score != store.Unknown {
				depth = 1 + rng.IntN(60)
			}
		}
		r.Scores = append(r.Scores, score)
		if timed {
			r.Times, r.Depths = append(r.Times, time), append(r.Depths, depth)
		}
	}
	r.RandomPlies = min(random, len(r.Moves))
	r.Times, r.Depths = ifKnown(r.Times), ifKnown(r.Depths)
	return r
}

// ifKnown returns a list, or nil if all its elements are unknown.
func ifKnown(list []int) []int {
	if slices.ContainsFunc(list, func(n int) bool { return n != store.Unknown }) {
		return list
	}
	return nil
}

// What Write writes is read back exactly, in every game of the catalogue.
func TestRoundTrip(t *testing.T) {
	players := []store.Player{{Name: "one"}, {Name: "tw\"o\\ [2]"}, {Name: "one"}}
	for _, name := range variant.Catalogue() {
		g := rulestest.Game(t, name)
		rng := rand.New(rand.NewPCG(1, 2))
		var want []store.Record
		var text bytes.Buffer
		games := 12
		if testing.Short() {
			games = 2
		}
		for i := range games {
			r := randomGame(rng, g, i%2 == 1)
			testkit.OK(t, Write(&text, g, r, players))
			want = append(want, r)
		}
		reader := NewReader(iotest.OneByteReader(&text), "own.pgn", g, players...)
		for _, w := range want {
			got := testkit.Must(reader.Next())(t)
			if diff := cmp.Diff(w, got); diff != "" {
				t.Fatalf("%s: %s", name, diff)
			}
		}
		if _, err := reader.Next(); err != io.EOF || len(reader.Players()) != 3 {
			t.Errorf("%s: behind the last game: %v, players %v", name, err, reader.Players())
		}
	}
}

const evergreen = `[Event "Berlin 'Evergreen'"]
[Site "Berlin GER"]
[Date "1852.??.??"]
[White "Anderssen, A."]
[Black "Dufresne, J."]
[Result "1-0"]

1.e4 e5 2.Nf3 Nc6 3.Bc4 Bc5 4.b4 Bxb4 5.c3 Ba5 6.d4 exd4 7.O-O
d3 8.Qb3 Qf6 9.e5 Qg6 10.Re1 Nge7 11.Ba3 b5 12.Qxb5 Rb8 13.Qa4
Bb6 14.Nbd2 Bb7 15.Ne4 Qf5 16.Bxd3 Qh5 17.Nf6+ gxf6 18.exf6
Rg8 19.Rad1 Qxf3 20.Rxe7+ Nxe7 21.Qxd7+ Kxd7 22.Bf5+ Ke8
23.Bd7+ Kf8 24.Bxe7# 1-0
`

// Games of Xiangqi in the notations of the federation and of the server whose ranks begin with 0 have
// the same moves.
func TestXiangqiNotations(t *testing.T) {
	for _, text := range []string{
		"[Format \"WXF\"]\n1. C2=5 H8+7 2. H2+3 R9=8 3. R1=2 C8.9 1-0",
		"[Format \"ICCS\"]\n1. H2-E2 H9-G7 2. H0-G2 I9-H9 3. I0-H0 H7-I7 1-0",
		"1. h3e3 h10g8 2. h1g3 i10h10 3. i1h1 h8i8 1-0",
	} {
		for r, err := range Read(strings.NewReader(text), "a.pgn", rulestest.Game(t, "xiangqi")) {
			testkit.OK(t, err)
			testkit.Same(t, text, "h3e3 h10g8 h1g3 i10h10 i1h1 h8i8", strings.Join(r.Moves, " "))
		}
		_, tree, err := NewReader(strings.NewReader(text), "a.pgn", rulestest.Game(t, "xiangqi")).NextTree()
		if testkit.OK(t, err); len(tree.Nodes) != 6 {
			t.Errorf("%s: a tree of %d moves", text, len(tree.Nodes))
		}
	}
}

// Texts by other programs and people, for orthodox chess.
func TestForeignGames(t *testing.T) {
	type game struct {
		Moves  string
		Result string
		Reason rules.Reason
	}
	for _, tc := range []struct {
		name, text string
		want       []game
	}{
		{"no tags", "1. f3 e5 2. g4 Qh4# 0-1", []game{{"f2f3 e7e5 g2g4 d8h4", "0-1", rules.Checkmate}}},
		{"no result", "1. e4\n\n[Event \"b\"]\n[Result \"1-0\"]\n\nd4", []game{{"e2e4", "*", NotRecorded}, {"d2d4", "1-0", NotRecorded}}},
		{"no empty lines", "[Event \"a\"]\n1.e4 1-0\n[Event \"b\"]\n1.d4 0-1\n1.c4 1/2-1/2", []game{
			{"e2e4", "1-0", NotRecorded}, {"d2d4", "0-1", NotRecorded}, {"c2c4", "1/2-1/2", NotRecorded}}},
		{"two tags Event", "[Event \"a\"]\n[Result \"*\"]\n[Event \"b\"]\n1.d4 0-1", []game{{"", "*", NotRecorded}, {"d2d4", "0-1", NotRecorded}}},
		{"line ends", "\xef\xbb\xbf[Event \"a\"]\r\n\r\n1. e4\r\ne5\r\n1-0\r\n\r[Event \"b\"]\r1. d4 *\r", []game{{"e2e4 e7e5", "1-0", NotRecorded}, {"d2d4", "*", NotRecorded}}},
		{"comments", "{[%x 1] a\n(b} 1. e4 ; e5 {\n% 1... c5 (\n{a;b\n[Event \"x\"]} e5 {x} {y} (1... c5 {)} 2. Nf3 (2. c3 d5 {x} 1-0)) 2. Nc3 <reserved 1-0> 1-0",
			[]game{{"e2e4 e7e5 b1c3", "1-0", NotRecorded}}},
		{"annotations that stand alone", "1. e4! $1 e5?? $2$18 2. Nf3!? +- Nc6 ± 3. Bb5 = 1/2", []game{{"e2e4 e7e5 g1f3 b8c6 f1b5", "1/2-1/2", NotRecorded}}},
		{"castling", "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n[Result \"½-½\"]\n 1. 0-0+ 0-0-0 ½-½", []game{{"e1g1 e8c8", "1/2-1/2", NotRecorded}}},
		{"castling by the king's squares", "[FEN \"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\"]\n 1. e1c1 O-O *", []game{{"e1c1 e8g8", "*", NotRecorded}}},
		{"promotion", "[SetUp \"1\"]\n[FEN \"8/PPP2k2/8/8/8/8/1K4pp/8 w - - 0 1\"]\n 1. a8=Q g1N 2. b8R h1=n 3. c7c8b *", []game{{"a7a8q g2g1n b7b8r h2h1n c7c8b", "*", NotRecorded}}},
		{"squares of origin", "[FEN \"4k3/8/8/1N3N2/8/8/8/1N2K3 w - - 0 1\"]\n 1. Nfd4 Ke7 2. N5c3 Kd7 3. Nc3-e2 Ke7 4. N1c3 Kd7 5. Nc3:b5 *",
			[]game{{"f5d4 e8e7 b5c3 e7d7 c3e2 d7e7 b1c3 e7d7 c3b5", "*", NotRecorded}}},
		{"the pinned piece does not count", "[FEN \"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1\"]\n 1. Ne2 *", []game{{"g1e2", "*", NotRecorded}}},
		{"en passant", "1. e4 a6 2. e5 d5 3. exd6e.p. cxd6 4. d4 h6 5. d5 e5 6. dxe6 e.p. *", []game{{"e2e4 a7a6 e4e5 d7d5 e5d6 c7d6 d2d4 h7h6 d4d5 e7e5 d5e6", "*", NotRecorded}}},
		{"quotation marks", "[White \"Peter \"the\" [Great]\"] [Black \"\\\"x\\\\\" ]\n[Result \"1-0\"]1. e4 1-0", []game{{"e2e4", "1-0", NotRecorded}}},
		{"termination", "[Termination \"Time forfeit\"]\n1. e4 1-0", []game{{"e2e4", "1-0", "time forfeit"}}},
		{"a last move that was illegal", "[Termination \"illegal move\"]\n1. e4 e5 2. e4e5 {an illegal move} 0-1", []game{{"e2e4 e7e5", "0-1", "illegal move"}}},
		{"a result with a colon", "[Result \"1:0\"]\n1. e4 1:0\n1. d4 ½:½", []game{{"e2e4", "1-0", NotRecorded}, {"d2d4", "1/2-1/2", NotRecorded}}},
		{"nothing", " \n; a remark\n%\n", nil},
		{"master game", evergreen, []game{{"e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 b2b4 c5b4 c2c3 b4a5 d2d4 e5d4 e1g1 d4d3 d1b3 d8f6 e4e5 f6g6 f1e1 g8e7 c1a3 b7b5 b3b5 a8b8 b5a4 a5b6 b1d2 c8b7 d2e4 g6f5 c4d3 f5h5 e4f6 g7f6 e5f6 h8g8 a1d1 h5f3 e1e7 c6e7 a4d7 e8d7 d3f5 d7e8 f5d7 e8f8 a3e7", "1-0", rules.Checkmate}}},
	} {
		var got []game
		failed := error(nil)
		for r, err := range Read(strings.NewReader(tc.text), "a.pgn", rulestest.Game(t, "chess")) {
			if failed = err; err != nil {
				break
			}
			got = append(got, game{strings.Join(r.Moves, " "), r.Result.String(), r.Reason})
		}
		if diff := cmp.Diff(tc.want, got); diff != "" || failed != nil {
			t.Errorf("%s: %v %s", tc.name, failed, diff)
		}
	}
}

// Comments of other programs, with their meaning in centipawns for White and in
// milliseconds.
func TestForeignComments(t *testing.T) {
	const mate = search.MateScore
	const none = store.Unknown
	for text, want := range map[string][2]note{
		"":                          {{none, none, none}, {none, none, none}},
		"book":                      {{none, none, none}, {none, none, none}},
		"a good move":               {{none, none, none}, {none, none, none}},
		"0.50 was better":           {{none, none, none}, {none, none, none}},
		"+0.31/12 0.52s":            {{31, 12, 520}, {31, 12, 520}},
		"+0.67/12 0.145s":           {{67, 12, 145}, {67, 12, 145}},
		"-1.05/7 12s":               {{-105, 7, 12000}, {-105, 7, 12000}},
		"0.00/1 0.004s, tl=9.1s":    {{0, 1, 4}, {0, 1, 4}},
		"+M5/20 0.1s, White mates":  {{mate - 5, 20, 100}, {mate - 5, 20, 100}},
		"-M12/9":                    {{12 - mate, 9, none}, {12 - mate, 9, none}},
		"-0.07":                     {{-7, none, none}, {-7, none, none}},
		"0.520s":                    {{none, none, 520}, {none, none, 520}},
		"[%eval 0.3] [%clk 0:1:00]": {{30, none, none}, {-30, none, none}},
		"[%eval -12.34,20]":         {{-1234, none, none}, {1234, none, none}},
		"[%eval #3]":                {{mate - 5, none, none}, {6 - mate, none, none}},
		"[%eval #-3][%emt 0:01:02]": {{6 - mate, none, 62000}, {mate - 5, none, 62000}},
	} {
		if got := [2]note{readComment(text, true), readComment(text, false)}; got != want {
			t.Errorf("%q is read as %v, want %v", text, got, want)
		}
	}
}

// A bad game is reported with its place, and the next game is read.
func TestBadGames(t *testing.T) {
	const next = "\n\n[Event \"next\"]\n1. a3 1-0\n"
	for _, tc := range []struct{ text, want string }{
		{"[White \"A\"]\n[Black \"B\"]\n\n1. e4 e5\n2. Ke3 1-0", `a.pgn:5: game 1 (A - B), ply 3: move "Ke3" is not legal here; legal are, among others, Ke2`},
		{"1. e4 e5 2. Qz9 *", `a.pgn:1: game 1, ply 3: move "Qz9" is not legal here; legal are, among others, `},
		{"[FEN \"4k3/8/8/1N3N2/8/8/8/4K3 w - - 0 1\"]\n 1. Nd4 *", `a.pgn:2: game 1, ply 1: move "Nd4" is ambiguous; it can be Nbd4, Nfd4`},
		{"[FEN \"8/P3k3/8/8/8/8/8/K7 w - - 0 1\"]\n 1. a8 *", `a.pgn:2: game 1, ply 1: move "a8" is not legal here; legal are, among others, a8=`},
		{"1. f3 e5 2. g4 Qh4# 3. a3 0-1", `a.pgn:1: game 1, ply 5: move "a3" is not legal here; the game is over`},
		{"[Event \"x\"]\n[FEN \"8/8 w\"]\n *", `a.pgn:2: game 1: FEN "8/8 w": board: 2 rows, expected 8`},
		{"[Variant \"atomic\"]\n1. e4 *", `a.pgn:1: game 1: the variant is "atomic", expected chess`},
		{"[Result \"1-0\"]\n\n1. e4 0-1", `a.pgn:3: game 1: the moves end with 0-1, but the tag Result is "1-0"`},
		{"[Result \"won\"]\n\n1. e4\n", `a.pgn:1: game 1: the tag Result is "won", expected 1-0, 0-1, 1/2-1/2 or *`},
		{"[White \"A]\n[Black \"B\"]\n1. e4 *", `a.pgn:1: game 1 ( - B): tag "White" has no closing quotation mark and bracket`},
		{"[White]\n1. e4 *", `a.pgn:1: game 1: tag "White" has no value in quotation marks`},
		{"1. e4 (1. d4\n[Event \"y\"]\n", `a.pgn:2: game 1: a variation has no closing parenthesis`},
		{"1. e4 ) e5 *", `a.pgn:1: game 1: a parenthesis closes no variation`},
		{"1. " + strings.Repeat("e", 500) + " *", `a.pgn:1: game 1: "eeeeeeeeeeeeeeeeeeee"… is longer than 64 characters, expected a move`},
		{"[Event \"bestiary self-play\"]\n[Round \"1.2\"]\n*", `a.pgn:2: game 1: the tag Round is "1.2", expected round, pair and game as in 1.0.1`},
		{"[Event \"bestiary self-play\"]\n[RandomPlies \"9\"]\n1. e4 *", `a.pgn:2: game 1: the tag RandomPlies is "9", expected a number up to the 1 plies of the game`},
	} {
		var list []error
		games := 0
		for r, err := range Read(strings.NewReader(tc.text+next), "a.pgn", rulestest.Game(t, "chess")) {
			if err != nil {
				list = append(list, err)
			} else if r.Moves != nil {
				games++
			}
		}
		var fault *GameError
		if len(list) != 1 || !strings.HasPrefix(list[0].Error(), tc.want) || !errors.As(list[0], &fault) || games == 0 {
			t.Errorf("%q: %v and %d games, want one error: %s", tc.text, list, games, tc.want)
		}
	}
}

func TestUnreadableTexts(t *testing.T) {
	g := rulestest.Game(t, "chess")
	for _, tc := range []struct {
		in   io.Reader
		want string
	}{
		{strings.NewReader("\xff\xfe[\x00"), "a.pgn: the text is in UTF-16, expected UTF-8"},
		{io.MultiReader(strings.NewReader("1. e4 *\n1. d4"), iotest.ErrReader(io.ErrClosedPipe)), "a.pgn:2: io: read/write on closed pipe"},
		{strings.NewReader("1. e4 {no end"), "a.pgn:1: game 1: a comment has no closing brace"},
	} {
		var last error
		for _, err := range Read(tc.in, "a.pgn", g) {
			last = err
		}
		if last == nil || last.Error() != tc.want {
			t.Errorf("got %v, want %s", last, tc.want)
		}
	}
}

func TestPlayersOfAText(t *testing.T) {
	text := "[White \"A\"]\n[Black \"B\"]\n1. e4 *\n[White \"B\"]\n[Black \"C\"]\n1. e4 *\n1. e4 *"
	r := NewReader(strings.NewReader(text), "a.pgn", rulestest.Game(t, "chess"), store.Player{Name: "C"})
	var got []string
	for {
		rec, err := r.Next()
		if err == io.EOF {
			break
		}
		testkit.OK(t, err)
		got = append(got, fmt.Sprint(rec.Name(), " ", rec.White, rec.Black))
	}
	testkit.Same(t, "", []string{"1.0.0 1 2", "1.1.0 2 0", "1.2.0 3 3"}, got)
	if name, err := Variant(strings.NewReader("\xef\xbb\xbf[Variant \" grand \"]\n*")); name != "grand" || err != nil {
		t.Errorf("variant %q, %v", name, err)
	}
	for value, want := range map[string]string{"From Position": "chess", "Fischerandom": "chess960", "Chess 960": "chess960", "King of the Hill": "king-of-the-hill"} {
		if got := GameName(value); got != want {
			t.Errorf("the variant %q is %s, want %s", value, got, want)
		}
	}
}

// Memory does not grow with the text, whatever it contains.
func TestBoundedMemory(t *testing.T) {
	testkit.NotShort(t, "reads many megabytes")
	g := rulestest.Game(t, "chess")
	for name, piece := range map[string]string{
		"games":    "[Event \"x\"]\n1. e4 {" + strings.Repeat("comment ", 300) + "} (1. d4) e5 1-0\n\n",
		"comment":  "{ a comment without end ",
		"word":     "eeeeeeeeeeeeeeeeeeeeeeeeee",
		"moves":    "a ",
		"tags":     "[A \"b\"]\n",
		"value":    "[A \"b\" c ",
		"nesting":  "(((((((((((((((((((((((((",
		"brackets": "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
	} {
		var peak uint64
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		start := m.HeapAlloc
		in := &repeated{piece: piece, left: 3 << 20, every: func() {
			runtime.GC()
			runtime.ReadMemStats(&m)
			peak = max(peak, m.HeapAlloc)
		}}
		for range Read(in, "a.pgn", g) {
		}
		if grown := int64(peak) - int64(start); grown > 5<<19 {
			t.Errorf("%s: %d bytes", name, grown)
		}
	}
}

// repeated reads a text again and again and calls a function after each MB.
type repeated struct {
	piece         string
	left, quarter int
	every         func()
}

func (r *repeated) Read(b []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	for n+len(r.piece) <= len(b) {
		n += copy(b[n:], r.piece)
	}
	if n == 0 {
		n = copy(b, r.piece)
	}
	r.left -= n
	if r.quarter += n; r.quarter > 1<<20 {
		r.quarter = 0
		r.every()
	}
	return n, nil
}

func FuzzRead(f *testing.F) {
	g := rulestest.Game(f, "chess")
	gated := rulestest.Game(f, "hannibal-manticore")
	f.Add([]byte(evergreen))
	var own bytes.Buffer
	for _, r := range []store.Record{sample(0, 4, 0), sample(1, 0, 1)} {
		testkit.OK(f, Write(&own, g, r, players))
	}
	f.Add(own.Bytes())
	f.Add([]byte("\xef\xbb\xbf[A \"b\\\"\"]\r\n{x};y\n%z\n1.e4!? $1 (d4 (c4)) e5 {+0.31/12 0.52s} 2. 0-0 <> e8=Q *"))
	f.Add([]byte("[Event \"bestiary self-play\"]\n[Variant \"hannibal-manticore\"]\n[Round \"1.2.1\"]\n[Detail \"\\\\x00\"]\n1. K~b1 {-M3} M@b1 *"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, game := range []*rules.Game{g, gated} {
			for r, err := range Read(bytes.NewReader(data), "fuzz", game) {
				if err != nil {
					continue
				}
				again(t, game, r)
			}
		}
	})
}

// again writes a game that was read and reads it back.
func again(t *testing.T, g *rules.Game, r store.Record) {
	var b bytes.Buffer
	testkit.OK(t, Write(&b, g, r, nil))
	n := 0
	for back, err := range Read(bytes.NewReader(b.Bytes()), "again", g) {
		if err != nil {
			t.Fatalf("%v in\n%s", err, b.String())
		}
		r.White, r.Black = 0, 0
		if diff := cmp.Diff(r, back); diff != "" {
			t.Fatalf("%s in\n%s", diff, b.String())
		}
		n++
	}
	if n != 1 {
		t.Fatalf("%d games in\n%s", n, b.String())
	}
}

// tape is a source of numbers from data and, after its end, from a fixed generator.
type tape struct {
	data []byte
	rest *rand.PCG
}

func (x *tape) Uint64() uint64 {
	if len(x.data) == 0 {
		return x.rest.Uint64()
	}
	b := x.data[0]
	x.data = x.data[1:]
	return uint64(b) * 0x0101010101010101
}

// For any game of the catalogue, PGN that is written, broken into other lines and read
// back is written as the same text again.
func FuzzRoundTrip(f *testing.F) {
	names := variant.Catalogue()
	games := make([]*rules.Game, len(names))
	for i, name := range names {
		games[i] = rulestest.Game(f, name)
		f.Add(uint8(i), []byte{byte(i), 9, 200, 1, 77})
	}
	f.Fuzz(func(t *testing.T, game uint8, data []byte) {
		g := games[int(game)%len(games)]
		r := randomGame(rand.New(&tape{data, rand.NewPCG(1, 1)}), g, len(data)%2 == 0)
		again(t, g, r)
		var b bytes.Buffer
		testkit.OK(t, Write(&b, g, r, players))
		text := b.String()
		tags, moves, _ := strings.Cut(text, "\n\n")
		for _, form := range []string{
			text, strings.ReplaceAll(text, "\n", "\r\n"), tags + "\n\n" + strings.Join(strings.Fields(moves), "\n"), tags + moves,
		} {
			back, err := NewReader(strings.NewReader(form), "again", g, players...).Next()
			if err != nil {
				t.Fatalf("%v in\n%s", err, form)
			}
			b.Reset()
			if err := Write(&b, g, back, players); err != nil || b.String() != text {
				t.Fatalf("%v, %s", err, cmp.Diff(text, b.String()))
			}
		}
	})
}

// A large tag and many tags take hardly longer than a comment of the same size.
func TestLargeTags(t *testing.T) {
	const size = 4_000_000
	g := rulestest.Game(t, "chess")
	took := func(text string) time.Duration {
		least := time.Hour
		for range 3 {
			began := time.Now()
			for range Read(strings.NewReader(text), "large", g) {
			}
			least = min(least, time.Since(began))
		}
		return least
	}
	comment := took("{" + strings.Repeat("a", size) + "} 1. e4 *\n")
	for name, text := range map[string]string{
		"a large tag": "[Event \"" + strings.Repeat("a", size) + "\"]\n1. e4 *\n",
		"many tags":   strings.Repeat("[a \"b\"]\n", size/8) + "1. e4 *\n",
	} {
		if d := took(text); d > 10*comment {
			t.Errorf("%s takes %v, a comment of this size %v", name, d, comment)
		}
	}
}

// A tree is read with its variations, comments and annotations, and written again.
func TestTree(t *testing.T) {
	g := testkit.Must(rules.Compile(testkit.Must(variant.Find("chess"))(t)))(t)
	const text = "{a start} 1. e4! {best by\n test} ( 1. d4?! d5 (1... Nf6 $14 {Indian}) 2. c4 ) (1. c4) 1... e5 2. Nf3 *"
	r := NewReader(strings.NewReader(text), "x", g)
	rec, tree, err := r.NextTree()
	testkit.OK(t, err)
	want := Tree{"a start", []Node{
		{-1, "e2e4", "best by test", []int{1}}, {-1, "d2d4", "", []int{6}}, {1, "d7d5", "", []int{}},
		{1, "g8f6", "Indian", []int{14}}, {2, "c2c4", "", []int{}}, {-1, "c2c4", "", []int{}},
		{0, "e7e5", "", []int{}}, {6, "g1f3", "", []int{}},
	}}
	if diff := cmp.Diff(want, tree); diff != "" {
		t.Errorf("read (-want +got):\n%s", diff)
	}
	var out strings.Builder
	testkit.OK(t, WriteTree(&out, g, rec, []store.Player{{Name: "a"}, {Name: "b"}}, tree))
	_, moves, _ := strings.Cut(out.String(), "\n\n")
	if want := "{a start} 1. e4 $1 {best by test} (1. d4 $6 d5 (1... Nf6 $14 {Indian}) 2. c4)\n(1. c4) 1... e5 2. Nf3 *\n\n"; moves != want {
		t.Errorf("written %q, want %q", moves, want)
	}
	_, again, err := NewReader(strings.NewReader(out.String()), "x", g).NextTree()
	testkit.OK(t, err)
	if diff := cmp.Diff(want, again); diff != "" {
		t.Errorf("read again (-want +got):\n%s", diff)
	}

	for text, fault := range map[string]string{
		"(1. e4) *":        "no move before it",
		"1. e4 (1. e5) *":  "e5",
		"1. e4 (1. d4 *":   "no closing parenthesis",
		"1. e4 e5) *":      "closes no variation",
		"1. e4 {} (d5) e5": "d5",
	} {
		_, _, err := NewReader(strings.NewReader(text), "x", g).NextTree()
		testkit.Fails(t, err, fault)
	}
}
