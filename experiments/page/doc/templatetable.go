//go:build !js

package doc

import "strings"

// Table returns a template that is a table:
//
//	What the numbers are.
//
//	| piece | value |
//	{{range .Pieces}}| {{.Name}} | {{values .Value}} |
//	{{end}}
//
//	*value*: what else there is to say.
//
// Text above the rows is its caption, text below them its foot. The first row is the head; a line |- draws a line above the next row. A row
// may continue in the next line, which does not begin with a bar.
func (t *Templates) Table(name string, data any) Table {
	text, put := t.markdown(name, data)
	out := Table{Name: strings.ReplaceAll(name, " ", "-")}
	var rows, caption, foot []string
	inRow := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		bar := strings.HasPrefix(line, "|")
		switch {
		case line == "|-":
			out.Breaks = append(out.Breaks, len(rows)-1)
		case bar:
			rows = append(rows, line)
		case inRow && line != "":
			rows[len(rows)-1] += " " + line
		case len(rows) == 0:
			caption = append(caption, line)
		default:
			foot = append(foot, line)
		}
		inRow = bar || inRow && line != ""
	}
	out.Caption, out.Foot = put.line(caption).String(), put.line(foot)
	for i, row := range rows {
		cells := put.cells(row)
		if i > 0 {
			out.Rows = append(out.Rows, cells)
			continue
		}
		for _, cell := range cells {
			out.Head = append(out.Head, cell.String())
		}
	}
	return out
}

// line reads lines as one text.
func (v values) line(lines []string) Text {
	return v.text(strings.Join(strings.Fields(strings.Join(lines, " ")), " "))
}

// cells reads a row, whose cells end at bars.
func (v values) cells(row string) (out []Text) {
	for rest := row[1:]; ; {
		i := index(rest, "|")
		if i < 0 {
			return out
		}
		out, rest = append(out, v.line([]string{rest[:i]})), rest[i+1:]
	}
}
