package rules

import (
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

func TestPawnSteps(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "one or two squares from the second rank",
			game: "chess", fen: "4k3/8/8/8/8/4P3/P7/4K3 w - - 0 1", from: "a2", want: "a3 a4"},
		{rule: "one square from any other rank",
			game: "chess", fen: "4k3/8/8/8/8/4P3/P7/4K3 w - - 0 1", from: "e3", want: "e4"},
		{rule: "black pawns go down the board",
			game: "chess", fen: "4k3/4p3/8/8/8/8/8/4K3 b - - 0 1", from: "e7", want: "e5 e6"},
		{rule: "the second rank is counted from the owner's side",
			game: "chess", fen: "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", from: "a2", want: "a1b a1n a1q a1r"},
		{rule: "a piece in front stops both steps",
			game: "chess", fen: "4k3/8/8/8/8/p7/P7/4K3 w - - 0 1", from: "a2", want: ""},
		{rule: "a piece two squares ahead stops the double step",
			game: "chess", fen: "4k3/8/8/8/p7/8/P7/4K3 w - - 0 1", from: "a2", want: "a3"},
		{rule: "captures go diagonally forward, steps straight",
			game: "chess", fen: "4k3/8/8/8/3ppp2/4P3/3p1p2/K7 w - - 0 1", from: "e3", want: "d4 f4"},
		{rule: "a pinned pawn may capture along the line of the pin only",
			game: "chess", fen: "4k3/8/8/8/4p1b1/5P2/8/3K4 w - - 0 1", from: "f3", want: "g4"},
		{rule: "ranks count from the edge on nine ranks too",
			game: "hannibal-manticore", fen: "5k4/p9/10/10/10/10/10/10/5K4 b - - 0 1", from: "a8", want: "a6 a7"},
	})
}

func TestEnPassant(t *testing.T) {
	const passing = "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1"
	checkMoves(t, []moveCase{
		{rule: "a pawn that a double step has passed may capture it",
			game: "chess", fen: passing, line: "d2d4", from: "e4", want: "d3 e3"},
		{rule: "only at the very next move",
			game: "chess", fen: passing, line: "d2d4 e8d8 e1d1", from: "e4", want: "e3"},
		{rule: "not after two single steps",
			game: "chess", fen: passing, line: "d2d3 e8d8 d3d4", from: "e4", want: "e3"},
		{rule: "the capture may uncover no check along the rank that both pawns leave",
			game: "chess", fen: "8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", line: "d2d4", from: "e4", want: "e3"},
		{rule: "without the rook the same capture is legal",
			game: "chess", fen: "8/8/8/8/k3p3/8/3P4/4K3 w - - 0 1", line: "d2d4", from: "e4", want: "d3 e3"},
		{rule: "a pawn pinned on its file may not leave it en passant",
			game: "chess", fen: "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", line: "d2d4", from: "e4", want: "e3"},
		{rule: "a pawn that gives check by its double step may be captured",
			game: "chess", fen: "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1", line: "d2d4", from: "e4", want: "d3"},
		{rule: "a check that the double step uncovers is not answered by the capture",
			game: "chess", fen: "8/8/7k/8/4p3/8/3P4/2B1K3 w - - 0 1", line: "d2d4", from: "e4", want: "e3"},
		{rule: "on nine ranks the double step ends on the fourth",
			game: "hannibal-manticore", fen: "5k4/10/10/10/10/4p5/10/3P6/5K4 w - - 0 1", line: "d2d4", from: "e4", want: "d3 e3"},
	})
	checkLines(t, []lineCase{
		{rule: "the passed pawn disappears",
			game: "chess", fen: passing, line: "d2d4 e4d3", want: "4k3/8/8/8/8/3p4/8/4K3 w - - 0 2"},
		{rule: "other pieces on the passed square capture nothing",
			game: "chess", fen: "4k3/8/8/8/4b3/8/3P4/4K3 w - - 0 1", line: "d2d4 e4d3", want: "4k3/8/8/8/3P4/3b4/8/4K3 w - - 1 2"},
		{rule: "FEN names the passed square when it can be captured on",
			game: "chess", fen: passing, line: "d2d4", want: "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1"},
		{rule: "FEN does not name it when no pawn stands near",
			game: "chess", fen: "4k3/8/8/8/6p1/8/3P4/4K3 w - - 0 1", line: "d2d4", want: "4k3/8/8/8/3P2p1/8/8/4K3 b - - 0 1"},
		{rule: "FEN does not name it when only another kind of piece could go there",
			game: "chess", fen: "4k3/8/8/8/4b3/8/3P4/4K3 w - - 0 1", line: "d2d4", want: "4k3/8/8/8/3Pb3/8/8/4K3 b - - 0 1"},
		{rule: "FEN does not name it when the capture would be illegal",
			game: "chess", fen: "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", line: "d2d4", want: "4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1"},
		{rule: "a square in FEN that cannot be captured on is dropped",
			game: "chess", fen: "4k3/8/8/8/3Pp3/8/8/K3R3 b - d3 0 1", want: "4k3/8/8/8/3Pp3/8/8/K3R3 b - - 0 1"},
		{rule: "a single step leaves nothing behind",
			game: "chess", fen: "4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1", line: "d2d3", want: "4k3/8/8/8/2p1p3/3P4/8/4K3 b - - 0 1"},
	})
}

