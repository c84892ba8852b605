package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Where pieces capture does not depend on what stands there, but on the direction in
// which they go.
func TestCaptureReach(t *testing.T) {
	for _, test := range []struct {
		game, piece string
		color       Color
		from, want  string
	}{
		{"chess", "pawn", White, "e4", "d5 f5"},
		{"chess", "pawn", Black, "e4", "d3 f3"},
		{"chess", "pawn", White, "a2", "b3"},
		{"chess", "pawn", White, "h8", ""},
		{"chess", "knight", White, "a1", "c2 b3"},
		{"chess", "king", Black, "h8", "g7 h7 g8"},
		{"falcon-chess", "pawn", Black, "j8", "i7"},
		{"al-ces", "pawn", White, "a2", "b3"},
	} {
		g := gameWith(t, test.game)
		from, _, err := g.parseSquare(test.from)
		testkit.OK(t, err)
		set := g.CaptureReach(CodeOf(g.TypeNamed(test.piece), test.color), from)
		var names []string
		set.Squares(func(sq Square) { names = append(names, g.SquareName(sq)) })
		if got := strings.Join(names, " "); got != test.want {
			t.Errorf("%s: a %v %s on %s captures on %q, want %q", test.game, test.color, test.piece, test.from, got, test.want)
		}
	}
}

// After a move that checks directly the king is in check; if the piece that moved guards
// the square of the king, the move checks directly.
func TestChecksDirectly(t *testing.T) {
	checks := 0
	for _, name := range variant.Catalogue() {
		g := gameWith(t, name)
		rng := rand.New(rand.NewPCG(9, 9))
		p := g.NewPosition()
		for range 150 {
			moves := p.Moves(nil)
			if len(moves) == 0 {
				break
			}
			for _, m := range moves {
				if p.IsCapture(m) || m.IsPromotion() || m.Kind() > Passing {
					continue
				}
				got, code := p.ChecksDirectly(m), p.At(m.From())
				p.Make(m)
				var sight Sight
				p.walkSight(code, m.To(), &sight)
				royals := p.Royals(p.Turn())
				if direct := sight.Guards.Has(p.King(p.Turn())) && royals.Count() == 1; got && !p.InCheck() || direct && !got {
					t.Fatalf("%s: after %s, %s: direct check %v, guarded %v", name, g.MoveText(m), p.FEN(), got, direct)
				} else if got {
					checks++
				}
				p.Unmake()
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
	if checks < 100 {
		t.Errorf("%d checks met, want at least 100", checks)
	}
}

// What is remembered of the positions before is what a piece sees now.
func TestRememberedSights(t *testing.T) {
	for _, game := range []string{"chess", "capablanca", "falcon-chess", "herculean", "cannon-chess", "hannibal-manticore"} {
		g := gameWith(t, game)
		sights := NewSights(g)
		rng := rand.New(rand.NewPCG(3, 4))
		for range 3 { // games, all remembered by the same sights
			p := g.NewPosition()
			p.Remember(sights)
			for range 80 {
				checkSights(t, p)
				if moves := p.Moves(nil); len(moves) > 0 {
					p.Make(moves[rng.IntN(len(moves))])
				}
				if p.Plies()%3 == 0 {
					p.Unmake()
				}
			}
		}
	}
}

func checkSights(t *testing.T, p *Position) {
	t.Helper()
	fresh := p.Clone()
	for sq := range p.g.Squares() {
		if code := p.board[sq]; code != 0 {
			got, want := *p.Sight(code, Square(sq)), *fresh.Sight(code, Square(sq))
			if got != want {
				t.Fatalf("%s %s: the piece on %s sees %v, not %v", p.g.Variant.Name, p.FEN(), p.g.SquareName(Square(sq)), got, want)
			}
		}
	}
}

// Each side has promotions of its own.
func TestPromotionsOfOneSide(t *testing.T) {
	for _, c := range []struct{ rule, game, fen, from, want string }{
		{"white's choices", "chigorin", "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1", "a7", "a8c a8n a8r"},
		{"black's choices", "chigorin", "4k3/P7/8/8/8/8/7p/4K3 b - - 0 1", "h2", "h1b h1q h1r"},
		{"a piece of one side alone", "khans", "4k3/8/8/8/8/8/s7/4K3 b - - 0 1", "a2", "c1t"},
		{"squares instead of ranks", "legan-corners", "7k/8/3P4/8/8/8/8/K7 w - - 0 1", "d6", "c7"},
		{"a square of the corner", "legan-corners", "7k/8/1P6/8/8/8/8/K7 w - - 0 1", "b6", "a7b a7n a7q a7r"},
		{"the squares of the other side", "legan-corners", "7k/8/8/8/6P1/8/8/K7 w - - 0 1", "g4", "f5"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			if got := from(p, c.from); got != c.want {
				t.Errorf("%s from %s: %q, want %q", c.fen, c.from, got, c.want)
			}
			if p.g.Mirrors() {
				t.Error("the sides are taken for mirror images")
			}
		})
	}
}

func TestAreasOfMoves(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a general stays on the files of its palace",
			game: "xiangqi", fen: "5k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", from: "d1", want: "d2 e1"},
		{rule: "and on its ranks",
			game: "xiangqi", fen: "3k5/9/9/9/9/9/9/4K4/9/9 w - - 0 1", from: "e3", want: "e2 f3"},
		{rule: "ranks count from the owner's side",
			game: "xiangqi", fen: "9/9/4k4/9/9/9/9/9/9/3K5 b - - 0 1", from: "e8", want: "e9 f8"},
		{rule: "an elephant does not cross the river",
			game: "xiangqi", fen: "3k5/9/9/9/9/2B6/9/9/9/4K4 w - - 0 1", from: "c5", want: "a3 e3"},
		{rule: "from either side",
			game: "xiangqi", fen: "4k4/9/9/9/2b6/9/9/9/9/3K5 b - - 0 1", from: "c6", want: "a8 e8"},
	})
}

