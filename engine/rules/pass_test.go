package rules

import (
	"testing"

	"bestiary/engine/variant"
)

func TestPassing(t *testing.T) {
	checkMoves(t, []moveCase{
		{rule: "a side may pass", game: "passing-chess", fen: "k4/5/5/5/4K w - - 0 1", from: "e1", want: "d1 d2 e1 e2"},
		{rule: "not in check", game: "passing-chess", fen: "k3r/5/5/5/4K w - - 0 1", from: "e1", want: "d1 d2"},
	})
	checkLines(t, []lineCase{
		{rule: "which changes the turn and the counters alone", game: "passing-chess", fen: "k4/5/5/5/4K b - - 3 7", line: "a5a5", want: "k4/5/5/5/4K w - - 4 8"},
	})
	p := gameWith(t, "passing-chess").NewPosition()
	play(t, p, "e1e1 a4a3 b2a3 e5e5")
	if r, why := p.Outcome(); r != Ongoing {
		t.Errorf("one pass: %v %s", r, why)
	}
	p.MakeNull()
	p.Unmake()
	play(t, p, "e1e1")
	if r, why := p.Outcome(); r != Draw || why != BothPassed || len(p.Moves(nil)) > 0 {
		t.Errorf("two passes: %v %s", r, why)
	}
	p.Unmake()
	p.Unmake()
	p.MakeNull()
	if play(t, p, "e1e1"); p.Ended() != Ongoing {
		t.Error("a null move of a search counts as a pass")
	}
	p = p.g.NewPosition()
	if san := p.SAN(p.pass()); san != "e1e1" {
		t.Errorf("a pass is written %s", san)
	}
}

func TestPassOnStalemate(t *testing.T) {
	v := loaded(t, "passing-chess")
	v.Rules.Pass = variant.PassOnStalemate
	g := compiled(t, v)
	for fen, want := range map[string]string{
		"k4/2Q2/5/5/4K b - - 0 1":  "a5",    // stalemate
		"k4/5/2Q2/5/4K b - - 0 1":  "a4 b5", // not
		"kQ3/1R3/5/5/4K b - - 0 1": "",      // mate
	} {
		p := parsed(t, g, fen)
		if got := from(p, "a5"); got != want {
			t.Errorf("%s: moves %s, want %s", fen, got, want)
		} else if quiet := len(quietMoves(p)) + len(captures(p, nil)); quiet != len(p.Moves(nil)) {
			t.Errorf("%s: %d captures and quiet moves, %d moves", fen, quiet, len(p.Moves(nil)))
		} else if n := p.Perft(1); int(n) != quiet {
			t.Errorf("%s: %d moves counted, %d made", fen, n, quiet)
		}
	}
}
