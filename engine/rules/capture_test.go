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
