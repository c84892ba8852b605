package rules

import (
	"fmt"
	"testing"
)

// falconPaths are the ways to the two representative targets of a falcon, as
// pairs of squares that must be empty. The other 14 targets are images of these.
var falconPaths = map[[2]int][3][2][2]int{
	{1, 3}: {{{0, 1}, {0, 2}}, {{0, 1}, {1, 2}}, {{1, 1}, {1, 2}}},
	{2, 3}: {{{1, 1}, {2, 2}}, {{1, 1}, {1, 2}}, {{0, 1}, {1, 2}}},
}

// The falcon on e5 reaches each target exactly when one of its three paths is
// empty: all 16 targets, and all ways to occupy the four squares on the paths
// with pieces of either side.
func TestFalconNeedsOneOfThreePaths(t *testing.T) {
	g := gameWith(t, "hannibal-manticore")
	falcon := CodeOf(g.TypeNamed("falcon"), White)
	for target, paths := range falconPaths {
		squares := [][2]int{{0, 1}, {1, 1}, {1, 2}, {0, 2}}
		if target == [2]int{2, 3} {
			squares[3] = [2]int{2, 2}
		}
		for image := range 8 {
			at := func(v [2]int) Square { return imageOf(g, image, v) }
			for filling := range 81 { // each of four squares empty, white or black
				p := parsed(t, g, "9k/10/10/10/4F5/10/10/10/K9 w - - 0 1")
				taken := map[[2]int]bool{}
				for i, n := 0, filling; i < 4; i, n = i+1, n/3 {
					if n%3 != 0 {
						taken[squares[i]] = true
						p.put(CodeOf(g.TypeNamed("knight"), Color(n%3-1)), at(squares[i]))
					}
				}
				open := false
				for _, path := range paths {
					open = open || !taken[path[0]] && !taken[path[1]]
				}
				checkFalcon(t, p, at(target), falcon, open)
			}
		}
	}
}

// checkFalcon asserts that the falcon on e5 can move to a square, capture and
// attack there, when a path is open, and never lands on its own side.
func checkFalcon(t *testing.T, p *Position, to Square, falcon Code, open bool) {
	t.Helper()
	g := p.g
	e5 := g.SquareAt(4, 4)
	moves := func() int {
		n := 0
		for _, m := range p.walk(nil, falcon, e5, relAll) {
			if m.To() == to {
				n++
			}
		}
		return n
	}
	want := 0
	if open {
		want = 1
	}
	if got := moves(); got != want {
		t.Errorf("%s: %d moves to %s, want %d", p.FEN(), got, g.SquareName(to), want)
	}
	p.put(CodeOf(g.TypeNamed("pawn"), Black), to)
	var gone Set
	_, attacks := p.Attacker(falcon, to, &p.all, &gone)
	if got := moves(); got != want || attacks != open {
		t.Errorf("%s: %d captures on %s, attack %v, want %d", p.FEN(), got, g.SquareName(to), attacks, want)
	}
	p.remove(to)
	p.put(CodeOf(g.TypeNamed("pawn"), White), to)
	if got := moves(); got != 0 {
		t.Errorf("%s: the falcon captures its own pawn on %s", p.FEN(), g.SquareName(to))
	}
	p.remove(to)
}

