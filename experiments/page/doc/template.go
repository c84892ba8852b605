//go:build !js

package doc

import (
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"strings"
	"sync"
	"text/template"
	"text/template/parse"

	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Templates holds the sentences of pages: named templates (package text/template) that produce Markdown, of which paragraphs, lists ("- "),
// notes ("> "), headings ("## "), code (indented), **bold**, *italics*, `literal` and [links](address) are read.
//
// A value in a sentence is plain text, whatever it looks like, unless it is a Block, a list of
// blocks, a Text or a Span, which are put in as they are. A block must be in a paragraph of its
// own.
//
// Files that use templates are left out for browsers (go:build !js): text/template keeps all
// exported methods of a program alive, which makes the engine for browsers half as large again.
type Templates struct{ root func() *template.Template }

// functions lists the functions that templates may call, in addition to the methods of their data.
var functions = template.FuncMap{
	"plural":   format.Plural,
	"count":    format.Count,
	"ordinal":  format.Ordinal,
	"nth":      func(i int) string { return format.Ordinal(i + 1) }, // of a range
	"title":    format.Title,
	"article":  format.Article,
	"words":    format.Words,
	"fixed":    func(x any, digits int) string { return format.Fixed(floatOf(x), digits) },
	"level":    format.Level,
	"and":      func(names []string) string { return format.List(names, "and") },
	"or":       func(names []string) string { return format.List(names, "or") },
	"percent":  func(x any) string { return format.Percent.Number(floatOf(x)) },
	"percents": func(v stat.Interval) string { return format.Percent.Interval(v) },
	"values":   func(v stat.Interval) string { return format.Value.Interval(v) },
	"limits":   func(v stat.Interval) string { return format.Value.Limits(v) },
	"value":    func(x any) string { return format.Value.Number(floatOf(x)) },
	"share":    func(x any) string { return format.Percent.Bare().Number(floatOf(x)) },
	"rounded":  func(x any) string { return format.Significant(100*floatOf(x), 3) + " %" },
	"shares":   func(v stat.Interval) string { return format.Percent.Bare().Interval(v) }, // under a head with %
	"elo":      func(v stat.Interval) string { return format.Elo.Bare().Interval(v) },
	"inElo":    func(v stat.Interval) string { return format.Elo.Interval(v) },
	"bounds":   func(v stat.Interval, digits int) string { return format.Unit{Scale: 1, Digits: digits}.Bounds(v) },
	"probability": func(p stat.Number) string {
		if math.IsNaN(float64(p)) {
			return ""
		}
		return format.Probability(float64(p))
	},
	"none":    func() string { return format.None },
	"unknown": func() string { return format.Unknown },
	"untold":  func() string { return format.CannotTell },
	"verdict": func(word any) Span { return Verdict(fmt.Sprint(word)) },
	"bold":    Bold,
	"italic":  Italic,
	"link":    Link,
	"notAdjudicated": func(plies int) string {
		return fmt.Sprintf("No game is adjudicated: each is played to an end by the rules, or is a draw after %s.", format.Plural(plies, "ply"))
	},
	table: func(string, any) Table { return Table{} }, // both are replaced when a template is executed
	plain: fmt.Sprint,
}

// plain is the name of the function that ends every pipeline, and table of the one that returns a
// template as a table.
const plain, table = "plain", "table"

// floatOf returns a number of any type.
func floatOf(x any) float64 { return reflect.ValueOf(x).Convert(reflect.TypeFor[float64]()).Float() }

// ParseTemplates reads all files of a folder whose names end with .tmpl, when one of them is first
// needed: most commands show no page. The files are part of the program, so faults in them panic.
func ParseTemplates(folder fs.FS) *Templates {
	return &Templates{sync.OnceValue(func() *template.Template {
		root := template.Must(template.New("").Option("missingkey=error").Funcs(functions).ParseFS(folder, "*.tmpl"))
		for _, t := range root.Templates() {
			if t.Tree != nil {
				escape(t.Tree.Root)
			}
		}
		return root
	})}
}

// escape adds the function plain to every action below a node that writes a value.
func escape(node parse.Node) {
	branch := func(b *parse.BranchNode) {
		escape(b.List)
		escape(b.ElseList)
	}
	switch n := node.(type) {
	case *parse.ListNode:
		if n == nil {
			return
		}
		for _, child := range n.Nodes {
			escape(child)
		}
	case *parse.ActionNode:
		if len(n.Pipe.Decl) == 0 {
			n.Pipe.Cmds = append(n.Pipe.Cmds, &parse.CommandNode{NodeType: parse.NodeCommand, Args: []parse.Node{parse.NewIdentifier(plain)}})
		}
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	}
}

// values are those that a template has put in as they are. Its Markdown has their
// places, between two characters for private use.
type values []any

const open, shut = '\uE000', '\uE001'

// put returns the placeholder of a value in the Markdown.
func (v *values) put(x any) string {
	switch x.(type) {
	case Block, []Block, Text, Span:
		*v = append(*v, x)
		return fmt.Sprintf("%c%d%c", open, len(*v)-1, shut)
	}
	var b strings.Builder
	for _, r := range oneLine(fmt.Sprint(x)) {
		if strings.ContainsRune("\\*_`[]()<>#-|", r) {
			b.WriteByte('\\')
		}
		if r != open && r != shut {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// markdown executes a template.
func (t *Templates) markdown(name string, data any) (string, values) {
	var put values
	var b strings.Builder
	root := template.Must(t.root().Clone()).Funcs(template.FuncMap{plain: put.put, table: t.Table})
	if err := root.ExecuteTemplate(&b, name, data); err != nil {
		panic(fmt.Sprintf("doc: %v", err)) // the templates are the program's own
	}
	return b.String(), put
}

// Has reports whether there is a template with a name.
func (t *Templates) Has(name string) bool { return t.root().Lookup(name) != nil }

// Text returns a template of one paragraph.
func (t *Templates) Text(name string, data any) Text {
	text, put := t.markdown(name, data)
	return put.text(strings.Join(strings.Fields(text), " "))
}

// Blocks returns the blocks of a template.
func (t *Templates) Blocks(name string, data any) []Block {
	text, put := t.markdown(name, data)
	return put.blocks(text)
}

// Sections returns the sections of a template, each of which begins with a heading "# ".
func (t *Templates) Sections(name string, data any) []Section {
	text, put := t.markdown(name, data)
	var list []Section
	for i, part := range strings.Split("\n"+text, "\n# ") {
		title, rest, _ := strings.Cut(part, "\n")
		if i > 0 {
			list = append(list, Section{Title: put.text(title).String(), Blocks: put.blocks(rest)})
		}
	}
	return list
}

// blocks reads blocks, which empty lines separate.
func (v values) blocks(text string) (list []Block) {
	var lines []string
	for _, line := range append(strings.Split(text, "\n"), "") {
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
			continue
		}
		for _, b := range v.block(lines) {
			list = joined(list, b)
		}
		lines = nil
	}
	return list
}

// joined appends a block; a list continues the list before it.
func joined(list []Block, b Block) []Block {
	if items, ok := b.(List); ok && len(list) > 0 {
		if before, ok := list[len(list)-1].(List); ok {
			list[len(list)-1] = append(before, items...)
			return list
		}
	}
	return append(list, b)
}

// block reads the lines of a block.
func (v values) block(lines []string) []Block {
	if len(lines) == 0 {
		return nil
	}
	first, all := lines[0], strings.Join(strings.Fields(strings.Join(lines, " ")), " ")
	switch {
	case strings.HasPrefix(first, "    "):
		for i := range lines {
			lines[i] = v.text(strings.TrimPrefix(lines[i], "    ")).String()
		}
		return []Block{Code(strings.Join(lines, "\n"))}
	case strings.HasPrefix(first, "## "):
		return []Block{Heading(v.text(all[3:]).String())}
	case strings.HasPrefix(first, "> "):
		return []Block{Note(v.text(all[2:]))}
	case strings.HasPrefix(first, "- "):
		var items List
		for _, item := range strings.Split("\n"+strings.Join(lines, "\n"), "\n- ")[1:] {
			items = append(items, v.text(strings.Join(strings.Fields(item), " ")))
		}
		return []Block{items}
	}
	if x, rest, ok := v.at(all); ok && rest == "" {
		switch x := x.(type) {
		case Block:
			return []Block{x}
		case []Block:
			return x
		}
	}
	return []Block{Paragraph(v.text(all))}
}

// at returns the value at the beginning of a text, and the rest.
func (v values) at(text string) (x any, rest string, ok bool) {
	number, rest, _ := strings.Cut(text, string(shut))
	var i int
	if _, err := fmt.Sscanf(number, string(open)+"%d", &i); err != nil || i >= len(v) {
		return nil, text, false
	}
	return v[i], rest, true
}

// marks are the marks of parts of a text, by the signs on both sides of them.
var marks = []struct {
	sign string
	mark Mark
}{{"**", Strong}, {"*", Emphasis}, {"`", Literal}}

// text reads a text with marks.
func (v values) text(s string) (out Text) {
	var word strings.Builder
	end := func() {
		out = T(out, word.String())
		word.Reset()
	}
scan:
	for len(s) > 0 {
		if x, rest, ok := v.at(s); ok {
			if _, ok := x.(Block); ok {
				panic(fmt.Sprintf("doc: a %T stands in the paragraph %q", x, s))
			}
			end()
			out, s = T(out, x), rest
			continue
		}
		if s[0] == '\\' && len(s) > 1 {
			word.WriteByte(s[1])
			s = s[2:]
			continue
		}
		for _, m := range marks {
			if inner, rest, ok := between(s, m.sign); ok {
				end()
				out, s = append(out, Span{Text: v.text(inner).String(), Mark: m.mark}), rest
				continue scan
			}
		}
		if name, address, rest, ok := link(s); ok {
			end()
			out, s = append(out, Link(v.text(name).String(), v.text(address).String())), rest
			continue
		}
		word.WriteByte(s[0])
		s = s[1:]
	}
	end()
	return out
}

// between returns the text between a sign at the beginning of a text and the next one.
func between(s, sign string) (inner, rest string, ok bool) {
	s, ok = strings.CutPrefix(s, sign)
	if !ok {
		return "", "", false
	}
	i := index(s, sign)
	if i <= 0 {
		return "", "", false
	}
	return s[:i], s[i+len(sign):], true
}

// link reads a link at the beginning of a text.
func link(s string) (name, address, rest string, ok bool) {
	if s[0] != '[' {
		return "", "", "", false
	}
	i := index(s, "](")
	if i < 0 {
		return "", "", "", false
	}
	name, s = s[1:i], s[i+2:]
	if i = index(s, ")"); i < 0 {
		return "", "", "", false
	}
	return name, s[:i], s[i+1:], true
}

// index returns the index of a sign that no backslash precedes, or -1.
func index(s, sign string) int {
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
		} else if strings.HasPrefix(s[i:], sign) {
			return i
		}
	}
	return -1
}
