package rules

import "testing"

// The ends of a game besides mate: each case fails without its rule.
func TestEndsByRule(t *testing.T) {
	for _, c := range []struct {
		rule, game, fen, line string
		want                  Result
		why                   Reason
	}{
		{"a king in the middle wins", "kingofthehill", "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", WhiteWins, GoalReached},
		{"another piece there does not", "kingofthehill", "4k3/8/8/8/8/3K4/8/R7 w - - 0 1", "a1d1 e8d8 d1d2 d8e8", Ongoing, NoReason},
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
