package rules

import (
	"fmt"
	"testing"
)

func TestHerculeanPawns(t *testing.T) {
	const far = "herculean pawn-far-step=from-fifth"
	white := func(rank int) string {
		rows := [12]string{}
		for i := range rows {
			rows[i] = "12"
		}
		rows[0], rows[11] = "11k", "11K"
		rows[12-rank] = "4P7"
		fen := rows[0]
		for _, r := range rows[1:] {
			fen += "/" + r
		}
		return fen + " w - - 0 1"
	}
	checkMoves(t, []moveCase{
		{rule: "one to three squares from the third rank", game: "herculean", fen: white(3), from: "e3", want: "e4 e5 e6"},
		{rule: "one or two from the fourth", game: "herculean", fen: white(4), from: "e4", want: "e5 e6"},
		{rule: "one from the fifth", game: "herculean", fen: white(5), from: "e5", want: "e6"},
		{rule: "pawn-far-step=from-fifth: two from the fifth", game: far, fen: white(5), from: "e5", want: "e6 e7"},
		{rule: "pawn-far-step=from-fifth: one from the sixth", game: far, fen: white(6), from: "e6", want: "e7"},
		{rule: "black's third rank is the tenth",
			game: "herculean", fen: "11k/12/4p7/3p8/2p9/12/12/12/12/12/12/11K b - - 0 1", from: "e10", want: "e7 e8 e9"},
		{rule: "black's fourth the ninth",
			game: "herculean", fen: "11k/12/4p7/3p8/2p9/12/12/12/12/12/12/11K b - - 0 1", from: "d9", want: "d7 d8"},
		{rule: "black's fifth the eighth",
			game: "herculean", fen: "11k/12/4p7/3p8/2p9/12/12/12/12/12/12/11K b - - 0 1", from: "c8", want: "c7"},
		{rule: "every square must be vacant: the third",
			game: "herculean", fen: "11k/12/12/12/12/12/4n7/12/12/4P7/12/11K w - - 0 1", from: "e3", want: "e4 e5"},
		{rule: "the second",
			game: "herculean", fen: "11k/12/12/12/12/12/12/4n7/12/4P7/12/11K w - - 0 1", from: "e3", want: "e4"},
		{rule: "the first",
			game: "herculean", fen: "11k/12/12/12/12/12/12/12/4n7/4P7/12/11K w - - 0 1", from: "e3", want: ""},
		{rule: "it promotes to anything but king, pawn and ninja pawn",
			game: "herculean", fen: "12/4P7/11k/12/12/12/12/12/12/12/12/11K w - - 0 1", from: "e11",
			want: "e12b e12c e12f e12h e12n e12q e12r e12s e12z"},
		{rule: "on the twelfth rank only",
			game: "herculean", fen: "12/11k/4P7/12/12/12/12/12/12/12/12/11K w - - 0 1", from: "e10", want: "e11"},
	})
}

