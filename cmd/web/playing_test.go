package web

import (
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// When a text is refused, no other game stays in its place. One that can only be approximated
// can be opened so, and the page says what is lost.
func TestRefusedText(t *testing.T) {
	p := browse(t)
	p.fill("Text of the game", "files=99")
	p.await(`document.querySelector('.faults').textContent !== ''`)
	enabled := `[...document.querySelectorAll('#panel-game .buttons button, #tab-play, #tab-measure')].filter((b) => b.checkVisibility() && !b.disabled).map((b) => b.textContent).join()`
	if got := value[string](p, enabled); got != "Back to Chess" {
		t.Errorf("buttons of a refused text: %q", got)
	}
	p.await(`document.getElementById('panel-game').innerText.includes('This text is no game yet') && !document.querySelector('#panel-game .board').checkVisibility()`)
	p.look("refused")
	p.press("Back to Chess")
	p.await(`document.querySelector('#panel-game .board').checkVisibility() && !document.getElementById('tab-play').disabled && document.querySelector('#panel-game textarea').value.includes('Chess')`)
	p.fill("Text of the game", "[lucky:makruk]\ncambodianMoves = true\n")
	p.await(`document.querySelector('.about .lost')?.textContent.includes('cambodianMoves = true')`)
	if text := value[string](p, `document.getElementById('panel-game').innerText`); strings.Contains(text, "--approximate") || strings.Contains(text, "[lost]") {
		t.Errorf("the page says %q", text)
	}
	p.look("approximated")
}

// A link with a move that is not legal says so, and leaves the array of its game to be played.
func TestLinkWithIllegalMove(t *testing.T) {
	for _, address := range []string{testkit.Must(served())(t), testkit.Must(site())(t)} {
		p := visit(t, chromium(t), address+"/#game=shogi&moves=c3c4.a1a9&players=person.person&tab=play")
		p.await(`document.querySelector('.error')?.textContent.includes('move 2') && ` + stones + ` === 40`)
		p.await(`document.getElementById('status').textContent === 'White to move.' && !document.getElementById('pass').checkVisibility()`)
		p.look("illegal link")
		p.move("c3", "c4", "")
		p.await(`location.hash.includes('moves=c3c4')`)
	}
}
