package web

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"bestiary/internal/testkit"
)

func TestPageOpens(t *testing.T) {
	p := browseSite(t)
	if title := value[string](p, "document.getElementById('title').textContent"); title != "Chess" {
		t.Errorf("title %q", title)
	}
	p.look("game")
	p.press("Play")
	p.look("play")
	p.press("Study")
	p.await(`/^On this machine, the first games take about \d+ seconds? for values and about \d+ (seconds|minutes?) for who wins\. /.test(document.querySelector('#panel-study form .note').textContent)`)
	p.look("study")
}

// A first-time user pastes a diagram, plays the game against the engine, with -long to its
// end, and sees what the pieces are worth.
func TestDiagramIsPlayedAndMeasured(t *testing.T) {
	p := browseSite(t)
	p.fill("Text of the game", diagram(t))
	p.await(`document.querySelectorAll('.pieces figure').length === 9 && document.querySelectorAll('.square.waiting').length > 0`)
	p.look("diagram")
	p.press("Play it")
	p.fill("Level of the engine", "50")
	p.placePieces()
	p.look("placed")
	plies := 0
	for ; plies < testkit.Choose(6, 600) && !value[bool](p, ended); plies++ {
		p.moveAtRandom(plies)
	}
	if plies == 600 {
		t.Fatal("the game does not end")
	}
	p.look("played")
	t.Logf("%s after %d moves", value[string](p, `document.getElementById('status').textContent`), value[int](p, madeMoves))

	p.press("Study")
	p.fill("Question", "values")
	began := time.Now()
	p.study(0)
	p.await(`document.querySelectorAll('table.values tbody tr').length === 8`)
	p.await(`[...document.querySelectorAll('table.values td.interval')].filter((d) => /^[−\d.∞]+ to [−\d.∞]+$/.test(d.textContent)).length >= 6`)
	t.Logf("values after %v", time.Since(began).Round(time.Second))
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
	p.await(`!location.hash.includes('&n=')`) // the page has followed
	p.fill("White is", "person")
	p.fill("Black is", "person")
	if fen != "" {
		p.unfold("FEN, PGN and link")
		p.fill("FEN", fen)
		p.press("Go to FEN")
		placement := fen[:strings.IndexAny(fen, "[ ")]
		p.await(fmt.Sprintf("document.querySelector('#panel-play .board-frame').dataset.fen.startsWith(%q)", placement))
	}
}

// run evaluates statements of the page.
func (p *page) run(statement string) {
	p.Helper()
	value[any](p, statement+"; null")
}

// unfold opens a collapsed part of the page.
func (p *page) unfold(summary string) {
	p.Helper()
	p.await(fmt.Sprintf(`[...document.querySelectorAll('summary')].some((s) => s.textContent === %q && s.checkVisibility() && (s.parentElement.open = true))`, summary))
}

// move clicks on two squares and, if a menu opens, on the entry with these words.
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

