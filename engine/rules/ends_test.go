package rules

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
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

// The ends of a game besides mate: each case fails without its rule.
func TestEndsByRule(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen, line string
		want                  Result
		why                   Reason
	}{
		{"a king in the middle wins", "king-of-the-hill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", WhiteWins, GoalReached},
		{"another piece there does not", "king-of-the-hill", "4k3/8/8/8/8/3K4/8/R7 w - - 0 1", "a1d1 e8d8 d1d2 d8e8", Ongoing, NoReason},
		{"each side has its squares", "breakthrough", "8/8/8/8/8/8/p7/4P3 b - - 0 1", "a2a1", BlackWins, GoalReached},
		{"the squares of the other side do not count", "breakthrough", "8/8/8/8/8/8/p7/4P3 w - - 0 1", "e1e2", Ongoing, NoReason},
		{"a piece that may be driven away has not won", "jesonmor", "9/9/9/9/9/5n3/3N5/9/9 w - - 0 1", "d3e5", Ongoing, NoReason},
		{"a piece that stays there wins", "jesonmor", "n8/9/9/9/9/9/3N5/9/9 w - - 0 1", "d3e5 a9b7", WhiteWins, GoalReached},
		{"a piece that is captured there does not", "jesonmor", "9/9/9/9/9/9/3N1n3/9/N8 w - - 0 1", "d3e5 f3e5", Ongoing, NoReason},
		{"an attacked piece has not reached its goal", "squatter", "1r2k3/8/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", Ongoing, NoReason},
		{"one that is safe has", "squatter", "4k3/1r6/8/8/8/8/8/Q3K3 w - - 0 1", "a1a8", WhiteWins, GoalReached},
		{"a safe piece wins without waiting", "alapo", "6/r4k/6/6/6/Q5 w - - 0 1", "a1b2 f5f4 b2b6", WhiteWins, GoalReached},
		{"one that is not waits for a move", "alapo", "6/1r3k/6/6/6/1Q4 w - - 0 1", "b1a1 f5f4 a1a6", WhiteWins, GoalReached},
		{"fewer pieces than the goal needs", "kono", "P3P/4P/PP2P/5/p4 w - - 0 1", "e4d3", Ongoing, NoReason},
		{"all of them", "kono", "P1P1P/PP2P/5/4P/ppppp w - - 0 1", "e2d3 a1b2", Ongoing, NoReason},

		{"the loss of the last piece of a kind loses", "extinction", "rnbqk3/p7/8/8/8/8/QP6/RNB1K3 w - - 0 1", "a2a7", WhiteWins, Extinction},
		{"one of several is left", "extinction", "rnbqk3/pp6/8/8/8/8/QP6/RNB1K3 w - - 0 1", "a2a7", Ongoing, NoReason},
		{"one's own loss by promotion counts", "extinction", "rnbqkn2/p1P5/8/8/8/8/8/RNBQK3 w - - 0 1", "c7b8q", BlackWins, Extinction},
		{"the first of three kings", "threekings", "knbqkbnk/8/8/8/8/8/8/KNBQKBNK w - - 0 1", "c1b2 d8d7 b2h8", WhiteWins, Extinction},
		{"the last pawn of a horde", "horde", "4k3/8/8/8/8/8/r7/P7 b - - 0 1", "a2a1", BlackWins, Extinction},
		{"a bare king loses", "shatranj-bare", "4k3/8/8/8/8/8/r7/R2KN3 w - - 0 1", "a1a2", WhiteWins, Extinction},
		{"unless it may bare the other", "shatranj-bare", "8/8/8/8/8/8/kr6/1R1K4 w - - 0 1", "b1b2", Ongoing, NoReason},
		{"and does so", "shatranj-bare", "8/8/8/8/8/8/kr6/1R1K4 w - - 0 1", "b1b2 a2b2", Ongoing, NoReason},

		{"no check is left to give", "three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", WhiteWins, ChecksGiven},
		{"one is", "three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 2+1 0 1", "a1a8", Ongoing, NoReason},
		{"each side has its count", "three-check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+1 0 1", "a1a8 e8d7 a8a7", Ongoing, NoReason},
		{"all pieces lost win", "antichess", "8/8/8/8/8/8/1p6/P7 b - - 0 1", "b2a1q", WhiteWins, Extinction},
		{"all but one", "losers", "k7/8/8/8/8/8/1p6/R3K3 b - - 0 1", "b2a1q", WhiteWins, Extinction},
		{"no move left wins", "antichess", "8/8/8/8/p7/P7/8/8 w - - 0 1", "", WhiteWins, Stalemate},
		{"more pieces lose without a move left", "suicide", "8/8/8/p7/P7/P7/8/8 w - - 0 1", "", BlackWins, Stalemate},
		{"as many draw", "suicide", "8/8/8/8/p7/P7/8/8 w - - 0 1", "", Draw, Stalemate},
		{"black may follow", "racing-kings", "8/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8", Ongoing, NoReason},
		{"and draws", "racing-kings", "8/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8 a7a8", Draw, GoalReached},
		{"or does not", "racing-kings", "8/k5K1/8/8/8/8/8/8 w - - 0 1", "g7g8 a7a6", WhiteWins, GoalReached},
		{"black cannot follow", "racing-kings", "8/6K1/k7/8/8/8/8/8 w - - 0 1", "g7g8", WhiteWins, GoalReached},
		{"white may not follow", "racing-kings", "8/k5K1/8/8/8/8/8/8 b - - 0 1", "a7a8", BlackWins, GoalReached},

		{"checkmate=win", "misere", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", BlackWins, Checkmate},
		{"checkmate=draw", "misere checkmate=draw", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", Draw, Checkmate},
		{"stalemate=win", "chess stalemate=win", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", BlackWins, Stalemate},
		{"fewer pieces win a stalemate", "chess stalemate=fewer-pieces", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "", BlackWins, Stalemate},
		{"more lose it", "chess stalemate=fewer-pieces", "7k/5K2/7p/5ppP/5PP1/5P2/8/8 b - - 0 1", "", Ongoing, NoReason},
		{"a side without pieces is stalemated", "breakthrough", "8/8/8/8/8/8/8/4P3 b - - 0 1", "", WhiteWins, Stalemate},

		{"a queen that is royal is mated", "coregal", "qr6/pp6/8/1N6/8/8/8/K6k w - - 0 1", "b5c7", WhiteWins, Checkmate},
		{"two kings in check at once", "twokings", "k6k/8/8/8/8/8/8/K2R3K w - - 0 1", "d1d8", WhiteWins, Checkmate},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			play(t, p, c.line)
			if got, why := p.Outcome(); got != c.want || why != c.why {
				t.Errorf("%s: %s by %q, want %s by %q", p.FEN(), got, why, c.want, c.why)
			}
			if over := len(p.Moves(nil)) == 0; over != (c.want != Ongoing) {
				t.Errorf("%s: over is %v by the moves", p.FEN(), over)
			}
			if q := parsed(t, p.g, p.FEN()); q.Ended() != p.Ended() {
				t.Errorf("%s: read back, it has ended with %s, not %s", p.FEN(), q.Ended(), p.Ended())
			}
		})
	}
}

