package claim

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// docs/claims.md lists what the authors say. Each sentence that an experiment quotes is in
// it, beside the name of the experiment, and each experiment that it names is there and
// quotes somebody or asks questions of our own only.
func TestStatements(t *testing.T) {
	data := testkit.Must(os.ReadFile("../../docs/claims.md"))(t)
	rows := strings.Split(string(data), "\n")
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`([a-z0-9-]+)`").FindAllStringSubmatch(string(data), -1) {
		named[m[1]] = true
		if !slices.Contains(Catalogue(), m[1]) {
			t.Errorf("docs/claims.md names the experiment %s, which does not exist", m[1])
		}
	}
	for _, name := range Catalogue() {
		e := find(t, name)
		if e.Truths {
			continue
		}
		if !named[name] {
			t.Errorf("docs/claims.md does not name %s", name)
		}
		for _, h := range e.Hypotheses {
			if (h.Quote == "") != h.Ours {
				t.Errorf("%s: %q: a hypothesis quotes the author or is ours", name, h.Says)
			}
			if h.Quote != "" && !slices.ContainsFunc(rows, func(row string) bool {
				return strings.Contains(row, h.Quote) && strings.Contains(row, "`"+name+"`")
			}) {
				t.Errorf("docs/claims.md lacks a row with %q and %s", h.Quote, name)
			}
		}
	}
}
