package web

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/experiments/page/board"
	"bestiary/internal/testkit"
)

// The page has the lines, the river and the palaces of show --svg, tiles on squares of one
// colour, and characters by choice, which are drawn and need no font.
func TestGrounds(t *testing.T) {
	p := browse(t)
	for _, c := range []struct {
		game, ground, of, letter string
		rivers                   int
	}{{"xiangqi", "point", "e1", "帥", 1}, {"janggi", "point", "e2", "楚", 0}, {"shogi", "field", "h2", "飛", 0}} {
		p.play(c.game, "")
		p.await(fmt.Sprintf(`document.querySelectorAll('#panel-play .square.%s').length === document.querySelectorAll('#panel-play .square').length`, c.ground))
		lines := value[string](p, `document.querySelector('#panel-play .lines')?.getAttribute('d') ?? ''`)
		picture := string(board.Position(testkit.Must(rules.Compile(testkit.Must(variant.Find(c.game))(t)))(t), 0).SVG)
		if !strings.Contains(picture, fmt.Sprintf(`d="%s" fill="none"`, lines)) && lines != "" || (lines == "") != (c.ground == "field") {
			t.Errorf("%s has the lines %q, unlike its picture", c.game, lines)
		}
		if n := value[int](p, `document.querySelectorAll('#panel-play .river').length`); n != c.rivers {
			t.Errorf("%s has %d rivers", c.game, n)
		}
		if men := value[int](p, `new Set(['white', 'black'].map((side) => document.querySelector('#panel-play .stone.' + side + ' path').getAttribute('d'))).size`); men != map[string]int{"point": 1, "field": 2}[c.ground] {
			t.Errorf("%s: the men of both sides have %d shapes", c.game, men)
		}
		p.press("Game")
		p.fill("Pieces", "letters")
		p.await(fmt.Sprintf(`document.querySelector('#panel-play .stone[data-at=%s] [data-text=%s] path') !== null && document.querySelector('#panel-play .stone text') === null`, c.of, c.letter))
		p.press("Play")
		p.look("characters " + c.game)
		p.press("Flip")
		if turned := value[int](p, `document.querySelectorAll('#panel-play .stone [transform^="rotate(180)"]').length`); turned > 0 != (c.ground == "field") {
			t.Errorf("%s: %d characters are turned with their tiles", c.game, turned)
		}
		p.look("flipped " + c.game)
		p.press("Flip")
		p.press("Game")
		p.fill("Pieces", "pictures")
		p.look("ground " + c.game)
	}
}

// An error is shown once, and goes when another game is chosen.
func TestErrorsGo(t *testing.T) {
	p := browse(t)
	const errors = `document.querySelectorAll('#main > .error').length`
	for _, broken := range []string{"#g=zzzz", "#g=zzzy"} {
		p.run(fmt.Sprintf("location.hash = %q", broken))
		p.await(errors + " === 1 && location.hash === '" + broken + "'")
	}
	p.play("capablanca", "")
	p.await(errors + " === 0")
	address := value[string](p, "location.origin")
	run(p, chromedp.Navigate("about:blank"))
	run(p, chromedp.Navigate(address+"/#g=zzzz"))
	p.await(`document.documentElement.dataset.ready === 'true' && ` + errors + " === 1")
}
