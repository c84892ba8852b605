package picture

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"bestiary/internal/testkit"
)

// The page of the set shows the sheet and lists all pictures with their synonyms.
func TestPage(t *testing.T) {
	docs := filepath.Join(testkit.Root(t), "docs")
	testkit.GoldenFile(t, filepath.Join(docs, "pieces.svg"), Sheet())
	page := testkit.Read(t, docs, "pieces.md")
	begin, end, ok := strings.Cut(page, "<!-- table -->\n")
	if !ok {
		t.Fatal("no table")
	}
	_, end, _ = strings.Cut(end, "<!-- end -->\n")
	testkit.GoldenFile(t, filepath.Join(docs, "pieces.md"), begin+"<!-- table -->\n"+table()+"<!-- end -->\n"+end)
}

// table lists names, synonyms and moves in Markdown.
func table() string {
	also := map[string][]string{}
	for _, word := range slices.Sorted(maps.Keys(the().also)) {
		also[the().also[word]] = append(also[the().also[word]], strings.TrimPrefix(word, "+"))
	}
	moves := map[string][]string{}
	for _, m := range Moves() {
		moves[m.Picture] = append(moves[m.Picture], "`"+m.Betza+"`")
	}
	names := Names()
	for name := range also {
		if strings.Contains(name, "+") && !strings.HasPrefix(name, "+") {
			names = append(names, name)
		}
	}
	for name := range moves {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, mark := range Marks() {
		names = append(names, "+"+mark)
	}
	var b strings.Builder
	b.WriteString("| picture | also for | for the moves |\n|---|---|---|\n")
	for _, name := range names {
		b.WriteString("| `" + name + "` | " + strings.Join(also[name], ", ") + " | " + strings.Join(moves[name], ", ") + " |\n")
	}
	return b.String()
}
