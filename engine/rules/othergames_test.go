package rules

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestFreeCastling(t *testing.T) {
	const open = "r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the king goes two or more squares towards the rook, as far as the square before it",
			game: "falcon-chess", fen: open, from: "f1", want: "b1 c1 d1 e1 e2 f2 g1 g2 h1 i1"},
		{rule: "not over an attacked square",
			game: "falcon-chess", fen: "3r1k4/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "e1 e2 f2 g1 g2 h1 i1"},
		{rule: "not onto one, but as far as the square before",
			game: "falcon-chess", fen: "1kr5r1/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "d1 e1 e2 f2 g1 g2 h1"},
		{rule: "not over a piece, even beside the rook",
			game: "falcon-chess", fen: "4k5/10/10/10/10/10/10/RN3K2NR w KQ - 0 1", from: "f1", want: "e1 e2 f2 g1 g2"},
		{rule: "not out of check",
			game: "falcon-chess", fen: "1k3r4/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "e1 e2 g1 g2"},
		{rule: "castling=orthodox castling-king-steps=3",
			game: "falcon-chess castling=orthodox castling-king-steps=3", fen: open, from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
		{rule: "no queen among the promotions",
			game: "falcon-chess", fen: "10/P8k/10/10/10/10/10/5K4 w - - 0 1", from: "a7", want: "a8b a8f a8n a8r"},
		{rule: "falcon-promotion=qrnbf",
			game: "falcon-chess falcon-promotion=qrnbf", fen: "10/P8k/10/10/10/10/10/5K4 w - - 0 1", from: "a7", want: "a8b a8f a8n a8q a8r"},
	})
	var cases []lineCase
	for move, rank := range map[string]string{
		"f1h1": "R5RK2", "f1i1": "R6RK1", "f1d1": "3KR4R", "f1c1": "2KR5R", "f1b1": "1KR6R",
	} {
		cases = append(cases, lineCase{rule: "the rook goes to the far side, " + move, game: "falcon-chess",
			fen: open, line: move, want: "r4k3r/10/10/10/10/10/10/" + rank + " b kq - 1 1"})
	}
	checkLines(t, cases)
}

func TestMusketeerPlacement(t *testing.T) {
	const start = "********/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/********[LClc] w KQkq - 0 1"
	if got := gameWith(t, "musketeer").NewPosition().FEN(); got != start {
		t.Errorf("the game starts with\n%s, want\n%s", got, start)
	}
	checkMoves(t, []moveCase{
		{rule: "behind any piece of the first rank, the king included",
			game: "musketeer", fen: start, from: "L@", want: "a1 b1 c1 d1 e1 f1 g1 h1"},
		{rule: "either piece first",
			game: "musketeer", fen: start, from: "C@", want: "a1 b1 c1 d1 e1 f1 g1 h1"},
		{rule: "then black puts his first",
			game: "musketeer", fen: start, line: "L@b1", from: "L@", want: "a8 b8 c8 d8 e8 f8 g8 h8"},
		{rule: "then white the other, behind another piece",
			game: "musketeer", fen: start, line: "L@b1 C@b8", from: "", want: "C@a1 C@c1 C@d1 C@e1 C@f1 C@g1 C@h1"},
		{rule: "then black",
			game: "musketeer", fen: start, line: "L@b1 C@b8 C@c1", from: "", want: "L@a8 L@c8 L@d8 L@e8 L@f8 L@g8 L@h8"},
		{rule: "not behind a rook when one waits behind the king",
			game: "musketeer", fen: start, line: "L@e1 L@b8", from: "C@", want: "b1 c1 d1 f1 g1"},
		{rule: "not behind the king when one waits behind a rook",
			game: "musketeer", fen: start, line: "L@a1 L@h8", from: "C@", want: "b1 c1 d1 f1 g1 h1"},
		{rule: "the same for black",
			game: "musketeer", fen: start, line: "L@a1 L@h8 C@h1", from: "C@", want: "a8 b8 c8 d8 f8 g8"},
		{rule: "behind both rooks is allowed",
			game: "musketeer", fen: start, line: "L@a1 L@a8", from: "C@h", want: "1"},
		{rule: "gate-king-and-partner=true",
			game: "musketeer gate-king-and-partner=true", fen: start, line: "L@e1 L@b8", from: "C@", want: "a1 b1 c1 d1 f1 g1 h1"},
	})
	checkLines(t, []lineCase{{rule: "white has the first move", game: "musketeer", fen: start, line: "L@e1 L@b8 C@c1 C@h8",
		want: "*l*****c/rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR/**C*L*** w KQkq - 0 1"}})
}

func TestMusketeerEntry(t *testing.T) {
	const rows = "/8/8/8/8/8/8/"
	checkLines(t, []lineCase{
		{rule: "castling brings in the piece behind the king",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/****L*** w KQ - 0 1", line: "e1g1", want: "********/4k3" + rows + "R3LRK1/******** b - - 1 1"},
		{rule: "or the one behind the rook",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/*******C w KQ - 0 1", line: "e1g1", want: "********/4k3" + rows + "R4RKC/******** b - - 1 1"},
		{rule: "not the one behind the other rook",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/C******* w KQ - 0 1", line: "e1g1", want: "********/4k3" + rows + "R4RK1/C******* b - - 1 1"},
		{rule: "on the long side",
			game: "musketeer", fen: "********/4k3" + rows + "R3K2R/C******* w KQ - 0 1", line: "e1c1", want: "********/4k3" + rows + "C1KR3R/******** b - - 1 1"},
		{rule: "gate-king-and-partner=true: both",
			game: "musketeer gate-king-and-partner=true", fen: "********/4k3" + rows + "R3K2R/C***L*** w KQ - 0 1", line: "e1c1", want: "********/4k3" + rows + "C1KRL2R/******** b - - 1 1"},
		{rule: "a king that leaves a check without a capture brings it in as well",
			game: "musketeer", fen: "********/k3r3" + rows + "4K3/****L*** w - - 0 1", line: "e1d1", want: "********/k3r3" + rows + "3KL3/******** b - - 1 1"},
	})
	checkMoves(t, []moveCase{
		{rule: "a pawn may become either of the pair, waiting or lost",
			game: "musketeer", fen: "********/8/P6k/8/8/8/8/8/1N5K/*L****** w - - 0 1", from: "a7", want: "a8b a8c a8l a8n a8q a8r"},
	})
}

func TestGrandPromotion(t *testing.T) {
	const rest = "/10/10/10/10/10/10/K9"
	checkMoves(t, []moveCase{
		{rule: "not before the eighth rank",
			game: "grand", fen: "9k/10/10/10/4P5/10/10/10/10/K9[QN] w - - 0 1", from: "e6", want: "e7"},
		{rule: "optional on the eighth",
			game: "grand", fen: "9k/10/10/4P5" + "/10/10/10/10/10/K9[QN] w - - 0 1", from: "e7", want: "e8 e8n e8q"},
		{rule: "on the ninth",
			game: "grand", fen: "9k/10/4P5" + rest + "[QN] w - - 0 1", from: "e8", want: "e9 e9n e9q"},
		{rule: "compulsory on the tenth",
			game: "grand", fen: "9k/4P5/10" + rest + "[QN] w - - 0 1", from: "e9", want: "e10n e10q"},
		{rule: "which a pawn cannot enter while nothing is captured, not even by a capture",
			game: "grand", fen: "3r5k/4P5/10" + rest + "[qn] w - - 0 1", from: "e9", want: ""},
		{rule: "though it gives check there",
			game: "grand", fen: "2k7/4P5/10" + rest + "[] b - - 0 1", from: "c10", want: "b10 b9 c9 d9"},
		{rule: "black's third, second and first rank",
			game: "grand", fen: "9k/10/10/10/10/10/4p5/3p6/2p7/7K2[a] b - - 0 1", from: "", want: "c2c1a d3d2 d3d2a e4e3 e4e3a j10i10 j10i9 j10j9"},
		{rule: "never more of a kind than the array has",
			game: "grand", fen: "r8r/1nbqkcabn1/pppppppp2/8P1/10/10/10/PPPPPPPPP1/1NBQKCAB2/R8R w - - 0 1", from: "i7", want: "h8 h8n i8 i8n"},
	})
}

func TestWildebeest(t *testing.T) {
	const open = "r4k4r/11/11/11/11/11/11/11/11/R4K4R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the king castles by one to four squares", game: "wildebeest", fen: open, from: "f1", want: "b1 c1 d1 e1 e2 f2 g1 g2 h1 i1 j1 ~e1 ~g1"},
		{rule: "a pawn goes as far as the fifth rank from the second", game: "wildebeest", fen: "5k5/11/11/11/11/11/11/11/4P6/5K5 w - - 0 1", from: "e2", want: "e3 e4 e5"},
		{rule: "and from the third", game: "wildebeest", fen: "5k5/11/11/11/11/11/11/4P6/11/5K5 w - - 0 1", from: "e3", want: "e4 e5"},
		{rule: "but no farther from the fourth", game: "wildebeest", fen: "5k5/11/11/11/11/11/4P6/11/11/5K5 w - - 0 1", from: "e4", want: "e5"},
		{rule: "every square that a pawn passes over can be captured on", game: "wildebeest", fen: "5k5/11/11/11/11/11/3p7/11/4P6/5K5 w - - 0 1", line: "e2e5", from: "d4", want: "d3 e3"},
		{rule: "it becomes a queen or a wildebeest", game: "wildebeest", fen: "5k5/P10/11/11/11/11/11/11/11/5K5 w - - 0 1", from: "a9", want: "a10q a10w"},
	})
	checkResult(t, "wildebeest", "k10/2Q8/11/11/11/11/11/11/11/5K5 b - - 0 1", WhiteWins, Stalemate)
}

