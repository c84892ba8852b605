package rules

import (
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// A game that is built in Go may leave out what a file may leave out.
func TestDefaultsAreCompiled(t *testing.T) {
	v := loaded(t, "chess")
	v.Rules.InsufficientMaterial, v.Rules.Stalemate = "", ""
	for i := range v.Rules.Promotions {
		v.Rules.Promotions[i].Captured, v.Rules.Promotions[i].Choices = true, nil
	}
	g := compiled(t, v)
	if result, why := parsed(t, g, "4k3/8/8/8/8/8/8/4K3 w - - 0 1").Outcome(); result != Draw || why != InsufficientMaterial {
		t.Errorf("bare kings: %s by %q", result, why)
	}
	p := parsed(t, g, "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1")
	if got := from(p, "b7b8"); got != "b n q r" {
		t.Errorf("promotions to captured pieces: %q", got)
	}
}

// TestRepetition plays a cycle of moves until the game is drawn and counts the
// plies: the draw comes exactly with the occurrence that the rule names.
func TestRepetition(t *testing.T) {
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	const knights = "g1f3 g8f6 f3g1 f6g8"
	for _, c := range []struct {
		rule, game, fen, line, cycle string
		want                         int // plies of the cycle; 0 = never
	}{
		{"the third occurrence draws", "chess", start, "", knights, 8},
		{"repetition=2", "chess repetition=2", start, "", knights, 4},
		{"repetition=0 is off", "chess repetition=0", start, "", knights, 0},
		{"after a pawn move the count begins anew", "chess", start, knights + " e2e4 e7e5", knights, 8},
		{"occurrences need not follow each other", "chess", start, "b1c3 b8c6 c3b1 c6b8 a2a3 a7a6 g1f3 g8f6 f3g1 f6g8 b1c3 b8c6 c3b1", "c6b8", 1},
		// Plies 2, 6 and 10 are the first to have the same rights.
		{"a lost castling right makes another position", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "", "h1g1 h8g8 g1h1 g8h8", 10},
		{"without rights the same cycle", "chess", "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "", "h1g1 h8g8 g1h1 g8h8", 8},
		// Plies 1, 5 and 9: the position before the first of them never returns.
		{"a possible en-passant capture makes another position", "chess", "4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1", "d2d4", "e8e7 e1e2 e7e8 e2e1", 9},
		{"an impossible one does not", "chess", "4k3/8/8/8/6p1/8/3P4/4K3 w - - 0 1", "d2d4", "e8e7 e1e2 e7e8 e2e1", 8},
		{"nor one that the pin of the pawn forbids", "chess", "4k3/8/8/8/4p3/8/3P4/K3R3 w - - 0 1", "d2d4", "e8d8 a1b1 d8e8 b1a1", 8},
		// Ninja pawns go sideways: their moves count as progress and can be undone.
		{"pawns that go back and forth", "herculean-2", "12/12/12/12/5k6/J11/12/12/12/12/12/5K6 w - - 0 1", "",
			"a7b7 f8g8 b7a7 g8f8", 8},
		// The queen loses a tempo: after ply 5 the pieces stand as at first, but
		// it is Black's move; after ply 12 all is as at first.
		{"the other side to move makes another position", "chess", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "",
			"a1a2 e8d8 a2b2 d8e8 b2a1 e8d8 a1a2 d8e8 a2b2 e8d8 b2a1 d8e8", 0},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			play(t, p, c.line)
			cycle := strings.Fields(c.cycle)
			got := 0
			for i := 0; i < 12 && got == 0; i++ {
				if r, why := p.Outcome(); r != Ongoing {
					t.Fatalf("over before ply %d: %s", i+1, why)
				}
				play(t, p, cycle[i%len(cycle)])
				if _, why := p.Outcome(); why == Repetition {
					got = i + 1
				} else if len(cycle) == 1 {
					break
				}
			}
			if got != c.want {
				t.Errorf("drawn after %d plies, want %d", got, c.want)
			}
		})
	}
}