func TestHerculeanEnPassant(t *testing.T) {
	const both = "11k/12/12/12/12/12/1p10/1p10/12/P11/12/11K w - - 0 1"
	checkMoves(t, []moveCase{
		{rule: "three squares: by the pawn that stands beside the first passed square",
			game: "herculean", fen: both, line: "a3a6", from: "b5", want: "a4 b4"},
		{rule: "and at the same time by one beside the second",
			game: "herculean", fen: both, line: "a3a6", from: "b6", want: "a5"},
		{rule: "two squares from the third rank: the one passed square",
			game: "herculean", fen: both, line: "a3a5", from: "b5", want: "a4 b4"},
		{rule: "where the pawn stands it is captured in the ordinary way",
			game: "herculean", fen: both, line: "a3a5", from: "b6", want: "a5"},
		{rule: "two squares from the fourth",
			game: "herculean", fen: "11k/12/12/12/12/12/1p10/12/P11/12/12/11K w - - 0 1", line: "a4a6", from: "b6", want: "a5 b5"},
		{rule: "one square passes nothing",
			game: "herculean", fen: "11k/12/12/12/12/12/12/1p10/12/P11/12/11K w - - 0 1", line: "a3a4 l12l11 a4a5", from: "b5", want: "b4"},
		{rule: "only with the very next move",
			game: "herculean", fen: both, line: "a3a6 l12l11 l1l2", from: "b5", want: "b4"},
		{rule: "ninja pawns do not capture en passant",
			game: "herculean", fen: "11k/12/12/12/12/12/12/1j10/12/P11/12/11K w - - 0 1", line: "a3a6", from: "b5", want: "a5 b4 c5"},
		{rule: "nor can they be captured so",
			game: "herculean", fen: "11k/12/12/12/12/12/1p10/1p10/12/12/J11/11K w - - 0 1", line: "a2a6", from: "b5", want: "b4"},
		{rule: "white's pawns capture black's",
			game: "herculean", fen: "11k/12/p11/12/1P10/1P10/12/12/12/12/12/11K b - - 0 1", line: "a10a7", from: "b8", want: "a9 b9"},
	})
	checkLines(t, []lineCase{
		{rule: "FEN names both passed squares",
			game: "herculean", fen: both, line: "a3a6", want: "11k/12/12/12/12/12/Pp10/1p10/12/12/12/11K b - a4a5 0 1"},
		{rule: "and only the one where there is a capture",
			game: "herculean", fen: "11k/12/12/12/12/12/1p10/12/12/P11/12/11K w - - 0 1", line: "a3a6", want: "11k/12/12/12/12/12/Pp10/12/12/12/12/11K b - a5 0 1"},
		{rule: "captured on the first square, the pawn disappears from where it stands",
			game: "herculean", fen: both, line: "a3a6 b5a4", want: "11k/12/12/12/12/12/1p10/12/p11/12/12/11K w - - 0 2"},
		{rule: "on the second as well",
			game: "herculean", fen: both, line: "a3a6 b6a5", want: "11k/12/12/12/12/12/12/pp10/12/12/12/11K w - - 0 2"},
	})
}

func TestNinjaPawns(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "one square sideways, or forward as far as the sixth rank",
			game: "herculean", fen: "11k/12/12/12/12/12/12/12/12/12/4J7/11K w - - 0 1", from: "e2", want: "d2 e3 e4 e5 e6 f2"},
		{rule: "again and again",
			game: "herculean", fen: "11k/12/12/12/12/12/12/12/12/12/4J7/11K w - - 0 1", line: "e2e3 l12l11 e3e4 l11l12", from: "e4", want: "d4 e5 e6 f4"},
		{rule: "from the third", game: "herculean", fen: "11k/12/12/12/12/12/12/12/12/4J7/12/11K w - - 0 1", from: "e3", want: "d3 e4 e5 e6 f3"},
		{rule: "from the fifth", game: "herculean", fen: "11k/12/12/12/12/12/12/4J7/12/12/12/11K w - - 0 1", from: "e5", want: "d5 e6 f5"},
		{rule: "from the sixth and beyond one square",
			game: "herculean", fen: "11k/12/12/12/12/12/4J7/12/12/12/12/11K w - - 0 1", from: "e6", want: "d6 e7 f6"},
		{rule: "not over a piece",
			game: "herculean", fen: "11k/12/12/12/12/12/12/4n7/12/12/4J7/11K w - - 0 1", from: "e2", want: "d2 e3 e4 f2"},
		{rule: "on the sixth rank it captures diagonally forward only",
			game: "herculean", fen: "11k/12/12/12/12/3nnn6/3nJn6/3nnn6/12/12/12/11K w - - 0 1", from: "e6", want: "d7 f7"},
		{rule: "from the seventh on sideways, too",
			game: "herculean", fen: "11k/12/12/12/3nnn6/3nJn6/3nnn6/12/12/12/12/11K w - - 0 1", from: "e7", want: "d7 d8 f7 f8"},
		{rule: "it never captures pieces of its own",
			game: "herculean", fen: "11k/12/12/12/3NNN6/3NJN6/12/12/12/12/12/11K w - - 0 1", from: "e7", want: ""},
		{rule: "black's near half ends on the seventh rank",
			game: "herculean", fen: "11k/4j7/12/12/12/12/12/12/12/12/12/11K b - - 0 1", from: "e11", want: "d11 e10 e7 e8 e9 f11"},
		{rule: "where it does not capture sideways",
			game: "herculean", fen: "11k/12/12/12/12/3NjN6/3NNN6/12/12/12/12/11K b - - 0 1", from: "e7", want: "d6 f6"},
		{rule: "on the sixth it does",
			game: "herculean", fen: "11k/12/12/12/12/12/3NjN6/3NNN6/12/12/12/11K b - - 0 1", from: "e6", want: "d5 d6 f5 f6"},
		{rule: "it must promote on the twelfth rank",
			game: "herculean", fen: "12/4J7/11k/12/12/12/12/12/12/12/12/11K w - - 0 1", from: "e11",
			want: "d11 e12b e12c e12f e12h e12n e12q e12r e12s e12z f11"},
	})
	g := gameWith(t, "herculean")
	for fen, want := range map[string]bool{
		"12/12/12/12/12/3kJ7/12/12/12/12/12/11K b - - 0 1": true,
		"12/12/12/12/12/12/3kJ7/12/12/12/12/11K b - - 0 1": false,
		"12/12/12/12/12/3k8/4J7/12/12/12/12/11K b - - 0 1": true,
		"12/12/12/12/12/4k7/4J7/12/12/12/12/11K b - - 0 1": false,
	} {
		if p := parsed(t, g, fen); p.InCheck() != want {
			t.Errorf("%s: check %v, want %v", fen, !want, want)
		}
	}
	checkLines(t, []lineCase{{rule: "a step sideways resets the counter: ninja pawns are pawns",
		game: "herculean", fen: "11k/12/12/12/12/12/12/12/12/12/4J7/11K w - - 7 1", line: "e2f2",
		want: "11k/12/12/12/12/12/12/12/12/12/5J6/11K b - - 0 1"}})
}