func TestFairyPieces(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "the falcon on an empty board has 16 squares and stops on none before",
			game: "hannibal-manticore", fen: "9k/10/10/10/4F5/10/10/10/K9 w - - 0 1", from: "e5",
			want: "b3 b4 b6 b7 c2 c8 d2 d8 f2 f8 g2 g8 h3 h4 h6 h7"},
		{rule: "the manticore steps like a wazir and goes on diagonally outward",
			game: "hannibal-manticore", fen: "8k1/10/10/10/4M5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "a2 a8 b3 b7 b9 c2 c4 c6 c8 d3 d5 d7 e4 e6 f3 f5 f7 g2 g4 g6 g8 h1 h3 h7 h9 i2 i8 j1 j9"},
		{rule: "a piece on its first square ends both slides; an enemy can be captured",
			game: "hannibal-manticore", fen: "8k1/10/10/4p5/4M5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "a2 a8 b3 b7 c2 c4 c6 d3 d5 e4 e6 f3 f5 g2 g4 g6 h1 h3 h7 i2 i8 j1 j9"},
		{rule: "a piece of its own on the first square cannot",
			game: "hannibal-manticore", fen: "8k1/10/10/4P5/4M5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "a2 a8 b3 b7 c2 c4 c6 d3 d5 e4 f3 f5 g2 g4 g6 h1 h3 h7 i2 i8 j1 j9"},
		{rule: "a piece on one slide ends that slide only",
			game: "hannibal-manticore", fen: "8k1/10/10/3p6/4M5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "a2 a8 b3 b7 b9 c2 c4 c6 c8 d3 d5 d7 e4 e6 f3 f5 f7 g2 g4 g6 g8 h1 h3 h7 h9 i2 i8 j1 j9"},
		{rule: "the elephant goes one or two squares diagonally and jumps",
			game: "hannibal-manticore", fen: "8k1/10/10/3P1p4/4E5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "c3 c7 d4 f4 f6 g3 g7"},
		{rule: "the frog goes one square diagonally or exactly three straight, and jumps",
			game: "frog10x9", fen: "8k1/10/10/4P5/4F5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "b5 d4 d6 e2 e8 f4 f6 h5"},
		{rule: "the waffle goes one square straight or exactly two diagonally, and jumps",
			game: "waffle10x9", fen: "8k1/10/10/3P6/4W5/10/10/10/1K8 w - - 0 1", from: "e5",
			want: "c3 c7 d5 e4 e6 f5 g3 g7"},
		{rule: "the gryphon steps diagonally and goes on straight outward",
			game: "xgryph-onboard", fen: "9k/10/10/5p4/4G5/10/10/10/K9 w - - 0 1", from: "e5",
			want: "a4 a6 b4 b6 c4 c6 d1 d2 d3 d4 d6 d7 d8 d9 f1 f2 f3 f4 f6 g4 h4 i4 j4"},
		{rule: "the cannon moves like a rook and captures over exactly one piece",
			game: "alcespart", fen: "9k/4p5/10/4p5/4p5/4C1pr2/10/10/10/K9 w - - 0 1", from: "e5",
			want: "a5 b5 c5 d5 e1 e2 e3 e4 e7 f5 h5"},
	})
}

// The black falcon on e4 attacks the white king on f7 by three paths over e5,
// e6, f5 and f6.
func TestChecksAndPinsOfTheFalcon(t *testing.T) {
	checkMoves(t, []moveCase{
		// e6 is taken for good: both paths left run over f6.
		{rule: "a block where all open paths meet answers the check",
			game: "hannibal-manticore", fen: "1k8/10/5K4/4p4R/10/4f5/10/10/10 w - - 0 1", from: "j6", want: "f6"},
		{rule: "a block on one of two open paths does not",
			game: "hannibal-manticore", fen: "1k8/10/5K4/4p5/R9/4f5/10/10/10 w - - 0 1", from: "a5", want: ""},
		{rule: "with all three open no single block does",
			game: "hannibal-manticore", fen: "1k8/10/5K4/9R/10/4f5/10/10/10 w - - 0 1", from: "j6", want: ""},
		{rule: "the capture of the falcon does",
			game: "hannibal-manticore", fen: "1k8/10/5K4/10/10/4f4R/10/10/10 w - - 0 1", from: "j4", want: "e4"},
		{rule: "the only blocker of all open paths is pinned",
			game: "hannibal-manticore", fen: "1k8/10/5K4/4pE4/10/4f5/10/10/10 w - - 0 1", from: "f6", want: ""},
		{rule: "a pinned piece may capture the falcon",
			game: "hannibal-manticore", fen: "1k8/10/5K4/10/4Rp4/4f5/10/10/10 w - - 0 1", from: "e5", want: "e4"},
		{rule: "a pinned piece may move to the other square of the one path left",
			game: "hannibal-manticore", fen: "1k8/10/5K4/4p5/4Bp4/4f5/10/10/10 w - - 0 1", from: "e5", want: "f6"},
		{rule: "of two blockers in a row neither is pinned",
			game: "hannibal-manticore", fen: "1k8/10/5K4/5N4/4pP4/4f5/10/10/10 w - - 0 1", from: "f6", want: "d5 d7 e4 e8 g4 g8 h5 h7"},
	})
	g := gameWith(t, "hannibal-manticore")
	for fen, want := range map[string]bool{
		"1k8/10/5K4/10/10/4f5/10/10/10 w - - 0 1":     true,
		"1k8/10/5K4/4p5/10/4f5/10/10/10 w - - 0 1":    true,
		"1k8/10/5K4/4p5/5p4/4f5/10/10/10 w - - 0 1":   true,  // over e5 and f6
		"1k8/10/5K4/5p4/5p4/4f5/10/10/10 w - - 0 1":   true,  // over e5 and e6
		"1k8/10/5K4/4pp4/10/4f5/10/10/10 w - - 0 1":   false, // nothing goes from e5 or f5
		"1k8/10/5K4/10/4pp4/4f5/10/10/10 w - - 0 1":   false,
		"1k8/10/5K4/5p4/4p5/4f5/10/10/10 w - - 0 1":   false,
		"1k8/10/6K3/10/10/4f5/10/10/10 w - - 0 1":     true, // (2,3) over f5 and g6
		"1k8/10/6K3/5pp3/10/4f5/10/10/10 w - - 0 1":   false,
		"1k8/10/6K3/6p3/4p5/4f5/10/10/10 w - - 0 1":   true,
		"1k8/10/6K3/10/5p4/4f5/10/10/10 w - - 0 1":    true,
		"1k8/10/6K3/10/4pp4/4f5/10/10/10 w - - 0 1":   false,
		"1k8/10/10/5K4/10/4f5/10/10/10 w - - 0 1":     false, // (1,2) is no move
		"1k8/4K5/10/10/10/4f5/10/10/10 w - - 0 1":     false,
		"1k8/10/5K4/9p/3p1p3p/4f5/10/10/10 w - - 0 1": true,
	} {
		if p := parsed(t, g, fen); p.InCheck() != want {
			t.Errorf("%s: check %v, want %v", fen, !want, want)
		}
	}
}

// The black manticore on e5 attacks the white king on i8 by f5, g6 and h7.
func TestChecksAndPinsOfTheManticore(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a check is answered on its path only",
			game: "hannibal-manticore", fen: "10/8K1/10/R9/4m5/10/10/10/9k w - - 0 1", from: "a6", want: "g6"},
		{rule: "a block on the first square",
			game: "hannibal-manticore", fen: "10/8K1/10/10/4m5/5R4/10/10/9k w - - 0 1", from: "f4", want: "f5"},
		{rule: "a piece on the first square is pinned, and may capture",
			game: "hannibal-manticore", fen: "10/8K1/10/10/4mR4/10/10/10/9k w - - 0 1", from: "f5", want: "e5"},
		{rule: "a piece on the slide is pinned, and may move along it",
			game: "hannibal-manticore", fen: "10/8K1/10/6B3/4m5/10/10/10/9k w - - 0 1", from: "g6", want: "f5 h7"},
		{rule: "a rook on the slide may not move",
			game: "hannibal-manticore", fen: "10/8K1/10/6R3/4m5/10/10/10/9k w - - 0 1", from: "g6", want: ""},
		{rule: "a piece on the diagonal that the manticore does not use is free",
			game: "hannibal-manticore", fen: "10/8K1/10/6N3/4mp4/10/10/10/9k w - - 0 1", from: "g6", want: "e5 e7 f4 f8 h4 h8 i5 i7"},
	})
}

