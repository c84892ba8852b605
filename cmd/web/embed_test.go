package web

import (
	"bestiary/internal/testkit"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdplog "github.com/chromedp/cdproto/log"
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
	run(p, chromedp.Navigate(strings.Replace(host.URL, "127.0.0.1", "localhost", 1))) // the name is another site
	inside := p.frame(address)
	inside.await(`document.documentElement.dataset.ready === 'true' && ` + stones + ` === 32 && ` + madeMoves + ` === 1`)
	inside.await(`document.querySelectorAll('[role=tab]').length === 1 && !document.getElementById('tabs').checkVisibility() && document.querySelector('header').offsetHeight === 0`)
	p.look("frame")
	before := value[int](p, `history.length`)
	inside.await(`document.getElementById('status').textContent === 'White to move.' || (document.querySelector('#panel-play [aria-label="One move back"]').click(), false)`)
	inside.fill("Black is", "person")
	inside.run("scrollTo(0, 0)")
	inside.move("d2", "d4", "")
	inside.want(map[string]string{"d4": "P"})
	inside.await(`(localStorage.setItem('x', 'y'), localStorage.getItem('x')) === 'y'`)
	if n := value[int](p, `history.length`); n != before {
		t.Errorf("the frame adds %d pages to the history of its host", n-before)
	}
	q := visit(t, chromium(t), address)
	if n := value[int](q, `[localStorage.getItem('x')].filter(Boolean).length`); n != 0 {
		t.Error("the frame keeps something")
	}
}

// frame returns the frame of the page that has an address of another site, as a page.
func (p *page) frame(address string) *page {
	p.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		for _, target := range testkit.Must(chromedp.Targets(p.ctx))(p.T) {
			if target.Type == "iframe" && strings.HasPrefix(target.URL, address) { // as browsers list frames of other sites
				inside := &page{T: p.T}
				ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(target.TargetID), chromedp.WithListener(inside.listen))
				p.Cleanup(cancel)
				inside.ctx = ctx
				testkit.Must(chromedp.Call(ctx, cdplog.Enable, cdp.Empty{}))(p.T)
				p.Cleanup(inside.faultless)
				return inside
			}
		}
	}
	p.Fatalf("no frame of another site has the address %s", address)
	return nil
}
