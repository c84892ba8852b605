package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"bestiary/engine/variant"
	"bestiary/internal/testkit"
)

// screens lists the screen sizes to try: a desktop, a large screen, a phone, and a phone in landscape.
var screens = map[string][2]int64{"desk": {1280, 900}, "large": {1920, 1080}, "phone": {390, 844}, "phone on its side": {844, 390}}

// Every part of the page fits the screen, even with the largest boards.
func TestPageFitsScreens(t *testing.T) {
	p := browse(t)
	for _, game := range testkit.Choose([]string{"complete-permutation", "hannibal-manticore"}, variant.Catalogue()) {
		p.play(game, "")
		for name, size := range screens {
			run(p, chromedp.EmulateViewport(size[0], size[1]))
			for _, tab := range []string{"Game", "Play", "Study", "Piece"} {
				p.press(tab)
				if wide := value[int64](p, `document.documentElement.scrollWidth`); wide > size[0] {
					t.Errorf("%s, %s, %s: the page is %d pixels wide", game, tab, name, wide)
				}
				p.look(game + " " + tab + " " + name)
			}
			p.press("Play")
			p.run(`document.querySelector('#panel-play .board').scrollIntoView()`)
			box := value[[]float64](p, `(({left, top, right, bottom}) => [left, top, right, bottom])(document.querySelector('#panel-play .board').getBoundingClientRect())`)
			if box[0] < -1 || box[1] < -1 || box[2] > float64(size[0])+1 || box[3] > float64(size[1])+1 {
				t.Errorf("%s, %s: the board takes %v", game, name, box)
			}
		}
	}
}

// What a move needs is on the first screen: the board, the status, the buttons and the hands.
// The menu of a promotion is, too.
func TestMovesNeedNoScrolling(t *testing.T) {
	p := browse(t)
	const tall = "files=8\nranks=16\nKing:K:K:ke:e1,,e16\nRook:R:R:rook:a1,h1,,a16,h16\n"
	type board struct{ name, promotion, from, to string }
	boards := []board{
		{"grand", "4k5/10/9P/10/10/10/10/10/10/4K5 w - - 0 1", "j8", "j9"},
		{name: "complete-permutation"},
		{name: "shogi"},
		{"crazyhouse", "4k3/P7/8/8/8/8/8/4K3[QRBNPqrbnp] w - - 0 1", "a7", "a8"},
		{name: tall},
	}
	if testkit.Long() {
		boards = append(boards, board{name: "omega"}, board{name: "gross"})
	}
	for _, game := range boards {
		if game.name == tall {
			p.press("Game")
			p.fill("Text of the game", tall)
			p.await(`document.getElementById('title').textContent === 'A pasted game'`)
			p.press("Play it")
			p.await(`document.querySelectorAll('#panel-play .square').length === 128`)
		} else {
			p.play(game.name, game.promotion)
		}
		for name, size := range map[string][2]int64{"desk": {1280, 800}, "large": {1920, 1080}, "phone": {390, 844}, "phone on its side": {844, 390}} {
			run(p, chromedp.EmulateViewport(size[0], size[1]))
			p.run("scrollTo(0, 0)")
			needed := "#panel-play .board, #status, #panel-play .side > .buttons button, #panel-play .held"
			if game.from != "" {
				byClicks(p, onSquare(game.from), onSquare(game.to))
				p.await(`document.querySelector('dialog[open]')`)
				needed += ", dialog"
			}
			for _, out := range value[[]string](p, fmt.Sprintf(`[...document.querySelectorAll(%q)].filter((e) => e.checkVisibility()).map((e) => [e, e.getBoundingClientRect()])
				.filter(([e, r]) => r.left < -1 || r.top < -1 || r.right > innerWidth + 1 || r.bottom > innerHeight + 1)
				.map(([e, r]) => (e.id || e.getAttribute('class') || e.textContent) + ' ' + [r.left, r.top, r.right, r.bottom].map(Math.round))`, needed)) {
				t.Errorf("%s, %s: off the screen is %s", game.name, name, out)
			}
			p.look("first screen " + strings.ReplaceAll(game.name[:min(8, len(game.name))], "\n", "") + " " + name)
			if game.from != "" {
				p.press("None")
				p.await(`!document.querySelector('dialog')`)
			}
		}
	}
}

// prefer sets a preference of the user.
func (p *page) prefer(name, value string) {
	p.Helper()
	testkit.Must(chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: name, Value: value}}}))(p.T)
}

// contrasts lists the texts of the page whose contrast with their background is below WCAG
// 2 level AA.
const contrasts = `(() => {
	const parse = (text) => text.match(/[\d.]+/g).map(Number);
	const light = (c) => c.slice(0, 3).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
	const behind = (e) => {
		for (; e; e = e.parentElement) {
			const c = parse(getComputedStyle(e).backgroundColor);
			if (c.length === 3 || c[3] > 0) return c;
		}
		return [255, 255, 255];
	};
	const faults = [];
	for (const e of document.querySelectorAll('body *')) {
		if (!e.checkVisibility() || e.closest('.unseen, .board .piece, .icon, .face, option') || e.disabled) continue;
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
		const style = getComputedStyle(e), front = light(parse(e instanceof SVGElement ? style.fill : style.color)), back = light(behind(e));
		const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
		if (ratio < 4.5) faults.push(e.tagName + '.' + (e.className.baseVal ?? e.className) + ' ' + e.textContent.slice(0, 30) + ': ' + ratio.toFixed(2));
	}
	return faults;
})()`

// Texts are readable in both colour schemes.
func TestContrast(t *testing.T) {
	p := browse(t)
	for _, scheme := range []string{"light", "dark"} {
		p.prefer("prefers-color-scheme", scheme)
		p.play("hannibal-manticore", "")
		p.click("b1")
		p.await(madeMoves + " === 1")
		p.unfold("FEN, PGN and link")
		p.unfold("Set up a position")
		for _, tab := range []string{"Play", "Game", "Study", "Piece"} {
			p.press(tab)
			for _, fault := range value[[]string](p, contrasts) {
				t.Errorf("%s, %s: %s", scheme, tab, fault)
			}
			p.look(scheme + " " + tab)
		}
		p.press("Game")
		p.fill("Text of the game", "files=99")
		p.await(`document.querySelector('#faults').textContent !== ''`)
		for _, fault := range value[[]string](p, contrasts) {
			t.Errorf("%s, faults: %s", scheme, fault)
		}
		p.look(scheme + " faults")
	}
}
