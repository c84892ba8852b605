package doc

import (
	"crypto/sha256"
	"encoding/base64"
	"html"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"bestiary/internal/files"
	"bestiary/internal/testkit"
)

// example returns a document with every kind of block, and text that must be escaped.
func example() *Document {
	d := &Document{Title: "What *pieces* are <worth>", Byline: T("A game by ", Link("A. & B.", "https://example.org/?a=1&b=2"), ".")}
	svg := []byte(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>`)
	d.Add(
		P("The rook is worth ", Bold("4.60"), ", and ", Link("this", "javascript:alert(1)"), " is no link."),
		Note(T("Only 4 games.")),
		Heading("The values"),
		Figure{Name: "pyramid", Alt: "Rook [4.60] over knight", Caption: "The pieces in tiers.", Wide: svg, Narrow: svg, PNG: func() ([]byte, error) { return []byte("png"), nil }},
		Table{
			Caption: "95 % intervals.", Head: []string{"piece", "value", "Elo", "note"}, Breaks: []int{1},
			Rows: [][]Text{Row("R|ook", "4.60 (4.33 to 4.87)", 180, Bold("a|b")), Row("knight", "3.20", 90, Verdict("cannot tell"))},
			Foot: T(Italic("Elo"), ": on a full board."),
		},
		Gallery{{Name: "rook", Alt: "rook", Caption: "rook", Wide: svg}, {Name: "knight", Alt: "knight", Wide: svg}},
	)
	d.Add(Replay{Caption: "A <game>", Board: svg, Frames: []byte(`[{"m":"1. e4 <b>","p":{"4,6":""},"f":"4,6","t":"4,4"}]`), Moves: "1. e4 1-0", Link: "/#g=<"})
	d.Appendix = []Section{
		{"Method", []Block{List{T("one\nline"), T(Span{Text: "two `lines`", Mark: Literal})}, Code("bestiary estimate \"a<b\"")}},
		{"Nothing", []Block{Heading("Nor this"), Table{Caption: "No rows.", Head: []string{"a"}}, Gallery{}, List{}}},
	}
	return d
}

// written returns the files of the example, with PNG.
func written(t *testing.T) []files.File {
	t.Helper()
	return testkit.Must(example().files("report", true))(t)
}

func TestForms(t *testing.T) {
	for _, f := range written(t)[:2] {
		testkit.Golden(t, f.Name, f.Data)
	}
}

func TestFilesHavePictures(t *testing.T) {
	var names []string
	for _, f := range written(t) {
		names = append(names, f.Name)
	}
	want := "report.html report.md charts/pyramid.svg charts/pyramid-narrow.svg charts/pyramid.png charts/rook.svg charts/knight.svg"
	if got := strings.Join(names, " "); got != want {
		t.Errorf("files %s, want %s", got, want)
	}
}

// Only a page with replays has a script, and its policy allows this script alone.
func TestPolicyOfReplays(t *testing.T) {
	page := string(example().HTML())
	_, rest, _ := strings.Cut(page, "<script>")
	text, _, _ := strings.Cut(rest, "</script>")
	sum := sha256.Sum256([]byte(text))
	want := html.EscapeString("script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'")
	if strings.Count(page, "<script") != 1 || !strings.Contains(page, want) {
		t.Errorf("the page has %d scripts, want one, allowed by %s", strings.Count(page, "<script"), want)
	}
	if plain := string((&Document{Title: "a"}).HTML()); strings.Contains(plain, "<script") {
		t.Error("a page without replays has a script")
	}
}

// Only tables of many rows bring the script that sorts them, in reports and in articles.
func TestScriptOfLongTables(t *testing.T) {
	for rows, want := range map[int]bool{longTable - 1: false, longTable: true} {
		table := Table{Head: []string{"a", "b"}}
		for i := range rows {
			table.Rows = append(table.Rows, Row(i, "b"))
		}
		d := Document{Title: "a", Body: []Block{table}}
		article := testkit.Must(Article([]byte(table.Markdown()), func(s string) string { return s }))(t)
		for kind, page := range map[string][]byte{"report": d.HTML(), "article": article} {
			if got := strings.Contains(string(page), "function sortable("); got != want {
				t.Errorf("%s with %d rows: has the script: %v, want %v", kind, rows, got, want)
			}
		}
	}
}

// A verdict has its sign in every form and its colour where the form has colours.
func TestVerdicts(t *testing.T) {
	for word, want := range map[string]string{
		"passes":          `<b class="good">✓ passes</b>|**✓ passes**|✓ passes|` + "\x1b[32m✓ passes\x1b[0m",
		"not significant": `<b class="open">? not significant</b>|**? not significant**|? not significant|` + "\x1b[36m? not significant\x1b[0m",
		"<no such word":   `<b>&lt;no such word</b>|**\<no such word**|<no such word|<no such word`,
	} {
		text := T(Verdict(word))
		if got := strings.Join([]string{text.html(), text.markdown(), text.String(), OnTerminal(text.String())}, "|"); got != want {
			t.Errorf("%s: %s, want %s", word, got, want)
		}
	}
}

// What has no rows leaves no trace, nor does a heading above it.
func TestNothingIsLeftOut(t *testing.T) {
	d := &Document{Body: []Block{Heading("Empty"), Table{Caption: "No rows."}, Heading("Full"), P("text"), Heading("End"), List{}}}
	if got, want := string(d.Markdown()), "# \n\n## Full\n\ntext\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := (Table{Caption: "No rows.", Head: []string{"a"}}).Text(80); got != "" {
		t.Errorf("for a terminal: %q", got)
	}
}

// Markdown shows the first rows of a long table; a file has all.
func TestLongTables(t *testing.T) {
	long := Table{Name: "pieces", Head: []string{"piece"}}
	for i := range longRows + 1 {
		long.Rows = append(long.Rows, Row(T("a, ", Bold(strconv.Itoa(i)))))
	}
	d := &Document{Title: "Pieces", Body: []Block{long}}
	list := testkit.Must(d.files("report", false))(t)
	if len(list) != 3 || list[2].Name != "tables/pieces.csv" || strings.Count(string(list[2].Data), "\n\"a, ") != longRows+1 {
		t.Errorf("files %v", list[2:])
	}
	page := string(d.Markdown())
	if !strings.Contains(page, "The first 12 of 31 rows; [the file](tables/pieces.csv) contains them all.") || strings.Count(page, "| a, ") != shortRows {
		t.Error(page)
	}
	if n := strings.Count(string(d.HTML()), "a, <b>"); n != longRows+1 {
		t.Errorf("HTML has %d rows", n)
	}
	folder := t.TempDir() // of two tables with one name the second is shown whole; a file that is no longer shown goes
	other := &Document{Body: []Block{long}, Appendix: []Section{{Title: "More", Blocks: []Block{long}}}}
	testkit.OK(t, other.Write(folder, "report", false))
	if page := testkit.Read(t, folder, "report.md"); strings.Count(page, "contains them all") != 1 || strings.Count(page, "| a, ") != shortRows+longRows+1 {
		t.Error(page)
	}
	testkit.OK(t, (&Document{Title: "Pieces"}).Write(folder, "report", false))
	if _, err := os.Stat(filepath.Join(folder, "tables", "pieces.csv")); err == nil {
		t.Error("the file of a table stays that is no longer shown")
	}
	long.Rows = long.Rows[:longRows]
	if page := string((&Document{Body: []Block{long}}).Markdown()); strings.Contains(page, "contains them all") || strings.Count(page, "| a, ") != longRows {
		t.Error(page)
	}
}

// Rewriting a page removes the pictures that only the earlier page shows; other files
// stay.
func TestWriteDropsOldPictures(t *testing.T) {
	folder := t.TempDir()
	testkit.OK(t, example().Write(folder, "report", true))
	testkit.Must(files.Write(folder, files.File{Name: "charts/mine.svg", Data: []byte("mine")}))(t)
	d := &Document{Title: "Shorter"}
	d.Add(Figure{Name: "rook", Alt: "rook", Wide: []byte("rook")})
	testkit.OK(t, d.Write(folder, "report", false, files.File{Name: "more.csv", Data: []byte("a,b\n")}))
	for name, want := range map[string]bool{
		"charts/pyramid.svg": false, "charts/pyramid-narrow.svg": false, "charts/pyramid.png": false, "charts/knight.svg": false,
		"charts/rook.svg": true, "charts/mine.svg": true, "more.csv": true, "report.html": true,
	} {
		if _, err := os.Stat(filepath.Join(folder, name)); (err == nil) != want {
			t.Errorf("%s: %v, want it there: %v", name, err, want)
		}
	}
}
