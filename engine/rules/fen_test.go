package rules

import (
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestFENNotInUTF8(t *testing.T) {
	const gated = "**********/4k5/10/10/10/10/10/10/10/4K5/"
	for _, c := range []struct{ game, fen, want string }{
		{"chess", "4k3/8/8/8/8/8/\xd07/4K3 w - - 0 1", "'Ð' on rank 2"},
		{"shogi", "4k4/9/9/9/9/9/9/+\xd08/4K4 w - - 0 1", "'+' on rank 2"},
		{"chess", "4k3/8/8/8/8/8/8/4K3[\xd0] w - - 0 1", "'Ð' in the hand"},
		{"hannibal-manticore", gated + "*****\xd0**** w - - 0 1", "'Ð' in the row of white's waiting pieces"},
	} {
		testkit.Fails(t, testkit.Error(gameWith(t, c.game).ParseFEN(c.fen)), c.want+" is no piece of this game")
	}
}

func TestFENErrorText(t *testing.T) {
	_, err := gameWith(t, "chess").ParseFEN("8/8 w")
	if want := `FEN "8/8 w": board: 2 rows, expected 8`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = gameWith(t, "chess").ParseFEN(strings.Repeat("8/", 2000))
	if want := `FEN "` + strings.Repeat("8/", 20) + `…": length: longer than 2048 characters`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func FuzzParseFEN(f *testing.F) {
	games := []*Game{gameWith(f, "chess"), gameWith(f, "hannibal-manticore"), gameWith(f, "al-ces"), gameWith(f, "complete-permutation"),
		gameWith(f, "shogi"), gameWith(f, "three-check"), gameWith(f, "crazyhouse"), gameWith(f, "chess960")}
	for _, fen := range []string{
		games[0].NewPosition().FEN(), games[1].NewPosition().FEN(),
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 1",
		"8/P6k/8/8/8/8/p6K/8 b - - 99 80",
		"m********f/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/*M*******F w KQkq - 0 1",
		"**********/r4k3r/10/10/10/4m5/3F6/10/10/R4K3R/M********F w KQkq - 0 1",
		"r3kr4/10/10/10/10/10/10/10/R4K3R[MFmf] w KQ - 0 1",
		"5k4/P9/10/10/3pP5/10/10/10/5K4 b - e4 149 200",
		"r4k3r/1a8/3p6/4P5/2A7/4g5/3S6/2E7/8a1/R4K3R b KQkq - 4 11",
		"R4p2k6p/4P11/16/16/16/16/7p8/R7K5R1[NNqz] w AO - 0 1",
		"3P11k/16/16/16/16/16/16/15K[q] b - - 0 1",
	} {
		f.Add(fen)
	}
	for _, row := range testkit.TSV(f, "testdata", "fendialects.tsv") {
		f.Add(row["foreign"])
	}
	f.Fuzz(func(t *testing.T, fen string) {
		for _, g := range games {
			p, err := g.ParseFEN(fen)
			if q, fault := g.ParseEPD(fen); err == nil && (fault != nil || q.FEN() != p.FEN()) {
				t.Fatalf("%q is read as a FEN, and as EPD with %v", fen, fault)
			}
			if err != nil {
				if p != nil {
					t.Fatalf("a position with the error %v", err)
				}
				continue
			}
			checkAccepted(t, p)
		}
	})
}

// checkAccepted asserts that a position read from FEN is sound: it is written
// so that it reads back, and its moves can be made and taken back.
func checkAccepted(t *testing.T, p *Position) {
	t.Helper()
	fen := p.FEN()
	again, err := p.g.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s does not read back: %v", fen, err)
	}
	if diff := diffPositions(p, again); diff != "" {
		t.Fatalf("%s reads back differently: %s", fen, diff)
	}
	testkit.OK(t, p.checkInvariants())
	moves := p.Moves(nil)
	if p.Placing() && len(moves) == 0 {
		t.Fatalf("%s: nothing to place", fen)
	}
	p.Outcome()
	for _, m := range moves {
		p.Make(m)
		if err := p.checkInvariants(); err != nil {
			t.Fatalf("after %s: %v", p.g.MoveText(m), err)
		}
		if !p.Placing() && p.Attacked(p.king[p.turn.Other()], p.turn) {
			t.Fatalf("%s: %s leaves the king to be captured", fen, p.g.MoveText(m))
		}
		p.Moves(nil)
		p.Unmake()
		if diff := diffPositions(again, p); diff != "" {
			t.Fatalf("%s is not taken back: %s", again.g.MoveText(m), diff)
		}
	}
}

// Each side castles with what stands in the corner, whichever army it has.
func TestCastlingOfDifferentArmies(t *testing.T) {
	if _, err := gameWith(t, "different-armies").ParseFEN("d3k2d/8/8/8/8/8/8/B3K2R w KQkq - 0 1"); err == nil {
		t.Error("a right to castle with a bishop was read")
	}
	for game, want := range map[string]bool{"different-armies": true, "chigorin": false, "khans": false, "legan-corners": false} {
		if gameWith(t, game).Mirrors() != want {
			t.Errorf("%s: the sides are mirror images: %v, want %v", game, !want, want)
		}
	}
}
