package main

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"text/template"

	"bestiary/engine/rules"
	"bestiary/experiments/page/board"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// textFiles has what commands print for people, as templates over the values that they print as JSON.
//
//go:embed text/*.tmpl
var textFiles embed.FS

var texts func() *template.Template

func init() { // tables are templates within templates
	texts = sync.OnceValue(func() *template.Template {
		return template.Must(template.New("").Funcs(template.FuncMap{
			"plural": format.Plural, "join": strings.Join, "value": format.Value.Interval,
			"count":   func(x any) string { return format.Count(int(floatOf(x))) },
			"fixed":   func(x any, digits int) string { return format.Fixed(floatOf(x), digits) },
			"percent": func(x any) string { return format.Percent.Number(floatOf(x)) },
			"limits":  limits, "label": labelled, "table": tableText, "reasons": reasonsText,
			"wrap":  func(text string) string { return labelled(0, "", text) },
			"board": boardText, "side": func(p *rules.Position) string { return board.SideNames[p.Turn()] },
			"outcome": func(p *rules.Position) string {
				result, reason := p.Outcome()
				if reason == "" {
					return ""
				}
				return fmt.Sprintf("%s, %s", result, reason)
			},
			"last": func(list any) any {
				v := reflect.ValueOf(list)
				return v.Index(v.Len() - 1).Interface()
			},
			"inc":  func(i int) int { return i + 1 },
			"list": func(list []string) string { return format.List(list, "and") },
			"json": func(x any) (string, error) {
				text, err := json.Marshal(x)
				return string(text), err
			},
			"verdict":  func(v any) string { return doc.Verdict(fmt.Sprint(v)).Text },
			"level":    format.Level,
			"none":     func() string { return format.None },
			"estimate": format.Value.Estimate,
			"divided":  func(a, b int) int { return a / max(b, 1) },
			"per":      func(x any, unit float64, digits int) string { return format.Fixed(floatOf(x)/unit, digits) },
		}).ParseFS(textFiles, "text/*.tmpl"))
	})
}

// printed returns a function that prints a template for a value.
func printed(name string, about any) func(io.Writer) {
	return func(w io.Writer) { io.WriteString(w, textOf(name, about)) } // execute reports write errors
}

// printedTable returns a function that prints a table for a value.
func printedTable(name string, about any) func(io.Writer) {
	return func(w io.Writer) { io.WriteString(w, tableText(name, about)) }
}

func textOf(name string, about any) string {
	var b strings.Builder
	if err := texts().ExecuteTemplate(&b, name, about); err != nil {
		panic(err) // a fault of the program's own files
	}
	return b.String()
}

func floatOf(x any) float64 { return reflect.ValueOf(x).Convert(reflect.TypeFor[float64]()).Float() }

// limits returns the ends of an interval, or "" if it has none.
func limits(v stat.Interval, digits int) string {
	if v.Lo != v.Lo {
		return ""
	}
	return format.Unit{Scale: 1, Digits: digits}.Limits(v)
}

// tableText returns the table whose head and rows a template writes: cells end at tabs, an empty
// line is a break, and a line that begins with "= " is the caption.
func tableText(name string, about any) string {
	var t doc.Table
	headed := false
	for line := range strings.SplitSeq(strings.TrimSuffix(textOf(name, about), "\n"), "\n") {
		cells := strings.Split(line, "\t")
		caption, isCaption := strings.CutPrefix(line, "= ")
		switch {
		case isCaption:
			t.Caption = caption
		case !headed:
			t.Head, headed = cells, true
		case line == "":
			t.Breaks = append(t.Breaks, len(t.Rows))
		default:
			row := make([]doc.Text, len(cells))
			for i, cell := range cells {
				row[i] = doc.T(cell)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t.Text(textWidth)
}

// labelled returns a string after a label, wrapped and indented to a column.
func labelled(column int, label, text string) string {
	var b strings.Builder
	for _, line := range format.Wrap(text, textWidth-column) {
		fmt.Fprintf(&b, "%-*s%s\n", column, label, line)
		label = ""
	}
	return b.String()
}

// reasonsText lists why games ended, the most frequent reason first.
func reasonsText(counts map[rules.Reason]int) string {
	reasons := slices.SortedFunc(maps.Keys(counts), func(a, b rules.Reason) int {
		return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b))
	})
	var t doc.Table
	for _, r := range reasons {
		t.Rows = append(t.Rows, doc.Row(format.Count(counts[r]), r))
	}
	return t.Text(textWidth)
}

// boardText draws a position, followed by an empty line.
func boardText(p *rules.Position) string {
	text := strings.Join(board.Text(p), "\n") + "\n\n"
	if hands := board.Hands(p); hands != "" {
		text += hands + "\n\n"
	}
	return text
}
