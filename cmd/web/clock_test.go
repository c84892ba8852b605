package web

import (
	"bytes"
	"image/gif"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/internal/testkit"
)

// hurry adds to the time of the page's clocks by globalThis.skip, in seconds.
const hurry = `{ const real = performance.now.bind(performance); globalThis.skip = 0; performance.now = () => real() + 1000 * skip; }`

// A side whose time is up has lost, in the PGN, too; moves bring time back, and a reload keeps what is left.
func TestClocks(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.fill("Black is", "person")
	p.fill("Clock", "3+2")
	p.run(hurry)
	clock := func(strip, want string) {
		t.Helper()
		p.await(`document.querySelector('#panel-play .strip:` + strip + `-child .clock').textContent === '` + want + `'`)
	}
	p.run(`skip = 60`) // before the first move nothing runs
	clock("last", "3:00")
	p.move("e2", "e4", "")
	clock("last", "3:02")
	p.run(`skip += 100`)
	p.await(`document.querySelector('#panel-play .strip:first-child .clock.running').textContent.startsWith('1:')`)
	p.move("e7", "e5", "")
	p.await(`/^1:[12]\d$/.test(document.querySelector('#panel-play .strip:first-child .clock').textContent)`)
	p.press("←") // who looks back is not pressed
	p.await(`!document.querySelector('#panel-play .clock.running')`)
	p.press("→")
	p.await(`document.querySelector('#panel-play .strip:last-child .clock.running')`)
	p.look("clocks")
	p.run(`skip += 40`) // what one has thought is not given back
	p.press("Game")
	p.press("Play")
	p.press("←")
	p.press("→")
	p.await(`/^2:[12]\d$/.test(document.querySelector('#panel-play .strip:last-child .clock.running')?.textContent)`)
	p.await(`location.hash.includes('moves=e2e4.e7e5')`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && ` + madeMoves + ` === 2 && /^2:[012]\d$/.test(document.querySelector('#panel-play .strip:last-child .clock.running')?.textContent)`)
	p.run(hurry)
	p.run(`skip = 200`)
	p.await(`document.getElementById('status').textContent === 'Black wins on time.'`)
	clock("last", "0:00.0")
	p.click("d2")
	p.click("d4")
	p.fill("Your move as text, such as Nf3", "d4")
	p.press("Move")
	p.await(`document.getElementById('status').textContent.endsWith('The game is over.')`)
	if value[int](p, madeMoves) != 2 {
		t.Error("a move was made after the game")
	}
	p.unfold("My games")
	p.await(`document.querySelector('.mine li')?.textContent.includes(', 0-1, ')`)
	p.press("New game")
	p.await(madeMoves + ` === 0`)
	p.run(`document.querySelector('.mine li button').click()`)
	p.await(`document.getElementById('status').textContent === 'Black wins on time.'`)
	p.unfold("FEN, PGN and link")
	p.press("Show PGN")
	p.await(`(t => t.includes('[Result "0-1"]') && t.includes('[Termination "time forfeit"]') && t.trim().endsWith('0-1'))(document.querySelectorAll('.exchange textarea')[0].value)`)
	p.press("Take back")
	p.await(`document.getElementById('status').textContent === 'Black to move.' && ` + madeMoves + ` === 1`)
	p.fill("Clock", "")
	p.await(`document.querySelectorAll('#panel-play .clock:not([hidden])').length === 0`)
}

// No clock runs while another tab is shown, also if the engine moves meanwhile.
func TestClockStandsOnOtherTabs(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.fill("Black is", "person")
	p.fill("Clock", "10+5")
	p.move("e2", "e4", "")
	p.press("Game")
	p.run(`(() => { const c = [...document.querySelectorAll('label')].find((l) => l.textContent === 'Black is').control; c.value = 'engine'; c.dispatchEvent(new Event('change')); })()`)
	p.await(madeMoves + ` === 2`)
	if value[bool](p, `document.querySelector('#panel-play .clock.running') !== null`) {
		t.Error("a clock runs")
	}
	p.press("Play")
	p.await(`document.querySelector('#panel-play .strip:last-child .clock.running')`)
}

// The side that is late is one of two.
func TestLateSide(t *testing.T) {
	a := &API{}
	r := PGNRequest{Place: Place{Game: GameRef{Name: "chess"}, Moves: []string{"e2e4"}}, Late: "black"}
	if text := call[map[string]string](t, a, "pgn", r)["pgn"]; !strings.Contains(text, `[Result "1-0"]`) {
		t.Errorf("Black was late: %s", text)
	}
	r.Late = "both"
	fault(t, a, "pgn", r)
}

// The bar beside the board shows what the analysis says, and what the course of the game says.
func TestEvaluationBar(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.fill("Black is", "person")
	const bar, white = `document.querySelector('#panel-play .evaluation')`, `(({bottom, top}, all) => [(all.bottom - bottom), bottom - top, all.height])(document.querySelector('#panel-play .evaluation > div').getBoundingClientRect(), document.querySelector('#panel-play .evaluation').getBoundingClientRect())`
	if !value[bool](p, bar+`.hidden`) {
		t.Error("there is a bar without an analysis")
	}
	p.unfold("FEN, PGN and link")
	p.run(`document.querySelectorAll('.exchange input')[0].value = '3qk3/8/8/8/8/8/4P3/4K3 w - - 0 1'`)
	p.press("Go to FEN")
	p.run(`document.getElementById('analyse').click()`)
	p.await(`!` + bar + `.hidden && /White may expect \d %/.test(` + bar + `.title)`)
	p.look("bar")
	if at := value[[]float64](p, white); at[0] > 2 || at[1] > at[2]/5 {
		t.Errorf("a queen behind, White's part of the bar is %v", at)
	}
	p.press("Flip")
	if at := value[[]float64](p, white); at[0] < at[2]/2 {
		t.Errorf("on a board turned round White's part is %v", at)
	}
	p.run(`document.getElementById('analyse').click()`)
	p.await(bar + `.hidden`)
	p.press("Course of the game")
	p.await(`!` + bar + `.hidden`)
}

// A game is saved as an animation, in which every picture is a position.
func TestAnimation(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.fill("Black is", "person")
	p.move("e2", "e4", "")
	p.move("d7", "d5", "")
	p.unfold("FEN, PGN and link")
	p.run(`globalThis.saved = null; { const real = URL.createObjectURL; URL.createObjectURL = (blob) => (blob.arrayBuffer().then((b) => (saved = [...new Uint8Array(b)])), real.call(URL, blob)); }`)
	p.press("Save animation")
	p.await(`saved`)
	var data []byte
	for _, b := range value[[]int](p, `saved`) {
		data = append(data, byte(b))
	}
	film := testkit.Must(gif.DecodeAll(bytes.NewReader(data)))(t)
	if len(film.Image) != 3 || film.Config.Width != 400 || film.Config.Height != 400 || film.LoopCount != 0 || len(data) > 40_000 {
		t.Fatalf("%d pictures of %d x %d in %d bytes", len(film.Image), film.Config.Width, film.Config.Height, len(data))
	}
	const cell = 400. / 356 * 40 // pixels
	for i, squares := range [][]string{{}, {"e2", "e4"}, {"d7", "d5"}} {
		for _, square := range squares {
			x, y := int((float64(square[0]-'a')+0.51)*cell), int((float64('8'-square[1])+0.51)*cell) // in its edge, whose colour marks the move
			r, g, b, a := film.Image[i].At(x, y).RGBA()
			if a == 0 || r>>8 < 190 || g>>8 < 190 || b>>8 > 140 {
				t.Errorf("picture %d, %s: %d %d %d %d, expected the colour of a last move", i, square, r>>8, g>>8, b>>8, a>>8)
			}
		}
	}
}

// A hint is an arrow and stays no longer than the position; taking back a move against the engine takes back its reply, too.
func TestHintsAndMovesTakenBack(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.fill("Level of the engine", "50")
	p.fill("Black is", "engine")
	p.press("Hint")
	p.await(`document.getElementById('status').textContent.startsWith('Hint: ') && document.querySelectorAll('#panel-play .arrow').length === 1`)
	p.fill("Your move as text, such as Nf3", "e4")
	p.press("Move")
	p.await(madeMoves + ` === 2 && document.querySelectorAll('#panel-play .arrow').length === 0`)
	p.press("Take back")
	p.await(madeMoves + ` === 0 && document.getElementById('status').textContent === 'White to move.'`)
}
