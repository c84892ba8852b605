package rules

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Positions counted by hand: the captures, and what each leads to.
func TestSequelsOfCaptures(t *testing.T) {
	for _, c := range []struct{ game, fen, moves, after string }{
		// The rook takes without moving, pinned or not; a king in check may be saved from afar.
		{"chess capture-then=stay", "4r1k1/8/8/8/8/8/8/r3R1K1 w - - 0 1", "e1e1xa1 e1e1xe8", ""},
		{"chess capture-then=stay", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4d4xe4", "4k3/8/8/8/3p4/8/8/4K3 w - - 0 2"},
		{"chess capture-then=stay", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "e1e1xe2", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		// A king keeps its right to castle when it captures from where it stands.
		{"chess capture-then=stay", "4k3/8/8/8/8/8/3n4/4K2R w K - 0 1", "e1e1xd2", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"},
		// The piece that has captured is Black's; the king may not give itself a check so.
		{"chess capture-then=change-sides", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "e1e2", "4k3/8/8/8/8/8/4K3/R7 b - - 0 1"},
		{"chess capture-then=change-sides", "4k3/8/8/8/8/4K3/3p4/B1B5 w - - 0 1", "e3d2", ""},
		{"chess capture-then=change-sides", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1", "d1d4", "4k3/8/8/8/3r4/8/8/4K3 b - - 0 1"},
		{"chess capture-then=change-sides", "3nk3/4P3/8/8/8/8/8/3K4 w - - 0 1", "e7d8b e7d8n", ""},
		// The pawn comes back on its file, the knight on the square of the colour of the
		// capture, the queen where it started, unless the square is taken.
		{"chess capture-then=reborn", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1", "d1d4", "4k3/3p4/8/8/3R4/8/8/4K3 b - - 0 1"},
		{"chess capture-then=reborn", "7k/8/8/8/3n4/8/8/3RK3 w - - 0 1", "d1d4", "1n5k/8/8/8/3R4/8/8/4K3 b - - 0 1"},
		{"chess capture-then=reborn", "7k/8/8/8/4n3/8/8/K3R3 w - - 0 1", "e1e4", "6nk/8/8/8/4R3/8/8/K7 b - - 0 1"},
		{"chess capture-then=reborn", "3b3k/8/8/8/4q3/8/8/K3R3 w - - 0 1", "e1e4", "3b3k/8/8/8/4R3/8/8/K7 b - - 0 1"},
		// A rook that would come back on a8 and give check cannot be taken; a pawn that comes
		// back on d7 ends the check of the rook.
		{"chess capture-then=reborn", "1K5k/8/8/3r4/8/8/8/3R4 w - - 0 1", "", ""},
		{"chess capture-then=reborn", "7k/K6r/8/8/3p4/8/8/3R4 w - - 0 1", "d1d4", "7k/K2p3r/8/8/3R4/8/8/8 b - - 0 1"},
		{"chess capture-then=reborn", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "4k3/3p4/3P4/8/8/8/8/4K3 b - - 0 1"},
		// The rook becomes a wall, which stops the bishop; nothing takes it, and kings never
		// become walls.
		{"chess capture-then=petrify", "4k3/8/8/8/3p4/8/8/3RK3 w - - 0 1", "d1d4", "4k3/8/8/8/3*4/8/8/4K3 b - - 0 1"},
		{"chess capture-then=petrify", "4k3/8/8/2*5/1B6/8/1*6/*R2K3 w - - 0 1", "", ""},
		{"chess capture-then=petrify", "4k3/8/8/8/8/8/3p4/3K4 w - - 0 1", "d1d2", "4k3/8/8/8/8/8/3K4/8 b - - 0 1"},
		{"atomic capture-then=petrify", "4k3/8/8/8/3n4/4p3/5P2/3RK3 w - - 0 1", "d1d4 f2e3", "4k3/8/8/8/3*4/4p3/5P2/4K3 b - - 0 1"},
		// The king must be safe without the wall that a blast leaves.
		{"atomic capture-then=petrify", "4k3/8/b7/8/2n5/8/4B3/5K2 w - - 0 1", "", ""},
		// The queen may not take king or queen, gives no check and does not guard; the king
		// takes no rook; the knight neither pawn nor bishop; no pawn takes another.
		{"spared", "3qk3/8/8/8/8/8/3Q4/3QK3 w - - 0 1", "", ""},
		{"spared", "4k3/8/8/8/8/3n4/8/r3K3 w - - 0 1", "", ""},
		{"spared", "4k3/8/8/8/8/2b1p3/8/1N1NK3 w - - 0 1", "", ""},
		{"spared", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "", ""},
	} {
		p := parsed(t, gameWith(t, c.game), c.fen)
		var got []string
		for _, m := range p.Moves(nil) {
			if p.IsCapture(m) {
				got = append(got, p.g.MoveText(m))
			}
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != c.moves {
			t.Errorf("%s %s: captures %q, want %q", c.game, c.fen, text, c.moves)
		}
		if c.after == "" || len(got) == 0 {
			continue
		}
		m := testkit.Must(p.ParseMove(got[0]))(t)
		p.Make(m)
		if got := p.FEN(); got != c.after {
			t.Errorf("%s %s: %s leads to %s, want %s", c.game, c.fen, p.g.MoveText(m), got, c.after)
		}
		if again := parsed(t, p.g, p.FEN()); again.Hash() != p.Hash() {
			t.Errorf("%s: the hash is not that of the FEN", p.FEN())
		}
		p.Unmake()
		if got := p.FEN(); got != c.fen {
			t.Errorf("%s: taken back to %s", c.fen, got)
		}
	}
}

// Perft of the array and of a middle game, counted by the slow generator, too.
func TestPerftOfSequels(t *testing.T) {
	const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
	for game, want := range map[string]uint64{
		"chess capture-then=stay":         97750,
		"chess capture-then=change-sides": 98139,
		"chess capture-then=reborn":       97021,
		"chess capture-then=petrify":      95240,
		"atomic capture-then=petrify":     87318,
		"spared":                          69050,
	} {
		p := parsed(t, gameWith(t, game), kiwipete)
		if got := p.Perft(3); got != want {
			t.Errorf("%s: %d, want %d", game, got, want)
		}
		depth := testkit.Choose(2, 3)
		if got, slow := p.Perft(depth), slowPerft(t, p, depth); got != slow {
			t.Errorf("%s: perft %d is %d, by the slow generator %d", game, depth, got, slow)
		}
	}
}

// slowPerft counts with the moves of the slow generator.
func slowPerft(t *testing.T, p *Position, depth int) (n uint64) {
	texts := newSlowBoard(p).moves()
	if depth == 1 {
		return uint64(len(texts))
	}
	for _, text := range texts {
		p.Make(testkit.Must(p.ParseMove(text))(t))
		n += slowPerft(t, p, depth-1)
		p.Unmake()
	}
	return n
}

// A piece that takes its own side's leaves its king alone.
func TestOwnKingIsNotTaken(t *testing.T) {
	v := loaded(t, "chess")
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Name == "knight" })
	v.Pieces[i].Moves = []variant.MoveSet{{Betza: "mcdN"}}
	g := compiled(t, v)
	for fen, want := range map[string]string{
		"4k3/8/8/8/8/5N2/7P/4K3 w - - 0 1":   "f3d2 f3d4 f3e5 f3g1 f3g5 f3h2 f3h4",
		"4k3/8/8/8/4r3/5N2/7P/4K3 w - - 0 1": "", // the king in check does not go away so
	} {
		p := parsed(t, g, fen)
		var got []string
		for _, m := range p.Moves(nil) {
			if p.At(m.From()) == CodeOf(g.TypeNamed("knight"), White) {
				got = append(got, g.MoveText(m))
			}
		}
		slices.Sort(got)
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: %q, want %q", fen, text, want)
		}
	}
}

// Where there is no king, no square is one.
func TestOwnPiecesAreTakenWithoutAKing(t *testing.T) {
	v := loaded(t, "chess")
	for i := range v.Pieces {
		if v.Pieces[i].Royal = false; v.Pieces[i].Name == "knight" {
			v.Pieces[i].Moves = []variant.MoveSet{{Betza: "mcdN"}}
		}
	}
	v.Rules.Royals, v.Rules.Castling = variant.NoRoyals, variant.Castling{Kind: variant.NoCastling}
	v.Rules.InsufficientMaterial = variant.NoMaterialRule
	v.Rules.Extinction = variant.Extinction{Result: variant.EndLoss, Pieces: []string{"king"}}
	p := parsed(t, compiled(t, v), "4k3/8/8/8/8/1N6/8/K3P3 w - - 0 1")
	want := "b3a1 b3a5 b3c1 b3c5 b3d2 b3d4"
	var got []string
	for _, m := range p.Moves(nil) {
		if p.At(m.From()) == CodeOf(p.g.TypeNamed("knight"), White) {
			got = append(got, p.g.MoveText(m))
		}
	}
	slices.Sort(got)
	testkit.Same(t, "moves", want, strings.Join(got, " "))
}
