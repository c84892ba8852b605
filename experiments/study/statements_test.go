package study

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
			if (h.Quote == "") != (h.Family == Ours) {
				t.Errorf("%s: %q: a hypothesis quotes the author or is ours", name, h.Says)
			}
			if (h.Quote == "") != (h.Since == "") {
				t.Errorf("%s: %q: since %q, want the date of the reading", name, h.Says, h.Since)
			}
			if h.Quote != "" && !slices.ContainsFunc(rows, func(row string) bool {
				return strings.Contains(row, h.Quote) && strings.Contains(row, "`"+name+"`")
			}) {
				t.Errorf("docs/claims.md lacks a row with %q and %s", h.Quote, name)
			}
		}
	}
}

// The register of changes of method is in the order of time, and every change has a commit, a
// reason, what was known and what it moved.
func TestMethodsAreDated(t *testing.T) {
	data := testkit.Must(os.ReadFile("../methods.md"))(t)
	form := regexp.MustCompile(`^\| (\d{4}-[01]\d-[0-3]\d [0-2]\d:[0-5]\d) \| [0-9a-f]{8} (\| [^|]{10,} ){4}\|$`)
	last, changes := "", 0
	for _, line := range strings.Split(string(data), "\n") {
		if !strings.HasPrefix(line, "| 2") {
			continue
		}
		changes++
		m := form.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("%s: want time, commit, change, reason, what was known, what it moved", line)
		} else if m[1] < last {
			t.Errorf("%s comes after %s", m[1], last)
		} else {
			last = m[1]
		}
	}
	if changes < 10 {
		t.Errorf("%d changes", changes)
	}
}
