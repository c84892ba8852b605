package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"bestiary/internal/picture"
	"bestiary/internal/testkit"

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

// iconSVG is icon.svg around the piece, in the colours of the PNGs.
const iconSVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><rect width="100" height="100" rx="12" fill="#0072b2"/><g transform="translate(15 14) scale(.7)">%s</g></svg>` + "\n"

// The manifest names the icons that there are: the SVG, which -update writes, and the PNGs, which show
// the same piece on the same colour.
func TestIcons(t *testing.T) {
	testkit.GoldenFile(t, filepath.Join("static", "icon.svg"), fmt.Sprintf(iconSVG, picture.Draw(iconFace.Shape(false), false)))
	var manifest struct{ Icons []struct{ Src, Sizes string } }
	testkit.OK(t, json.Unmarshal([]byte(testkit.Read(t, "static", "manifest.json")), &manifest))
	named := map[string]string{}
	for _, icon := range manifest.Icons {
		named[icon.Src] = icon.Sizes
	}
	want := map[string]string{"icon.svg": "any", "icon-192.png": "192x192", "icon-512.png": "512x512"}
	testkit.Same(t, "icons", want, named)
	for _, side := range IconSides {
		icon := testkit.Must(png.Decode(bytes.NewReader(testkit.Must(Icon(side))(t))))(t)
		if icon.Bounds() != image.Rect(0, 0, side, side) {
			t.Errorf("%d: %v", side, icon.Bounds())
		}
		count := map[color.Color]int{}
		for y := range side {
			for x := range side {
				count[icon.At(x, y)]++
			}
		}
		ground, piece := color.RGBA{0, 0x72, 0xb2, 0xff}, color.RGBA{0xff, 0xff, 0xff, 0xff}
		if count[ground] < side*side/4 || count[piece] < side*side/12 {
			t.Errorf("%d: %d pixels of the ground, %d of the piece", side, count[ground], count[piece])
		}
	}
}
