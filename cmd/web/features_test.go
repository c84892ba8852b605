package web

import (
	"bestiary/internal/testkit"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// features lists what boards elsewhere offer for one person and for two at one screen, who
// offers it, and the test that shows that this page has it.
var features = []struct{ name, where, test string }{
	{"a game of one's own from the text of a diagram", "Interactive Diagram", "TestDiagramIsPlayedAndMeasured"},
	{"a game of one's own from `variants.ini`", "Fairyground", "TestRefusedText"},
	{"the moves of every piece in a picture", "Interactive Diagram", "TestDiagramIsPlayedAndMeasured"},
	{"where a piece goes from its square, whoever is to move", "Interactive Diagram", "TestReachOfAnyPiece"},
	{"legal moves are lit; moves by click, drag and touch", "all", "TestDrops"},
	{"pieces are dropped from the hand", "PyChess, Lichess, Fairyground", "TestDrops"},
	{"promotions in a menu at the square", "PyChess, Lichess, Fairyground", "TestPromotionMenu"},
	{"moves in advance", "PyChess, Lichess", "TestMovesInAdvance"},
	{"moves as text", "Lichess", "TestKeyboard"},
	{"play against the engine at several levels", "all", "TestEngineOfThePage"},
	{"the engine plays itself", "Fairyground", "TestEngineOfThePage"},
	{"analysis with several lines and arrows", "PyChess, Lichess, Fairyground", "TestEngineOfThePage"},
	{"the board turns round", "all", "TestEngineOfThePage"},
	{"going through a game by keys", "all", "TestVariations"},
	{"variations with comments and signs", "Lichess", "TestVariations"},
	{"PGN in and out", "PyChess, Lichess, Fairyground", "TestPGNGoesOutAndIn"},
	{"positions are set up, with hands and rights", "PyChess, Lichess, Fairyground", "TestSetUpOfHandsAndRights"},
	{"pieces in several styles", "PyChess, Lichess, Fairyground", "TestLooks"},
	{"captured pieces, and a sound that can be turned off", "PyChess, Lichess", "TestSound"},
	{"a board in a page of another site", "Interactive Diagram, Lichess", "TestFrame"},
	{"another array for each new game of a shuffled one", "Interactive Diagram, PyChess, Lichess", "TestNewArrays"},
	{"arrows and circles drawn by hand", "PyChess, Lichess, Fairyground", "TestDrawing"},
	{"several boards to choose from", "Lichess, PyChess", "TestBoards"},
	{"the course of a game as a graph", "Lichess, PyChess", "TestCourseOfGame"},
	{"a position as a picture", "Lichess", "TestPictureOfPosition"},
	{"games that were played are kept", "PyChess, Lichess", "TestGamesAreKept"},
	{"a game is built on its board by clicks", "Interactive Diagram", "TestGameIsBuilt"},
	{"the evaluation bar beside the board", "Lichess, PyChess", "TestEvaluationBar"},
	{"clocks with an increment", "Lichess, PyChess", "TestClocks"},
	{"hints, and moves taken back", "Lichess", "TestHintsAndMovesTakenBack"},
	{"a rematch with other colours", "Lichess, PyChess", "TestCourseOfGame"},
	{"a game as an animation", "Lichess", "TestAnimation"},
}

// The manual says what the page has of the features of others, and the tests that show it
// exist.
func TestFeatures(t *testing.T) {
	manual := string(testkit.Must(os.ReadFile("../../docs/browser.md"))(t))
	var source strings.Builder
	for _, name := range testkit.Must(filepath.Glob("*_test.go"))(t) {
		source.Write(testkit.Must(os.ReadFile(name))(t))
	}
	if len(features) != 32 {
		t.Errorf("%d features", len(features))
	}
	for _, f := range features {
		if !strings.Contains(source.String(), "func "+f.test+"(t *testing.T)") {
			t.Errorf("there is no %s", f.test)
		}
		if row := fmt.Sprintf("| %s | %s |\n", f.name, f.where); !strings.Contains(manual, row) {
			t.Errorf("docs/browser.md lacks the line %s", row)
		}
	}
}

// Pieces have styles, and captured pieces stand beside the board.
func TestLooks(t *testing.T) {
	p := browse(t)
	looks := map[string]bool{}
	for _, style := range []string{"letters", "moves", "pictures"} {
		p.press("Game")
		p.fill("Pieces", style)
		p.play("chess", "")
		looks[value[string](p, `document.querySelector('#panel-play .stone[data-at=b1]').innerHTML`)] = true
	}
	if len(looks) != 3 {
		t.Errorf("a knight looks in %d ways, want 3", len(looks))
	}
	for i, square := range []string{"e2", "e4", "d7", "d5", "e4", "d5"} {
		p.click(square)
		if i%2 == 1 {
			p.await(fmt.Sprintf(`%s === %d`, madeMoves, (i+1)/2))
		}
	}
	p.await(`/1 .*pawn/i.test(document.querySelector('#panel-play .captured')?.ariaLabel)`)
	beside := value[[]float64](p, `(() => {
		const c = document.querySelector('#panel-play .captured').getBoundingClientRect(), b = document.querySelector('#panel-play .board').getBoundingClientRect();
		return [c.left - b.left, b.right - c.right, Math.min(Math.abs(c.top - b.bottom), Math.abs(b.top - c.bottom))];
	})()`)
	if beside[0] < -1 || beside[1] < -1 || beside[2] > 40 {
		t.Errorf("the captured pawn is %v pixels from the board", beside)
	}
	p.look("captured")
}

// Each new game of a game that shuffles its array has another one, which stays in the address.
func TestNewArrays(t *testing.T) {
	p := browse(t)
	p.play("chess960", "")
	const fen = `document.querySelector('#panel-play .board-frame').dataset.fen`
	p.run(`{ let seed = 0; crypto.getRandomValues = (into) => into.fill(++seed); }`)
	arrays := map[string]bool{}
	for seed := range 4 {
		array := call[map[string]string](t, &API{}, "array", ArrayRequest{GameRef{Name: "chess960"}, uint64(seed + 1)})["fen"]
		p.press("New game")
		p.await(fmt.Sprintf("%s === %q", fen, array))
		arrays[array] = true
	}
	if len(arrays) != 4 {
		t.Errorf("four games begin with %d arrays", len(arrays))
	}
	last := value[string](p, fen)
	p.await(fmt.Sprintf(`new URLSearchParams(location.hash.slice(1)).get('fen') === %q`, last))
	run(p, chromedp.Reload())
	p.await(fmt.Sprintf(`document.documentElement.dataset.ready === 'true' && %s === %q`, fen, last))
	p.play("chess", "")
	p.move("e2", "e4", "")
	p.press("New game")
	p.await(fmt.Sprintf("%s === %q", fen, call[Position](t, &API{}, "position", Place{Game: GameRef{Name: "chess"}}).FEN))
}

// The right button draws arrows and circles, and takes them away; so does a click or a move.
func TestDrawing(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	draw := func(from, to, want string) {
		t.Helper()
		for i, square := range []string{from, to} {
			x, y := p.centre(onSquare(square))
			kind := []input.DispatchMouseEventType{input.DispatchMouseEventTypeMousePressed, input.DispatchMouseEventTypeMouseReleased}[i]
			testkit.Must(chromedp.Call(p.ctx, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: kind, X: x, Y: y, Button: input.MouseButtonRight, ClickCount: 1}))(t)
		}
		p.await(`[...document.querySelectorAll('#panel-play .arrow')].map((a) => a.tagName).join() === '` + want + `'`)
	}
	draw("g1", "f3", "path")
	draw("e5", "e5", "path,circle")
	p.look("drawn")
	draw("g1", "f3", "circle")
	draw("d2", "d4", "circle,path")
	p.click("a5")
	p.await(`document.querySelectorAll('#panel-play .arrow').length === 0`)
	draw("d2", "d4", "path")
	p.fill("Your move as text, such as Nf3", "d4")
	p.press("Move")
	p.await(madeMoves + ` === 1 && document.querySelectorAll('#panel-play .arrow').length === 0`)
}

