package web

import (
	"bytes"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/internal/testkit"
)

// A game is saved as one page, with what its study says; the page needs nothing else, and its link leads back.
func TestPageToPost(t *testing.T) {
	p := browse(t)
	p.play("hannibal-manticore", "")
	p.press("Study")
	p.study(1)
	p.await(studied + `.startsWith('Done.')`)
	p.press("Game")
	p.run(`globalThis.saved = null; { const real = URL.createObjectURL; URL.createObjectURL = (blob) => (blob.text().then((t) => (saved = t)), real.call(URL, blob)); }`)
	p.press("Save as page")
	p.await(`saved && document.querySelector('#panel-game .note[role=status]').textContent.startsWith('The page is one file')`)
	text := value[string](p, `saved`)
	if len(text) > 1_000_000 {
		t.Errorf("the page has %d bytes", len(text))
	}
	for _, want := range []string{`<meta property="og:title" content="Hannibal Chess with Manticore and Falcon">`, `<meta property="og:description" content="10 x 9: pawn, `, "It takes more games to tell"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Content-Security-Policy", "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
		w.Write([]byte(text))
	}))
	defer host.Close()
	run(p, chromedp.Navigate(host.URL))
	for _, width := range []int64{1280, 390} {
		run(p, chromedp.EmulateViewport(width, 900))
		if wide := value[int64](p, `document.documentElement.scrollWidth`); wide > width {
			t.Errorf("the page is %d pixels wide", wide)
		}
		p.look("post " + map[bool]string{true: "desk", false: "phone"}[width > 1000])
	}
	p.await(`document.querySelectorAll('.stone').length === 40 && [...document.images].every((i) => i.complete && i.naturalWidth > 0) && document.images.length === 9 && document.querySelectorAll('.checks li').length >= 10`)
	run(p, chromedp.Navigate(value[string](p, `document.querySelector('main a').href`)))
	p.await(`document.documentElement?.dataset.ready === 'true' && document.getElementById('title').textContent === 'Hannibal Chess with Manticore and Falcon'`)
}

// A position is saved as a picture.
func TestPictureOfPosition(t *testing.T) {
	p := browse(t)
	p.play("chess", "")
	p.unfold("FEN, PGN and link")
	p.run(`globalThis.saved = null; { const real = URL.createObjectURL; URL.createObjectURL = (blob) => (blob.arrayBuffer().then((b) => (saved = [...new Uint8Array(b)])), real.call(URL, blob)); }`)
	p.press("Save picture")
	p.await(`saved`)
	var data []byte
	for _, b := range value[[]int](p, `saved`) {
		data = append(data, byte(b))
	}
	picture := testkit.Must(png.Decode(bytes.NewReader(data)))(t)
	colours := map[[3]uint32]bool{}
	for x := range picture.Bounds().Dx() {
		r, g, b, _ := picture.At(x, picture.Bounds().Dy()/8).RGBA()
		colours[[3]uint32{r, g, b}] = true
	}
	if picture.Bounds().Dx() != 960 || picture.Bounds().Dy() != 960 || len(colours) < 4 {
		t.Errorf("a picture of %v with %d colours in a line", picture.Bounds(), len(colours))
	}
}
