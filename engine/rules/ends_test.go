package rules

import (
	"strings"
	"testing"
)

func TestOutcome(t *testing.T) {
	const (
		stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
		bare      = "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
		backRank  = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80"
		long      = "r3k5/10/10/10/10/10/10/10/R4K4 w - - 148 200"
	)
	for _, c := range []struct {
		rule, game, fen, line string
		want                  Result
		why                   Reason
	}{
		{"checkmate", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "f2f3 e7e5 g2g4 d8h4", BlackWins, Checkmate},
		{"check with a way out is not mate", "chess", "6k1/5pp1/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Ongoing, NoReason},
		{"stalemate is a draw", "chess", stalemate, "", Draw, Stalemate},
		{"stalemate=loss for the side that cannot move", "chess stalemate=loss", stalemate, "", WhiteWins, Stalemate},
		{"a move left is no stalemate", "chess", "7k/5Q2/6K1/8/8/8/7p/8 b - - 0 1", "", Ongoing, NoReason},

		{"bare kings are a draw", "chess", bare, "", Draw, InsufficientMaterial},
		{"the capture of the last piece ends the game", "chess", "4k3/8/8/8/8/8/4n3/4K3 w - - 0 1", "e1e2", Draw, InsufficientMaterial},
		{"any other piece keeps the game going", "chess", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "", Ongoing, NoReason},
		{"a pawn against a king is not bare", "horde insufficient-material=bare-kings", "4k3/8/8/8/8/8/P7/8 w - - 0 1", "", Ongoing, NoReason},
		{"insufficient-material=none", "chess insufficient-material=none", bare, "", Ongoing, NoReason},
		{"a waiting piece means not bare", "hannibal-manticore", "**********/5k4/10/10/10/10/10/10/10/5K4/*****M**** w - - 0 1", "", Ongoing, NoReason},
		{"nothing waiting means bare", "hannibal-manticore", "5k4/10/10/10/10/10/10/10/5K4 w - - 0 1", "", Draw, InsufficientMaterial},

		{"the game goes on after 149 plies", "hannibal-manticore", long, "a1b1", Ongoing, NoReason},
		{"75 moves by each side are a draw", "hannibal-manticore", long, "a1b1 a9c9", Draw, NMoveRule},
		{"a capture starts the count again", "hannibal-manticore", long, "a1b1 e9e8 b1b2 e8e9 b2a2 a9a2", Ongoing, NoReason},
		{"n-move=0 switches the rule off", "hannibal-manticore n-move=0", long, "a1b1 a9c9 b1b2", Ongoing, NoReason},
		{"n-move=100", "hannibal-manticore n-move=100", long, "a1b1 a9c9", Ongoing, NoReason},
		{"50 moves in chess: 99 plies", "chess", "r3k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1b1", Ongoing, NoReason},
		{"50 moves in chess: 100 plies", "chess", "r3k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1b1 a8c8", Draw, NMoveRule},
		{"a pawn move starts the count again", "chess", "r3k3/8/8/8/8/8/7P/R3K3 w - - 99 80", "h2h3", Ongoing, NoReason},
		{"mate on the last ply goes first", "chess", backRank, "a1a8", WhiteWins, Checkmate},
		{"other moves on the last ply are a draw", "chess", backRank, "a1a7", Draw, NMoveRule},
		{"stalemate on the last ply goes first", "chess stalemate=loss", "7k/8/6K1/5Q2/8/8/8/8 w - - 99 80", "f5f7", WhiteWins, Stalemate},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			play(t, p, c.line)
			if got, why := p.Outcome(); got != c.want || why != c.why {
				t.Errorf("%s: %s by %q, want %s by %q", p.FEN(), got, why, c.want, c.why)
			}
		})
	}
}

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

func TestCounter(t *testing.T) {
	const fen = "**********/5k4/10/10/10/10/10/10/10/1N3K4/*M******** w - - 7 9"
	for _, c := range []struct {
		rule, game, line string
		want             int
	}{
		{"an entry does not reset the counter", "hannibal-manticore", "b1a3", 8},
		{"gate-resets-n-move=true resets it", "hannibal-manticore gate-resets-n-move=true", "b1a3", 0},
		{"a move without an entry never does", "hannibal-manticore gate-resets-n-move=true", "f1f2", 8},
		{"the second move of the same piece does not", "hannibal-manticore gate-resets-n-move=true", "b1a3 f9f8 a3b5", 2},
	} {
		p := parsed(t, gameWith(t, c.game), fen)
		play(t, p, c.line)
		if p.Halfmove() != c.want {
			t.Errorf("%s: counter %d after %s, want %d", c.rule, p.Halfmove(), c.line, c.want)
		}
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
	p := parsed(t, gameWith(t, "three-check"), "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1")
	play(t, p, "a1a8")
	if q := parsed(t, p.g, p.FEN()); p.Hash() != q.Hash() {
		t.Errorf("after a check the hash is not that of %s", p.FEN())
	}
	g := gameWith(t, "chess")
	if parsed(t, g, "4k3/8/8/8/8/8/8/4K2R w K - 0 1").Hash() != parsed(t, g, "4k3/8/8/8/8/8/8/4K2R w K - 9 9").Hash() {
		t.Error("the counters change the hash")
	}
}
