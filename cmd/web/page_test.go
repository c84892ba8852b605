package web

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/google/go-cmp/cmp"
)

func TestPageOpens(t *testing.T) {
	p := browse(t)
	if title := value[string](p, "document.getElementById('title').textContent"); title != "Chess" {
		t.Errorf("title %q", title)
	}
	p.look("game")
	p.press("Play")
	p.look("play")
	p.press("Measure")
	p.look("measure")
}

// Someone who has never seen the program pastes a diagram, plays the game to its end
// against the engine, and sees what the pieces are worth within two minutes.
func TestDiagramIsPlayedAndMeasured(t *testing.T) {
	p := browse(t)
	p.fill("Text of the game", diagram(t))
	p.await(`document.querySelectorAll('.pieces figure').length === 9 && document.querySelectorAll('.square.waiting').length > 0`)
	p.look("diagram")
	p.press("Play it")
	p.fill("Level of the engine", "50")
	p.placePieces()
	p.look("placed")
	for plies := 0; !value[bool](p, ended); plies++ {
		if plies > 600 {
			t.Fatal("the game does not end")
		}
		p.moveAtRandom(plies)
	}
	p.look("played")
	t.Logf("%s after %d moves", value[string](p, `document.getElementById('status').textContent`), value[int](p, madeMoves))

	p.press("Measure")
	began := time.Now()
	p.await(`[...document.querySelectorAll('form button[type=submit]')].some((b) => b.textContent === 'Measure' && b.checkVisibility() && (b.click(), true))`)
	p.await(`document.querySelectorAll('table.values tbody tr').length === 8`)
	p.await(`[...document.querySelectorAll('table.values td.interval')].filter((d) => /^[−\d.∞]+ to [−\d.∞]+$/.test(d.textContent)).length >= 6`)
	t.Logf("values after %v", time.Since(began).Round(time.Second))
	if took := time.Since(began); took > 2*time.Minute {
		t.Errorf("values took %v", took)
	}
	p.look("measured")
	p.press("Stop")
}

// play chooses a game of the catalogue, lets two people play it, and goes to a position.
func (p *page) play(game, fen string) {
	p.Helper()
	p.played++ // so that the address changes
	p.run(fmt.Sprintf("location.hash = '#game=%s&tab=play&n=%d'", game, p.played))
	p.await(fmt.Sprintf("document.querySelector('#panel-play .board .square') && document.title.startsWith(%q)", value[string](p, fmt.Sprintf(
		"import('./client.js').then((m) => m.connect().call('game', {name: %q})).then((g) => g.title)", game))))
	p.fill("White is", "person")
	p.fill("Black is", "person")
	if fen != "" {
		p.unfold("FEN, PGN and link")
		p.fill("FEN", fen)
		p.press("Go to FEN")
	}
}

// run evaluates statements of the page.
func (p *page) run(statement string) {
	p.Helper()
	value[any](p, statement+"; null")
}

// unfold opens a part of the page that is folded.
func (p *page) unfold(summary string) {
	p.Helper()
	p.await(fmt.Sprintf(`[...document.querySelectorAll('summary')].some((s) => s.textContent === %q && s.checkVisibility() && (s.parentElement.open = true))`, summary))
}

// move clicks on two squares and, if a menu opens, on its entry with these words.
func (p *page) move(from, to, words string) {
	p.Helper()
	before := value[int](p, madeMoves)
	p.click(from)
	p.click(to)
	if words != "" {
		p.await(fmt.Sprintf(`[...document.querySelectorAll('dialog button')].some((b) => b.textContent.includes(%q) && (b.click(), true))`, words))
	}
	p.await(fmt.Sprintf("%s === %d", madeMoves, before+1))
}

// at is the letter of the piece on a square, lower-case for Black; "" for none.
func (p *page) at(square string) string {
	p.Helper()
	return value[string](p, fmt.Sprintf(`(() => {
		const g = document.querySelector('#panel-play .stone[data-at=%s]');
		return !g ? '' : g.classList.contains('black') ? g.textContent.toLowerCase() : g.textContent;
	})()`, square))
}

