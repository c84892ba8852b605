package table

import (
	"encoding/csv"
	"io"
	"strconv"

	"bestiary/internal/files"
	"bestiary/selfplay/store"
)

// csvRows writes CSV.
type csvRows struct {
	out     *csv.Writer
	columns []column
	record  []string
	list    []byte
}

func newCSV(w io.Writer, columns []column) (*csvRows, error) {
	r := &csvRows{out: csv.NewWriter(w), columns: columns, record: make([]string, len(columns))}
	for i, c := range columns {
		r.record[i] = c.name
	}
	return r, r.out.Write(r.record)
}

func (r *csvRows) write(row []cell) error {
	for i := range row {
		c := &row[i]
		switch r.columns[i].kind {
		case integer, optional:
			r.record[i] = ""
			if !c.null {
				r.record[i] = strconv.Itoa(c.n)
			}
		case number:
			r.record[i] = strconv.FormatFloat(c.x, 'g', -1, 64)
		case list:
			r.list = r.list[:0]
			for j, n := range c.list {
				if j > 0 {
					r.list = append(r.list, ' ')
				}
				if n == store.Unknown {
					r.list = append(r.list, "null"...)
				} else {
					r.list = strconv.AppendInt(r.list, int64(n), 10)
				}
			}
			r.record[i] = string(r.list)
		default:
			r.record[i] = files.Cell(c.s)
		}
	}
	return r.out.Write(r.record)
}

func (r *csvRows) close() error {
	r.out.Flush()
	return r.out.Error()
}