// The black cannon on e10 looks down the file at the white king on e1.
func TestChecksAndPinsOfTheCannon(t *testing.T) {
	const (
		free = "a3 a5 b2 b6 d2 d6 e3 e5"
		fen  = "k3c5/10/10/10/10/%s/2N7/10/%s/4K5 w - - 0 1"
	)
	checkMoves(t, []moveCase{
		{rule: "nothing between: no piece may become the mount",
			game: "alcespart", fen: fmt.Sprintf(fen, "10", "10"), from: "c4", want: "a3 a5 b2 b6 d2 d6"},
		{rule: "one piece between is check: a second one blocks, the capture of the mount does not",
			game: "alcespart", fen: fmt.Sprintf(fen, "4p5", "10"), from: "c4", want: "e3"},
		{rule: "two pieces between: a third changes nothing",
			game: "alcespart", fen: fmt.Sprintf(fen, "4p5", "4P5"), from: "c4", want: free},
		{rule: "two pieces between: neither may leave",
			game: "alcespart", fen: "k3c5/10/10/10/10/4p5/4N5/10/10/4K5 w - - 0 1", from: "e4", want: ""},
		{rule: "the mount itself may leave and so end the check",
			game: "alcespart", fen: "k3c5/10/10/10/10/10/4N5/10/10/4K5 w - - 0 1", from: "e4", want: "c3 c5 d2 d6 f2 f6 g3 g5"},
		{rule: "a mount that stays on the line ends nothing",
			game: "alcespart", fen: "k3c5/10/10/10/10/10/4R5/10/10/4K5 w - - 0 1", from: "e4", want: "a4 b4 c4 d4 e10 f4 g4 h4 i4 j4"},
	})
}

// Every path of the falcon but the one over f6 and f7 is closed by the pawn.
func TestChecksThatMeet(t *testing.T) {
	const fen = "3n1k4/10/4p5/4F5/10/10/10/4KR4 b - - 0 1"
	checkMoves(t, []moveCase{
		{rule: "a knight steps between both the rook and the falcon and the king", game: "falcon-chess", fen: fen, from: "d8", want: "f7"},
		{rule: "the capture of one leaves the other's check", game: "falcon-chess", fen: "5k4/10/4p1n3/4F5/10/10/10/4KR4 b - - 0 1", from: "g6", want: ""},
		{rule: "the king may leave both", game: "falcon-chess", fen: fen, from: "f8", want: "e7 e8 g7"},
	})
}
