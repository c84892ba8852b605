package web

import (
	"bestiary/internal/testkit"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A game is shown in a frame of another site, which the page gives a line for. There it can
// be played, and keeps nothing.
func TestFrame(t *testing.T) {
	p := browseSite(t)
	p.play("chess", "")
	p.click("e2")
	p.click("e4")
	p.await(madeMoves + ` === 1`)
	p.unfold("FEN, PGN and link")
	p.press("Line for another page")
	p.await(`document.getElementById('frame-line').value.startsWith('<iframe ')`)
	line := value[string](p, `document.getElementById('frame-line').value`)
	address := testkit.Must(site())(t)
	if !strings.Contains(line, address+"/?embed#") || !strings.Contains(line, `title="Chess"`) {
		t.Fatalf("the line is %s", line)
	}
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", "default-src 'none'; frame-src "+address)
		fmt.Fprint(w, "<!doctype html><html lang=en><title>Another site</title>"+line)
	}))
	defer host.Close()
	var mu sync.Mutex
	frames := map[string]runtime.ExecutionContextID{}
	testkit.OK(t, chromedp.Listen(p.ctx, func(event any) {
		if e, ok := event.(*runtime.EventExecutionContextCreated); ok {
			mu.Lock()
			defer mu.Unlock()
			frames[e.Context.Origin] = e.Context.ID
		}
	}))
	run(p, chromedp.Navigate(host.URL))
	inside := func(expression string) {
		t.Helper()
		for end := time.Now().Add(2 * time.Minute); ; time.Sleep(50 * time.Millisecond) {
			mu.Lock()
			id := frames[address]
			mu.Unlock()
			got, err := chromedp.Call(p.ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: "String(Boolean(" + expression + "))", ContextID: id})
			if err == nil && got.Result != nil && string(got.Result.Value) == `"true"` {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("never true in the frame: %s; error %v", expression, err)
			}
		}
	}
	inside(`document.documentElement.dataset.ready === 'true' && ` + stones + ` === 32 && ` + madeMoves + ` === 1`)
	inside(`document.querySelectorAll('[role=tab]').length === 1 && !document.querySelector('header').checkVisibility()`)
	p.look("frame")
	before := value[int](p, `history.length`)
	inside(`(document.querySelector('#panel-play .moves button').click(), true)`)
	inside(`(localStorage.setItem('x', 'y'), localStorage.getItem('x')) === 'y'`)
	if n := value[int](p, `history.length`); n != before {
		t.Errorf("the frame adds %d pages to the history of its host", n-before)
	}
	q := visit(t, chromium(t), address)
	if n := value[int](q, `[localStorage.getItem('x')].filter(Boolean).length`); n != 0 {
		t.Error("the frame keeps something")
	}
}
