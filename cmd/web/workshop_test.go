package web

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"bestiary/engine/variant"
)

// A game is built without writing its text: a larger board, a known piece, one that is drawn, holes and a rule; it is played, and
// its text follows, as the board follows the text.
func TestGameIsBuilt(t *testing.T) {
	p := browse(t)
	p.press("Game")
	const board = `#panel-game .columns > div:first-child .board`
	on := func(square string) {
		t.Helper()
		p.run(`document.querySelector('` + board + `').scrollIntoView()`)
		at := value[[]float64](p, `(({x, y, width, height}) => [x + width / 2, y + height / 2])([...document.querySelectorAll('`+board+` .square')].find((e) => e.dataset.square === '`+square+`').getBoundingClientRect())`)
		run(p, chromedp.MouseClickXY(at[0], at[1]))
	}
	shows := func(squares map[string]string) {
		t.Helper()
		for square, piece := range squares {
			if piece == "" {
				p.await(`!document.querySelector('` + board + ` [data-at=` + square + `]')`)
				continue
			}
			p.await(`document.querySelector('` + board + ` [data-at=` + square + `]')?.classList.contains('` + map[bool]string{true: "black", false: "white"}[strings.ToLower(piece) == piece] +
				`') && document.querySelector('` + board + ` [data-at=` + square + `]').dataset.symbol === '` + strings.ToUpper(piece) + `'`)
		}
	}
	text := func() string { return value[string](p, `document.querySelector('details.text textarea').value`) }
	game := func(such func(*variant.Variant) bool) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
			if v, err := variant.Parse("game.toml", []byte(text())); err == nil && such(v) {
				return
			}
		}
		t.Fatalf("the text is\n%s", text())
	}
	p.fill("Title", "My Zoo")
	p.run(`[...document.querySelectorAll('label')].find((l) => l.textContent === 'Title').control.dispatchEvent(new Event('change'))`)
	p.await(`document.getElementById('title').textContent === 'My Zoo'`)
	p.fill("Files", "10")
	p.await(`document.querySelectorAll('` + board + ` .square').length === 80`)
	p.fill("Find a piece to add, by name or by value in points", "camel")
	p.await(`(() => { const b = [...document.querySelectorAll('.found button')].find((b) => / camel [CL]\b/.test(b.textContent)); b?.click(); return b; })()`)
	on("j1")
	shows(map[string]string{"b1": "R", "i8": "r", "j1": "C", "j8": "c", "a1": ""})
	game(func(v *variant.Variant) bool {
		return v.Name == "my-zoo" && v.Files == 10 && strings.HasPrefix(v.Array, "1rnbqkbnrc/") && v.Piece("camel") != nil
	})
	p.press("Add a piece of your own")
	p.fill("Name of the piece", "Sand worm")
	p.run(`[...document.querySelectorAll('label')].find((l) => l.textContent === 'Name of the piece').control.dispatchEvent(new Event('change'))`)
	p.unfold("Draw its moves")
	p.run(`document.querySelector('.kinds [data-leap="1 0"]').click()`)
	p.run(`document.querySelector('.kinds [data-leap="2 2"]').click()`)
	p.await(`[...document.querySelectorAll('label')].find((l) => l.textContent === 'Moves in Betza’s notation').control.value === 'WA' && /^Worth: .*points/.test(document.querySelector('.kinds [aria-live] p')?.textContent)`)
	on("a1")
	game(func(v *variant.Variant) bool {
		worm := v.Piece("sand-worm")
		return worm != nil && worm.Moves[0].Betza == "WA" && strings.HasSuffix(v.Array, "/"+worm.Symbol+"RNBQKBNRC") && strings.HasPrefix(v.Array, strings.ToLower(worm.Symbol)+"rnbqkbnrc")
	})
	p.run(`(() => { const c = [...document.querySelectorAll('label')].find((l) => l.textContent === 'Picture').control; c.value = 'snake'; c.dispatchEvent(new Event('change')); })()`)
	game(func(v *variant.Variant) bool { return v.Piece("sand-worm").Picture == "snake" })
	p.await(`[...document.querySelectorAll('label')].find((l) => l.textContent === 'Picture').control.value === 'snake'`)
	p.press("Save for Fairy-Stockfish")
	p.await(`/^The file (lacks something of the game: |has all pieces and rules)/.test(document.querySelector('#panel-game .note[role=status]').textContent)`)
	p.press("Hole")
	on("a4")
	game(func(v *variant.Variant) bool {
		return strings.Join(v.Holes, ",") == "a4,a5" || strings.Join(v.Holes, ",") == "a5,a4"
	})
	p.look("built")

	// It is kept beside the games of the catalogue.
	p.unfold("Begin from another game")
	p.await(`document.querySelectorAll('.gallery figure .board').length > 40`)
	p.await(`document.querySelector('.gallery figcaption').textContent.startsWith('My Zoo')`)
	p.look("gallery")
	p.run(`(() => { const f = document.querySelector('.gallery-of-games input'); f.value = '10x8 archbishop'; f.dispatchEvent(new Event('input')); })()`)
	if shown := value[string](p, `[...document.querySelectorAll('.gallery figure')].filter((f) => f.checkVisibility()).map((f) => f.textContent.trim()).join()`); !strings.Contains(shown, "Capablanca Chess") || strings.Contains(shown, "Grand") {
		t.Errorf("with 10x8 and an archbishop there are %s", shown)
	}
	p.run(`document.querySelector('.gallery-of-games').open = false`)

	// A click takes a piece, another puts it down.
	p.press("Move")
	on("j1")
	p.await(`document.querySelector('` + board + ` .square.selected')?.dataset.square === 'j1'`)
	on("j3")
	shows(map[string]string{"j1": "", "j8": "", "j3": "C", "j6": "c"})
	game(func(v *variant.Variant) bool { return strings.HasSuffix(v.Array, "RNBQKBNR1") })
	on("j3")
	on("j1")
	shows(map[string]string{"j1": "C", "j8": "c", "j3": ""})
	game(func(v *variant.Variant) bool {
		return strings.HasSuffix(v.Array, "RNBQKBNRC") && slices.Contains(v.Rules.Promotions[0].Choices, "sand-worm")
	})

	// A design that is no game says why, stays, and can be undone.
	p.press("Remove")
	on("f1")
	p.await(`/king/.test(document.querySelector('.tools .faults').textContent)`)
	shows(map[string]string{"f1": "", "f8": ""})
	p.look("built badly")
	p.press("Undo")
	shows(map[string]string{"f1": "K", "f8": "k"})
	for range 3 { // the camel there and back, and the holes
		before := text()
		p.press("Undo")
		game(func(*variant.Variant) bool { return text() != before })
	}
	game(func(v *variant.Variant) bool { return len(v.Holes) == 0 })
	p.press("Redo")
	game(func(v *variant.Variant) bool { return len(v.Holes) == 2 })

	p.await(`document.querySelectorAll('` + board + ` .hole').length === 2`)

	// Of several changes without a game between them the last is undone first; a drag puts a hole on every square that it crosses.
	on("f1")
	on("b1")
	p.await(`/king/.test(document.querySelector('.tools .faults').textContent)`)
	p.press("Undo")
	shows(map[string]string{"f1": "", "b1": "R", "b8": "r"})
	p.press("Add a piece of your own") // goes, with the tool that puts it on the board
	p.press("Undo")
	on("e5")
	p.press("Undo")
	shows(map[string]string{"f1": "K", "f8": "k"})
	p.press("Hole")
	at := func(square string) (x, y float64) {
		return p.centre(board + ` .square[data-square=` + square + `]`)
	}
	x, y := at("c4")
	p.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	for _, square := range []string{"d4", "e4"} {
		toX, toY := at(square)
		p.mouse(input.DispatchMouseEventTypeMouseMoved, (x+toX)/2, toY)
		p.mouse(input.DispatchMouseEventTypeMouseMoved, toX, toY)
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, x, y)
	game(func(v *variant.Variant) bool { return len(v.Holes) == 8 && slices.Contains(v.Holes, "d5") })
	p.press("Undo")
	game(func(v *variant.Variant) bool { return len(v.Holes) == 2 })
	p.press("Remove")

	// A rule of one's own game is in its text, also one that is set while the design is no game.
	on("f1")
	p.await(`/king/.test(document.querySelector('.tools .faults').textContent)`)
	p.unfold("Rules")
	p.look("rules of a game")
	p.run(`(() => { const c = document.querySelector('.switches [aria-label=stalemate]'); c.value = 'loss'; c.dispatchEvent(new Event('change')); })()`)
	p.run(`document.querySelector('.palette button[aria-label="White king"]').click()`)
	on("f1")
	game(func(v *variant.Variant) bool {
		return v.Rules.Stalemate == variant.StalemateLoss && strings.Contains(v.Array, "RNBQKB")
	})

	// The board follows the text. Another game is kept beside the first.
	p.fill("Text of the game", strings.Replace(strings.Replace(text(), "1PPPPPPPP1", "PPPPPPPPPP", 1), "My Zoo", "Other Zoo", 1))
	shows(map[string]string{"a2": "P", "j2": "P", "j7": ""})
	p.press("Remove")
	on("h2")
	shows(map[string]string{"h2": "", "h7": ""})
	game(func(v *variant.Variant) bool { return v.Title == "Other Zoo" && v.Description == "Begun from Chess." })
	p.await(`import('./keep.js').then(({designs}) => designs()).then((list) => list.map((d) => d.title).sort().join() === 'My Zoo,Other Zoo')`)
	p.press("Play it")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 36`)
	run(p, chromedp.EmulateViewport(390, 844))
	p.press("Game")
	p.look("workshop phone")
	if wide := value[int64](p, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the page is %d pixels wide", wide)
	}
}

// A click where pieces wait changes nothing: they are placed when a game begins.
func TestClickWherePiecesWait(t *testing.T) {
	p := browse(t)
	p.press("Game")
	p.fill("From the catalogue", "hannibal-manticore")
	p.await(`document.querySelectorAll('#panel-game .square.waiting').length > 0 && document.querySelectorAll('#panel-game .palette button').length > 18`)
	p.run(`document.querySelector('#panel-game .palette button[aria-label="White manticore"]').click()`)
	click := func(kind string) {
		t.Helper()
		at := value[[]float64](p, `(({x, y, width, height}) => [x + width / 2, y + height / 2])([...document.querySelectorAll('#panel-game .square')].find((e) => e.dataset.square === 'e1' && e.classList.contains('waiting') === `+kind+`).getBoundingClientRect())`)
		run(p, chromedp.MouseClickXY(at[0], at[1]))
	}
	click("true")
	if symbol := value[string](p, `document.querySelector('#panel-game [data-at=e1]').dataset.symbol`); symbol != "Q" {
		t.Errorf("on e1 stands %s", symbol)
	}
	click("false")
	p.await(`document.querySelector('#panel-game [data-at=e1]').dataset.symbol === 'M'`)
}

// Games that were built in this browser are named where another begins.
func TestBuiltGamesAreNamed(t *testing.T) {
	p := browse(t)
	p.press("Game")
	p.run(`import('./keep.js').then(({keepDesign}) => keepDesign({id: 'ferry', text: ` + "`" + strings.ReplaceAll(call[Game](t, &API{}, "game", GameRef{Name: "shatranj"}).TOML, "Shatranj", "Ferryman Chess") + "`" + `, title: 'Ferryman Chess', changed: Date.now()})).then(() => (globalThis.kept = true))`)
	p.await(`globalThis.kept`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement?.dataset.ready === 'true' && document.querySelector('.mine-built:not([hidden])')?.textContent.startsWith('Built in this browser: Ferryman Chess')`)
	p.run(`document.querySelector('.mine-built button').click()`)
	p.await(`document.getElementById('title').textContent === 'Ferryman Chess'`)
	p.press("Play it")
	p.press("Rules")
	p.await(`!document.getElementById('panel-game').hidden && document.querySelector('.rules-begin').getBoundingClientRect().top < 100`)
	p.run(`import('./keep.js').then(({deleteDesign}) => deleteDesign('ferry'))`)
}

// A piece that waits is named, not the one before it.
func TestWaitingPieceIsNamed(t *testing.T) {
	p := browse(t)
	p.play("hannibal-manticore", "")
	p.await(`document.getElementById('status').textContent.includes('places')`)
	p.click("b1")
	p.await(`document.querySelector('#panel-play .stone[data-waits]') || document.querySelector('dialog.menu')`)
	p.run(`document.querySelector('dialog.menu button')?.click()`)
	p.await(`document.querySelector('#panel-play .stone[data-waits]')`)
	at := value[[]float64](p, `(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('#panel-play .stone[data-waits]').getBoundingClientRect())`)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1])
	p.await(`/White (falcon|manticore)/.test(document.querySelector('.about-piece').textContent)`)
}
