package web

import (
	"bestiary/internal/files"
	"bestiary/internal/testkit"
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// counted counts the bytes of a reply.
type counted struct {
	http.ResponseWriter
	sum *atomic.Int64
}

func (c counted) Write(data []byte) (int, error) {
	c.sum.Add(int64(len(data)))
	return c.ResponseWriter.Write(data)
}

// chromium returns the browser of the tests, which are skipped without one.
func chromium(t *testing.T) context.Context {
	t.Helper()
	testkit.NotShort(t, "a browser takes long")
	parent := testkit.Must(browser())(t)
	if parent == nil {
		t.Skip("there is no Chromium")
	}
	return parent
}

// stones counts the pieces that are seen.
const stones = `[...document.querySelectorAll('.board .stone')].filter((e) => e.checkVisibility()).length`

// withheld serves the site, but the engine only after arrived is closed, and counts the bytes.
func withheld(t *testing.T, serve http.HandlerFunc) (server *httptest.Server, sum *atomic.Int64, arrived chan bool) {
	sum, arrived = new(atomic.Int64), make(chan bool)
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, engineFile) {
			select {
			case <-arrived:
			case <-r.Context().Done():
			}
		}
		serve(counted{w, sum}, r)
	}))
	t.Cleanup(server.Close)
	return server, sum, arrived
}

// The first board is there, and can be used, before the engine.
func TestFirstBoard(t *testing.T) {
	parent, serve := chromium(t), testkit.Must(siteFiles())(t)
	server, sum, arrived := withheld(t, serve)
	for _, game := range []string{"complete-permutation", "chess"} {
		sum.Store(0)
		p := visit(t, parent, server.URL+"/#game="+game+"&tab=game")
		p.await(stones + ` >= 32`)
		t.Logf("%s: %d bytes", game, sum.Load())
		if n := sum.Load(); n > 300_000 {
			t.Errorf("%s: the first board takes %d bytes", game, n)
		}
		if game != "chess" {
			continue
		}
		p.await(`document.getElementById('loading').checkVisibility()`)
		p.look("loading")
		p.press("Play")
		p.await(stones + ` === 32`)
		p.click("e2")
		p.click("e4")
		p.press("Study")
		p.press("Play")
		close(arrived)
		p.await(madeMoves + ` === 2 && !document.getElementById('loading').checkVisibility()`)
	}
}

// The board, the pieces and the rules of a game of one's own are in the link, and so are there before the engine, which corrects them.
func TestFirstBoardOfOwnGame(t *testing.T) {
	parent, serve := chromium(t), testkit.Must(siteFiles())(t)
	p := browseSite(t)
	p.press("Game")
	p.fill("Text of the game", diagram(t))
	p.await(`document.querySelectorAll('.pieces figure').length === 9`)
	p.press("Copy link")
	p.await(`location.hash.startsWith('#g=') && /^The link is (on|in)/.test(document.querySelector('#panel-game .note[role=status]').textContent)`)
	link := value[string](p, `location.hash`)
	t.Logf("a link of %d characters", len(link))
	const forge = `import('./link.js').then(async ({pack, unpack}) => {
		const state = await unpack(location.hash.slice(3).split('&')[0]);
		state.first.game.title = 'Forged';
		state.first.game.pieces[0].faces = ['<script>globalThis.run = 1</script><path d="M0 0H9" onclick="globalThis.run = 1" style="fill:red"/><image href="x"/>', ''];
		return '#g=' + await pack(state);
	})`
	for title, hash := range map[string]string{"A pasted game": link, "Forged": value[string](p, forge)} {
		server, sum, arrived := withheld(t, serve)
		p := visit(t, parent, server.URL+"/"+hash+"&tab=game")
		p.await(stones + ` >= 40 && document.querySelectorAll('.pieces .icon').length === 9 && document.querySelectorAll('.rules dt').length > 3`)
		if got := value[string](p, `document.getElementById('title').textContent`); got != title {
			t.Errorf("the title is %q, want %q", got, title)
		}
		t.Logf("%s: %d bytes", title, sum.Load())
		if n := sum.Load(); n > 300_000 {
			t.Errorf("the first board takes %d bytes", n)
		}
		if found := value[[]string](p, `[...document.querySelectorAll('.face *')].filter((e) => ['script', 'image'].includes(e.localName) || e.onclick || e.hasAttribute('style')).map((e) => e.localName)`); len(found) > 0 {
			t.Errorf("the page takes over %q", found)
		}
		p.look("first board of a link " + title)
		if title == "Forged" {
			p.mu.Lock()
			p.faults = nil // the policy has refused what the link brings
			p.mu.Unlock()
		}
		close(arrived)
		p.await(`document.querySelectorAll('.pieces figure').length === 9 && document.getElementById('title').textContent === 'A pasted game'`)
	}
}

// The page opens and plays offline, and can be installed. A server that has no list of files
// removes the worker.
func TestWithoutNet(t *testing.T) {
	parent, serve := chromium(t), testkit.Must(siteFiles())(t)
	var gone atomic.Bool
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if gone.Load() && r.URL.Path == "/"+workerFile {
			http.FileServerFS(Files()).ServeHTTP(w, r)
			return
		}
		serve(w, r)
	}))
	p := visit(t, parent, server.URL)
	value[bool](p, `navigator.serviceWorker.ready.then(() => true)`)
	faults := testkit.Must(chromedp.Call(p.ctx, cdppage.GetInstallabilityErrors, cdp.Empty{}))(t)
	for _, f := range faults.InstallabilityErrors {
		if f.ErrorID != "in-incognito" {
			t.Errorf("the page cannot be installed: %s", f.ErrorID)
		}
	}
	address := server.Listener.Addr().String()
	server.Close()
	run(p, chromedp.Navigate(server.URL+"/?again#game=capablanca&tab=play"))
	p.await(`document.documentElement.dataset.ready === 'true' && ` + stones + ` === 40`)
	p.click("d2")
	p.click("d4")
	p.await(madeMoves + ` === 2`)
	p.look("without a net")

	gone.Store(true)
	l := testkit.Must(net.Listen("tcp", address))(t)
	again := &http.Server{Handler: server.Config.Handler}
	go again.Serve(l)
	defer again.Close()
	p.run(`navigator.serviceWorker.getRegistration().then((r) => r.update())`)
	for value[int](p, `Promise.all([caches.keys(), navigator.serviceWorker.getRegistrations()]).then((lists) => lists.flat().length)`) > 0 {
		time.Sleep(20 * time.Millisecond)
	}
}

// The service worker changes with any file of the site.
func TestWorkerNamesFiles(t *testing.T) {
	worker := func(text string) string {
		f := offline([]files.File{{Name: "a.js", Data: []byte(text)}})
		return string(f.Data)
	}
	one, other := worker("1"), worker("2")
	if one == other || one != worker("1") || !strings.Contains(one, `const files = {"a.js":"sha256-`) || strings.Contains(one, "version = '';") {
		t.Errorf("workers\n%.300s\n%.300s", one, other)
	}
}
