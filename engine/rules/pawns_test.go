package rules

import "testing"

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
