package rules

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// Every legal move has a text and a SAN of its own, and reads back.
func TestMoveTextsAreDistinctAndReadBack(t *testing.T) {
	forRandomPositions(t, func(t *testing.T, p *Position, rng *rand.Rand) {
		if rng.IntN(4) != 0 {
			return
		}
		sans := map[string]Move{}
		for _, m := range p.Moves(nil) {
			text := p.g.MoveText(m)
			got, err := p.ParseMove(text)
			if err != nil || got != m {
				t.Fatalf("%s: %s reads back as %v, %v", p.FEN(), text, got, err)
			}
			if m.Kind() == Castling && !strings.Contains(text, "~") {
				marked := p.g.SquareName(m.From()) + "~" + p.g.SquareName(m.To())
				if got, err := p.ParseMove(marked); err != nil || got != m {
					t.Fatalf("%s: %s reads as %v, %v", p.FEN(), marked, got, err)
				}
			}
			san := p.SAN(m)
			if other, ok := sans[san]; ok {
				t.Fatalf("%s: %s is both %s and %s", p.FEN(), san, p.g.MoveText(other), text)
			}
			sans[san] = m
		}
	})
}

func TestMoveTextNotInUTF8(t *testing.T) {
	_, err := gameWith(t, "chess").NewPosition().ParseMove("e2e4\xf1")
	testkit.Fails(t, err, `move "e2e4\xf1" is not legal here`)
}

func TestMoveTextOfNoMove(t *testing.T) {
	if got := gameWith(t, "chess").MoveText(0); got != "0000" {
		t.Errorf("no move is %s, want 0000", got)
	}
}

// Where the royal piece itself moves two squares, a castling by two looks the
// same and is marked too.
func TestCastlingThatLooksLikeAPlainMove(t *testing.T) {
	v := loaded(t, "chess")
	for i := range v.Pieces {
		if v.Pieces[i].Royal {
			v.Pieces[i].Moves[0].Betza = "KD"
		}
	}
	p := parsed(t, compiled(t, v), "4k3/8/8/8/8/8/8/4K2R w K - 0 1")
	play(t, p, "e1g1")
	if want := "4k3/8/8/8/8/8/8/6KR b - - 1 1"; p.FEN() != want {
		t.Errorf("e1g1 leads to %s, want %s", p.FEN(), want)
	}
	p.Unmake()
	play(t, p, "e1~g1")
	if want := "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"; p.FEN() != want {
		t.Errorf("e1~g1 leads to %s, want %s", p.FEN(), want)
	}
}

// A pawn that also steps diagonally may go to the square of a capture en passant in two ways.
func TestEnPassantBesideAStep(t *testing.T) {
	v := loaded(t, "chess")
	i := slices.IndexFunc(v.Pieces, func(p variant.Piece) bool { return p.Pawn })
	v.Pieces[i].Moves = append(v.Pieces[i].Moves, variant.MoveSet{Betza: "fmF"})
	g := compiled(t, v)
	for text, after := range map[string]string{"e5d6": "4k3/8/3P4/3p4/8/8/8/4K3 b - - 0 1", "e5d6xd5": "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1"} {
		p := parsed(t, g, "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1")
		m := testkit.Must(p.ParseMove(text))(t)
		testkit.Same(t, "text", text, g.MoveText(m))
		p.Make(m)
		testkit.Same(t, "position", after, p.FEN())
	}
}

func TestEnPassantUncoversCheck(t *testing.T) {
	p := parsed(t, gameWith(t, "chess"), "4r1k1/8/8/8/4p3/8/3P4/4K3 w - - 0 1")
	play(t, p, "d2d4 e4d3")
	if !p.InCheck() {
		t.Errorf("%s: the rook's line is open", p.FEN())
	}
}

func TestPromotionLimit(t *testing.T) {
	v := loaded(t, "shogi")
	for i := range v.Rules.Promotions {
		v.Rules.Promotions[i].Limit, v.Rules.Promotions[i].Leaving = 1, false
	}
	g := compiled(t, v)
	for fen, want := range map[string]string{
		"8k/9/4S4/9/9/9/9/9/K8[] w - - 0 1":    "d6 d8 d8+ e8 e8+ f6 f8 f8+", // the silver may not promote where it only leaves the zone
		"8k/9/+S3S4/9/9/9/9/9/K8[] w - - 0 1":  "d6 d8 e8 f6 f8",             // nor where there is a promoted silver
		"8k/9/+s3S4/9/9/9/9/9/K8[+] w - - 0 1": "",
	} {
		p, err := g.ParseFEN(fen)
		if want == "" {
			if err == nil {
				t.Errorf("%s was read", fen)
			}
			continue
		}
		testkit.OK(t, err)
		if got := from(p, "e7"); got != want {
			t.Errorf("%s: moves %s, want %s", fen, got, want)
		}
	}
}

// Where two rules let a piece become the same, it is one move.
func TestOverlappingPromotions(t *testing.T) {
	v := loaded(t, "chess")
	v.Rules.Promotions = append(v.Rules.Promotions, variant.Promotion{Pieces: []string{"pawn"}, Zone: 2, Choices: []string{"queen"}, Optional: true})
	p := parsed(t, compiled(t, v), "4k3/P7/8/8/8/8/8/4K3 w - - 0 1")
	seen := map[Move]bool{}
	for _, m := range p.Moves(nil) {
		if seen[m] {
			t.Errorf("%s stands twice", p.g.MoveText(m))
		}
		seen[m] = true
	}
}
