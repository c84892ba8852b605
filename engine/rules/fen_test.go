package rules

import (
	"fmt"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

func TestBadFEN(t *testing.T) {
	const (
		pieces = `; the pieces are PNBRQK and in lower case`
		gated  = "10/10/10/10/10/10/10"
	)
	for _, c := range []struct{ game, fen, field, want string }{
		{"chess", "", "fields", "found 0, expected board, turn, castling, en passant, halfmove, fullmove"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", "fields", "found 7, expected board, turn, castling, en passant, halfmove, fullmove"},
		{"chess", "4k3/8/8/8/8/8/4K3 w - - 0 1", "board", "7 rows, expected 8"},
		{"chess", "4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "9 rows, expected 8"},
		{"chess", "4k3/8/8/8/8/8/8/4K4 w - - 0 1", "board", `rank 1 ("4K4") has 9 files, expected 8`},
		{"chess", "4k3/8/8/8/8/7/8/4K3 w - - 0 1", "board", `rank 3 ("7") has 7 files, expected 8`},
		{"chess", "4k3/8/8/8/8/8P/8/4K3 w - - 0 1", "board", `rank 3 ("8P") has more than 8 files`},
		{"chess", "4k3/8/8/8/8/8//4K3 w - - 0 1", "board", `rank 2 ("") has 0 files, expected 8`},
		{"chess", "4k3/8/8/8/8/8/X7/4K3 w - - 0 1", "board", `'X' on rank 2 is no piece of this game` + pieces},
		{"chess", "4k3/8/8/8/8/8/\xd07/4K3 w - - 0 1", "board", `'Ð' on rank 2 is no piece of this game` + pieces},
		{"shogi", "4k4/9/9/9/9/9/9/+\xd08/4K4 w - - 0 1", "board", `'+' on rank 2 is no piece of this game; the pieces are P+PL+LN+NS+SGB+BR+RK and in lower case`},
		{"chess", "4k3/8/8/8/8/8/8/4K3[\xd0] w - - 0 1", "board", `'Ð' in the hand is no piece of this game` + pieces},
		{"chess", "4k3/8/8/8/8/8/8/8 w - - 0 1", "board", "white has 0 of the royal piece king, expected 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K1K1 w - - 0 1", "board", "white has 2 of the royal piece king, expected 1"},
		{"chess", "8/8/8/8/8/8/8/4K3 w - - 0 1", "board", "black has 0 of the royal piece king, expected 1"},
		{"chess", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "board", "black is in check, but it is white's turn"},
		{"chess", "4k3/8/8/8/8/8/4r3/4K3 b - - 0 1", "board", "white is in check, but it is black's turn"},
		{"chess", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "board", "a knight cannot be in hand in this game"},
		{"chess", "4k3/8/8/8/8/8/8/4K3[N w - - 0 1", "board", `"[N" has no closing bracket`},
		{"chess", "4k3/8/8/8/8/8/8/4K3[x] w - - 0 1", "board", `'x' in the hand is no piece of this game` + pieces},
		{"chess", "4k3/8/8/8/8/8/8/4K3 W - - 0 1", "turn", `found "W", expected w or b`},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w X - 0 1", "castling", `'X' is no castling right of this game; expected letters of "KQkq" or -`},
		{"chess", "4k3/8/8/8/8/8/8/4K1R1 w K - 0 1", "castling", `'K' needs white's king on e1 and rook on h1`},
		{"chess", "r2k4/8/8/8/8/8/8/4K3 w q - 0 1", "castling", `'q' needs black's king on e8 and rook on a8`},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d9 0 1", "en passant", `square "d9" is not on the 8x8 board`},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d 0 1", "en passant", `"d" does not begin with a square such as a1`},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d03 0 1", "en passant", `"d03" does not begin with a square such as a1`},
		{"chess", "4k3/8/8/8/3Pp3/3N4/8/4K3 b - d3 0 1", "en passant", "d3 is not empty"},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3d3 0 1", "en passant", "d3 is named twice"},
		{"chess", "4k3/8/8/8/3PpP2/8/8/4K3 b - d3f3 0 1", "en passant", "no move of white's can just have passed d3f3"},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 b - c3 0 1", "en passant", "no move of white's can just have passed c3"},
		{"chess", "4k3/8/8/8/3Pp3/8/8/4K3 w - e5 0 1", "en passant", "no move of black's can just have passed e5"},
		{"chess", "4k3/8/8/3Pp3/8/8/8/4K3 b - d4 0 1", "en passant", "no move of white's can just have passed d4"},
		{"chess", "4k3/8/8/8/3Pp3/8/3N4/4K3 b - d3 0 1", "en passant", "no move of white's can just have passed d3"},
		{"chess", "4k3/8/8/8/3Np3/8/8/4K3 b - d3 0 1", "en passant", "no move of white's can just have passed d3"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove", `found "x", expected a number of plies`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - -1 1", "halfmove", `found "-1", expected a number of plies`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - +1 1", "halfmove", `found "+1", expected a number of plies`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 100001 1", "halfmove", `found "100001", expected a number of plies`},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1.5", "fullmove", `found "1.5", expected a move number`},

		{"hannibal-manticore", "*********/4k5/" + gated + "/4K5/********** w - - 0 1", "board", `the row "*********" of black's waiting pieces has 9 files, expected 10`},
		{"hannibal-manticore", "**********/4k5/" + gated + "/4K5/*****m**** w - - 0 1", "board", `'m' in the row of white's waiting pieces is a piece of the other side`},
		{"hannibal-manticore", "**********/4k5/" + gated + "/4K5/*****X**** w - - 0 1", "board", `'X' in the row of white's waiting pieces is no piece of this game`},
		{"hannibal-manticore", "**********/4k5/" + gated + "/4K5/*****\xd0**** w - - 0 1", "board", `'Ð' in the row of white's waiting pieces is no piece of this game`},
		{"hannibal-manticore", "**********/4k5/" + gated + "/4K5/K********* w - - 0 1", "board", "the king cannot wait outside the board"},
		{"hannibal-manticore", "**********/4k5/" + gated + "/n3K5/M********* w - - 0 1", "board", "a piece waits behind a1, where an opposing piece stands"},
		{"hannibal-manticore", "4k5/" + gated + "/4K5[N] w - - 0 1", "board", "a knight cannot be in hand in this game"},
		{"hannibal-manticore", "4k5/" + gated + "/R3K4[m] w - - 0 1", "board", `rank 1 ("R3K4") has 9 files, expected 10`},
		{"hannibal-manticore", "r3k5/" + gated + "/R3K5[m] w - - 0 1", "turn", "white has nothing in hand to place, but black has"},
		{"hannibal-manticore", "r3k5/" + gated + "/R3K5[MF] w - - 0 1", "board", "white has 2 pieces in hand, but they can be placed behind 1 pieces only"},
		{"hannibal-manticore", "**********/r3k5/" + gated + "/R3K5/F*********[M] w - - 0 1", "board", "white has 1 pieces in hand, but they can be placed behind 0 pieces only"},
		{"hannibal-manticore", "4k5/" + gated + "/4RK4[M] w - - 0 1", "board", "black's king is attacked, but white moves first after the placements"},
		{"hannibal-manticore", "r3k5/" + gated + "/R3K5[" + strings.Repeat("M", 16) + "] w - - 0 1", "board", "too many pieces in hand"},
	} {
		p, err := gameWith(t, c.game).ParseFEN(c.fen)
		if want := fmt.Sprintf("FEN %q: %s: %s", c.fen, c.field, c.want); p != nil || err == nil || err.Error() != want {
			t.Errorf("error %v\nwant  %s", err, want)
		}
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

// Fields that are left out, and other forms of the same position.
func TestFENForms(t *testing.T) {
	for _, c := range []struct{ game, fen, want string }{
		{"chess", "4k3/8/8/8/8/8/8/4K3", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"chess", " 4k3/8/8/8/8/8/8/4K3  b ", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
		{"chess", "4k3/8/8/8/8/8/8/4K3 w - - 7 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1"},
		{"chess", "4k3/17/8/8/8/8/8/4K3 w - - 0 1", ""},
		{"chess", "4k3/44/8/8/8/8/8/4K3 w - - 0 1", ""},
		{"chess", "4k3/8/8/8/8/8/8/R3K2R w QK - 0 1", "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"},
		{"hannibal-manticore", "4k5/10/10/10/10/10/10/10/4K5", "**********/4k5/10/10/10/10/10/10/10/4K5/********** w - - 0 1"},
		{"hannibal-manticore", "r3k5/10/10/10/10/10/10/10/R3K5[mM]", "**********/r3k5/10/10/10/10/10/10/10/R3K5/**********[Mm] w - - 0 1"},
		// The oracle of the gating rules has pieces behind empty squares.
		{"hannibal-manticore", "**********/4k5/10/10/10/10/10/10/10/4K5/M*********", "**********/4k5/10/10/10/10/10/10/10/4K5/M********* w - - 0 1"},
	} {
		p, err := gameWith(t, c.game).ParseFEN(c.fen)
		got := ""
		if err == nil {
			got = p.FEN()
		}
		if got != c.want {
			t.Errorf("%q reads as %q, want %q (%v)", c.fen, got, c.want, err)
		}
	}
}

func FuzzParseFEN(f *testing.F) {
	games := []*Game{gameWith(f, "chess"), gameWith(f, "hannibal-manticore"), gameWith(f, "al-ces"), gameWith(f, "complete-permutation")}
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
	f.Fuzz(func(t *testing.T, fen string) {
		for _, g := range games {
			p, err := g.ParseFEN(fen)
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
