package web

import (
	"bestiary/internal/testkit"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// policy is a strict Content-Security-Policy that a careful host may send with the page.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; manifest-src 'self'; img-src 'self' data:; style-src 'self'; base-uri 'none'; form-action 'none'"

// siteFiles serves the static site, which is built once, with the policy.
var siteFiles = sync.OnceValues(func() (http.HandlerFunc, error) {
	folder, err := os.MkdirTemp("", "bestiary-site")
	if err != nil {
		return nil, err
	}
	cleanups = append(cleanups, func() { os.RemoveAll(folder) })
	_, err = Site(context.Background(), folder)
	files := http.FileServer(http.Dir(folder))
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		files.ServeHTTP(w, r)
	}, err
})

// site returns the address of the static site.
var site = sync.OnceValues(func() (string, error) {
	files, err := siteFiles()
	server := httptest.NewServer(files)
	cleanups = append(cleanups, server.Close)
	return server.URL, err
})

var cleanups []func()

func TestMain(m *testing.M) {
	code := m.Run()
	for _, f := range cleanups {
		f()
	}
	os.Exit(code)
}

// page is a tab of a browser.
type page struct {
	*testing.T
	ctx    context.Context
	played int // number of games chosen

	mu     sync.Mutex
	faults []string // errors logged by the page
}

// browser returns a running Chromium, shared by all tests; nil if there is none.
var browser = sync.OnceValues(func() (context.Context, error) {
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		path, err := exec.LookPath(name)
		if err != nil {
			continue
		}
		flags := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.WSURLReadTimeout(time.Minute), chromedp.WindowSize(1280, 900))
		ctx, cancel := chromedp.NewExecAllocator(context.Background(), flags...)
		ctx, _ = chromedp.NewContext(ctx)
		cleanups = append(cleanups, cancel)
		return ctx, chromedp.Do(ctx)
	}
	return nil, nil
})

// served returns the address of the page with the engine of this program, which answers much
// faster than the one in the browser.
var served = sync.OnceValues(func() (string, error) {
	a, files := &API{}, http.FileServer(http.FS(Files()))
	if folder := os.Getenv("BESTIARY_STATIC"); folder != "" {
		files = http.FileServer(http.Dir(folder))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Security-Policy", policy)
		method, isCall := strings.CutPrefix(r.URL.Path, "/api/")
		switch {
		case isCall:
			text, err := io.ReadAll(r.Body)
			if err == nil {
				text, err = a.Call(r.Context(), method, text)
			}
			var f *Fault
			if errors.As(err, &f) {
				w.WriteHeader(http.StatusBadRequest)
				text, err = json.Marshal(f)
			}
			if err == nil {
				w.Write(text)
			}
		case r.URL.Path == "/home.js":
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, "export const server = {headers: {}, workers: 2};")
		case r.URL.Path == "/runs.js": // there are no runs
			w.Header().Set("Content-Type", "text/javascript")
			io.WriteString(w, "export function mount() {}")
		default:
			files.ServeHTTP(w, r)
		}
	}))
	cleanups = append(cleanups, server.Close)
	return server.URL, nil
})

// browse opens the page in a tab of Chromium. It skips the test if there is no Chromium.
func browse(t *testing.T) *page {
	t.Helper()
	return visit(t, chromium(t), testkit.Must(served())(t))
}

// browseSite opens the static site, with the engine in the browser.
func browseSite(t *testing.T) *page {
	t.Helper()
	return visit(t, chromium(t), testkit.Must(site())(t))
}

// visit opens an address in a tab.
func visit(t *testing.T, parent context.Context, address string) *page {
	t.Helper()
	ctx, cancel := chromedp.NewContext(parent)
	t.Cleanup(cancel)
	p := &page{T: t, ctx: ctx}
	t.Cleanup(p.faultless)
	testkit.OK(t, chromedp.Listen(ctx, p.listen))
	testkit.Must(chromedp.Call(ctx, cdplog.Enable, cdp.Empty{}))(t)
	run(p, chromedp.Navigate(address))
	p.await(`document.documentElement.dataset.ready === 'true'`)
	return p
}

// listen records errors of the page, such as violations of the policy.
func (p *page) listen(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, e.ExceptionDetails.Text)
	case *cdplog.EventEntryAdded:
		refused := strings.Contains(e.Entry.Text, "400 (Bad Request)") // by the API, which the page shows
		if e.Entry.Level == cdplog.EntryLevelError && !refused {
			p.faults = append(p.faults, e.Entry.Text)
		}
	}
}