func TestOmega(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a wizard leaves its corner", game: "omega", fen: "12/4k7/" + "12/12/12/12/12/12/12/12/4K7/W11 w - - 0 1", from: "a1", want: "b2 b4 d2"},
		{rule: "a bishop goes into a corner", game: "omega", fen: "12/4k7/12/12/12/12/12/12/12/12/1B2K7/12 w - - 0 1", from: "b2", want: "a1 c3 d4 e5 f6 g7 h8 i9 j10 k11 l12"},
		{rule: "and so does a king", game: "omega", fen: "12/4k7/12/12/12/12/12/12/12/12/1K10/12 w - - 0 1", from: "b2", want: "a1 b3 c2 c3"},
		{rule: "a rook cannot leave the board in the middle", game: "omega", fen: "12/4k7/12/12/12/12/12/12/12/4K7/1R10/12 w - - 0 1", from: "b2", want: "b10 b11 b3 b4 b5 b6 b7 b8 b9 c2 d2 e2 f2 g2 h2 i2 j2 k2"},
		{rule: "a champion", game: "omega", fen: "12/4k7/12/12/12/12/12/12/5C6/12/4K7/12 w - - 0 1", from: "f4", want: "d2 d4 d6 e4 f2 f3 f5 f6 g4 h2 h4 h6"},
		{rule: "a pawn promotes on the last rank of the board in the middle", game: "omega", fen: "12/8k3/1P10/12/12/12/12/12/12/12/4K7/12 w - - 0 1", from: "b10", want: "b11b b11c b11n b11q b11r b11w"},
		{rule: "castling is that of chess, beside the champions", game: "omega", fen: "12/6k5/12/12/12/12/12/12/12/12/1CR3K2RC1/12 w KQ - 0 1", from: "g2", want: "e2 f2 f3 g3 h2 h3 i2"},
	})
}

