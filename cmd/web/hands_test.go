package web

import (
	"bestiary/internal/testkit"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// centre returns the middle of an element, as soon as it is visible.
func (p *page) centre(selector string) (x, y float64) {
	p.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(async () => {
		for (const end = performance.now() + 60000; performance.now() < end; await new Promise((done) => setTimeout(done, 5))) {
			const r = [...document.querySelectorAll(%q)].filter((e) => e.checkVisibility()).at(-1)?.getBoundingClientRect();
			if (r) return [r.x + r.width / 2, r.y + r.height / 2];
		}
		return [];
	})()`, selector))
	if len(at) == 0 {
		p.Fatalf("there is no %s", selector)
	}
	return at[0], at[1]
}

// onSquare and inHand select a square of the board and a piece in hand.
func onSquare(square string) string { return "#panel-play [data-square=" + square + "]" }

func inHand(piece int) string {
	return fmt.Sprintf("#panel-play .held[data-held=\"%d\"]:not(:disabled)", piece)
}

// hand is a way to move pieces.
type hand func(p *page, from, to string)

func (p *page) mouse(kind input.DispatchMouseEventType, x, y float64) {
	p.Helper()
	params := input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonLeft, Buttons: 1, ClickCount: 1}
	testkit.Must(chromedp.Call(p.ctx, input.DispatchMouseEvent, params))(p.T)
}

func (p *page) touch(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
	p.Helper()
	testkit.Must(chromedp.Call(p.ctx, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)}))(p.T)
}

// clickOn clicks on an element, tapOn taps on it.
func clickOn(p *page, selector string) {
	p.Helper()
	x, y := p.centre(selector)
	run(p, chromedp.MouseClickXY(x, y))
}

func tapOn(p *page, selector string) {
	p.Helper()
	x, y := p.centre(selector)
	p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// byClicks, byTouch and byKeys choose one element and then another.
func byClicks(p *page, from, to string) { clickOn(p, from); clickOn(p, to) }
func byTouch(p *page, from, to string)  { tapOn(p, from); tapOn(p, to) }
func byKeys(p *page, from, to string)   { keyOn(p, from); keyOn(p, to) }

// byDragging drags a piece with the mouse, byFinger with a finger. The piece follows, and
// its targets are lit.
func byDragging(p *page, from, to string) {
	x, y := p.centre(from)
	p.mouse(input.DispatchMouseEventTypeMousePressed, x, y)
	toX, toY := p.centre(to)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, (x+toX)/2, (y+toY)/2)
	p.mouse(input.DispatchMouseEventTypeMouseMoved, toX, toY)
	p.carried(toX, toY)
	p.mouse(input.DispatchMouseEventTypeMouseReleased, toX, toY)
}

func byFinger(p *page, from, to string) {
	x, y := p.centre(from)
	p.touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
	toX, toY := p.centre(to)
	p.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: (x + toX) / 2, Y: (y + toY) / 2})
	p.touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: toX, Y: toY})
	p.carried(toX, toY)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

// carried checks that a piece is at the pointer and that targets are lit.
func (p *page) carried(x, y float64) {
	p.Helper()
	p.await(fmt.Sprintf(`(() => {
		const r = document.querySelector('.ghost')?.getBoundingClientRect();
		return r && Math.abs(r.x + r.width / 2 - %f) < 2 && Math.abs(r.y + r.height / 2 - %f) < 2 && document.querySelectorAll('#panel-play .target').length > 0;
	})()`, x, y))
}

// keyOn focuses a button and presses Enter, or goes to a square by arrow keys and presses Enter
// there.
func keyOn(p *page, selector string) {
	p.Helper()
	p.centre(selector)
	fault := value[string](p, fmt.Sprintf(`(() => {
		const element = [...document.querySelectorAll(%q)].at(-1), board = document.querySelector('#panel-play .board'), said = document.getElementById('said');
		const press = (key) => board.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
		board.blur(); // keys go through the game while the pointer has the board
		(element.matches('button') ? element : board).focus();
		if (element.matches('button')) return '';
		const want = element.dataset.square, file = (square) => square.charCodeAt(0), rank = (square) => Number(square.slice(1));
		press('ArrowUp');
		for (let i = 0; i < 100; i++) {
			const now = said.textContent.match(/^([a-z][0-9]+):/)?.[1];
			if (now === want) return '';
			const across = file(now) !== file(want) && (i %% 3 < 2 || rank(now) === rank(want));
			press(across ? (file(now) < file(want) ? 'ArrowRight' : 'ArrowLeft') : rank(now) < rank(want) ? 'ArrowUp' : rank(now) > rank(want) ? 'ArrowDown' : 'ArrowLeft');
		}
		return said.textContent;
	})()`, selector))
	if fault != "" {
		p.Fatalf("no way to %s: %s", selector, fault)
	}
	for _, kind := range []input.DispatchKeyEventType{input.DispatchKeyEventTypeRawKeyDown, input.DispatchKeyEventTypeChar, input.DispatchKeyEventTypeKeyUp} {
		testkit.Must(chromedp.Call(p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: "Enter", Code: "Enter", Text: "\r", WindowsVirtualKeyCode: 13}))(p.T)
	}
}

// A piece in hand is dropped by clicks, dragging, taps, a finger and keys, and its targets
// are lit; so is a move of a piece.
func TestDrops(t *testing.T) {
	p := browse(t)
	for name, by := range map[string]hand{"clicks": byClicks, "dragging": byDragging, "taps": byTouch, "finger": byFinger, "keys": byKeys} {
		p.play("crazyhouse", "4k3/8/8/8/8/8/4P3/4K3[Nn] w - - 0 1")
		p.await(`document.querySelectorAll('#panel-play .stone').length === 3`)
		knight := 1
		x, y := p.centre(inHand(knight))
		run(p, chromedp.MouseClickXY(x, y))
		p.await(`document.querySelectorAll('#panel-play .target').length === 61 && document.querySelector('.held[aria-pressed=true]')`)
		p.look("held")
		run(p, chromedp.MouseClickXY(x, y))
		p.await(`document.querySelectorAll('#panel-play .target').length === 0`)
		by(p, inHand(knight), onSquare("f3"))
		p.await(`document.getElementById('status').textContent === 'Black to move.'`)
		p.want(map[string]string{"f3": "N"})
		if moves := value[int](p, madeMoves); moves != 1 {
			t.Errorf("by %s: %d moves", name, moves)
		}
		by(p, onSquare("e8"), onSquare("d7"))
		p.await(madeMoves + ` === 2`)
		p.want(map[string]string{"d7": "k", "e8": ""})
	}
}

// Passing is a button, and never a click on one's own square.
func TestPassing(t *testing.T) {
	p := browse(t)
	p.play("janggi", "")
	general := value[string](p, `[...document.querySelectorAll('#panel-play .stone.white')].map((g) => g.dataset.at).find((at) => at === 'e2')`)
	p.click(general)
	p.click(general)
	if moves := value[int](p, madeMoves); moves != 0 {
		t.Fatal("clicking the general twice passes")
	}
	p.press("Pass")
	p.await(`document.querySelector('.moves').textContent.includes('pass') && document.getElementById('status').textContent === 'White passes. Black to move.'`)
	p.fill("Your move as text, such as Nf3", "pass")
	p.press("Move")
	p.await(madeMoves + ` === 2`)
	p.look("passed")
}

// While the engine thinks, a move is kept and played when it is possible; Escape forgets it.
func TestMovesInAdvance(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	// The engine waits until it is released.
	p.run(`(() => {
		const real = fetch;
		globalThis.fetch = (address, options) => !String(address).endsWith('think') ? real(address, options)
			: new Promise((resolve) => (globalThis.release = () => resolve(real(address, options))));
	})()`)
	p.fill("Black is", "engine")
	p.move("e2", "e4", "")
	p.await(`document.getElementById('status').textContent.includes('thinks')`)
	byDragging(p, onSquare("g1"), onSquare("f3"))
	p.await(`document.querySelectorAll('.square.ahead').length === 2`)
	p.run(`document.querySelector('#panel-play .board').dispatchEvent(new KeyboardEvent('keydown', {key: 'Escape', bubbles: true}))`)
	p.await(`document.querySelectorAll('.square.ahead').length === 0`)
	p.click("f1")
	p.await(`document.querySelectorAll('.target').length === 6`) // with g2, which it protects
	p.click("c4")
	p.await(`document.querySelectorAll('.square.ahead').length === 2`)
	p.look("ahead")
	p.run("release()")
	p.await(madeMoves + ` === 3`)
	p.want(map[string]string{"f1": "", "c4": "B"})

	// Castling, too.
	p.run("release()")
	p.await(madeMoves + ` === 4`)
	p.fill("Black is", "person")
	p.unfold("FEN, PGN and link")
	p.fill("FEN", "4k3/p7/8/8/8/8/P7/4K2R w K - 0 1")
	p.press("Go to FEN")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 5`)
	p.fill("Black is", "engine")
	p.move("a2", "a3", "")
	p.await(`document.getElementById('status').textContent.includes('thinks')`)
	p.click("e1")
	p.await(`document.querySelectorAll('.target').length === 6`) // five squares and g1
	p.click("g1")
	p.await(`document.querySelectorAll('.square.ahead').length === 2`)
	p.run("release()")
	p.await(madeMoves + ` === 3`)
	p.want(map[string]string{"g1": "K", "f1": "R", "h1": ""})
}

