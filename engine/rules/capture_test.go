package rules

import (
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

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

func TestImmunePiecesSurviveBlasts(t *testing.T) {
	v := loaded(t, "atomic").Clone()
	v.Rules.Blast.Immune = []string{"rook"}
	g := compiled(t, v)
	for _, c := range []struct{ what, fen, move, want string }{
		{"beside one", "4k3/8/3rn3/2b5/3P4/8/8/4K3 w - - 0 1", "d4c5", "4k3/8/3rn3/8/8/8/8/4K3 b - - 0 1"},
		{"that captures", "4k3/8/8/2bn4/8/8/8/2R1K3 w - - 0 1", "c1c5", "4k3/8/8/2R5/8/8/8/4K3 b - - 0 1"},
	} {
		p := parsed(t, g, c.fen)
		play(t, p, c.move)
		if got := p.FEN(); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// Explosions of both sides one after the other, with castling rights and an
// en-passant target to restore, taken back on the position and on a copy.
func TestExplosionsAreTakenBack(t *testing.T) {
	p := parsed(t, gameWith(t, "al-ces"), "r4k3r/1a8/3p6/10/4P5/2A7/10/10/8a1/R4K3R b KQkq - 4 11")
	var before []*Position
	for _, m := range []string{"d8d6", "c5*", "i2*", "f1g1", "b9*"} {
		before = append(before, p.Clone())
		play(t, p, m)
	}
	if want := "5k3r/10/10/10/4P5/10/10/10/10/R5K3 w k - 0 14"; p.FEN() != want {
		t.Fatalf("the line leads to %s, want %s", p.FEN(), want)
	}
	for _, q := range []*Position{p.Clone(), p} {
		for i := len(before) - 1; i >= 0; i-- {
			q.Unmake()
			if diff := diffPositions(before[i], q); diff != "" {
				t.Errorf("ply %d is not taken back: %s", i+1, diff)
			}
		}
	}
}

func TestExplosionIsACapture(t *testing.T) {
	p := parsed(t, gameWith(t, "al-ces"), "4r4k/10/10/10/3n6/4A5/10/10/9K/9R w - - 0 1")
	if m := testkit.Must(p.ParseMove("e5*"))(t); !p.IsCapture(m) || m.Kind() != Exploding {
		t.Errorf("e5*: capture %v, kind %d", p.IsCapture(m), m.Kind())
	}
}
