package web

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// A game that is over says so, can be gone through by its course, and played again with other colours.
func TestCourseOfGame(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.unfold("FEN, PGN and link")
	p.run(`document.querySelectorAll('.exchange textarea')[0].value = '1. f3 e5 2. g4 Qh4# 0-1'`)
	p.press("Read PGN")
	p.await(madeMoves + " === 4 && " + ended + ` && document.body.innerText.includes('Black wins by checkmate. 2 moves.')`)
	p.press("See its course")
	p.await(`document.querySelector('.course polyline')?.getAttribute('points').split(' ').length === 4`)
	last := value[[]float64](p, `document.querySelector('.course polyline').getAttribute('points').split(' ').map((xy) => Number(xy.split(',')[1]))`)
	if last[0] > 70 || last[3] < 110 { // an even start, and a mate in one at the end
		t.Errorf("the course is %v", last)
	}
	p.look("course")
	p.run(`document.querySelector('.course').scrollIntoView({block: 'center'})`)
	at := value[[]float64](p, `(({x, y, width, height}) => [x + width / 2, y + height / 2])(document.querySelector('.course svg').getBoundingClientRect())`)
	run(p, chromedp.MouseClickXY(at[0], at[1]))
	p.await(`document.querySelector('.moves [aria-current]')?.textContent === 'e5'`)
	p.press("→")
	p.press("→")
	p.await(ended)
	p.fill("Black is", "engine")
	p.press("Rematch")
	p.await(madeMoves + ` === 1`) // White is the engine now
	if players := value[string](p, `[...document.querySelectorAll('#panel-play label')].filter((l) => / is$/.test(l.textContent)).map((l) => l.control.value).join()`); players != "engine,person" {
		t.Errorf("in the rematch the players are %s", players)
	}
}