func TestLinesOfPalaces(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "from the centre along all lines", game: "janggi", fen: "3k5/9/9/9/9/9/9/9/4A4/3K5 w - - 0 1", from: "e2", want: "d2 d3 e1 e3 f1 f2 f3"},
		{rule: "from the side of the palace along none", game: "janggi", fen: "3k5/9/9/9/9/9/9/9/3A5/4K4 w - - 0 1", from: "d2", want: "d1 d3 e2"},
		{rule: "a chariot through the centre", game: "janggi", fen: "3k5/9/9/9/9/9/9/5R3/9/4K4 w - - 0 1", from: "f3",
			want: "a3 b3 c3 d1 d3 e2 e3 f1 f10 f2 f4 f5 f6 f7 f8 f9 g3 h3 i3"},
		{rule: "not over a piece", game: "janggi", fen: "3k5/9/9/9/9/9/9/5RN2/4NN3/4K4 w - - 0 1", from: "f3",
			want: "a3 b3 c3 d3 e3 f10 f4 f5 f6 f7 f8 f9"},
		{rule: "a piece next to a palace has no line", game: "janggi", fen: "3k5/9/9/9/9/9/9/9/5NR2/4K1N2 w - - 0 1", from: "g2", want: "g10 g3 g4 g5 g6 g7 g8 g9 h2 i2"},
		{rule: "soldiers ahead only", game: "janggi", fen: "9/4P4/3k5/9/9/9/9/9/9/3K5 w - - 0 1", from: "e9", want: "d10 d9 e10 f10 f9"},
		{rule: "a cannon over the centre", game: "janggi", fen: "3k5/9/9/9/9/9/9/3C5/4N4/4K4 w - - 0 1", from: "d3", want: "f1"},
	})
}