// Pairs of positions that repetition must not confuse.
func TestHashTellsPositionsApart(t *testing.T) {
	for _, c := range []struct{ what, game, a, b string }{
		{"the side to move", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
		{"castling rights", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 0 1"},
		{"en passant", "chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1", "4k3/8/8/8/3Pp3/8/8/4K3 b - - 0 1"},
		{"colours", "chess", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "4k3/8/8/8/8/8/8/4K2r w - - 0 1"},
		{"waiting or not", "hannibal-manticore", "**********/5k4/10/10/10/10/10/10/10/RN3K4/M********* w - - 0 1", "**********/5k4/10/10/10/10/10/10/10/RN3K4/********** w - - 0 1"},
		{"what waits", "hannibal-manticore", "**********/5k4/10/10/10/10/10/10/10/RN3K4/M********* w - - 0 1", "**********/5k4/10/10/10/10/10/10/10/RN3K4/F********* w - - 0 1"},
		{"where it waits", "hannibal-manticore", "**********/5k4/10/10/10/10/10/10/10/RN3K4/M********* w - - 0 1", "**********/5k4/10/10/10/10/10/10/10/RN3K4/*M******** w - - 0 1"},
		{"checks to give", "three-check", "4k3/8/8/8/8/8/8/4K2R w - - 1+3 0 1", "4k3/8/8/8/8/8/8/4K2R w - - 2+3 0 1"},
		{"hands", "hannibal-manticore", "5k4/10/10/10/10/10/10/10/RN3K4[M] w - - 0 1", "5k4/10/10/10/10/10/10/10/RN3K4[F] w - - 0 1"},
	} {
		g := gameWith(t, c.game)
		if parsed(t, g, c.a).Hash() == parsed(t, g, c.b).Hash() {
			t.Errorf("%s does not count: %s and %s have one hash", c.what, c.a, c.b)
		}
	}
	g := gameWith(t, "chess")
	if parsed(t, g, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").Hash() != parsed(t, g, "4k3/8/8/8/8/8/8/4K2R w K - 9 9").Hash() {
		t.Error("the counters change the hash")
	}
}

// A line ends the game for the side that has just made it, along the lines that count.
func TestLines(t *testing.T) {
	all := variant.Line{Count: 4, Horizontal: true, Vertical: true, Diagonal: true, Result: variant.EndWin}
	with := func(change func(*variant.Line)) variant.Line {
		l := all
		change(&l)
		return l
	}
	apart, square := with(func(l *variant.Line) { l.Count, l.OnLine, l.Pieces = 0, 3, []string{"knight"} }), with(func(l *variant.Line) { l.Count, l.Square = 0, 2 })
	const rank, file, rising, falling = "4k3/8/8/8/8/5N2/NNN5/4K3 w - - 0 1", "4k3/8/8/2N5/8/N7/N7/N3K3 w - - 0 1",
		"4k3/8/2N5/8/3N4/2N5/1N6/7K w - - 0 1", "4k3/8/2N5/8/1N6/2N5/3N4/7K w - - 0 1"
	for _, test := range []struct {
		line      variant.Line
		fen, move string
		want      Result
	}{
		{all, rank, "f3d2", WhiteWins},
		{all, rank, "f3d4", Ongoing},
		{with(func(l *variant.Line) { l.Horizontal = false }), rank, "f3d2", Ongoing},
		{with(func(l *variant.Line) { l.Result = variant.EndLoss }), rank, "f3d2", BlackWins},
		{with(func(l *variant.Line) { l.Result = variant.EndDraw }), rank, "f3d2", Draw},
		{with(func(l *variant.Line) { l.Pieces = []string{"queen"} }), rank, "f3d2", Ongoing},
		{with(func(l *variant.Line) { l.Count = 5 }), rank, "f3d2", Ongoing},
		{all, file, "c5a4", WhiteWins},
		{with(func(l *variant.Line) { l.Vertical = false }), file, "c5a4", Ongoing},
		{all, rising, "c6e5", WhiteWins},
		{with(func(l *variant.Line) { l.Diagonal = false }), rising, "c6e5", Ongoing},
		{all, falling, "c6a5", WhiteWins},
		{apart, "4k3/8/8/8/4N3/8/8/N1N4K w - - 0 1", "e4g3", Ongoing},
		{apart, "4k3/8/8/8/8/4N3/8/N1N4K w - - 0 1", "e3f1", WhiteWins},
		{apart, "4k3/8/1N6/8/8/N7/8/N6K w - - 0 1", "b6a8", WhiteWins},
		{apart, "4k3/1N6/8/4N3/8/8/1N6/N6K w - - 0 1", "e5g4", Ongoing},
		{apart, "4k3/1N6/8/8/8/8/1N6/N6K w - - 0 1", "b7d6", Ongoing},
		{apart, "4k3/8/4N3/8/8/2N5/8/N6K w - - 0 1", "e6g7", WhiteWins},
		{square, "4k3/8/8/8/3N4/1N6/1NN5/7K w - - 0 1", "d4c6", Ongoing},
		{square, "4k3/8/8/1N6/8/1N6/1NN5/7K w - - 0 1", "b5c3", WhiteWins},
		{square, "4k3/8/8/1N6/3N4/6N1/6NN/7K w - - 0 1", "d4f5", Ongoing},
	} {
		v := testkit.Must(variant.Find("chess"))(t)
		v.Rules.Line = test.line
		p := parsed(t, testkit.Must(Compile(v))(t), test.fen)
		p.Make(testkit.Must(p.ParseMove(test.move))(t))
		if got, _ := p.Outcome(); got != test.want {
			t.Errorf("%+v: %s after %s: %s, want %s", test.line, test.fen, test.move, got, test.want)
		}
	}
}

// A move that a pawn could take back resets the half-move clock unless returns count.
func TestReturnsCount(t *testing.T) {
	for _, counts := range []bool{false, true} {
		v := gameWith(t, "pawnback").Variant.Clone()
		v.Rules.ReturnsCount = counts
		p := parsed(t, testkit.Must(Compile(v))(t), "4k3/8/8/8/4P3/8/4P3/4K3 w - - 7 1")
		for move, want := range map[string]int{"e4e5": 0, "e4e3": 0, "e2e3": 0} {
			if counts {
				want = 8
			}
			p.Make(testkit.Must(p.ParseMove(move))(t))
			if got := p.Halfmove(); got != want {
				t.Errorf("returns count %v: a clock of %d after %s, want %d", counts, got, move, want)
			}
			p.Unmake()
		}
	}
}

func TestPassing(t *testing.T) {
	p := gameWith(t, "passing-chess").NewPosition()
	play(t, p, "e1e1 a4a3 b2a3 e5e5")
	if r, why := p.Outcome(); r != Ongoing {
		t.Errorf("one pass: %v %s", r, why)
	}
	p.MakeNull()
	p.Unmake()
	play(t, p, "e1e1")
	if r, why := p.Outcome(); r != Draw || why != BothPassed || len(p.Moves(nil)) > 0 {
		t.Errorf("two passes: %v %s", r, why)
	}
	p.Unmake()
	p.Unmake()
	p.MakeNull()
	if play(t, p, "e1e1"); p.Ended() != Ongoing {
		t.Error("a null move of a search counts as a pass")
	}
	p = p.g.NewPosition()
	if san := p.SAN(p.pass()); san != "e1e1" {
		t.Errorf("a pass is written %s", san)
	}
}

func TestPassOnStalemate(t *testing.T) {
	v := loaded(t, "passing-chess")
	v.Rules.Pass = variant.PassOnStalemate
	g := compiled(t, v)
	for fen, want := range map[string]string{
		"k4/2Q2/5/5/4K b - - 0 1":  "a5",    // stalemate
		"k4/5/2Q2/5/4K b - - 0 1":  "a4 b5", // not
		"kQ3/1R3/5/5/4K b - - 0 1": "",      // mate
	} {
		p := parsed(t, g, fen)
		if got := from(p, "a5"); got != want {
			t.Errorf("%s: moves %s, want %s", fen, got, want)
		} else if quiet := len(quietMoves(p)) + len(captures(p, nil)); quiet != len(p.Moves(nil)) {
			t.Errorf("%s: %d captures and quiet moves, %d moves", fen, quiet, len(p.Moves(nil)))
		} else if n := p.Perft(1); int(n) != quiet {
			t.Errorf("%s: %d moves counted, %d made", fen, n, quiet)
		}
	}
}
