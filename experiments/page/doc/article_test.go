//go:build !js

package doc

import (
	"bestiary/internal/testkit"
	"strings"
	"testing"
)

func TestArticle(t *testing.T) {
	page, err := Article([]byte("# Values <of> pieces\n\n<!-- mark -->\n<script>alert(1)</script>\n\nSee [a](a/report.md) and [b](javascript:alert(1)).\n\n| a | b |\n|---|---|\n| 1 | *2* |\n\n| | b | d |\n|---|---|---|\n| 1 | 2 | |\n| **no** | **✓ yes** | **b** |\n\n<details>\n<summary>All <b>of</b> it</summary>\n\nno\n\n<details>\n<summary>More</summary>\n\ntext\n\n</details>\n"),
		func(link string) string { return strings.ReplaceAll(link, ".md", ".html") })
	testkit.OK(t, err)
	text := string(page)
	for _, want := range []string{"<title>Values &lt;of&gt; pieces</title>", `<a href="a/report.html">a</a>`, `<div class="scroll"><table class="dense article">`, `<td data-label="b"><em>2</em></td>`, `<table class="cards dense article">`, `<td data-label="d"></td>`, `<b class="bad">✗ no</b></td>`, `<b class="good">✓ yes</b></td>`, "<strong>b</strong>", "<details><summary>More</summary>\n<p>text</p>\n</details>", "</table></div>", "</main>\n</body>\n</html>\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q:\n%s", want, text[strings.Index(text, "<main>"):])
		}
	}
	for _, bad := range []string{"<script>", "mark", "omitted", "javascript:", "<summary>All"} {
		if strings.Contains(text[strings.Index(text, "<main>"):], bad) {
			t.Errorf("the page has %q", bad)
		}
	}
}
