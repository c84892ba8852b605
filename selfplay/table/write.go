package table

import (
	"fmt"
	"io"

	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

// Format is the format of a table.
type Format string

// The formats.
const (
	CSV     Format = "csv"
	Parquet Format = "parquet"
)

// encoder writes the rows of a table.
type encoder interface {
	write(row []cell) error
	close() error
}

func newEncoder(w io.Writer, f Format, columns []column, s *store.Store) (encoder, error) {
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

// write writes a table of all games in their order. For each game it calls rows,
// which calls add for each row that the game has.
func write(w io.Writer, f Format, s *store.Store, columns []column, rows func(r *row, add func() error) error) error {
	players, err := s.Players()
	if err != nil {
		return err
	}
	out, err := newEncoder(w, f, columns, s)
	if err != nil {
		return err
	}
	r, cells := &row{players: players}, make([]cell, len(columns))
	add := func() error {
		for i := range columns {
			cells[i] = columns[i].value(r)
		}
		return out.write(cells)
	}
	for game, err := range s.AllGames() {
		if err != nil {
			return err
		}
		r.game = &game
		if err := rows(r, add); err != nil {
			return err
		}
	}
	return out.close()
}