func (p *page) want(squares map[string]string) {
	p.Helper()
	for square, want := range squares {
		if got := p.at(square); got != want {
			p.Errorf("on %s stands %q, want %q", square, got, want)
		}
	}
}

// Waiting pieces are placed and enter, and the king castles in the fast way, all by
// clicking: ten moves of Hannibal Chess.
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

// A menu opens where squares are not enough.
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

	// A menu that is closed leaves everything as it was.
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

// Texts of a game stay texts: nothing that they hold runs or becomes an element.
func TestTextsOfGamesAreNoMarkup(t *testing.T) {
	p := browse(t)
	const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>`
	ref := GameRef{Name: "chess"}
	text := call[Game](t, &API{}, "game", ref).TOML
	p.fill("Text of the game", strings.Replace(text, `title = "Chess"`, "title = '"+evil+"'\nauthor = '"+evil+"'\ndescription = '"+evil+"'", 1))
	p.await(fmt.Sprintf(`document.getElementById('title').textContent === %q`, evil))
	p.fill("Text of the game", strings.Replace(text, `name = "knight"`, "name = '<script>'", 1))
	p.await(`document.querySelector('.faults').textContent.includes('<script>')`)
	if found := value[int](p, `document.querySelectorAll('script:not([src]), img[onerror], body img[src=x]').length`); found != 0 {
		t.Errorf("%d elements from texts", found)
	}
	if line := value[string](p, `document.querySelector('.lines .faulty').textContent`); line == "" || line == "0" {
		t.Errorf("the fault stands at line %q", line)
	}
	p.look("faults")
}

// A link holds the game with its changed rules and its moves.
func TestLinkHoldsTheGame(t *testing.T) {
	p := browse(t)
	p.fill("Text of the game", diagram(t))
	p.await(`document.querySelectorAll('.square.waiting').length > 0`)
	p.unfold("Change a rule")
	p.fill("Rule", "n-move")
	p.fill("Value", "33")
	p.press("Change")
	p.await(`document.querySelector('.rules').textContent.includes('33 moves')`)
	p.press("Play it")
	p.fill("Black is", "person")
	p.click("b1")
	p.await(madeMoves + " === 1")
	p.unfold("FEN, PGN and link")
	p.press("Link to this game")
	p.await(`location.hash.startsWith('#g=')`)
	address := value[string](p, "location.href")
	run(p, chromedp.Navigate("about:blank"))
	run(p, chromedp.Navigate(address))
	p.await(`document.documentElement.dataset.ready === 'true' && ` + madeMoves + ` === 1`)
	p.press("Game")
	p.await(`document.querySelector('.rules').textContent.includes('33 moves')`)
	if len(address) > 2000 {
		t.Errorf("the address has %d letters", len(address))
	}
}

// A game goes out as PGN and comes back.
func TestPGNGoesOutAndIn(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.move("f2", "f3", "")
	p.move("e7", "e5", "")
	p.move("g2", "g4", "")
	p.move("d8", "h4", "")
	p.await(ended)
	p.unfold("FEN, PGN and link")
	p.press("Show PGN")
	p.await(`[...document.querySelectorAll('.exchange textarea')].some((t) => t.value.includes('Qh4#'))`)
	p.press("New game")
	p.await(madeMoves + " === 0")
	p.press("Read PGN")
	p.await(madeMoves + " === 4 && " + ended)
	p.press("←")
	p.await(`!` + ended)
	p.want(map[string]string{"d8": "q", "h4": ""})
}

// The board is played with the keyboard, and what happens is announced.
func TestKeyboard(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.run(`document.querySelector('#panel-play .board').focus()`)
	press := func(keys ...string) {
		for _, key := range keys {
			p.run(fmt.Sprintf(`document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: %q, bubbles: true}))`, key))
		}
	}
	said := func(text string) {
		t.Helper()
		p.await(fmt.Sprintf(`document.getElementById('said').textContent.includes(%q)`, text))
	}
	press("ArrowUp", "ArrowUp")
	said("e2: White pawn")
	press("Enter", "ArrowUp", "ArrowUp")
	said("e4: empty")
	press("Enter")
	said("White: e4. Black to move.")
	p.want(map[string]string{"e4": "P"})
	p.fill("Your move in words, such as Nf3", "Nc6")
	p.press("Move")
	said("Black: Nc6. White to move.")
	p.fill("Your move in words, such as Nf3", "Ke5")
	p.press("Move")
	said("Ke5")
	p.run(`document.getElementById('tab-play').focus(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))`)
	p.await(`document.activeElement.id === 'tab-measure' && !document.getElementById('panel-measure').hidden`)
}

// The engine of the browser plays the same moves as that of this program, and its
// measurements are the same numbers.
func TestBrowserAgreesWithTheProgram(t *testing.T) {
	p := browse(t)
	a := &API{}
	chess, other := GameRef{Name: "chess", Rules: []string{}}, GameRef{Name: "chess", Rules: []string{"n-move=3"}}
	agree := func(method string, request any) json.RawMessage {
		t.Helper()
		text, err := json.Marshal(request)
		if err != nil {
			t.Fatal(err)
		}
		native, err := a.Call(context.Background(), method, text)
		if err != nil {
			t.Fatal(err)
		}
		there := value[string](p, fmt.Sprintf(`import('./client.js').then((m) => (globalThis.engine ??= m.connect()).call(%q, %s)).then(JSON.stringify)`, method, text))
		var x, y any
		if err := json.Unmarshal(native, &x); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(there), &y); err != nil {
			t.Fatal(err)
		}
		for _, reply := range []any{x, y} {
			delete(reply.(map[string]any), "rate") // depends on the machine
		}
		if diff := cmp.Diff(x, y); diff != "" {
			t.Errorf("%s (-program +browser):\n%.2000s", method, diff)
		}
		return native
	}
	for _, name := range []string{"chess", "hannibal-manticore", "al-ces", "musketeer"} {
		agree("bench", BenchRequest{GameRef{Name: name}, 2000})
	}
	agree("think", ThinkRequest{Place{Game: chess}, 500, 2})
	for _, m := range []Measurement{{Game: chess, Seed: 5, Pairs: leastPairs, Nodes: 10}, {Game: chess, Other: &other, Seed: 5, Pairs: leastPairs, Nodes: 10}} {
		var games []Record
		sides := 1
		if m.Other != nil {
			sides = 2
		}
		for i := range 2 * sides * leastPairs {
			var r Record
			if err := json.Unmarshal(agree("play", PlayRequest{m, i % sides, i / (2 * sides), i / sides % 2}), &r); err != nil {
				t.Fatal(err)
			}
			games = append(games, r)
		}
		agree("values", ValuesRequest{m, games, true})
	}
}

// screens are the sizes of screens to try: a desk, a phone, and a phone on its side.
var screens = map[string][2]int64{"desk": {1280, 900}, "phone": {390, 844}, "phone on its side": {844, 390}}

// Every part of the page fits the screen, and so do the largest boards.
func TestPageFitsScreens(t *testing.T) {
	p := browse(t)
	for name, size := range screens {
		run(p, chromedp.EmulateViewport(size[0], size[1]))
		for _, game := range []string{"complete-permutation", "herculean", "hannibal-manticore"} {
			p.play(game, "")
			for _, tab := range []string{"Game", "Play", "Measure"} {
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

// contrasts lists the texts of the page whose contrast with what is behind them is below
// that of WCAG 2 at level AA.
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
		if (!e.checkVisibility() || e.closest('.unseen, .board .piece, .icon, option') || e.disabled) continue;
		if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
		const style = getComputedStyle(e), front = light(parse(e instanceof SVGElement ? style.fill : style.color)), back = light(behind(e));
		const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05);
		if (ratio < 4.5) faults.push(e.tagName + '.' + (e.className.baseVal ?? e.className) + ' ' + e.textContent.slice(0, 30) + ': ' + ratio.toFixed(2));
	}
	return faults;
})()`

