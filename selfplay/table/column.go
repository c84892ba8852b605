package table

import (
	"fmt"
	"io"

	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

// Format is that of a table.
type Format string

// The formats.
const (
	CSV     Format = "csv"
	Parquet Format = "parquet"
)

// kind is what a column holds.
type kind uint8

const (
	integer  kind = iota
	maybe         // an integer or null
	number        // a floating-point number
	text          // any text
	category      // a text out of a few
	list          // integers
)

type column struct {
	name string
	kind kind
}

// cell is a value of a column; its kind says which field counts.
type cell struct {
	n    int // integer, maybe
	null bool
	x    float64
	s    string
	list []int
}

// rows receives a table row by row.
type rows interface {
	write(row []cell) error
	close() error
}

// newRows begins a table.
func newRows(w io.Writer, f Format, columns []column, s *store.Store) (rows, error) {
	switch f {
	case CSV:
		return newCSV(w, columns)
	case Parquet:
		return newParquet(w, columns, s)
	}
	err := fmt.Errorf("table format is %q, expected %q or %q", f, CSV, Parquet)
	if near := variant.Nearest(string(f), []Format{CSV, Parquet}); near != "" {
		err = fmt.Errorf("%w; did you mean %s?", err, near)
	}
	return nil, err
}