// In Gross Chess a pawn has the choices of several promotions.
func TestGrossPromotion(t *testing.T) {
	const rest = "/12/12/12/12/12/12/12/6K5/12 w - - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the lesser pieces on the last rank but two", game: "gross", fen: "11k/12/12/P11" + "/12/12/12/12/12/12/6K5/12 w - - 0 1", from: "a9", want: "a10 a10b a10n a10v a10w"},
		{rule: "rook, champion and cannon on the next", game: "gross", fen: "11k/12/P11" + rest, from: "a10", want: "a11 a11b a11c a11n a11r a11s a11v a11w"},
		{rule: "all on the last, where it must promote", game: "gross", fen: "11k/P11/12" + rest, from: "a11", want: "a12a a12b a12c a12m a12n a12q a12r a12s a12v a12w"},
		{rule: "no more of a kind than there are in reserve", game: "gross", fen: "11k/P1QQQMM5/1RRRRRR5" + rest, from: "a11", want: "a12a a12b a12c a12n a12s a12v a12w"},
		{rule: "the other side's do not count", game: "gross", fen: "11k/P1qqqMM5/1rrrrrR5/12/12/12/12/12/12/12/12/10K1 w - - 0 1", from: "a11", want: "a12a a12b a12c a12n a12q a12r a12s a12v a12w"},
		{rule: "a king goes two or more squares to castle", game: "gross", fen: "6k5/12/12/12/12/12/12/12/12/12/1R4K3R1/12 w KQ - 0 1", from: "g2", want: "c2 d2 e2 f1 f2 f3 g1 g3 h1 h2 h3 i2 j2"},
	})
}

