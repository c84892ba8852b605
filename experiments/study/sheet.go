package study

import (
	"fmt"
	"strings"

	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// sheet returns a file with a row for each item of a list. The columns of its head are separated by
// commas; an interval fills three: the estimate, the lower and the upper limit.
func sheet[T any](name, head string, list []T, row func(*T) []any) files.File {
	rows := [][]string{strings.Split(head, ",")}
	for i := range list {
		var cells []string
		for _, x := range row(&list[i]) {
			switch x := x.(type) {
			case float64:
				cells = append(cells, format.Cell(x))
			case stat.Interval:
				cells = append(cells, format.Cell(x.Estimate), format.Cell(x.Lo), format.Cell(x.Hi))
			default:
				cells = append(cells, fmt.Sprint(x))
			}
		}
		rows = append(rows, cells)
	}
	return files.CSV(name, rows)
}

// tabulate adds a row for each item of a list that has one to a table. The cells of the head are
// separated by semicolons.
func tabulate[T any](t doc.Table, head string, list []T, row func(*T) []any) doc.Table {
	t.Head = strings.Split(head, ";")
	for i := range list {
		if cells := row(&list[i]); cells != nil {
			t.Rows = append(t.Rows, doc.Row(cells...))
		}
	}
	return t
}

// screen returns a finding and tables for a terminal, in lines of width characters.
func screen(finding string, width int, tables ...doc.Table) string {
	parts := []string{strings.Join(format.Wrap(finding, width), "\n") + "\n"}
	for _, t := range tables {
		if len(t.Rows) > 0 {
			parts = append(parts, t.Text(width))
		}
	}
	return strings.Join(parts, "\n")
}