func TestFlyingChariotAndFlyingBishop(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "the chariot jumps over one piece to the second square, over two to the third",
			game: "herculean", fen: "11k/12/12/12/12/12/4N7/2nnC1n5/4N7/4N7/4n7/11K w - - 0 1", from: "e5",
			want: "b5 c5 d5 e2 e7 f5 g5"},
		{rule: "the flying bishop does so on the diagonals",
			game: "herculean", fen: "11k/12/12/12/12/2n9/3n1N6/4F7/3N8/2N3n5/1n10/11K w - - 0 1", from: "e5",
			want: "b2 b8 c7 d6 f4 g3 g7"},
		{rule: "three in a row it does not pass",
			game: "herculean", fen: "11k/12/12/12/12/12/12/CNNN8/P11/P11/P11/11K w - - 0 1", from: "a5", want: "a10 a11 a12 a6 a7 a8 a9"},
		{rule: "a check over one piece does not end when that piece leaves: the line is open then",
			game: "herculean", fen: "11k/12/12/12/12/12/12/4c7/4N7/4K7/12/12 w - - 0 1", from: "e4", want: ""},
		{rule: "a check over two ends when the nearer leaves",
			game: "herculean", fen: "11k/12/12/12/12/12/12/4c7/4N7/4N7/4K7/12 w - - 0 1", from: "e4", want: "c3 c5 d2 d3 d5 d6 f2 f3 f5 f6 g3 g5"},
		{rule: "and when the farther leaves",
			game: "herculean", fen: "11k/12/12/12/12/12/12/4c7/4N7/4N7/4K7/12 w - - 0 1", from: "e3", want: "c2 c4 d1 d2 d4 d5 f1 f2 f4 f5 g2 g4"},
		{rule: "a piece may not become the second of two",
			game: "herculean", fen: "11k/12/12/12/12/12/12/4c7/4p7/12/4K1N5/12 w - - 0 1", from: "g2", want: "e1 f1 f3 f4 h1 h3 h4 i1 i3"},
	})
	g := gameWith(t, "herculean")
	for column, want := range map[string]bool{ // from the chariot on e5 up to the king
		"k": true, ".k": true, "..k": true, "n.k": false, ".nk": false, "nk": true, "nnk": true,
		"...k": true, "nnnk": false, "n..k": false, "Nn.k": false, ".nnk": false,
	} {
		for name, dx := range map[string]int{"flying-chariot": 0, "flying-bishop": 1} {
			p := g.emptyPosition()
			p.put(CodeOf(g.TypeNamed(name), White), g.SquareAt(4, 4))
			for i, c := range []byte(column) {
				if c != '.' {
					p.put(g.bySym[c], g.SquareAt(4+dx*(i+1), 5+i))
				}
			}
			p.turn = Black
			p.king[Black] = g.SquareAt(4+dx*len(column), 4+len(column))
			if p.InCheck() != want {
				t.Errorf("%s with %s before it: check %v", name, column, !want)
			}
		}
	}
}