// Which pieces must be safe, by moves that leave one attacked.
func TestRoyals(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen, move string
		legal                 bool
	}{
		{"no piece is royal", "kinglet", "4k3/p7/8/8/8/8/r6P/4K3 w - - 0 1", "h2h3", true},
		{"nor when it is attacked", "kinglet", "4k3/p7/8/8/8/8/r6P/4K3 w - - 0 1", "e1e2", true},
		{"each of two kings must be safe", "twokings", "k7/8/8/8/8/8/r7/K3K3 w - - 0 1", "e1d1", false},
		{"also where it goes", "twokings", "k7/8/8/8/8/r7/8/1K2K3 w - - 0 1", "b1a1", false},
		{"the last of its kind must be safe", "maharajah2", "m7/8/8/8/8/8/8/R3K3 b - - 0 1", "a8a7", false},
		{"one of two need not", "maharajah2", "mm6/8/8/8/8/8/8/R3K3 b - - 0 1", "a8a7", true},
		{"a piece must not be promoted to a royal one that is attacked", "coregal", "3r4/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", false},
		{"to another it may", "coregal", "3r4/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8r", true},
		{"a king castles out of check if it is not royal", "kinglet", "4k3/p3r3/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", true},
		{"and not if it is", "coregal", "4k3/p3r3/8/8/8/8/P7/4K2R w K - 0 1", "e1g1", false},
		{"castling must not leave another royal piece attacked", "coregal", "4k3/8/8/8/8/8/8/rQ2K2R w K - 0 1", "e1g1", false},
		{"and may if it is safe", "coregal", "4k3/8/8/8/8/8/8/1Q2K2R w K - 0 1", "e1g1", true},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			m, err := p.ParseMove(c.move)
			if legal := err == nil; legal != c.legal {
				t.Fatalf("%s in %s: legal is %v, want %v", c.move, c.fen, legal, c.legal)
			}
			var d Danger
			if p.FindDanger(&d); c.legal && !p.IsLegalWith(m, &d) {
				t.Errorf("%s in %s is not legal by itself", c.move, c.fen)
			}
		})
	}
}

