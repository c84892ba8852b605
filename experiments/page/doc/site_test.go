//go:build !js

package doc

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"bestiary/internal/files"
	"bestiary/internal/testkit"
)

func TestSite(t *testing.T) {
	from, to := t.TempDir(), filepath.Join(t.TempDir(), "site")
	_, err := files.Write(from,
		files.File{Name: "README.md", Data: []byte("# All\n\n[a](one/report.md#first) [b](../docs/b.md) [c](https://example.org/c.md) [d](sub) [e](gone.md)\n")},
		files.File{Name: "one/report.md", Data: []byte("# One\n\n[back](../README.md) ![chart](charts/a.svg) ![other](charts/b.svg)\n")},
		files.File{Name: "one/charts/a-narrow.svg", Data: []byte("<svg/>")},
		files.File{Name: "one/charts/a.svg", Data: []byte("<svg/>")},
		files.File{Name: "sub/README.md", Data: []byte("# Sub\n")})
	testkit.OK(t, err)
	pages, err := Site(from, to)
	if err != nil || len(pages) != 3 {
		t.Fatalf("pages %v, error %v", pages, err)
	}
	for name, want := range map[string][]string{
		"index.html":       {`"one/report.html#first"`, `"../docs/b.md"`, `"https://example.org/c.md"`, `"sub/index.html"`, `"gone.md"`},
		"one/report.html":  {`"../index.html"`, `<picture><source media="(max-width: 760px)" srcset="charts/a-narrow.svg"><img src="charts/a.svg" alt="chart"></picture> <img src="charts/b.svg"`},
		"one/charts/a.svg": {"<svg/>"},
		"sub/index.html":   {"<title>Sub"},
	} {
		data, err := os.ReadFile(filepath.Join(to, name))
		if err != nil {
			t.Error(err)
		}
		for _, part := range want {
			if !strings.Contains(string(data), part) {
				t.Errorf("%s lacks %s", name, part)
			}
		}
	}
}

// On the site of its game a report leads to the board beside it, and names its picture by a whole address.
func TestPosted(t *testing.T) {
	d := Document{Title: "A game", Image: Card, Play: "/#g=abc"}
	page := string(d.HTML())
	for _, want := range []string{`<meta property="og:image" content="card.png">`, `<p class="open" hidden><a href="/#g=abc">`, ContentPolicy()} {
		if !strings.Contains(page, strings.ReplaceAll(want, "'", "&#39;")) {
			t.Errorf("a report lacks %s", want)
		}
	}
	page = string(Posted([]byte(page), `https://a.org/"zoo".png`))
	for _, want := range []string{`<meta property="og:image" content="https://a.org/&#34;zoo&#34;.png">`, `<p class="open"><a href="../#g=abc">`} {
		if !strings.Contains(page, want) {
			t.Errorf("on the site it lacks %s", want)
		}
	}
}