// A move sounds and glides, unless the sound is off, which the browser remembers, or less
// motion is asked for. A dragged piece is where it should be already.
func TestSound(t *testing.T) {
	p := browse(t)
	p.run(`globalThis.made = []; {
		const start = OscillatorNode.prototype.start, animate = Element.prototype.animate;
		OscillatorNode.prototype.start = function (at) { made.push('sound'); return start.call(this, at); };
		Element.prototype.animate = function (frames, options) { made.push('glide of ' + this.dataset.at + ' ' + options.duration); return animate.call(this, frames, options); };
	}`)
	p.run(`localStorage.removeItem('sound')`)
	p.play("chess", "")
	made := func(want string, from, to string, by hand) {
		t.Helper()
		p.run(`made.length = 0`)
		before := value[int](p, madeMoves)
		by(p, onSquare(from), onSquare(to))
		p.await(fmt.Sprintf(`%s === %d`, madeMoves, before+1))
		if got := value[string](p, `made.sort().join()`); got != want {
			t.Errorf("%s to %s made %q, want %q", from, to, got, want)
		}
	}
	made("glide of e4 150,sound", "e2", "e4", byClicks)
	made("sound", "d7", "d5", byDragging)
	p.run(`document.getElementById('sound').click()`)
	p.await(`localStorage.getItem('sound') === 'off'`)
	made("glide of d5 150", "e4", "d5", byClicks)
	p.prefer("prefers-reduced-motion", "reduce")
	made("", "d8", "d5", byClicks)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && !document.getElementById('sound').checked`)
	p.run(`document.getElementById('sound').click()`)
	p.await(`localStorage.getItem('sound') === 'on'`)
}

// The board has three grounds, of which the browser keeps the choice, and texts on all can be read.
func TestBoards(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	const dark = `getComputedStyle(document.querySelector('#panel-play .square.dark')).fill`
	seen := map[string]bool{value[string](p, dark): true}
	for _, ground := range []string{"green", "blue"} {
		p.fill("Board", ground)
		seen[value[string](p, dark)] = true
		run(p, chromedp.Reload())
		p.await(`document.documentElement.dataset.ready === 'true' && document.documentElement.dataset.board === '` + ground + `'`)
		for _, scheme := range []string{"light", "dark"} {
			p.prefer("prefers-color-scheme", scheme)
			for _, fault := range value[[]string](p, contrasts) {
				t.Errorf("%s, %s: %s", ground, scheme, fault)
			}
			p.look("ground " + ground + " " + scheme)
		}
	}
	if p.fill("Board", ""); len(seen) != 3 {
		t.Errorf("grounds %v", seen)
	}
}

// Levels have words, with the positions that they mean, and the engine searches as many.
func TestLevels(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.run(`globalThis.asked = []; {
		const real = fetch;
		globalThis.fetch = (address, options) => {
			if (String(address).endsWith('think')) asked.push(JSON.parse(options.body).nodes);
			return real(address, options);
		};
	}`)
	levels := value[[]string](p, `[...document.querySelectorAll('#panel-play label')].find((l) => l.textContent === 'Level of the engine').control.innerText.split('\n').map((t) => t.trim()).filter(Boolean)`)
	if len(levels) != 7 || levels[0] != "Beginner: 50 positions a move" || levels[6] != "Strongest: 2 million" {
		t.Errorf("levels %q", levels)
	}
	p.fill("Level of the engine", "50")
	p.fill("White is", "engine")
	p.await(madeMoves + ` === 1`)
	if asked := value[[]int](p, `asked`); !slices.Equal(asked, []int{50}) {
		t.Errorf("the engine was asked for %v positions", asked)
	}
	p.await(`location.hash.includes('level=50')`)
}