// The weaker sorcerer knight has two paths to each of its squares; the stronger
// one leaps. All ways to occupy the squares on the paths, in all directions.
func TestSorcererKnights(t *testing.T) {
	type offset = [2]int
	squares := []offset{{0, 1}, {1, 1}, {1, 2}, {2, 2}}
	free := map[offset]func(taken map[offset]bool) bool{
		{1, 2}: func(taken map[offset]bool) bool { return !taken[offset{0, 1}] || !taken[offset{1, 1}] },
		{2, 3}: func(taken map[offset]bool) bool {
			return !taken[offset{0, 1}] && !taken[offset{1, 2}] || !taken[offset{1, 1}] && !taken[offset{2, 2}]
		},
	}
	for spec, leaps := range map[string]bool{
		"herculean-2": true, "herculean-2-weak": false,
		"herculean-2 sorcerer-knight=dual-path": false, "herculean-2-weak sorcerer-knight=leaping": true,
	} {
		g := gameWith(t, spec)
		sorcerer := CodeOf(g.TypeNamed("sorcerer-knight"), White)
		e5 := g.SquareAt(4, 4)
		for image := range 8 {
			at := func(v [2]int) Square { return imageOf(g, image, v) }
			for filling := range 16 {
				var occupied Set
				taken := map[offset]bool{}
				for i, sq := range squares {
					if filling>>i&1 != 0 {
						occupied.Add(at(sq))
						taken[sq] = true
					}
				}
				quiet, captures := g.Reach(sorcerer, e5, &occupied)
				for target, open := range free {
					want := leaps || open(taken)
					if sq := at(target); target != (offset{1, 2}) || !taken[target] {
						if quiet.Has(sq) != want || captures.Has(sq) != want {
							t.Errorf("%s with %s taken: %s in reach %v, want %v", spec, fmt.Sprint(taken), g.SquareName(sq), quiet.Has(sq), want)
						}
					}
				}
			}
		}
	}
}

func TestSorcerers(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "both sorcerer knights go to the squares (2,1) and (3,2) away and stop nowhere before: the weak one",
			game: "herculean-2-weak", fen: "11k/12/12/12/12/12/12/4S7/12/12/12/11K w - - 0 1", from: "e5",
			want: "b3 b7 c2 c4 c6 c8 d3 d7 f3 f7 g2 g4 g6 g8 h3 h7"},
		{rule: "and the one that leaps",
			game: "herculean-2", fen: "11k/12/12/12/12/12/3PPP6/4S7/12/12/12/11K w - - 0 1", from: "e5",
			want: "b3 b7 c2 c4 c6 c8 d3 d7 f3 f7 g2 g4 g6 g8 h3 h7"},
		{rule: "the ferz-sorcerer steps diagonally and leaps (3,2)",
			game: "herculean", fen: "11k/12/12/12/12/12/3PPP6/4S7/12/12/12/11K w - - 0 1", from: "e5",
			want: "b3 b7 c2 c8 d4 f4 g2 g8 h3 h7"},
		{rule: "the wazir-sorcerer steps straight and leaps (3,2)",
			game: "herculean", fen: "11k/12/12/12/12/12/3PPP6/4Z7/12/12/12/11K w - - 0 1", from: "e5",
			want: "b3 b7 c2 c8 d5 e4 f5 g2 g8 h3 h7"},
		{rule: "the ferz-knight is a knight with a diagonal step",
			game: "herculean", fen: "11k/12/12/12/12/12/3PPP6/4N7/12/12/12/11K w - - 0 1", from: "e5",
			want: "c4 c6 d3 d4 d7 f3 f4 f7 g4 g6"},
		{rule: "the wazir-knight is a knight with a straight step",
			game: "herculean", fen: "11k/12/12/12/12/12/3PPP6/4H7/12/12/12/11K w - - 0 1", from: "e5",
			want: "c4 c6 d3 d5 d7 e4 f3 f5 f7 g4 g6"},
	})
}

