package web

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Ten moves of Hannibal Chess by clicking: waiting pieces are placed and enter, and the
// king makes a fast castling move.
func TestGatesAndFastCastlingByClicking(t *testing.T) {
	p := browse(t)
	p.play("hannibal-manticore", "")
	for i, square := range []string{"b1", "i1", "b9", "i9"} {
		p.click(square)
		p.await(fmt.Sprintf("%s === %d", madeMoves, i+1))
	}
	p.move("b1", "c3", "")
	p.move("b9", "c7", "")
	p.move("i1", "h3", "")
	p.move("i9", "h7", "")
	waiting := []string{p.at("b1"), p.at("i1"), p.at("b9"), p.at("i9")}
	if diff := cmp.Diff([]string{"M", "F", "m", "f"}, waiting); diff != "" && cmp.Diff([]string{"F", "M", "f", "m"}, waiting) != "" {
		t.Errorf("entered %q, want the manticores and falcons", waiting)
	}
	p.move("c1", "e3", "")
	p.move("c9", "e7", "")
	p.move("f1", "c1", "") // over queen and bishop
	p.want(map[string]string{"c1": "K", "f1": "R", "a1": "", "d1": "B", "e1": "Q"})
	p.move("f9", "c9", "")
	p.want(map[string]string{"c9": "k", "f9": "r", "a9": ""})
	p.press("Take back")
	p.await(madeMoves + " === 11")
	p.want(map[string]string{"f9": "k", "a9": "r"})
	p.look("castled")
}

// A menu opens if squares do not determine the move.
func TestMenusOfSpecialMoves(t *testing.T) {
	p := browse(t)
	p.play("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 3`)
	p.move("a7", "a8", "Promote to knight")
	p.want(map[string]string{"a8": "N"})
	p.fill("FEN", "k7/8/8/8/5p2/8/4P3/K7 w - - 0 1")
	p.press("Go to FEN")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 4`)
	p.move("e2", "e4", "")
	p.move("f4", "e3", "")
	p.want(map[string]string{"e4": "", "e3": "p"})
	p.fill("FEN", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
	p.press("Go to FEN")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 6`)
	p.move("e1", "c1", "")
	p.want(map[string]string{"c1": "K", "d1": "R", "a1": ""})

	// Closing a menu changes nothing.
	p.fill("FEN", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
	p.press("Go to FEN")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 3`)
	p.click("a7")
	p.click("a8")
	p.press("None")
	p.await(`!document.querySelector('dialog')`)
	p.want(map[string]string{"a7": "P", "a8": ""})
}

// An assassin explodes when it is clicked twice and the menu confirms it.
func TestExplosionByClicking(t *testing.T) {
	p := browse(t)
	a := &API{}
	ref := GameRef{Name: "al-ces"}
	start := call[Position](t, a, "position", Place{Game: ref})
	explosive, g := -1, call[Game](t, a, "game", ref)
	for i, piece := range g.Pieces {
		if piece.Explodes {
			explosive = i
		}
	}
	var king []Stone
	for _, s := range start.Pieces {
		if g.Pieces[s.Piece].Royal {
			king = append(king, s)
		}
	}
	king = append(king, Stone{Square: "e5", Piece: explosive}, Stone{Square: "e6", Piece: 0, Black: true})
	set := call[map[string]string](t, a, "set-up", SetUpRequest{Game: ref, Pieces: king})
	p.play("al-ces", set["fen"])
	p.await(`document.querySelectorAll('#panel-play .stone').length === 4`)
	p.move("e5", "e5", "Explode")
	p.want(map[string]string{"e5": "", "e6": ""})
}

// A position is set up by clicking and played from there; for an illegal position the
// rules' own message is shown.
func TestSetUpByClicking(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.unfold("Set up a position")
	p.press("Clear the board")
	take := func(name string) {
		t.Helper()
		p.await(fmt.Sprintf(`(document.querySelector('#panel-play .palette button[aria-label=%q]')?.click(), true)`, name))
	}
	take("White king")
	p.click("e1")
	p.press("Play from here")
	p.await(`document.querySelector('.set-up .note').textContent.includes('king')`)
	take("Black king")
	p.click("e8")
	take("White queen")
	p.click("d1")
	p.click("d2")
	p.press("Remove")
	p.click("d1")
	p.press("Play from here")
	p.await(`!document.querySelector('.set-up').open`)
	p.move("d2", "d7", "")
	p.await(`document.getElementById('status').textContent === 'Black to move, in check.'`)
	p.look("set up")
}
