package web

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/internal/testkit"
)

// The address holds the game, the moves and the players: a reload keeps them, and Back and
// Forward go between games and tabs.
func TestAddressHoldsTheState(t *testing.T) {
	p := browse(t)
	p.run(`localStorage.clear()`)
	p.play("omega", "")
	p.move("f3", "f5", "")
	p.await(`location.hash.startsWith('#game=omega') && location.hash.includes('moves=f3f5')`)
	again := func(what string) {
		t.Helper()
		p.await(`document.documentElement.dataset.ready === 'true' && document.title.startsWith('Omega') && ` + madeMoves + ` === 1 && !document.getElementById('panel-play').hidden`)
		p.want(map[string]string{"f5": "P"})
		if players := value[string](p, `[...document.querySelectorAll('#panel-play label')].filter((l) => / is$/.test(l.textContent)).map((l) => l.control.value).join()`); players != "person,person" {
			t.Errorf("after %s the players are %s", what, players)
		}
	}
	run(p, chromedp.Reload())
	again("a reload")
	p.press("Study")
	p.await(`location.hash.includes('tab=study')`)
	p.run("history.back()")
	again("going back")
	p.run("history.forward()")
	p.await(`!document.getElementById('panel-study').hidden`)
	p.press("Game")
	p.await(`document.querySelector('#panel-game option[value=shogi]')`)
	p.fill("From the catalogue", "shogi")
	p.await(`location.hash.startsWith('#game=shogi')`)
	p.run("history.go(-3)")
	again("going back to another game")

	// A long text stays in the browser.
	text := call[Game](t, &API{}, "game", GameRef{Name: "musketeer"}).TOML + noise()
	p.press("Game")
	p.fill("Text of the game", text)
	p.await(`location.hash.startsWith('#kept=')`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && document.querySelector('#panel-game textarea').value.endsWith('` + strings.TrimSpace(text[len(text)-10:]) + `\n')`)
}

// noise returns comments that make a game file too long for an address.
func noise() string {
	var text strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&text, "# %x\n", uint32(i)*2654435761)
	}
	return text.String()
}

// A game is a tree of moves with notes, which keys walk through, which PGN carries and which
// survives a reload.
func TestVariations(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.move("e2", "e4", "")
	p.move("e7", "e5", "")
	p.press("←")
	p.await(`document.getElementById('status').textContent === 'Black to move.'`)
	p.move("c7", "c5", "")
	shown := func(want string) {
		t.Helper()
		p.await(fmt.Sprintf(`document.querySelector('.moves').textContent.replaceAll(/\s+/g, ' ').trim() === %q`, want))
	}
	shown("1. e4 e5 (1… c5 )")
	key := func(name string) {
		p.run(fmt.Sprintf(`document.activeElement.blur(); document.body.dispatchEvent(new KeyboardEvent('keydown', {key: %q, bubbles: true, cancelable: true}))`, name))
	}
	key("ArrowUp")
	p.await(`document.querySelector('.moves [aria-current]')?.textContent === 'e5'`)
	p.want(map[string]string{"e5": "p", "c5": ""})
	key("ArrowDown")
	p.await(`document.querySelector('.moves [aria-current]')?.textContent === 'c5'`)
	p.unfold("Note on this move")
	p.fill("Sign", "5")
	p.run(`(() => { const c = document.querySelector('.note-editor textarea'); c.value = 'sharp'; c.dispatchEvent(new Event('change')); })()`)
	shown("1. e4 e5 (1… c5!? sharp )")
	p.look("variations")
	p.press("Make it the main line")
	shown("1. e4 c5!? sharp (1… e5 )")
	key("Home")
	p.await(`!document.querySelector('.moves [aria-current]')`)
	key("End")
	p.await(`document.querySelector('.moves [aria-current]')?.textContent === 'c5!?'`)
	p.unfold("FEN, PGN and link")
	p.press("Show PGN")
	p.await(`[...document.querySelectorAll('.exchange textarea')].some((t) => t.value.includes('1. e4 c5 $5 {sharp} (1... e5)'))`)
	p.press("New game")
	p.await(madeMoves + " === 0 && location.hash.startsWith('#game=')")
	p.press("Read PGN")
	shown("1. e4 c5!? sharp (1… e5 )")
	p.await(`location.hash.startsWith('#g=')`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && ` + madeMoves + ` === 3`)
	shown("1. e4 c5!? sharp (1… e5 )")
	p.unfold("Note on this move")
	p.press("Delete from here")
	shown("1. e4 e5")

	// Escape puts a piece back.
	p.click("g8")
	p.await(`document.querySelectorAll('.target').length === 2`)
	key("Escape")
	p.await(`document.querySelectorAll('.target').length === 0`)
}

// Hands, castling rights and squares open to a capture en passant are set up, too.
func TestSetUpOfHandsAndRights(t *testing.T) {
	p := browse(t)
	p.play("crazyhouse", "")
	p.move("e2", "e4", "")
	p.unfold("Set up a position")
	p.await(`document.querySelectorAll('.wings input:checked').length === 4`)
	p.run(`(() => { const n = [...document.querySelectorAll('.set-up label')].find((l) => l.textContent === 'White knight in hand').control; n.value = 2; n.dispatchEvent(new Event('change')); })()`)
	p.run(`document.querySelector('.wings input').click()`)
	p.fill("Square open to a capture en passant, such as e3", "e3")
	p.look("set up rights")
	p.press("Play from here")
	p.await(`document.querySelector('.board-frame[data-fen]') && !document.querySelector('.set-up').open`)
	if fen := value[string](p, `document.querySelector('#panel-play .board-frame').dataset.fen`); !strings.Contains(fen, "[NN] b Qkq ") {
		t.Errorf("FEN %s", fen)
	}
}

// Every reason of a result has its words on the page.
func TestReasonsHaveWords(t *testing.T) {
	source := string(testkit.Must(os.ReadFile("../../engine/rules/outcome.go"))(t))
	words := string(testkit.Must(os.ReadFile("static/moves.js"))(t))
	found := regexp.MustCompile(`Reason = "(.+)"`).FindAllStringSubmatch(source, -1)
	if len(found) < 10 {
		t.Fatalf("reasons %v", found)
	}
	for _, m := range found {
		if !strings.Contains(words, "'"+m[1]+"': ") {
			t.Errorf("no words for %q", m[1])
		}
	}
}