func TestFlexibleCastling(t *testing.T) {
	const (
		empty = "/12/12/12/12/12/12/12/12/12/12/"
		open  = "5k6" + empty + "R5K4R w KQ - 0 1"
	)
	checkMoves(t, []moveCase{
		{rule: "one to four squares to the right, one to five to the left",
			game: "herculean", fen: "1k10" + empty + "R5K4R w KQ - 0 1", from: "g1", want: "b1 c1 d1 e1 f1 f2 g2 h1 h2 i1 j1 k1 ~f1 ~h1"},
		{rule: "only with the right",
			game: "herculean", fen: "1k10" + empty + "R5K4R w K - 0 1", from: "g1", want: "f1 f2 g2 h1 h2 i1 j1 k1 ~h1"},
		{rule: "all squares to the rook must be empty",
			game: "herculean", fen: "1k10" + empty + "RN4K3NR w KQ - 0 1", from: "g1", want: "f1 f2 g2 h1 h2"},
		{rule: "not over an attacked square, nor onto one",
			game: "herculean", fen: "1k2r7" + empty + "R5K4R w KQ - 0 1", from: "g1", want: "f1 f2 g2 h1 h2 i1 j1 k1 ~f1 ~h1"},
		{rule: "the rook may cross attacked squares",
			game: "herculean", fen: "1r8rk" + empty + "R5K5 w Q - 0 1", from: "g1", want: "c1 d1 e1 f1 f2 g2 h1 h2 ~f1"},
		{rule: "the rook may be attacked",
			game: "herculean", fen: "r9rk" + empty + "R5K5 w Q - 0 1", from: "g1", want: "b1 c1 d1 e1 f1 f2 g2 h1 h2 ~f1"},
		{rule: "not out of check",
			game: "herculean", fen: "1k4r5" + empty + "R5K4R w KQ - 0 1", from: "g1", want: "f1 f2 h1 h2"},
		{rule: "only with the rook in the corner, not with a chariot",
			game: "herculean", fen: "1k10" + empty + "2C3K5 w - - 0 1", from: "g1", want: "f1 f2 g2 h1 h2"},
		{rule: "castling=none",
			game: "herculean castling=none", fen: "1k10" + empty + "R5K4R w - - 0 1", from: "g1", want: "f1 f2 g2 h1 h2"},
		{rule: "black on its own rank",
			game: "herculean", fen: "r5k4r" + empty + "1K10 b kq - 0 1", from: "g12", want: "b12 c12 d12 e12 f11 f12 g11 h11 h12 i12 j12 k12 ~f12 ~h12"},
	})
	var cases []lineCase
	for move, rank := range map[string]string{ // the rook lands where the king came by last
		"g1~h1": "R5RK4", "g1i1": "R6RK3", "g1j1": "R7RK2", "g1k1": "R8RK1",
		"g1~f1": "5KR4R", "g1e1": "4KR5R", "g1d1": "3KR6R", "g1c1": "2KR7R", "g1b1": "1KR8R",
		"g1f1": "R4K5R", "g1h1": "R6K3R",
	} {
		cases = append(cases, lineCase{rule: "the form " + move, game: "herculean",
			fen: open, line: move, want: "5k6" + empty + rank + " b - - 1 1"})
	}
	checkLines(t, cases)
}