// The cannon of Janggi neither hops over nor captures another.
func TestPiecesThatAvoidTheirOwnKind(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "over any other piece", game: "janggi", fen: "3k5/9/9/9/9/9/9/C2p3c1/9/4K4 w - - 0 1", from: "a3", want: "e3 f3 g3"},
		{rule: "not over a cannon of the own side", game: "janggi", fen: "3k5/9/9/9/9/9/9/C2C3r1/9/4K4 w - - 0 1", from: "a3", want: ""},
		{rule: "nor of the other", game: "janggi", fen: "3k5/9/9/9/9/9/9/C2c3r1/9/4K4 w - - 0 1", from: "a3", want: ""},
		{rule: "a cannon is no mount of a check", game: "janggi", fen: "3k5/9/9/4c4/9/9/4c4/9/9/4K4 w - - 0 1", from: "e1", want: "d1 e1 e2 f1"},
		{rule: "the capture of a cannon may make a mount", game: "janggi", fen: "3k5/9/9/4c4/9/9/R3c4/9/9/4K4 w - - 0 1", from: "a4",
			want: "a1 a10 a2 a3 a5 a6 a7 a8 a9 b4 c4 d4"},
		{rule: "and so may a piece that comes between, but no cannon", game: "janggi", fen: "3k5/9/9/4c4/9/C1n6/R8/9/9/4K4 w - - 0 1", from: "",
			want: "a4a1 a4a2 a4a3 a4b4 a4c4 a4d4 a4f4 a4g4 a4h4 a4i4 a5a1 a5a2 a5a3 a5d5 a5e5 a5f5 a5g5 a5h5 a5i5 e1d1 e1e1 e1e2 e1f1"},
	})
}

func TestThreatsToTheRoyalPieceOnly(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a general does not step in front of the other",
			game: "xiangqi", fen: "3k5/9/9/9/9/9/9/9/9/4K4 w - - 0 1", from: "e1", want: "e2 f1"},
		{rule: "nor does the black one",
			game: "xiangqi", fen: "4k4/9/9/9/9/9/9/9/9/3K5 b - - 0 1", from: "e10", want: "e9 f10"},
		{rule: "the only piece between them stays on the file",
			game: "xiangqi", fen: "4k4/9/9/9/9/9/4N4/9/9/4K4 w - - 0 1", from: "e4", want: ""},
		{rule: "one of two may leave it",
			game: "xiangqi", fen: "4k4/9/9/9/4p4/9/4N4/9/9/4K4 w - - 0 1", from: "e4", want: "c3 c5 d2 d6 f2 f6 g3 g5"},
		{rule: "nothing else is captured in that way",
			game: "xiangqi", fen: "3k5/9/9/9/9/9/4r4/9/9/4K4 w - - 0 1", from: "e1", want: "f1"},
	})
}