// at returns the letter of the piece on a square, lower-case for Black; "" for none.
func (p *page) at(square string) string {
	p.Helper()
	return value[string](p, fmt.Sprintf(`(() => {
		const g = document.querySelector('#panel-play .stone[data-at=%s]');
		return !g ? '' : g.classList.contains('black') ? g.dataset.symbol.toLowerCase() : g.dataset.symbol;
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

// Texts of a game are shown as text: they never run or become elements.
func TestTextsOfGamesAreNoMarkup(t *testing.T) {
	p := browse(t)
	const evil = `<script>alert(1)</script><img src=x onerror=alert(2)>`
	ref := GameRef{Name: "chess"}
	text := call[Game](t, &API{}, "game", ref).TOML
	p.fill("Text of the game", strings.Replace(text, `title = "Chess"`, "title = '"+evil+"'\nauthor = '"+evil+"'\ndescription = '"+evil+"'", 1))
	p.await(fmt.Sprintf(`document.getElementById('title').textContent === %q`, evil))
	p.fill("Text of the game", strings.Replace(text, `name = "knight"`, "name = '<script>'", 1))
	p.await(`document.querySelector('#faults').textContent.includes('<script>')`)
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
	p.unfold("Rules")
	p.run(`(() => { const c = document.querySelector('.switches [aria-label=n-move]'); c.value = '33'; c.dispatchEvent(new Event('change')); })()`)
	p.await(`document.querySelector('.rules').textContent.includes('33 moves')`)
	p.press("Play it")
	p.fill("Black is", "person")
	p.click("b1")
	p.await(madeMoves + " === 1")
	p.unfold("FEN, PGN and link")
	p.press("Link to this game")
	p.await(`document.body.textContent.includes('The link is in the address of the page.') && location.hash.startsWith('#g=')`)
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

// A game exported as PGN can be read back.
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
	p.run(`(() => { const t = document.querySelectorAll('.exchange textarea')[0]; t.value = '1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nc3 (2. d4 exd4) *'; })()`)
	p.press("Read PGN")
	p.await(`document.querySelector('.moves').textContent.replaceAll(/\s+/g, ' ').trim() === '1. e4 e5 (1… c5 2. Nf3 )(1… e6 )2. Nc3 (2. d4 exd4 )'`)
	for _, bad := range []string{"1. e4 e5 2. Ke3 *", "no game"} { // which change nothing
		p.run(`document.querySelectorAll('.exchange textarea')[0].value = '` + bad + `'`)
		p.press("Read PGN")
		p.await(`document.querySelector('.exchange [role=status]').textContent.startsWith('PGN')`)
		if n := value[int](p, madeMoves); n != 8 {
			t.Errorf("after %q the game has %d moves", bad, n)
		}
	}
	p.run(`document.querySelectorAll('.exchange textarea')[0].value = '1. f3 e5 2. g4 Qh4# 0-1'`)
	p.press("Read PGN")
	p.await(madeMoves + " === 4 && " + ended)
	p.press("←")
	p.await(`!` + ended)
	p.want(map[string]string{"d8": "q", "h4": ""})
}

// The board can be played with the keyboard, and events are announced.
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
	p.fill("Your move as text, such as Nf3", "Nc6")
	p.press("Move")
	said("Black: Nc6. White to move.")
	p.fill("Your move as text, such as Nf3", "Ke5")
	p.press("Move")
	said("Ke5")
	p.run(`document.getElementById('tab-play').focus(); document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))`)
	p.await(`document.activeElement.id === 'tab-study' && !document.getElementById('panel-study').hidden`)
}

// The engine gives hints, shows its lines, and plays against itself; levels and colours
// can change at any time.
func TestEngineOfThePage(t *testing.T) {
	p := browse(t)
	p.play("chess", "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1")
	p.await(`document.querySelectorAll('#panel-play .stone').length === 3`)
	p.press("Hint")
	p.await(`document.getElementById('status').textContent.startsWith('Hint: Q') && document.querySelectorAll('.arrow').length === 1`)
	p.await(`document.getElementById('weights').textContent.startsWith('The engine plays chess with a network and the tuned weights')`)
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

// study begins a study on the page: some steps, or for the time that is chosen.
func (p *page) study(steps int) {
	p.Helper()
	if steps > 0 {
		p.unfold("Settings")
		p.fill("Positions a move", "10")
		p.fill("Steps, in place of a time", fmt.Sprint(steps))
	}
	p.await(submits("Study"))
}

// submits presses the button of the form with a text.
func submits(text string) string {
	return `[...document.querySelectorAll('form button[type=submit]')].some((b) => b.textContent === '` + text + `' && b.checkVisibility() && !b.disabled && (b.click(), true))`
}

// studied is the status line of the tab "Study".
const studied = `document.querySelector('#panel-study .status').textContent`

// A study says what the pieces are worth, who wins and what is wrong, and what more games would tell.
func TestPageStudies(t *testing.T) {
	p := browseSite(t)
	p.press("Study")
	p.study(2)
	p.await(studied + `.startsWith('Done. 114 games')`)
	answers := value[[]string](p, `[...document.querySelectorAll('#panel-study .answer')].map((e) => e.textContent)`)
	for i, want := range []string{
		`^(In points the|It takes more games to tell) `, `^The (first|second) player scores .* at 160 positions a move[:;] `, `of 10 checks fails?[:;] .* cannot tell, \d+ pass\.$`,
	} {
		if len(answers) != 3 || !regexp.MustCompile(want).MatchString(answers[i]) {
			t.Fatalf("answers %q, want %q", answers, want)
		}
	}
	if n := value[int](p, `document.querySelectorAll('#panel-study .checks li').length`); n < 10 {
		t.Errorf("%d checks", n)
	}
	if more := value[string](p, `document.querySelector('#panel-study .more').textContent`); !regexp.MustCompile(`the score between the strongest players from ±[\d.]+ to ±[\d.]+ %\.`).MatchString(more) {
		t.Errorf("what more would tell: %q", more)
	}
	if command := value[string](p, `document.querySelector('#panel-study pre').textContent`); command != "bestiary study chess --seed 1" {
		t.Errorf("command %q", command)
	}
	p.await(`/Four times as many take about \d+ (second|minute)s?\.$/.test(document.querySelector('#panel-study .more').textContent)`)
	for title, want := range map[string]string{"Copy as Markdown": "**Chess**\n", "Copy as BBCode": "[b]Chess[/b]\n"} {
		p.press(title)
		p.await(`document.querySelector('.forum textarea').value.startsWith('` + strings.TrimSpace(want) + `') && document.querySelector('.forum textarea').value.includes('114 games by bestiary')`)
	}
	p.look("studied")
	run(p, chromedp.EmulateViewport(390, 844))
	p.look("studied phone")
	if wide := value[int64](p, `document.documentElement.scrollWidth`); wide > 390 {
		t.Errorf("on a phone the page is %d pixels wide", wide)
	}
	// A time plays at least one step, and its parts are one study.
	p.fill("Steps, in place of a time", "0")
	p.await(submits("Go on"))
	p.await(`Number(` + studied + `.match(/^(\d+) games/)?.[1]) > 130`)
	p.press("Stop")
	p.await(studied + `.startsWith('Stopped; the games are kept.')`)
	p.await(`[...document.querySelectorAll('.kept li')].filter((li) => /^Chess \d+ games/.test(li.textContent)).length === 1 && document.querySelectorAll('#panel-study .answer').length === 3`)
	run(p, chromedp.Reload())
	p.await(`document.documentElement.dataset.ready === 'true' && ` + studied + `.startsWith('Stopped before.') && document.querySelectorAll('#panel-study .checks li').length >= 10`)
}

// A game whose pieces cannot be measured is studied without their values.
func TestPageStudiesGameWithoutValues(t *testing.T) {
	p := browse(t)
	p.play("antichess", "")
	p.press("Study")
	p.study(1)
	p.await(studied + `.startsWith('Done. 36 games')`)
	p.await(`[...document.querySelectorAll('#panel-study .results .note')].some((e) => e.textContent.startsWith('What are the pieces worth? '))`)
	p.look("studied without values")
}

// settings fills the settings of a study that plays quickly.
func (p *page) settings(seed, steps string) {
	p.Helper()
	p.unfold("Settings")
	p.fill("Seed", seed)
	p.fill("Positions a move", "10")
	p.fill("Steps, in place of a time", steps)
}

// Only one tab of the browser plays a study.
func TestTwoTabsPlayOnce(t *testing.T) {
	var tabs [2]*page
	for i := range tabs {
		p := browse(t)
		tabs[i] = p
		p.press("Study")
		p.fill("Question", "study")
		p.settings("77", "12")
		p.await(submits("Study") + " || " + submits("Go on"))
		p.await(`/\d\d games/.test(` + studied + `) || ` + studied + `.startsWith('Another')`)
	}
	one, two := tabs[0], tabs[1]
	two.await(studied + `.startsWith('Another tab of this browser plays this study.')`)
	one.press("Stop")
}

// The page says who wins, at three strengths.
func TestPageSaysWhoWins(t *testing.T) {
	p := browse(t)
	p.press("Study")
	p.fill("Question", "wins")
	p.unfold("Settings")
	p.fill("Seed", "1")
	p.study(3)
	p.await(studied + `.startsWith('Done.')`)
	p.await(`/^The (first|second) player scores .* at 160 positions a move[:;] /.test(document.querySelector('#panel-study .answer').textContent) && document.querySelectorAll('#panel-study table.values tbody tr').length === 3`)
	if command := value[string](p, `document.querySelector('#panel-study pre').textContent`); command != "bestiary study chess --ask balance --seed 1" {
		t.Errorf("command %q", command)
	}
}

// A comparison of two rules shows the measures of both, and its games can be replayed.
func TestRulesAreCompared(t *testing.T) {
	p := browseSite(t)
	p.press("Study")
	p.fill("Question", "rule")
	p.fill("Rule", "n-move")
	p.fill("Its other value", "5")
	p.study(1)
	p.await(studied + `.startsWith('Done.')`)
	table := value[string](p, `document.querySelector('table.values').textContent`)
	for _, text := range []string{"n-move=50", "n-move=5", "After 20 pairs", "draws"} {
		if !strings.Contains(table, text) {
			t.Errorf("the table lacks %q", text)
		}
	}
	if answer := value[string](p, `document.querySelector('#panel-study .answer').textContent`); !regexp.MustCompile(`^With n-move=5 in place of n-move=50: length down from [\d.]+ plies to [\d.]+ plies`).MatchString(answer) {
		t.Errorf("above the table stands %q", answer)
	}
	if command := value[string](p, `document.querySelector('#panel-study pre').textContent`); command != "bestiary compare chess --against n-move=5 --pairs 20 --nodes 10 --seed 1" {
		t.Errorf("command %q", command)
	}
	p.look("compared")
	p.unfold("Games")
	p.await(`(document.querySelector('.games button')?.click(), true)`)
	p.await(`!document.getElementById('panel-play').hidden && ` + madeMoves + ` > 10`)

	// The page reports what is wrong with the request.
	p.press("Study")
	p.fill("Its other value", "many")
	p.study(1)
	p.await(studied + `.includes('many')`)
}
