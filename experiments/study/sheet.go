package study

import (
	"strings"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// sheet returns a file with a row for each item of a list. The columns of its head are separated by
// commas; an interval fills three: the estimate, the lower and the upper limit.
func sheet[T any](name, head string, list []T, row func(*T) []any) files.File {
	return page.Sheet(name, head, list, row)
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

// grid fills a table with a cell for each of some rows and columns.
func grid[R any](t doc.Table, corner string, rows []R, columns []string, cell func(row R, column string) string) doc.Table {
	return tabulate(t, strings.Join(append([]string{corner}, columns...), ";"), rows, func(row *R) []any {
		cells := []any{*row}
		for _, column := range columns {
			cells = append(cells, cell(*row, column))
		}
		return cells
	})
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
