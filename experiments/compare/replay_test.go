package compare

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

func TestLeadChanges(t *testing.T) {
	for _, tc := range []struct {
		scores []int
		want   int
	}{
		{nil, 0},
		{[]int{0, 99, -99, 0}, 0},
		{[]int{100, -100, 100}, 2},
		{[]int{150, 50, 0, -50, -150, 30, -200, 29000}, 2},
		{[]int{-100, -400, -29990}, 0},
	} {
		if got := leadChanges(tc.scores, 100); got != tc.want {
			t.Errorf("%v: %d changes of the lead, want %d", tc.scores, got, tc.want)
		}
	}
}

func TestReplay(t *testing.T) {
	moves := strings.Fields("e2e4 d7d5 e4e5 f7f5 e5f6 g8h6 f6g7 a7a6 g7h8q a6a5 g1f3 b7b6 f1e2 b6b5 e1g1 h6g8")
	rec := store.Record{
		Pair: 3, Index: 1, Moves: moves, Scores: make([]int, len(moves)), RandomPlies: 2,
		FEN: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Result: rules.Draw, Reason: rules.Repetition,
	}
	rec.Scores[4], rec.Scores[9] = 120, -300
	cfg := Config{}.Resolved()
	got, err := replay(game(t, "chess"), &rec, &cfg)
	if err != nil {
		t.Fatal(err)
	}
	want := Game{
		Pair: 3, Index: 1, Result: rules.Draw, Reason: rules.Repetition, Plies: 16, LeadChanges: 1,
		// The capture en passant, of a pawn and of a rook; the queen replaces that rook.
		Captures: []int{5, 7, 9}, Men: 29, Officers: 1, Counter: 1, Opening: "e4e5 f7f5",
	}
	want.Special[castling], want.Special[promotion], want.Special[enPassant], want.Special[doubleStep] = 1, 1, 1, 3
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Game{}), cmpopts.IgnoreFields(Game{}, "Branching")); diff != "" {
		t.Errorf("game (-want +got):\n%s", diff)
	}
	if got.Branching < 20 || got.Branching > 40 {
		t.Errorf("branching factor %v, want that of an opening", got.Branching)
	}
	other := rec
	other.Moves = moves[:15]
	if digest(&rec) == digest(&other) || digest(&rec) != got.digest {
		t.Error("games are not told apart by their moves")
	}
	rec.Moves[3] = "e8e4"
	if _, err := replay(game(t, "chess"), &rec, &cfg); err == nil || !strings.Contains(err.Error(), "game 0.3.1: ply 4: ") {
		t.Errorf("error %v, want one that names game and ply", err)
	}
}

// The first position of the array has 20 moves; the sample is spread evenly.
func TestSampler(t *testing.T) {
	p := game(t, "chess").NewPosition()
	for _, tc := range []struct{ plies, wanted, taken int }{{100, 16, 16}, {7, 16, 7}, {1, 1, 1}, {0, 5, 0}} {
		s := newSampler(tc.plies, tc.wanted)
		var at []int
		for i := range tc.plies {
			before := s.taken
			if s.look(p, i); s.taken > before {
				at = append(at, i)
			}
		}
		if len(at) != tc.taken || s.taken > 0 && s.mean() != 20 {
			t.Errorf("%d plies, %d wanted: %v taken with a mean of %v moves", tc.plies, tc.wanted, at, s.mean())
		}
		if tc.plies == 100 && (at[0] != 3 || at[15] != 96) {
			t.Errorf("sampled plies %v, want the middles of 16 parts of 100", at)
		}
	}
}

func TestEntriesOfWaitingPieces(t *testing.T) {
	g := game(t, "hannibal-manticore")
	p, err := g.ParseFEN("**********/rnebqkbenr/pppppppppp/10/10/10/10/10/PPPPPPPPPP/RNEBQKBENR/**********[MFmf] w KQkq - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	var counts [specialKinds]int
	for _, text := range strings.Fields("M@b1 F@i1 M@b9 F@i9 b1c3 b9c7 i1h3") {
		m, err := p.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		countSpecial(&counts, p, m)
	}
	if counts[entry] != 3 {
		t.Errorf("%d entries, want 3", counts[entry])
	}
}

// Random games of the catalogue have every kind of special move that its rules
// have, and no game has more captures than men.
func TestSpecialMovesAreFound(t *testing.T) {
	var all [specialKinds]int
	for _, name := range variant.Catalogue() {
		g := game(t, name)
		rng := rand.New(rand.NewPCG(1, 1))
		for range 12 {
			p := g.NewPosition()
			for range 150 {
				moves := p.Moves(nil)
				if len(moves) == 0 {
					break
				}
				countSpecial(&all, p, moves[rng.IntN(len(moves))])
			}
		}
	}
	for kind, n := range all {
		if n == 0 && kind != locust {
			t.Errorf("no %s in random games", specialNames[kind].label)
		}
	}
}