// The other side's piece shows where it goes.
func TestReachOfAnyPiece(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.click("b8")
	p.await(`document.querySelectorAll('.peek').length === 2`)
	p.look("reach")
	p.click("b8")
	p.await(`document.querySelectorAll('.peek').length === 0`)
	p.move("e2", "e4", "")
	p.await(`document.querySelectorAll('.peek').length === 0`)
}

// The best piece stands first in the menu of a promotion, which opens at its square.
func TestPromotionMenu(t *testing.T) {
	p := browse(t)
	p.play("chess", "7k/P7/8/8/8/8/8/K7 w - - 0 1")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 3`)
	for name, size := range screens {
		run(p, chromedp.EmulateViewport(size[0], size[1]))
		p.run("scrollTo(0, 0)")
		byTouch(p, onSquare("a7"), onSquare("a8")) // a tap is followed by a click, which leaves the menu open
		p.await(`document.querySelector('dialog[open]')`)
		tapOn(p, "dialog button:last-child")
		p.await(`!document.querySelector('dialog')`)
		byClicks(p, onSquare("a7"), onSquare("a8"))
		p.await(`document.querySelector('dialog[open]')`)
		list := value[string](p, `[...document.querySelectorAll('dialog button')].map((b) => b.textContent).join()`)
		if !strings.HasPrefix(list, "Promote to queen (a8=Q+),Promote to rook") {
			t.Errorf("%s: menu %s", name, list)
		}
		away := value[[]float64](p, `(() => {
			const m = document.querySelector('dialog').getBoundingClientRect(), s = [...document.querySelectorAll('#panel-play [data-square=a8]')].at(-1).getBoundingClientRect();
			return [Math.max(0, m.left - s.right, s.left - m.right), Math.max(0, m.top - s.bottom, s.top - m.bottom), m.bottom, m.right];
		})()`)
		if away[0] > 2 || away[1] > 2 || away[2] > float64(size[1]) || away[3] > float64(size[0]) {
			t.Errorf("%s: the menu is at %v", name, away)
		}
		p.look("promotion " + name)
		p.press("None")
		p.await(`!document.querySelector('dialog')`)
	}
}
