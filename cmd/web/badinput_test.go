package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/internal/testkit"
)

// What cannot be read gets a sentence, and the game on the board stays.
func TestBadInput(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.move("e2", "e4", "")
	p.press("Game")
	const faults, titled = `document.querySelector('.tools .faults').textContent`, `document.getElementById('title').textContent`
	change := func(label, text string) {
		t.Helper()
		p.fill(label, text)
		p.run(fmt.Sprintf(`[...document.querySelectorAll('label')].find((l) => l.textContent === %q).control.dispatchEvent(new Event('change'))`, label))
	}
	for _, name := range []string{"שחמט", "Zoo 🦁", "a\u200bb", "<b>bold</b>", strings.Repeat("long ", 16)} {
		change("Title", name)
		p.await(titled + ` === ` + fmt.Sprintf("%q", strings.TrimSpace(name)) + ` || ` + faults + ` !== ''`)
	}
	change("Title", "Zoo")
	p.await(titled + ` === 'Zoo'`)
	p.run(`document.querySelector('.palette button[aria-label="White knight"]').click()`)
	for label, values := range map[string][]string{"Name of the piece": {"", "🦄", "bishop"}, "Letter": {"", "B", "é"}, "Moves in Betza’s notation": {"Z!", "W(", strings.Repeat("W", 5000)}} {
		for _, bad := range values {
			change(label, bad)
			p.await(faults + ` !== ''`)
			if !value[bool](p, titled+` === 'Zoo'`) {
				t.Errorf("%s %q changes the game", label, bad)
			}
			p.press("Undo")
			p.await(faults + ` === ''`)
			p.run(`document.querySelector('.palette button[aria-label="White knight"]').click()`)
		}
	}
	for range 25 {
		p.press("Add a piece of your own")
	}
	p.await(`document.querySelector('.found [role=alert]')?.textContent.startsWith('No letter is left')`)
	p.look("bad input")

	p.fill("Text of the game", strings.Repeat("x", 1<<20))
	p.await(`document.querySelector('#faults').textContent !== ''`)

	// Links that are cut or invented.
	link := "/#g=" + value[string](p, `import('./link.js').then(({pack}) => pack({game: {name: '', text: 'files=8', file: '', section: '', approximate: false, rules: []}}))`)
	address := testkit.Must(served())(t)
	for i, hash := range []string{link[:len(link)/2], "/#g=%%%", "/#game=ches", "/#game=chess&players=foo.bar", "/#kept=nothing", "/#game=chess&moves=" + strings.Repeat("g1f3.g8f6.f3g1.f6g8.", 250)} {
		run(p, chromedp.Navigate("about:blank"))
		run(p, chromedp.Navigate(address+hash))
		p.await(`document.documentElement.dataset.ready === 'true' && document.querySelectorAll('.board .stone').length >= 32`)
		said := value[string](p, `document.querySelector('#main > .error')?.textContent ?? ''`)
		if (said != "") != (i != 3) || strings.Contains(said, "undefined") || strings.Contains(said, "Failed to") {
			t.Errorf("%.40s: the page says %q", hash, said)
		}
		if players := value[string](p, `[...document.querySelectorAll('#panel-play label')].filter((l) => / is$/.test(l.textContent)).map((l) => l.control.value).join()`); strings.Contains(players, "foo") || len(players) < 10 {
			t.Errorf("%.40s: the players are %q", hash, players)
		}
	}
}