// What a side has to do, and what it may not.
func TestObligations(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen string
		want            string // all legal moves
	}{
		{"a capture is compulsory", "antichess", "8/8/8/8/8/1p6/P6P/8 w - - 0 1", "a2b3"},
		{"en passant is one", "antichess", "8/8/8/8/Pp6/8/8/7N b - a3 0 1", "b4a3"},
		{"without one every move is legal", "antichess", "8/8/8/8/8/8/P7/7p w - - 0 1", "a2a3 a2a4"},
		{"a promotion is no capture", "antichess", "8/P6p/8/8/8/1p6/P7/8 w - - 0 1", "a2b3"},
		{"a capture that leaves the king in check is none", "losers", "4r1k1/8/8/8/8/3p4/4N2P/4K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2 h2h3 h2h4"},
		{"an evasion need not capture if none can", "losers", "2k1r3/8/8/8/8/8/1p6/R3K3 w - - 0 1", "e1d1 e1d2 e1f1 e1f2"},
		{"check is not given by a move", "racing-kings", "8/8/8/8/8/2k5/8/K6R w - - 0 1", "a1a2 a1b1 h1b1 h1d1 h1e1 h1f1 h1g1 h1h2 h1h4 h1h5 h1h6 h1h7 h1h8"},
		{"nor by leaving a line", "racing-kings", "8/8/8/8/8/RN2k3/8/7K w - - 0 1", "a3a1 a3a2 a3a4 a3a5 a3a6 a3a7 a3a8 h1g1 h1g2 h1h2"},
		{"nor by a capture that leaves one royal piece", "maharajah2 checks-forbidden=true", "m3m3/8/8/8/8/8/8/R5K1 w - - 0 1", "a1a2 a1a3 a1a4 a1a5 a1a6 a1a7 a1b1 a1c1 a1d1 a1e1 a1f1 g1f1 g1f2 g1h2"},
		{"nor by castling", "chess checks-forbidden=true", "5k2/8/8/8/8/8/3PP2P/4K2R w K - 0 1", "d2d3 d2d4 e1d1 e1f1 e1f2 e2e3 e2e4 h1g1 h2h3 h2h4"},
		{"a piece that waits gives none", "xhann-gated checks-forbidden=true", "10/10/10/10/10/10/1k8/10/R4K4[M] w - - 0 1", "M@a1 M@f1"},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			for _, m := range p.Moves(nil) {
				if !isLegal(p, m) {
					t.Errorf("%s: %s is generated but not legal", c.fen, p.g.MoveText(m))
				}
			}
			if got := strings.Join(moveTexts(p, p.Moves(nil)), " "); got != c.want {
				t.Errorf("%s: %q, want %q", c.fen, got, c.want)
			}
			if got := p.Perft(1); got != uint64(len(strings.Fields(c.want))) {
				t.Errorf("%s: %d moves are counted", c.fen, got)
			}
			if must := p.MustTake(); must != (p.g.MustCapture() && slices.ContainsFunc(p.Moves(nil), p.IsCapture)) {
				t.Errorf("%s: a capture is compulsory: %v", c.fen, must)
			}
		})
	}
}

