package web

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"bestiary/internal/testkit"
)

// A new game leaves the one before among those that the browser keeps, one press away.
func TestGamesAreKept(t *testing.T) {
	p := browse(t)
	p.play("grand", "")
	p.move("e3", "e5", "")
	p.press("New game")
	p.await(`document.body.innerText.includes('The game before is kept.') && ` + madeMoves + ` === 0`)
	p.look("new game")
	p.press("Back to it")
	p.await(madeMoves + ` === 1`)
	p.move("e8", "e6", "")
	p.press("New game")
	p.await(madeMoves + ` === 0`)
	p.run(`history.back()`)
	p.await(madeMoves + ` === 2`)
	p.play("omega", "")
	p.unfold("My games")
	const grand = `[...document.querySelectorAll('.mine li')].filter((li) => li.textContent.startsWith('Grand Chess, 1 move, not over'))`
	p.await(grand + `.length === 1`) // one game, however often it was left
	p.look("my games")
	p.run(grand + `[0].querySelector('button').click()`)
	p.await(madeMoves + ` === 2 && document.getElementById('title').textContent === 'Grand Chess' && location.hash.includes('moves=e3e5.e8e6')`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && ` + madeMoves + ` === 2`)
	p.move("d3", "d5", "")
	p.unfold("My games")
	p.await(grand[:len(grand)-len(`, 1 move, not over'))`)] + `, 2 moves'))` + `.length === 1`)
	p.run(`[...document.querySelectorAll('.mine li')].find((li) => li.textContent.startsWith('Grand')).querySelectorAll('button')[1].click()`)
	p.await(`![...document.querySelectorAll('.mine li')].some((li) => li.textContent.startsWith('Grand'))`)
}

// Where the browser keeps nothing, the page works, and says what it does not keep.
func TestStorageIsForbidden(t *testing.T) {
	for what, script := range map[string]string{
		"denied": `Object.defineProperty(window, 'localStorage', {get() { throw new DOMException('denied', 'SecurityError'); }});
			Object.defineProperty(window, 'indexedDB', {get() { throw new DOMException('denied', 'SecurityError'); }});`,
		"full": `Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };
			IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = () => { throw new DOMException('full', 'QuotaExceededError'); };`,
		"silent": `IDBFactory.prototype.open = () => ({});`,
	} {
		t.Run(what, func(t *testing.T) {
			p := browse(t)
			testkit.Must(chromedp.Call(p.ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script}))(t)
			run(p, chromedp.Reload())
			p.await(`document.documentElement.dataset.ready === 'true'`)
			p.play("chess", "")
			p.move("e2", "e4", "")
			p.await(`document.body.innerText.includes('This browser keeps no games: ') && location.hash.includes('moves=e2e4')`)
			run(p, chromedp.Reload())
			p.await(`document.documentElement.dataset.ready === 'true' && ` + madeMoves + ` === 1`)
			p.press("Study")
			p.fill("Question", "values")
			p.unfold("Settings")
			p.fill("Seed", "78")
			p.study(1)
			p.await(studied + `.startsWith('Done.') && ` + studied + `.includes('The games are not kept: ')`)
			p.look("storage " + what)
			if what == "silent" { // what is long is kept beside it
				return
			}
			p.press("Game")
			p.fill("Text of the game", call[Game](t, &API{}, "game", GameRef{Name: "musketeer"}).TOML+noise())
			p.await(`document.querySelector('.error')?.textContent.includes('a reload of the page loses it')`)
		})
	}
}

// The piece that one points at is named, with its moves and its rough value.
func TestPieceIsNamed(t *testing.T) {
	p := browse(t)
	p.play("hannibal-manticore", "")
	at := value[[]float64](p, `(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('#panel-play [data-square=c1]').getBoundingClientRect())`)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, at[0], at[1])
	const about = `document.querySelector('.about-piece').textContent`
	p.await(`/^ White \w+ \S+; the engine takes it for about \d+\.\d pawns$/.test(` + about + `)`)
	p.run(`document.querySelector('#panel-play .board').focus()`)
	for range 3 {
		p.run(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowUp', bubbles: true}))`)
	}
	p.run(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))`)
	p.await(about + ` === 'Point at a piece, or tap it, to read what it is.'`)
	p.look("named")
}