// Moves go on over joined edges.
func TestCylinder(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a rook reaches every other square of its rank, once",
			game: "chess wraps=files", fen: "4k3/8/8/8/R7/8/P7/4K3 w - - 0 1", from: "a4",
			want: "a3 a5 a6 a7 a8 b4 c4 d4 e4 f4 g4 h4"},
		{rule: "around a piece on one side of it",
			game: "chess wraps=files", fen: "4k3/8/8/8/8/RP6/P7/4K3 w - - 0 1", from: "a3",
			want: "a4 a5 a6 a7 a8 c3 d3 e3 f3 g3 h3"},
		{rule: "a bishop meets its own path, and goes once to the square", game: "chess wraps=files", fen: "8/8/3k4/8/8/8/8/2B1K3 w - - 0 1", from: "c1",
			want: "a3 a7 b2 b8 d2 d8 e3 e7 f4 f6 g5 h4 h6"},
		{rule: "a knight", game: "chess wraps=files", fen: "4k3/8/8/8/8/8/7N/4K3 w - - 0 1", from: "h2", want: "a4 b1 b3 f1 f3 g4"},
		{rule: "a king", game: "chess wraps=files", fen: "4k3/8/8/K7/8/8/8/8 w - - 0 1", from: "a5", want: "a4 a6 b4 b5 b6 h4 h5 h6"},
		{rule: "a pawn captures", game: "chess wraps=files", fen: "4k3/8/7p/P7/8/8/8/4K3 w - - 0 1", from: "a5", want: "a6 h6"},
		{rule: "and so it does en passant", game: "chess wraps=files", fen: "4k3/7p/8/P7/8/8/8/4K3 b - - 0 1", line: "h7h5", from: "a5", want: "a6 h6"},
		{rule: "no castling over the edge, and none over a square attacked over it",
			game: "chess wraps=files", fen: "4k3/8/8/8/8/7b/8/R3K2R w KQ - 0 1", from: "e1", want: "c1 d1 d2 e2 f2"},
		{rule: "a rook attacks along its rank both ways", game: "chess wraps=files", fen: "7k/8/8/8/1N5K/8/8/2r5 b - - 0 1", line: "c1c4", from: "b4", want: ""},
		{rule: "what stands between on one way is not pinned", game: "chess wraps=files", fen: "7k/8/8/8/rN5K/8/8/8 w - - 0 1", from: "b4", want: ""},
		{rule: "what stands between on the only way is", game: "chess wraps=files", fen: "7k/8/8/8/r5NK/8/8/8 w - - 0 1", from: "", want: "h4a4 h4g3 h4g5 h4h3 h4h5"},
		{rule: "a cannon hops over the edge, and not over itself",
			game: "xiangqi wraps=files", fen: "3k5/9/9/9/9/9/9/Cp4r2/9/4K4 w - - 0 1", from: "a3",
			want: "a1 a10 a2 a4 a5 a6 a7 a8 a9 b3 g3 h3 i3"},
		{rule: "a palace stays where it is", game: "xiangqi wraps=files", fen: "5k3/9/9/9/9/9/9/9/9/3K5 w - - 0 1", from: "d1", want: "d2 e1"},
		{rule: "a horse is lame over the edge", game: "xiangqi wraps=files", fen: "3k5/9/9/9/9/9/9/N7p/9/4K4 w - - 0 1", from: "a3", want: "b1 b5 c2 c4 i1 i5"},
	})
}

func TestTorus(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a rook reaches its rank and its file", game: "torus", fen: "8/8/8/3k4/8/5K2/8/R7 w - - 0 1", from: "a1",
			want: "a2 a3 a4 a5 a6 a7 a8 b1 c1 d1 e1 f1 g1 h1"},
		{rule: "a bishop ends before its own square", game: "torus", fen: "8/8/8/3k4/8/5K2/8/B7 w - - 0 1", from: "a1",
			want: "b2 b8 c3 c7 d4 d6 e5 f4 f6 g3 g7 h2 h8"},
		{rule: "a pawn promotes on the last rank", game: "torus", fen: "8/P7/8/3k4/8/5K2/8/8 w - - 0 1", from: "a7", want: "a8b a8n a8q a8r"},
		{rule: "also when it captures over the edge", game: "torus", fen: "n6r/P7/8/3k4/8/5K2/8/8 w - - 0 1", from: "a7", want: "h8b h8n h8q h8r"},
		{rule: "a king goes over the last rank", game: "torus", fen: "K7/8/8/3k4/8/8/8/8 w - - 0 1", from: "a8", want: "a1 a7 b1 b7 b8 h1 h7 h8"},
	})
}

// Both generators find the same moves in all positions of a few plies.
func TestJoinedEdgesSlowly(t *testing.T) {
	for _, spec := range []string{"chess wraps=files", "torus", "xfalcon wraps=files", "nightrider wraps=files", "grasshopper wraps=files", "janggi wraps=files", "hannibal10x9 wraps=files", "al-ces wraps=files"} {
		p := gameWith(t, spec).NewPosition()
		var descend func(int)
		descend = func(depth int) {
			if p.Placing() {
				return
			}
			moves := p.Moves(nil)
			if diff := cmp.Diff(newSlowBoard(p).moves(), moveTexts(p, moves)); diff != "" {
				t.Fatalf("%s, %s: slow generator (-), step programs (+):\n%s", spec, p.FEN(), diff)
			}
			for _, m := range moves {
				if p.Make(m); depth > 1 {
					descend(depth - 1)
				}
				p.Unmake()
			}
		}
		descend(2)
	}
}
