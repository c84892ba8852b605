package doc

import (
	"bestiary/internal/testkit"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	page := string(Read("# Values <of> pieces\n\n<!-- mark -->\n<script>alert(1)</script>\n\nSee [a *b*](a/report.md),\n[c](<javascript:alert(1)>) and `<b>` \\*.\n\n"+
		"- one\n  more\n- two\n\n| a | b\\|c |\n|---|---|\n| 1 | **2** |\n\n    bestiary \"a\"\n\n![chart](charts/a.svg)\n\n### Below\n\n## Appendix\n\n### Method\n\n> **Note.** Few.\n",
		func(link string) string { return strings.ReplaceAll(link, ".md", ".html") }).HTML())
	body := page[strings.Index(page, "<main>"):]
	for _, want := range []string{"<h1>Values &lt;of&gt; pieces</h1>", `See <a href="a/report.html">a </a><a href="a/report.html"><em>b</em></a>, c and <code>&lt;b&gt;</code> *.</p>`,
		"<li>one more</li>\n<li>two</li>", `<td data-label="b|c"><b>2</b></td>`, "<pre>bestiary &#34;a&#34;</pre>", `<p><img src="charts/a.svg" alt="chart"></p>`, "<h3>Below</h3>",
		`<details><summary><h3>Method</h3></summary><div id="a1">`, `<p class="note">Few.</p>`} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
	for _, bad := range []string{"<script>", "mark", "javascript:"} {
		if strings.Contains(body, bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}

// What is read is what was written, in the example and in the published pages.
func TestReadReturnsWhatWasWritten(t *testing.T) {
	pages := map[string]string{"example": string(example().Markdown())}
	published, _ := filepath.Glob("../../../results/*/report.md")
	if len(published) < 20 {
		t.Fatalf("%d published pages", len(published))
	}
	for _, path := range published {
		data := testkit.Must(os.ReadFile(path))(t)
		pages[path] = string(data)
	}
	for name, page := range pages {
		again := string(Read(page, func(link string) string { return link }).Markdown())
		if diff := cmp.Diff(strings.Join(strings.Fields(page), " "), strings.Join(strings.Fields(again), " ")); diff != "" {
			t.Errorf("%s (-written +read):\n%s", name, diff)
		}
	}
}
