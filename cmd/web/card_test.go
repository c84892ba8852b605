package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/engine/variant"
)

// A card has the value that the command piece prints, a picture, and a game that can be read.
func TestCard(t *testing.T) {
	a := &API{}
	c := call[Card](t, a, "card", CardRequest{Betza: "WzB", Board: "8x8"})
	if len(c.Lines) < 4 || c.Lines[0].Label != "value" || !strings.Contains(c.Lines[0].Text, " points, measured on this board") || c.Lines[1].Label != "predicted" || !strings.HasPrefix(c.Picture, "<svg") {
		t.Errorf("WzB has the lines %v and the picture %.40q", c.Lines, c.Picture)
	}
	if v, err := variant.Parse("zoo.toml", []byte(c.Game)); err != nil || v.Pieces[len(v.Pieces)-1].Moves[0].Betza != "WzB" {
		t.Errorf("the game is no game with WzB: %v", err)
	}
	drawn := call[Card](t, a, "card", CardRequest{Board: "10x8", Leaps: []Leap{{0, 1, false, true, false}, {1, 1, false, false, true}, {-1, 1, false, false, true}}})
	if drawn.Betza != "fmWfcF" {
		t.Errorf("the drawn pawn is %q", drawn.Betza)
	}
	if c := call[Card](t, a, "card", CardRequest{Betza: "bW", Board: "8x8"}); c.Game != "" || !strings.Contains(c.Lines[0].Text, "worth nothing here") {
		t.Errorf("bW is worth %v", c.Lines)
	}
	for want, r := range map[string]CardRequest{
		"the board \"8\": expected a size": {Betza: "W", Board: "8"},
		"repeated groups in parentheses":   {Betza: "WF(N)", Board: "8x8"},
		"cannot be written":                {Leaps: []Leap{{0, 0, false, true, true}}, Board: "8x8"},
		"move string \"\"":                 {Board: "8x8"},
	} {
		if f := fault(t, a, "card", r); !strings.Contains(f.Message, want) {
			t.Errorf("%v: %s, want %q", r, f.Message, want)
		}
	}
}

// A piece is typed or drawn, and the page says what it is worth.
func TestPieceIsDrawn(t *testing.T) {
	p := browse(t)
	p.press("Piece")
	p.await(`/points, measured on this board/.test(document.querySelector('#panel-piece td')?.textContent)`)
	p.look("piece")
	p.fill("Its moves in Betza’s notation", "WF(N)")
	p.await(`/column 3/.test(document.querySelector('#panel-piece .error')?.textContent)`)
	p.fill("A click is", "leap")
	for _, leap := range []string{"2 1", "0 -3"} {
		run(p, chromedp.Evaluate[any](`document.querySelector('#panel-piece [data-leap="`+leap+`"]').click()`))
	}
	p.await(`document.querySelector('#panel-piece input').value === 'NH'`)
	p.await(`document.querySelectorAll('#panel-piece [data-leap][aria-pressed=true]').length === 12`)
	p.look("piece-drawn")
	run(p, chromedp.Evaluate[any](`document.querySelector('#panel-piece [data-leap="1 2"]').click()`))
	p.await(`document.querySelector('#panel-piece input').value === 'H'`)
	p.press("Begin a game with it")
	p.await(`document.getElementById('title').textContent === 'Zoo' && document.getElementById('panel-game').checkVisibility()`)
}