// Texts can be read in both colour schemes.
func TestContrast(t *testing.T) {
	p := browse(t)
	for _, scheme := range []string{"light", "dark"} {
		_, err := chromedp.Call(p.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		if err != nil {
			t.Fatal(err)
		}
		p.play("hannibal-manticore", "")
		p.click("b1")
		p.await(madeMoves + " === 1")
		p.unfold("FEN, PGN and link")
		p.unfold("Set up a position")
		for _, tab := range []string{"Play", "Game", "Measure"} {
			p.press(tab)
			for _, fault := range value[[]string](p, contrasts) {
				t.Errorf("%s, %s: %s", scheme, tab, fault)
			}
			p.look(scheme + " " + tab)
		}
		p.press("Game")
		p.fill("Text of the game", "files=99")
		p.await(`document.querySelector('.faults').textContent !== ''`)
		for _, fault := range value[[]string](p, contrasts) {
			t.Errorf("%s, faults: %s", scheme, fault)
		}
		p.look(scheme + " faults")
	}
}

// A position is set up by clicking, and played from there; a position that the rules do
// not allow gets their words.
func TestSetUpByClicking(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.unfold("Set up a position")
	p.press("Clear the board")
	take := func(name string) {
		t.Helper()
		p.await(fmt.Sprintf(`(document.querySelector('.palette button[aria-label=%q]')?.click(), true)`, name))
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

// The engine gives hints, shows its lines, and plays against itself; levels and colours
// can change at any time.
func TestEngineOfThePage(t *testing.T) {
	p := browse(t)
	p.play("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 3`)
	p.press("Hint")
	p.await(`document.getElementById('status').textContent.startsWith('Hint: Q') && document.querySelectorAll('.arrow').length === 1`)
	p.run(`document.getElementById('analyse').click()`)
	p.await(`document.querySelectorAll('.lines-found li').length === 3 && document.querySelector('.lines-found').textContent.includes('#1') && document.querySelectorAll('.arrow').length === 3`)
	p.look("analysis")
	p.run(`document.getElementById('analyse').click()`)
	p.await(`document.querySelectorAll('.lines-found li').length === 0 && document.querySelectorAll('.arrow').length === 0`)
	p.fill("White is", "engine")
	p.await(ended)
	p.press("New game")
	p.fill("Black is", "engine")
	p.await(madeMoves + " >= 3")
	p.fill("White is", "person")
	p.press("Flip")
	p.await(`document.querySelector('#panel-play [data-square=a1]').getBoundingClientRect().y < document.querySelector('#panel-play [data-square=a8]').getBoundingClientRect().y`)
}

// A comparison of two rules shows the measures of both, and a game of it can be replayed.
func TestRulesAreCompared(t *testing.T) {
	p := browse(t)
	p.press("Measure")
	p.fill("Question", "rule")
	p.fill("Rule", "n-move")
	p.fill("Its other value", "5")
	p.fill("Pairs of games", "20")
	p.fill("Positions a move", "10")
	p.await(`[...document.querySelectorAll('form button[type=submit]')].some((b) => b.textContent === 'Measure' && b.checkVisibility() && (b.click(), true))`)
	p.await(`document.querySelector('#panel-measure .status').textContent.startsWith('Done.')`)
	table := value[string](p, `document.querySelector('table.values').textContent`)
	for _, text := range []string{"n-move=50", "n-move=5", "After 20 pairs", "draws"} {
		if !strings.Contains(table, text) {
			t.Errorf("the table lacks %q", text)
		}
	}
	if command := value[string](p, `document.querySelector('#panel-measure pre').textContent`); command != "bestiary compare chess --against n-move=5 --pairs 20 --nodes 10 --seed 1" {
		t.Errorf("command %q", command)
	}
	p.look("compared")
	p.unfold("Games")
	p.await(`(document.querySelector('.games button')?.click(), true)`)
	p.await(`!document.getElementById('panel-play').hidden && ` + madeMoves + ` > 10`)

	// What is wrong with the request is said.
	p.press("Measure")
	p.fill("Its other value", "many")
	p.await(`[...document.querySelectorAll('form button[type=submit]')].some((b) => b.textContent === 'Measure' && b.checkVisibility() && (b.click(), true))`)
	p.await(`document.querySelector('#panel-measure .status').textContent.includes('many')`)
}
