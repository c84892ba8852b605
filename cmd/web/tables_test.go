package web

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/chromedp/chromedp"

	"bestiary/experiments/page/doc"
)

// A click on a head sorts a long table, numbers by size with unknown ones last, and the field
// leaves the rows that contain all of its words.
func TestLongTables(t *testing.T) {
	table := doc.Table{Head: []string{"moves", "board", "value", "mates"}}
	for i := range 30 {
		table.Rows = append(table.Rows, doc.Row(fmt.Sprintf("W%c", 'a'+i%26), []string{"8x8", "10x8"}[i%2], fmt.Sprintf("%d.50 (−1.00 to 20.00)", 7*i%30-9), "never"))
	}
	table.Rows[4][2] = nil // unknown
	page := (&doc.Document{Title: "a", Body: []doc.Block{table}}).HTML()
	host := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Security-Policy", doc.ContentPolicy())
		w.Write(page)
	}))
	defer host.Close()
	p := browse(t)
	for _, width := range []int64{1280, 390} {
		run(p, chromedp.EmulateViewport(width, 900))
		run(p, chromedp.Navigate(host.URL))
		p.press("value")
		const shown = `[...document.querySelectorAll('tbody tr')].filter(r => r.checkVisibility())`
		for _, order := range []string{`x <= y`, `x >= y`} {
			p.await(`(() => { const list = ` + shown + `.map(r => parseFloat(r.cells[2].textContent));
				return list.length === 30 && isNaN(list.pop()) && list.every((y, i) => { const x = list[i - 1] ?? y; return ` + order + `; }); })()`)
			p.press("value")
		}
		p.fill("Rows with  30 rows", "10x8 Wb")
		p.await(shown + `.length === 2 && document.querySelector('output').textContent === '2 of 30 rows'`)
		p.look(fmt.Sprintf("table %d", width))
	}
}