func TestSpartan(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a hoplite becomes a king while there is just one", game: "spartan", fen: "4k3/8/8/8/8/8/h7/7K b - - 0 1", from: "a2", want: "b1c b1g b1k b1l b1w"},
		{rule: "not while there are two", game: "spartan", fen: "3kk3/8/8/8/8/8/h7/7K b - - 0 1", from: "a2", want: "b1c b1g b1l b1w"},
		{rule: "a pawn never does", game: "spartan", fen: "4k3/P7/8/8/8/8/8/7K w - - 0 1", from: "a7", want: "a8b a8n a8q a8r"},
		{rule: "one of two kings may stay attacked", game: "spartan", fen: "4k2k/8/8/8/8/4R3/h7/7K b - - 0 1", from: "a2", want: "b1c b1g b1l b1w"},
		{rule: "not both", game: "spartan", fen: "4k2k/8/8/8/8/4R2R/h6K/8 b - - 0 1", from: "a2", want: ""},
		{rule: "nor the only one, unless there is a new one", game: "spartan", fen: "4k3/8/8/8/8/4R3/h7/7K b - - 0 1", from: "a2", want: "b1k"},
		{rule: "a hoplite jumps from its first rank", game: "spartan", fen: "4k3/2h5/1p1P4/8/8/8/8/7K b - - 0 1", from: "c7", want: "a5 e5"},
	})
}

func TestCourier(t *testing.T) {
	checkResult(t, "courier", "5k6/12/12/12/12/12/12/5K4MM b - - 0 1", WhiteWins, Extinction)
	checkResult(t, "courier", "12/12/12/12/12/12/10k1/5K5M b - - 0 1", Ongoing, NoReason) // the other king is bare next
	checkResult(t, "courier", "k11/11R/12/12/11p/11P/12/1R3K6 b - - 0 1", WhiteWins, Stalemate)
}

func checkResult(t *testing.T, game, fen string, want Result, why Reason) {
	t.Helper()
	if got, reason := parsed(t, gameWith(t, game), fen).Outcome(); got != want || reason != why {
		t.Errorf("%s: %s by %q, want %s by %q", fen, got, reason, want, why)
	}
}

// dialect says how the program of the reference counts writes a game where
// that differs from here.
type dialect struct {
	game    string                  // what is played, "" for the game of that name
	board   func(row string) string // translates the first field of a FEN
	replace map[string]string       // other fields of a FEN
}

