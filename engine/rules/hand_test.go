package rules

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
	"bestiary/internal/toml"
)

// Random games are taken back to the array, with the hash and the hands that it had.
func TestCapturesOfSomeKindsAreTakenBack(t *testing.T) {
	for _, game := range []string{"crazyhouse captures-to-hand=pawn", "atomiczh captures-to-hand=pawn,knight"} {
		g := gameWith(t, game)
		rng := rand.New(rand.NewPCG(1, 2))
		held := 0
		for range 20 {
			p := g.NewPosition()
			start, plies := p.Hash(), 0
			for moves := p.Moves(nil); len(moves) > 0 && plies < 120; moves = p.Moves(nil) {
				p.Make(moves[rng.IntN(len(moves))])
				again := parsed(t, g, p.FEN())
				if plies++; again.Hash() != p.Hash() {
					t.Fatalf("%s: %s read again has another hash", game, p.FEN())
				}
				held = max(held, p.InHand(g.TypeNamed("pawn"), White))
			}
			for range plies {
				p.Unmake()
			}
			if p.Hash() != start || p.FEN() != g.NewPosition().FEN() {
				t.Fatalf("%s: taken back to %s", game, p.FEN())
			}
		}
		if held == 0 {
			t.Errorf("%s: no pawn came into a hand", game)
		}
	}
}

func TestCanDrop(t *testing.T) {
	for game, want := range map[string]string{
		"crazyhouse":                         "pawn knight bishop rook queen",
		"crazyhouse captures-to-hand=pawn":   "pawn",
		"kyotoshogi":                         "tokin silver knight lance",
		"chess":                              "",
		"musketeer":                          "",
		"crazyhouse, the pawn nowhere":       "knight bishop rook queen",
		"crazyhouse, the queen at the start": "pawn queen",
	} {
		spec, how, _ := strings.Cut(game, ", ")
		v := loaded(t, strings.Fields(spec)[0]).Clone()
		override(t, v, strings.Fields(spec)[1:])
		switch how {
		case "the pawn nowhere":
			v.Pieces[0].DropArea = []string{"none"}
		case "the queen at the start":
			v.Rules.Hand.Captures = toml.Names{List: []string{"pawn"}}
			v.Rules.Hand.Pieces, v.Rules.Hand.BlackPieces = []string{"queen"}, []string{"none"}
		}
		g, names := compiled(t, v), []string(nil)
		for _, typ := range g.Types() {
			if g.CanDrop(typ) {
				names = append(names, g.TypeName(typ))
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s: %q can be dropped, want %q", game, got, want)
		}
	}
}

// asSlow plays random games and compares the moves of every position with those of the slow
// generator.
func asSlow(t *testing.T, name string, change func(*variant.Rules)) {
	t.Helper()
	v := testkit.Must(variant.Find(name))(t).Clone()
	change(&v.Rules)
	g := testkit.Must(Compile(v))(t)
	rng := rand.New(rand.NewPCG(3, 4))
	for range 6 {
		p := g.NewPosition()
		for range 80 {
			moves := p.Moves(nil)
			if diff := cmp.Diff(newSlowBoard(p).moves(), moveTexts(p, moves)); diff != "" {
				t.Fatalf("%s: %s (-slow +own)\n%s", name, p.FEN(), diff)
			}
			if n := p.Perft(1); n != uint64(len(moves)) {
				t.Fatalf("%s: %s: %d moves counted, %d listed", name, p.FEN(), n, len(moves))
			}
			if len(moves) == 0 {
				break
			}
			p.Make(moves[rng.IntN(len(moves))])
		}
	}
}

// A piece is dropped on the first rank, on a piece or on a hole.
func TestDropOnTop(t *testing.T) {
	onTop := func(r *variant.Rules) { r.Hand.DropOnTop = true }
	asSlow(t, "crazyhouse", onTop)
	v := testkit.Must(variant.Find("crazyhouse"))(t).Clone()
	onTop(&v.Rules)
	v.Holes, v.Array = []string{"e4"}, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	p := parsed(t, testkit.Must(Compile(v))(t), "k7/8/8/p7/8/8/8/K7[N] w - - 0 1")
	if got, want := from(p, "N@"), "a2 a6 b1 c1 d1 e1 e5 f1 g1 h1"; got != want {
		t.Errorf("drops on %s, want %s", got, want)
	}
}

// What captures en passant in the zone stays a pawn, whether or not it must promote otherwise.
func TestEnPassantStays(t *testing.T) {
	for _, optional := range []bool{false, true} {
		change := func(r *variant.Rules) {
			p := &r.Promotions[0]
			p.Zone, p.Optional, p.EnPassantStays = 3, optional, true
		}
		asSlow(t, "chess", change)
		v := testkit.Must(variant.Find("chess"))(t).Clone()
		change(&v.Rules)
		p := parsed(t, testkit.Must(Compile(v))(t), "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
		want := "d6 e6b e6n e6q e6r"
		if optional {
			want = "d6 e6 e6b e6n e6q e6r"
		}
		if got := from(p, "e5"); got != want {
			t.Errorf("optional %v: %s, want %s", optional, got, want)
		}
	}
}

// A castling takes the right to castle towards the same side from the other side.
func TestOppositeCastling(t *testing.T) {
	v := testkit.Must(variant.Find("chess"))(t).Clone()
	v.Rules.Castling.Opposite = true
	g := testkit.Must(Compile(v))(t)
	for move, want := range map[string]string{"e1g1": "q", "e1c1": "k", "e1e2": "kq"} {
		p := parsed(t, g, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
		p.Make(testkit.Must(p.ParseMove(move))(t))
		if got := strings.Fields(p.FEN())[2]; got != want || p.Hash() != p.hashFromScratch() {
			t.Errorf("rights %s after %s, want %s", got, move, want)
		}
	}
}
