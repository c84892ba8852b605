//go:build !race

package server

import (
	"context"
	"encoding/json"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"bestiary/engine/rules"
	"bestiary/engine/rules/rulestest"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/testkit"
	"bestiary/selfplay/opening"
)

// tab is a browser tab with the page of a server.
type tab struct {
	*testing.T
	ctx context.Context
}

// browse opens the page of a server in Chromium. It skips the test if there is no
// Chromium, and fails it if the page logs an error, such as a violation of the policy.
func browse(t *testing.T, s *Server) *tab {
	t.Helper()
	testkit.NotShort(t, "a browser takes long")
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("there is no Chromium")
	}
	web := httptest.NewServer(s.Handler())
	t.Cleanup(web.Close)
	flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), flags...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	var mu sync.Mutex
	note := func(text string) {
		mu.Lock()
		defer mu.Unlock()
		t.Errorf("the page logged %q", text)
	}
	err = chromedp.Listen(ctx, func(event any) {
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			note(e.ExceptionDetails.Text)
		case *cdplog.EventEntryAdded:
			if e.Entry.Level == cdplog.EntryLevelError {
				note(e.Entry.Text)
			}
		}
	})
	testkit.OK(t, err)
	testkit.Must(chromedp.Call(ctx, cdplog.Enable, cdp.Empty{}))(t)
	testkit.Must(chromedp.Run(ctx, chromedp.Navigate(web.URL)))(t)
	b := &tab{t, ctx}
	b.await(`document.documentElement.dataset.ready === 'true'`)
	return b
}

// await waits until an expression of the page is true.
func (b *tab) await(expression string) {
	b.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		if err != nil {
			b.Fatalf("%s: %v", expression, err)
		}
		if ok {
			return
		}
		if time.Now().After(end) {
			text, _ := chromedp.Run(b.ctx, chromedp.Evaluate[string](`document.body.innerText`))
			b.Fatalf("waited in vain for %s; the page says\n%s", expression, text)
		}
	}
}

// click waits for the button or link with a text below an element, and clicks it.
func (b *tab) click(below, text string) {
	b.Helper()
	find := "[...document.querySelectorAll('" + below + " :is(button, a, input)')].find((e) => (e.textContent || e.ariaLabel || '').startsWith('" + text + "'))"
	b.await(find)
	b.await("(" + find + ".click(), true)")
}

// Runs in a browser: results and values of a run, a game that is replayed and opened on
// the board, two runs side by side, and a job from start to report.
func TestRunsInBrowser(t *testing.T) {
	folder := t.TempDir()
	playRun(t, filepath.Join(folder, "armies"), opening.Armies, 24, 5)
	playRun(t, filepath.Join(folder, "one"), opening.Standard, 3, 10)
	playRun(t, filepath.Join(folder, "two"), opening.Standard, 3, 40)
	s := listen(t, "127.0.0.1:0", folder)
	ctx, cancel := context.WithCancel(context.Background())
	s.jobs.begin(ctx)
	defer s.jobs.group.Wait()
	defer cancel()
	b := browse(t, s)
	b.click("#tabs", "Runs")
	b.click(".runs", "armies")
	b.await(`document.querySelector('.facts')?.textContent.includes('48')`)
	b.await(`document.querySelectorAll('.facts').length === 2 && /rook/.test(document.querySelectorAll('.facts')[1].textContent)`)
	b.click(".games", "1.2.1")
	b.await(`document.querySelector('.replay output')?.textContent === 'start'`)
	before := `document.querySelector('.men')?.innerHTML`
	b.await(`(window.before = ` + before + `, true)`)
	b.click(".replay", "▶|")
	b.await(before + ` !== window.before && document.querySelector('.mark').getAttribute('visibility') === 'visible'`)
	b.click(".replay", "|◀")
	b.await(before + ` === window.before`)
	b.click(".replay", "Open on the board")
	b.await(`document.querySelector('#tab-play').ariaSelected === 'true' && document.getElementById('title').textContent === 'Shatranj'`)
	b.click("#tabs", "Runs")
	b.click(".runs", "one")
	b.click(".runs", "side by side: 0/two")
	b.await(`document.querySelectorAll('.side-by-side section').length === 2`)
	b.await(`/6 games began alike/.test(document.body.innerText)`)
	b.click(".games", "1.0.0")
	b.await(`document.querySelectorAll('.replay').length === 2`)
	playRun(t, filepath.Join(folder, "later"), opening.Standard, 2, 5) // the list follows
	b.await(`document.querySelectorAll('.runs tr[data-run]').length === 4 && document.querySelectorAll('.runs tr[aria-current]').length === 2`)
	b.click("#panel-runs", "Study the game")
	b.await(`document.querySelector('.jobs')?.textContent.includes('Shatranj')`)
	b.click(".jobs", "Stop")
	b.await(`document.querySelector('.jobs')?.textContent.includes('stopped')`)
	b.await(`(window.fetch = async (_, {body} = {}) => (window.ordered = body || window.ordered, new Response('{"jobs":[]}')), true)`)
	b.await(`(document.querySelector('#panel-runs form:has([placeholder^=rook]) input').value = 'rook=knight', true)`)
	b.click("#panel-runs", "Play the exchange")
	b.await(`/"exchange":"rook=knight"/.test(window.ordered)`)
}

// A replay in a report opens on the board.
func TestReplayOpensOnBoard(t *testing.T) {
	folder := t.TempDir()
	g := rulestest.Game(t, "shatranj")
	p := g.NewPosition()
	m := testkit.Must(p.ReadMove("e2e3"))(t)
	film := board.Shoot("game1", p, []rules.Move{m})
	shots := testkit.Must(json.Marshal(film.Shots))(t)
	d := &doc.Document{Title: "A review"}
	d.Add(doc.Replay{Board: film.SVG, Frames: shots, Moves: "1. e3", Link: board.Link(g.Variant, "", []string{"e2e3"})})
	testkit.Must(files.Write(filepath.Join(folder, "r"), files.File{Name: "report.html", Data: d.HTML()}))(t)
	b := browse(t, listen(t, "127.0.0.1:0", folder))
	at := testkit.Must(chromedp.Run(b.ctx, chromedp.Evaluate[string](`location.origin`)))(t)
	testkit.Must(chromedp.Run(b.ctx, chromedp.Navigate(at+"/report/0/r/report.html")))(t)
	b.await(`document.querySelector('.open')?.checkVisibility()`)
	b.click(".open", "Open on the board")
	b.await(`document.getElementById('title')?.textContent === 'Shatranj' && document.querySelectorAll('.moves button').length === 1`)
}
