package rules

import (
	"slices"
	"strings"
	"testing"
)

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