func TestCountsOfChecksAreRead(t *testing.T) {
	g := gameWith(t, "three-check")
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/8/8/R3K3 w - - 0 1":     "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1",
		"4k3/8/8/8/8/8/8/R3K3 w - - 1+2 4 9": "4k3/8/8/8/8/8/8/R3K3 w - - 1+2 4 9",
		"4k3/8/8/8/8/8/8/R3K3 b - - 2+3":     "4k3/8/8/8/8/8/8/R3K3 b - - 2+3 0 1",
	} {
		if got := parsed(t, g, fen).FEN(); got != want {
			t.Errorf("%s reads as %s, want %s", fen, got, want)
		}
	}
	for _, bad := range []string{"4+3", "3+x", "3+"} {
		if _, err := g.ParseFEN("4k3/8/8/8/8/8/8/R3K3 w - - " + bad + " 0 1"); err == nil {
			t.Errorf("%q is read without an error", bad)
		}
	}
	a, b := parsed(t, g, "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1"), parsed(t, g, "4k3/8/8/8/8/8/8/R3K3 w - - 2+3 0 1")
	if a.Hash() == b.Hash() {
		t.Error("the counts of checks do not count for the hash")
	}
}

// What a repetition is worth, and for whom.
func TestResultsOfRepetitions(t *testing.T) {
	const (
		start   = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"
		rooks   = "a1a2 e8e7 a2a1 e7e8 a1a2 e8e7 a2a1 e7e8"
		checked = "7k/8/8/2K5/8/8/r7/1Q6 w - - 0 1"
		checks  = "b1h1 h8g8 h1g1 g8h8 g1h1 h8g8 h1g1 g8h8 g1h1"
		quiet   = "b1h1 h8g8 h1f1 g8h8 f1h1 h8g8 h1f1 g8h8 f1h1"
	)
	for _, c := range []struct {
		rule, game, fen, line string
		want                  Result
	}{
		{"a draw", "chess", start, rooks, Draw},
		{"a loss for the side to move", "chess repetition-result=loss", start, rooks, BlackWins},
		{"a win for the side to move", "chess repetition-result=win", start, rooks, WhiteWins},
		{"white's win", "chess repetition-result=white-wins", start, rooks + " a1a2", WhiteWins},
		{"black's win", "chess repetition-result=black-wins", start, rooks, BlackWins},
		{"perpetual check is a draw", "chess", checked, checks, Draw},
		{"perpetual check loses", "chess perpetual-check=loss", checked, checks, BlackWins},
		{"checks with a pause do not", "chess perpetual-check=loss", checked, quiet, Draw},
	} {
		t.Run(c.rule, func(t *testing.T) {
			p := parsed(t, gameWith(t, c.game), c.fen)
			play(t, p, c.line)
			if got, why := p.Outcome(); got != c.want || why != Repetition {
				t.Errorf("%s: %s by %q, want %s", p.FEN(), got, why, c.want)
			}
			if r := p.RepeatedInTree(); (r != Ongoing) != (c.want != Draw) || r != Ongoing && r != c.want {
				t.Errorf("%s in a search, want %s", r, c.want)
			}
		})
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
	checkMoves(t, []moveCase{
		{rule: "a side may pass", game: "passing-chess", fen: "k4/5/5/5/4K w - - 0 1", from: "e1", want: "d1 d2 e1 e2"},
		{rule: "not in check", game: "passing-chess", fen: "k3r/5/5/5/4K w - - 0 1", from: "e1", want: "d1 d2"},
	})
	checkLines(t, []lineCase{
		{rule: "which changes the turn and the counters alone", game: "passing-chess", fen: "k4/5/5/5/4K b - - 3 7", line: "a5a5", want: "k4/5/5/5/4K w - - 4 8"},
	})
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
