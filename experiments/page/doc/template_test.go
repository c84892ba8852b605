//go:build !js

package doc

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
)

func TestTemplates(t *testing.T) {
	texts := ParseTemplates(fstest.MapFS{"page.tmpl": {Data: []byte(`
{{define "finding"}}The {{.Piece}} is **worth {{fixed .Worth 1}}**,
	*not* {{bold .Piece}}; see [{{.Piece}}]({{.Address}}).{{end}}
{{define "page"}}
One paragraph
in two lines.

## About {{.Piece}}

> Mind {{.Piece}}.

{{.Table}}

{{range .Rules}}
- It has {{.}}
  and more.
{{end}}
{{if .None}}Never.{{end}}

    bestiary show {{.Piece}}
    {{.Piece}}
{{end}}
{{define "appendix"}}
# The {{.Piece}}

First.

# Second

{{.Blocks}}
{{end}}`)}})
	table := Table{Head: []string{"a"}, Rows: [][]Text{Row("b")}}
	data := struct {
		Piece, Address string
		Worth          float64
		Table          Table
		Rules          []string
		None           bool
		Blocks         []Block
	}{"*a_[b](c) \\ `d` - #", "page(1).html", 3.25, table, []string{"one", "two"}, false, []Block{P("x"), Heading("y")}}
	text := func(parts ...any) Text { return T(parts...) }
	for _, test := range []struct {
		name string
		got  any
		want any
	}{
		{"text", texts.Text("finding", data), text("The "+data.Piece+" is ", Bold("worth 3.2"), ", ", Italic("not"), " ", Bold(data.Piece), "; see ", Link(data.Piece, data.Address), ".")},
		{"blocks", texts.Blocks("page", data), []Block{
			P("One paragraph in two lines."), Heading("About " + data.Piece), Note(T("Mind " + data.Piece + ".")), table,
			List{T("It has one and more."), T("It has two and more.")}, Code("bestiary show " + data.Piece + "\n" + data.Piece),
		}},
		{"sections", texts.Sections("appendix", data), []Section{{"The " + data.Piece, []Block{P("First.")}}, {"Second", data.Blocks}}},
	} {
		if diff := cmp.Diff(test.want, test.got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// A fault of a template is found when it is parsed or first executed.
func TestFaultyTemplates(t *testing.T) {
	for _, test := range []struct {
		name, text, want string
		data             any
	}{
		{"syntax", `{{define "a"}}{{end`, "unclosed action", nil},
		{"unknown field", `{{define "a"}}{{.Nothing}}{{end}}`, "Nothing", struct{}{}},
		{"block in a sentence", `{{define "a"}}See {{.}}.{{end}}`, "doc.Table stands in the paragraph", Table{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			defer func() {
				if text := recover(); text == nil || !strings.Contains(toText(text), test.want) {
					t.Errorf("panic is %v, want %q", text, test.want)
				}
			}()
			ParseTemplates(fstest.MapFS{"a.tmpl": {Data: []byte(test.text)}}).Blocks("a", test.data)
		})
	}
}

func toText(x any) string { return T(x).String() }

// A template can be a table, with a caption above and a foot below the rows.
func TestTable(t *testing.T) {
	texts := ParseTemplates(fstest.MapFS{"page.tmpl": {Data: []byte(`
{{define "page"}}
{{table "values" .}}
{{end}}
{{define "values"}}
What {{len .}} pieces
are worth.

| piece | | worth |
{{range .}}{{if eq . "rook|*"}}|-
{{end}}| {{.}} | |
	*{{.}}*, or
	more |
{{end}}

*worth*: in pawns.

And more.
{{end}}`)}})
	want := Table{
		Name: "values", Caption: "What 2 pieces are worth.", Head: []string{"piece", "", "worth"}, Breaks: []int{1},
		Rows: [][]Text{Row("queen", "", T(Italic("queen"), ", or more")), Row("rook|*", "", T(Italic("rook|*"), ", or more"))},
		Foot: T(Italic("worth"), ": in pawns. And more."),
	}
	if diff := cmp.Diff([]Block{want}, texts.Blocks("page", []string{"queen", "rook|*"})); diff != "" {
		t.Error(diff)
	}
}

func TestScreen(t *testing.T) {
	got := Screen(12, Heading("not shown"), P("one two three"), Note(T("one two three")), Note(T("four")), List{T("five")}, Table{Rows: [][]Text{Row("a", "b")}})
	want := "one two\nthree\n\n- one two\n  three\n- four\n\n- five\n\na  b\n"
	if got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}
