package page

import (
	"fmt"
	"strings"

	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/internal/stat"
)

// Sheet returns a CSV file with a row for each item of a list. The columns of its head are
// separated by commas; an interval fills three: the estimate, the lower and the upper limit.
// Unknown and infinite numbers are empty.
func Sheet[T any](name, head string, list []T, row func(*T) []any) files.File {
	rows := [][]string{strings.Split(head, ",")}
	for i := range list {
		var cells []string
		for _, x := range row(&list[i]) {
			switch x := x.(type) {
			case float64:
				cells = append(cells, format.Cell(x))
			case stat.Number:
				cells = append(cells, format.Cell(float64(x)))
			case stat.Interval:
				cells = append(cells, format.Cell(x.Estimate), format.Cell(x.Lo), format.Cell(x.Hi))
			case []string:
				cells = append(cells, x...)
			default:
				cells = append(cells, fmt.Sprint(x))
			}
		}
		rows = append(rows, cells)
	}
	return files.CSV(name, rows)
}