func TestEnPassantUncoversCheck(t *testing.T) {
	p := parsed(t, gameWith(t, "chess"), "4r1k1/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
	play(t, p, "d2d4 e4d3")
	if !p.InCheck() {
		t.Errorf("%s: the rook's line is open", p.FEN())
	}
}

func TestPromotion(t *testing.T) {
	const seven = "a9b a9e a9f a9m a9n a9q a9r"
	checkMoves(t, []moveCase{
		{rule: "compulsory, to the four pieces of chess",
			game: "chess", fen: "8/P7/8/8/8/8/8/k6K w - - 0 1", from: "a7", want: "a8b a8n a8q a8r"},
		{rule: "by a capture too",
			game: "chess", fen: "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", from: "a7", want: "a8b a8n a8q a8r b8b b8n b8q b8r"},
		{rule: "not before the last rank",
			game: "chess", fen: "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", from: "a6", want: "a7"},
		{rule: "other pieces do not promote",
			game: "chess", fen: "8/8/N7/8/8/8/2k5/6K1 w - - 0 1", from: "a6", want: "b4 b8 c5 c7"},
		{rule: "seven pieces to choose from",
			game: "hannibal-manticore", fen: "5k4/P9/10/10/10/10/10/10/5K4 w - - 0 1", from: "a8", want: seven},
		{rule: "the zone is the ninth rank alone",
			game: "hannibal-manticore", fen: "5k4/10/P9/10/10/10/10/10/5K4 w - - 0 1", from: "a7", want: "a8"},
		{rule: "promotion-zone=2 begins a rank earlier",
			game: "hannibal-manticore promotion-zone=2 promotion-choices=queen", fen: "5k4/10/P9/10/10/10/10/10/5K4 w - - 0 1", from: "a7", want: "a8q"},
		{rule: "promotion-optional=true lets the pawn stay one",
			game: "hannibal-manticore promotion-optional=true", fen: "5k4/P9/10/10/10/10/10/10/5K4 w - - 0 1", from: "a8", want: "a9 " + seven},
		{rule: "promotion-choices replaces the list",
			game: "hannibal-manticore promotion-choices=queen,falcon", fen: "5k4/P9/10/10/10/10/10/10/5K4 w - - 0 1", from: "a8", want: "a9f a9q"},
	})
	checkLines(t, []lineCase{
		{rule: "the pawn becomes the piece chosen, of its own colour",
			game: "hannibal-manticore", fen: "5k4/P9/10/10/10/10/10/10/5K4 w - - 9 1", line: "a8a9e", want: "**********/E4k4/10/10/10/10/10/10/10/5K4/********** b - - 0 1"},
		{rule: "black promotes on the first rank",
			game: "chess", fen: "4k3/8/8/8/8/8/p7/4K3 b - - 0 1", line: "a2a1n", want: "4k3/8/8/8/8/8/8/n3K3 w - - 0 2"},
	})
}

// Chess with the pawns of a study of chess variants. The counts of torpedo and semi-torpedo
// pawns are Fairy-Stockfish's; the others are checked by a position in which the move
// matters.
func TestPawnsOfChess(t *testing.T) {
	for _, tc := range []struct {
		pawns, fen string
		depth      int
		nodes      uint64
	}{
		{"torpedo", "", 4, 209719},
		{"torpedo", "r2k4/1p4b1/3p1ppr/p5Pp/bn1PPP2/2qR4/4K1BP/BN2Q1NR w - - 0 26", 3, 55425},
		{"semi-torpedo", "", 4, 203775},
		{"semi-torpedo", "5kqr/2prnb2/2np2pp/1P1p1PP1/NP1B3P/5PR1/2P1K1B1/R1Q3N1 w - - 0 31", 3, 41924},
		{"one-square", "", 1, 12},
		{"one-square", "k7/8/8/8/1p6/8/P7/K7 w - - 0 1", 2, 13}, // nothing is taken en passant
		{"back", "k7/8/8/3P4/8/3P4/3P4/K7 w - - 0 1", 1, 6},     // king 3, d2 none, d3 one forward, d5 both ways
		{"back", "k7/8/8/8/8/8/3P4/K7 w - - 0 1", 1, 5},         // not to the first rank
		{"sideways", "k7/8/8/2pP4/8/8/8/K7 w - - 0 1", 1, 5},    // king 3, forward, not onto the other pawn
	} {
		g := gameWith(t, "chess pawns="+tc.pawns)
		p := g.NewPosition()
		if tc.fen != "" {
			p = testkit.Must(g.ParseFEN(tc.fen))(t)
		}
		if n := p.Perft(tc.depth); n != tc.nodes {
			t.Errorf("%s %s: %d leaves at depth %d, want %d", tc.pawns, tc.fen, n, tc.depth, tc.nodes)
		}
	}
}

func TestPromotionToOwnForms(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a piece may promote where it enters the zone", game: "shogi", fen: "8k/9/9/4S4/9/9/9/9/K8[] w - - 0 1", from: "e6", want: "d5 d7 d7+ e7 e7+ f5 f7 f7+"},
		{rule: "or leaves it", game: "shogi", fen: "8k/9/4S4/9/9/9/9/9/K8[] w - - 0 1", from: "e7", want: "d6 d6+ d8 d8+ e8 e8+ f6 f6+ f8 f8+"},
		{rule: "it must where it could never move again", game: "shogi", fen: "8k/9/4N4/9/9/9/9/9/K8[] w - - 0 1", from: "e7", want: "d9+ f9+"},
		{rule: "also on the last rank but one", game: "shogi", fen: "8k/9/9/4N4/9/9/9/9/K8[] w - - 0 1", from: "e6", want: "d8+ f8+"},
		{rule: "black's zone", game: "shogi", fen: "8k/9/9/9/9/4p4/9/9/K8[] b - - 0 1", from: "e4", want: "e3 e3+"},
		{rule: "a promoted form promotes no further", game: "shogi", fen: "8k/9/4+S4/9/9/9/9/9/K8[] w - - 0 1", from: "e7", want: "d7 d8 e6 e8 f7 f8"},
		{rule: "drops only where the piece can move on", game: "shogi", fen: "PPPPPPPPk/LLLL5/SSSSSSSSS/9/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/KSSSSSSSS[N] w - - 0 1", from: "N@", want: "a6 b6 c6 d6 e6 f6 g6 h6 i6"},
		{rule: "not two pawns on a file", game: "shogi", fen: "8k/9/9/P1P1P1P1P/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/SSSSSSSSS/KSSSSSSSS[P] w - - 0 1", from: "P@", want: "b6 b7 b8 d6 d7 d8 f6 f7 f8 h6 h7 h8"},
		{rule: "promotion is compulsory with every move where it is not optional", game: "kyotoshogi", fen: "k4/5/5/1S3/4K[] w - - 0 1", from: "b2", want: "a1+ a3+ b3+ c1+ c3+"},
		{rule: "and so is demotion", game: "kyotoshogi", fen: "k4/5/5/1+N3/4K[] w - - 0 1", from: "b2", want: "a2n a3n b1n b3n c2n c3n"},
		{rule: "drops as the promoted form", game: "kyotoshogi", fen: "k4/1PPPP/PPPPP/PPPPP/KPPPP[N] w - - 0 1", from: "+N@", want: "a4 b5 c5 d5 e5"},
		{rule: "drop-promoted=false", game: "kyotoshogi drop-promoted=false", fen: "k4/1PPPP/PPPPP/PPPPP/KPPPP[N] w - - 0 1", from: "+N@", want: ""},
		{rule: "only captures promote", game: "microshogi", fen: "k3/4/p3/B3/3K[] w - - 0 1", from: "a2", want: "b1 b3 c4 d5"},
		{rule: "which do", game: "microshogi", fen: "k3/4/1p2/B3/3K[] w - - 0 1", from: "a2", want: "b1 b3+"},
	})
	checkLines(t, []lineCase{
		{rule: "a captured form comes into the hand as the piece it was", game: "shogi", fen: "8k/9/9/9/9/9/9/+r8/K8[] w - - 0 1", line: "a1a2",
			want: "8k/9/9/9/9/9/9/K8/9[R] b - - 0 1"},
		{rule: "a drop as the promoted form takes it out", game: "kyotoshogi", fen: "k4/5/5/5/4K[NN] w - - 0 1", line: "+N@b2", want: "k4/5/5/1+N3/4K[N] b - - 0 1"},
	})
	// A - stands for the demotion, too.
	p := parsed(t, gameWith(t, "kyotoshogi"), "k4/5/5/1+N3/4K[] w - - 0 1")
	play(t, p, "b2b3-")
	if want := "k4/5/1N3/5/4K[] b - - 1 1"; p.FEN() != want {
		t.Errorf("got %s, want %s", p.FEN(), want)
	}
}