var dialects = map[string]dialect{
	// Names begin with a letter here.
	"3check": {game: "three-check"},
	// And have their words joined by hyphens.
	"kingofthehill": {game: "king-of-the-hill"},
	"racingkings":   {game: "racing-kings"},
	// The board is surrounded by walls where it has holes here.
	"gustav3": {board: wallsAsHoles},
	// The array is that of the game without a draw of the first rank; rights are
	// named after the rooks' files.
	"fischerandom": {game: "chess", replace: map[string]string{"HAha": "KQkq"}},
	"caparandom":   {game: "capablanca", replace: map[string]string{"JAja": "KQkq"}},
	// Its count of points and its draw by facing generals do not count here.
	"janggimodern": {game: "janggi"},
	"janggicasual": {game: "janggi"},
	// The pieces that can be dropped come from another board: in one game alone
	// there are none.
	"supply": {game: "xiangqi", board: func(board string) string { return strings.TrimSuffix(board, "[]") }},
	// The two kinds of pawns have different letters here.
	"sortofalmost": {board: func(board string) string { return strings.ReplaceAll(board, "p", "o") }},
	// That program plays it without castling, and pawns may promote a rank earlier.
	"wildebeest": {game: "wildebeest castling=none promotion-zone=2 promotion-optional=true"},
	// Armies that differ are options here. The king goes to the same squares with all
	// partners there, so the armies in which it does not have no castling.
	"cwda-fide-knights":       {game: "different-armies armies=fide-knights"},
	"cwda-knights-rookies":    {game: "different-armies armies=knights-rookies"},
	"cwda-clobberers-knights": {game: "different-armies armies=clobberers-knights castling=none"},
	"cwda-rookies-clobberers": {game: "different-armies armies=rookies-clobberers castling=none"},
	// That program counts the square where a piece lands among those it passed.
	"pawnback": {replace: map[string]string{"f5f6": "f6"}},
	// Joined edges are an option here.
	"cylinder":          {game: "chess wraps=files castling=none"},
	"cylinder-castling": {game: "chess wraps=files"},
	"toroidal-chess":    {game: "torus"},
}

// fen is a FEN as it is written here.
func (d dialect) fen(theirs string) string {
	fields := strings.Fields(theirs)
	if d.board != nil {
		fields[0] = d.board(fields[0])
	}
	for i, text := range fields {
		if ours, ok := d.replace[text]; ok {
			fields[i] = ours
		}
	}
	return strings.Join(fields, " ")
}

var emptyRun = regexp.MustCompile(`[*0-9]+`)

// wallsAsHoles counts walls, written *, among the empty squares of a board with
// less than ten files between them.
func wallsAsHoles(board string) string {
	return emptyRun.ReplaceAllStringFunc(board, func(run string) string {
		n := 0
		for _, c := range run {
			if c == '*' {
				n++
			} else {
				n += int(c - '0')
			}
		}
		return strconv.Itoa(n)
	})
}

// A lion captures without moving, captures twice, and goes on after a capture; a rook that
// goes back after a capture stops anywhere on its way, also where it stood.
func TestCapturesInPassing(t *testing.T) {
	g := gameWith(t, "lions")
	for fen, want := range map[string]string{
		"4k3/8/8/8/3pp3/3L4/8/8/4K3 w - - 0 1": "d4c4xd5 d4c5xd5 d4c6xd5 d4d4xd5 d4d4xe5 d4d5xe5 d4d6xd5 d4d6xe5 d4e4xd5 d4e4xe5 d4e5xd5 d4e6xd5 d4e6xe5 d4f4xe5 d4f5xe5 d4f6xe5",
		"k7/8/8/8/4p3/8/8/8/K3R3 w - - 0 1":    "e1e1xe5 e1e2xe5 e1e3xe5 e1e4xe5",
		"4k3/8/8/8/8/8/8/3p4/4K3 w - - 0 1":    "e1e1xd2",
		"4k3/8/8/8/8/3r4/8/3p4/4K3 w - - 0 1":  "e1e1xd2",
		"4k3/8/8/8/8/8/8/3p4/r3K3 w - - 0 1":   "", // the king stays in check
	} {
		p := parsed(t, g, fen)
		var got []string
		for _, text := range moveTexts(p, p.Moves(nil)) {
			if !strings.Contains(text, "x") {
				continue
			}
			got = append(got, text)
			p.Make(testkit.Must(p.ParseMove(text))(t))
			p.Unmake()
			if p.FEN() != fen {
				t.Errorf("%s: %s is taken back to %s", fen, text, p.FEN())
			}
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %s, want %s", fen, text, want)
		}
	}
}

