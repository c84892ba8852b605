package web

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// A measurement that is stopped, left for another game or reloaded goes on with its games.
func TestMeasurementGoesOn(t *testing.T) {
	p := browse(t)
	p.press("Study")
	p.fill("Question", "values")
	p.unfold("Settings")
	p.fill("Engines at once", "1") // so that there is time to stop before the last game
	const games = `Number(` + studied + `.match(/(\d+) games/)?.[1] ?? 0)`
	const status = studied
	submit := func(text string) {
		t.Helper()
		p.await(submits(text))
	}
	p.study(6)
	p.await(games + ` >= 48 && document.querySelectorAll('table.values').length === 1`)
	first := value[string](p, `document.querySelector('table.values').textContent`)
	if !strings.Contains(first, "not known yet") {
		t.Errorf("after a few games the values are %s", first)
	}
	p.press("Stop")
	p.await(status + `.startsWith('Stopped; the games are kept.') && [...document.querySelectorAll('.kept li')].some((li) => li.textContent.startsWith('Chess: What are'))`)
	before := value[int](p, games)
	p.look("stopped")

	submit("Go on")
	p.await(games + ` > ` + value[string](p, `String(`+games+` + 4)`))
	p.press("Game")
	p.fill("From the catalogue", "shogi")
	p.await(status + ` === 'The study of Chess has stopped; its games are kept.'`)
	p.fill("From the catalogue", "chess")
	p.await(status + `.startsWith('Stopped before.') && ` + games + ` > 0`)
	if after := value[int](p, games); after <= before {
		t.Errorf("%d games before, %d after", before, after)
	}
	p.press("Study")
	p.await(`location.hash.includes('tab=study')`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && ` + status + `.startsWith('Stopped before.')`)
	again := value[int](p, games)
	if again <= before || value[string](p, `document.querySelector('#panel-study input[type=number]').value`) != "10" {
		t.Errorf("after a reload there are %d games", again)
	}
	p.look("recalled")
	p.unfold("Settings")
	p.fill("Steps, in place of a time", "6")
	submit("Go on")
	p.await(games + ` === 304 && ` + status + `.startsWith('Done.')`)
	// The same games give the same values, however they were played.
	whole := value[string](p, `document.querySelector('table.values').textContent`)
	p.press("Delete")
	p.await(`document.querySelector('#panel-study .kept').textContent.startsWith('Nothing yet')`)
	submit("Study")
	p.await(games + ` === 304 && ` + status + `.startsWith('Done.')`)
	if straight := value[string](p, `document.querySelector('table.values').textContent`); straight != whole {
		t.Errorf("values %s, without a break %s", whole, straight)
	}
}

// Going back to an address of the same game leaves its study running; another game ends it.
func TestStudyOutlivesGoingBack(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.press("Study")
	p.fill("Question", "values")
	p.settings("79", "20")
	p.await(submits("Study"))
	p.await(`/\d\d games/.test(` + studied + `)`)
	p.run(`history.back()`)
	p.await(`document.getElementById('panel-study').hidden && location.hash.includes('tab=play')`)
	p.press("Study")
	if text := value[string](p, studied); strings.Contains(text, "has stopped") {
		t.Errorf("the study says %s", text)
	}
	p.press("Game")
	p.fill("From the catalogue", "shatranj")
	p.press("Study")
	p.await(studied + `.includes('The study of Chess has stopped')`)
}