func TestPromotionLimit(t *testing.T) {
	v := loaded(t, "shogi")
	for i := range v.Rules.Promotions {
		v.Rules.Promotions[i].Limit, v.Rules.Promotions[i].Leaving = 1, false
	}
	g := compiled(t, v)
	for fen, want := range map[string]string{
		"8k/9/4S4/9/9/9/9/9/K8[] w - - 0 1":    "d6 d8 d8+ e8 e8+ f6 f8 f8+", // the silver may not promote where it only leaves the zone
		"8k/9/+S3S4/9/9/9/9/9/K8[] w - - 0 1":  "d6 d8 e8 f6 f8",             // nor where there is a promoted silver
		"8k/9/+s3S4/9/9/9/9/9/K8[+] w - - 0 1": "",
	} {
		p, err := g.ParseFEN(fen)
		if want == "" {
			if err == nil {
				t.Errorf("%s was read", fen)
			}
			continue
		}
		testkit.OK(t, err)
		if got := from(p, "e7"); got != want {
			t.Errorf("%s: moves %s, want %s", fen, got, want)
		}
	}
}

// A mate by a dropped pawn loses, and only that.
func TestMateByDrop(t *testing.T) {
	for _, c := range []struct {
		rule, fen, move string
		want            Result
	}{
		{"pawn dropped", "7lk/7n1/7S1/9/9/9/9/9/K8[P] w - - 0 1", "P@i8", BlackWins},
		{"gold dropped", "7lk/7n1/7S1/9/9/9/9/9/K8[G] w - - 0 1", "G@i8", WhiteWins},
		{"pawn moved", "7lk/7n1/7SP/9/9/9/9/9/K8[P] w - - 0 1", "i7i8", WhiteWins},
		{"no mate", "8k/9/9/9/9/9/9/9/K8[P] w - - 0 1", "P@i8", Ongoing},
	} {
		p := parsed(t, gameWith(t, "shogi"), c.fen)
		play(t, p, c.move)
		if got, why := p.Outcome(); got != c.want {
			t.Errorf("%s: %v (%s), want %v", c.rule, got, why, c.want)
		}
	}
}

// Where two rules let a piece become the same, it is one move.
func TestOverlappingPromotions(t *testing.T) {
	v := loaded(t, "chess")
	v.Rules.Promotions = append(v.Rules.Promotions, variant.Promotion{Pieces: []string{"pawn"}, Zone: 2, Choices: []string{"queen"}, Optional: true})
	p := parsed(t, compiled(t, v), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	seen := map[Move]bool{}
	for _, m := range p.Moves(nil) {
		if seen[m] {
			t.Errorf("%s stands twice", p.g.MoveText(m))
		}
		seen[m] = true
	}
}