func TestFlyingGenerals(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "the gold general flies over its own pieces to every empty square on its lines",
			game: "al-ces", fen: "10/9k/10/10/3NNN4/3NGN4/3NNN4/10/K9/10 w - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 e1 e10 e2 e3 e7 e8 e9 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "it flies over enemies too, and captures one square straight or diagonally forward only",
			game: "al-ces", fen: "10/4n4k/10/10/3nnn4/3nGn4/3nnn4/10/K9/10 w - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d5 d6 e1 e10 e2 e3 e4 e6 e7 e8 f5 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "the silver general captures one square diagonally or straight forward only",
			game: "al-ces", fen: "10/4n4k/10/10/3nnn4/3nSn4/3nnn4/10/K9/10 w - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d6 e1 e10 e2 e3 e6 e7 e8 f4 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "forward is down the board for black's gold general",
			game: "al-ces", fen: "10/9k/10/10/3NNN4/3NgN4/3NNN4/10/K9/10 b - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d5 e1 e10 e2 e3 e4 e6 e7 e8 e9 f4 f5 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "and for black's silver general",
			game: "al-ces", fen: "10/9k/10/10/3NNN4/3NsN4/3NNN4/10/K9/10 b - - 0 1", from: "e5",
			want: "a1 a5 a9 b2 b5 b8 c3 c5 c7 d4 d6 e1 e10 e2 e3 e4 e7 e8 e9 f4 f6 g3 g5 g7 h2 h5 h8 i1 i5 i9 j10 j5"},
		{rule: "a pinned general stays on its line, and on this side of the piece that pins it",
			game: "al-ces", fen: "10/4r5/9k/10/10/4G5/10/10/10/4K5 w - - 0 1", from: "e5", want: "e2 e3 e4 e6 e7 e8"},
		{rule: "a general may fly between its king and a distant check",
			game: "al-ces", fen: "10/4r5/9k/10/10/PP8/SP8/10/10/4K5 w - - 0 1", from: "a4", want: "e4 e8"},
	})
}

// The pieces stand on e5; the squares are the only ones on which an
// enemy king is in check on an otherwise empty board.
func TestGeneralsAndAssassinsGiveCheckOnTheirCaptureSquaresOnly(t *testing.T) {
	g := gameWith(t, "al-ces")
	for name, want := range map[string][]string{
		"gold-general":   {"d5", "d6", "e4", "e6", "f5", "f6"},
		"silver-general": {"d4", "d6", "e6", "f4", "f6"},
		"assassin":       {"d4", "d5", "d6", "e4", "e6", "f4", "f5", "f6"},
	} {
		piece, king := CodeOf(g.TypeNamed(name), White), CodeOf(g.Royal(), Black)
		for sq := range g.Squares() {
			sq := Square(sq)
			p := g.emptyPosition()
			if at := g.SquareName(sq); at != "e5" {
				p.put(piece, g.SquareAt(4, 4))
				p.put(king, sq)
				p.king[Black], p.turn = sq, Black
				if p.InCheck() != slices.Contains(want, at) {
					t.Errorf("%s on e5, king on %s: check %v", name, at, p.InCheck())
				}
			}
		}
	}
}

func TestAlCesPieces(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "the assassin moves like a queen and captures like a king",
			game: "al-ces", fen: "10/9k/10/4p5/10/3NAp4/10/10/K9/10 w - - 0 1", from: "e5",
			want: "* a1 a9 b2 b8 c3 c7 d4 d6 e1 e2 e3 e4 e6 f4 f5 f6 g3 g7 h2 h8 i1 i9 j10"},
		{rule: "the cannon moves like a rook and captures the first piece behind exactly one",
			game: "al-ces", fen: "10/4p3k1/10/4p5/4p5/p2PC1pr2/10/4p5/K9/10 w - - 0 1", from: "e5",
			want: "a5 e4 e7 f5 h5"},
		{rule: "a king may not step beside an assassin",
			game: "al-ces", fen: "9k/10/10/10/10/10/10/4a5/10/4K5 w - - 0 1", from: "e1", want: "d1 f1"},
		{rule: "a pawn promotes to every kind of piece, elephant, generals and assassin included",
			game: "al-ces", fen: "10/P7k1/10/10/10/10/10/10/10/4K5 w - - 0 1", from: "a9",
			want: "a10a a10b a10c a10d a10e a10g a10l a10n a10q a10r a10s"},
		{rule: "a pawn has its double step on the third rank",
			game: "al-ces", fen: "10/8k1/10/10/10/10/10/P9/1P8/4K5 w - - 0 1", from: "a3", want: "a4 a5"},
		{rule: "and on no rank before",
			game: "al-ces", fen: "10/8k1/10/10/10/10/10/P9/1P8/4K5 w - - 0 1", from: "b2", want: "b3"},
	})
}