// faultless reports errors that the page has logged.
func (p *page) faultless() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.faults) > 0 {
		p.Errorf("the page logged %q", p.faults)
	}
}

// run performs an action.
func run[T any](p *page, a chromedp.Action[T]) T {
	p.Helper()
	out, err := chromedp.Run(p.ctx, a)
	if err != nil {
		p.Fatal(err)
	}
	return out
}

// value evaluates an expression of the page.
func value[T any](p *page, expression string) T {
	p.Helper()
	return run(p, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// await waits until an expression of the page is true.
func (p *page) await(expression string) {
	p.Helper()
	limit := time.Now().Add(2 * time.Minute) // a page that hangs, not a slow one
	for !value[bool](p, "Boolean("+expression+")") {
		if time.Now().After(limit) {
			p.Fatalf("never true: %s; the page says %q", expression, value[string](p, "document.body.innerText.slice(0, 2000)"))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// press clicks the button with the given text in the current tab.
func (p *page) press(text string) {
	p.Helper()
	p.await(fmt.Sprintf(`[...document.querySelectorAll('button, summary')].some((b) => b.textContent.trim() === %[1]q && b.checkVisibility() && !b.disabled && (b.click(), true))`, text))
}

// click clicks a square of the visible board with the mouse.
func (p *page) click(square string) {
	p.Helper()
	at := value[[]float64](p, fmt.Sprintf(`(() => {
		const r = [...document.querySelectorAll('[data-square=%s]')].filter((e) => e.checkVisibility()).at(-1).getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, square))
	run(p, chromedp.MouseClickXY(at[0], at[1]))
}

// fill writes into the field with a label.
func (p *page) fill(label, text string) {
	p.Helper()
	if label == "Text of the game" { // which is folded
		p.run(`document.querySelector('details.text').open = true`)
	}
	p.await(fmt.Sprintf(`(() => {
		const label = [...document.querySelectorAll('label')].find((l) => l.textContent.trim() === %q && l.checkVisibility());
		if (!label) return false;
		label.control.focus();
		label.control.value = %q;
		label.control.dispatchEvent(new Event('input', {bubbles: true}));
		if (label.control.tagName === 'SELECT') label.control.dispatchEvent(new Event('change', {bubbles: true}));
		return true;
	})()`, label, text))
}

// look takes a screenshot if the flag names a folder.
func (p *page) look(name string) {
	p.Helper()
	folder := os.Getenv("BESTIARY_PICTURES")
	if folder == "" {
		return
	}
	picture := run(p, chromedp.FullScreenshot(100))
	if err := os.WriteFile(filepath.Join(folder, strings.ReplaceAll(name, " ", "-")+".png"), picture, 0o666); err != nil {
		p.Fatal(err)
	}
}

// ended tells whether the game on the board is over.
const ended = `/wins|Drawn/.test(document.getElementById('status').textContent)`

// persons tells whether a person is to move.
const persons = `/^(White|Black) (to move|places a waiting piece)(, in check)?\.$/.test(document.getElementById('status').textContent)`

// placePieces places White's waiting pieces by clicking, and lets the engine place its own.
func (p *page) placePieces() {
	p.Helper()
	for i, square := range []string{"b1", "i1"} {
		p.await(persons)
		p.click(square)
		p.await(fmt.Sprintf("%s > %d", madeMoves, i))
	}
	p.await(madeMoves + ` >= 4 && ` + persons)
}

// moveAtRandom makes a random move by clicking on its squares, and waits for the reply.
func (p *page) moveAtRandom(seed int) {
	p.Helper()
	p.await(persons + ` || ` + ended)
	if value[bool](p, ended) {
		return
	}
	before := value[int](p, madeMoves)
	own := value[[]string](p, `[...document.querySelectorAll('#panel-play .stone.white')].map((g) => g.dataset.at)`)
	for i := range own {
		p.click(own[(i+7*seed)%len(own)])
		targets := value[[][]float64](p, `[...document.querySelectorAll('#panel-play .target')].map((t) => t.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y + r.height / 2])`)
		if len(targets) == 0 {
			continue
		}
		at := targets[seed%len(targets)]
		run(p, chromedp.MouseClickXY(at[0], at[1]))
		p.await(fmt.Sprintf(`document.querySelector('dialog button[data-move]')?.click() || %s > %d`, madeMoves, before))
		return
	}
	p.Fatal("no piece can move")
}

const madeMoves = `document.querySelectorAll('.moves button').length`
