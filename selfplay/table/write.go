package table

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"bestiary/internal/files"
	"bestiary/internal/toml"
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

func newEncoder(w io.Writer, f Format, columns []column, runs []Run) (encoder, error) {
	switch f {
	case CSV:
		return newCSV(w, columns)
	case Parquet:
		return newParquet(w, columns, runs)
	}
	err := fmt.Errorf("table format is %q, expected %q or %q", f, CSV, Parquet)
	if near := toml.Nearest(string(f), []Format{CSV, Parquet}); near != "" {
		err = fmt.Errorf("%w; did you mean %s?", err, near)
	}
	return nil, err
}

// Run is a run whose games go into a table.
type Run struct {
	Name  string // for the column run
	Store *store.Store
}

// origin holds what all rows of a run have in common.
type origin struct {
	run, rules string
	revision   int
	players    []store.Player
	limits     []limit // of the players
	own        limit   // of the engine, if there are no players
}

// limit is the part of a configuration that says how much a player searches.
type limit struct {
	Nodes int `json:"nodes"`
}

func newOrigin(r Run) (*origin, error) {
	o := &origin{run: r.Name, rules: r.Store.Variant().Hash()}
	var config json.RawMessage
	err := r.Store.Config(&config)
	if err == nil {
		o.revision, err = r.Store.Revision()
	}
	if err == nil {
		o.players, err = r.Store.Players()
	}
	if err != nil {
		return nil, err
	}
	_ = json.Unmarshal(config, &o.own) // unknown if it is not a number
	o.limits = make([]limit, len(o.players))
	for i, p := range o.players {
		_ = json.Unmarshal(p.Config, &o.limits[i])
	}
	return o, nil
}

func (o *origin) name(player int) cell { return cell{s: store.PlayerName(o.players, player)} }

// nodes returns the number of positions that a player searches per move, or null.
func (o *origin) nodes(player int) cell {
	l := o.own
	if player >= 0 && player < len(o.limits) {
		l = o.limits[player]
	}
	return cell{n: l.Nodes, null: l.Nodes == 0}
}

// write writes a table of all games in their order. For each game it calls rows, which
// calls add for each of the game's rows.
func write(w io.Writer, f Format, runs []Run, columns []column, rows func(r *row, add func() error) error) error {
	out, err := newEncoder(w, f, columns, runs)
	if err != nil {
		return err
	}
	r, cells := &row{}, make([]cell, len(columns))
	add := func() error {
		for i := range columns {
			cells[i] = columns[i].value(r)
		}
		return out.write(cells)
	}
	for _, run := range runs {
		if r.origin, err = newOrigin(run); err != nil {
			return err
		}
		for game, err := range run.Store.AllGames() {
			if err != nil {
				return err
			}
			r.game = &game
			if err := rows(r, add); err != nil {
				return err
			}
		}
	}
	return out.close()
}

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