func TestElephantPromotion(t *testing.T) {
	const (
		eighth = "10/9k/2E7/10/10/10/10/10/K9/10 w - - 0 1"
		tenth  = "4E5/9k/10/10/10/10/10/10/K9/10 w - - 0 1"
		pawn   = "10/4P4k/10/10/10/10/10/10/K9/10 w - - 0 1"
	)
	checkMoves(t, []moveCase{
		{rule: "an elephant that arrives on the last rank may become a bishop",
			game: "al-ces", fen: eighth, from: "c8", want: "a10 a10b a6 e10 e10b e6"},
		{rule: "one that stands there may not",
			game: "al-ces", fen: tenth, from: "e10", want: "c8 g8"},
		{rule: "a pawn that became one has to leave",
			game: "al-ces", fen: pawn, line: "e9e10e j9j8", from: "e10", want: "c8 g8"},
		{rule: "and to come back",
			game: "al-ces", fen: pawn, line: "e9e10e j9j8 e10c8 j8j9", from: "c8", want: "a10 a10b a6 e10 e10b e6"},
		{rule: "an elephant that declined has to come back as well",
			game: "al-ces", fen: eighth, line: "c8e10 j9j8", from: "e10", want: "c8 g8"},
		{rule: "black's elephants promote on the first rank",
			game: "al-ces", fen: "10/9k/10/10/10/10/10/2e7/K9/10 b - - 0 1", from: "c3", want: "a1 a1b a5 e1 e1b e5"},
		{rule: "by a capture too",
			game: "al-ces", fen: "4n5/9k/2E7/10/10/10/10/10/K9/10 w - - 0 1", from: "c8e", want: "10 10b 6"},
		{rule: "elephant-promotion=compulsory",
			game: "al-ces elephant-promotion=compulsory", fen: eighth, from: "c8", want: "a10b a6 e10b e6"},
		{rule: "elephant-promotion=none",
			game: "al-ces elephant-promotion=none", fen: eighth, from: "c8", want: "a10 a6 e10 e6"},
	})
	checkLines(t, []lineCase{
		{rule: "the elephant becomes a bishop, which is no pawn move: the counter goes on",
			game: "al-ces", fen: "10/9k/2E7/10/10/10/10/10/K9/10 w - - 5 1", line: "c8e10b", want: "4B5/9k/10/10/10/10/10/10/K9/10 b - - 6 1"},
	})
}

func TestAlCesCastling(t *testing.T) {
	const open = "r4k3r/10/10/10/10/10/10/10/10/R4K3R w KQkq - 0 1"
	checkMoves(t, []moveCase{
		{rule: "the king goes three squares to either side",
			game: "al-ces", fen: open, from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
		{rule: "not through an attack",
			game: "al-ces", fen: "4k2r2/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "c1 e1 e2 f2 g1 g2"},
		{rule: "a gold general that could fly between attacks nothing",
			game: "al-ces", fen: "4k2g2/10/10/10/10/10/10/10/10/R4K3R w KQ - 0 1", from: "f1", want: "c1 e1 e2 f2 g1 g2 i1"},
	})
	checkLines(t, []lineCase{
		{rule: "the rook goes to the square beside it, to the right",
			game: "al-ces", fen: open, line: "f1i1", want: "r4k3r/10/10/10/10/10/10/10/10/R6RK1 b kq - 1 1"},
		{rule: "to the left",
			game: "al-ces", fen: open, line: "f1c1", want: "r4k3r/10/10/10/10/10/10/10/10/2KR5R b kq - 1 1"},
		{rule: "an explosion may clear the way",
			game: "al-ces", fen: "5k4/10/10/10/10/10/10/10/2A7/RBBB1K4 w Q - 3 1", line: "c2* f10e10 f1c1",
			want: "4k5/10/10/10/10/10/10/10/10/2KR6 b - - 2 2"},
	})
}
