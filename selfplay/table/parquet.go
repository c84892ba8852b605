package table

import (
	"encoding/json"
	"io"
	"reflect"
	"strings"

	"github.com/parquet-go/parquet-go"

	"bestiary/selfplay/store"
)

// A row group is kept in memory until it is full; readers work best with large row groups.
const (
	groupBytes = 16 << 20 // approximate size in bytes of a row group
	batchRows  = 64       // rows written at once
)

// parquetRows writes Parquet.
type parquetRows struct {
	out     *parquet.GenericWriter[any]
	columns []column
	batch   []parquet.Row
	bytes   int // in the current row group
}

func newParquet(w io.Writer, columns []column, runs []Run) (*parquetRows, error) {
	options := []parquet.WriterOption{
		schemaOf(columns),
		parquet.Compression(&parquet.Zstd),
		parquet.CreatedBy("bestiary", "1", ""), // the default names the build
	}
	for _, run := range runs {
		var config json.RawMessage
		if err := run.Store.Config(&config); err != nil {
			return nil, err
		}
		suffix := ""
		if len(runs) > 1 {
			suffix = "." + run.Name
		}
		options = append(options, parquet.KeyValueMetadata("bestiary.game"+suffix, run.Store.Variant().Name),
			parquet.KeyValueMetadata("bestiary.config"+suffix, string(config)))
	}
	return &parquetRows{out: parquet.NewGenericWriter[any](w, options...), columns: columns}, nil
}

// schemaOf returns a schema that keeps the order of the columns; the library otherwise
// keeps only the order of struct fields.
func schemaOf(columns []column) *parquet.Schema {
	fields := make([]reflect.StructField, len(columns))
	for i, c := range columns {
		model, tag := any(int64(0)), c.name
		switch c.kind {
		case optional:
			tag += ",optional"
		case number:
			model = float64(0)
		case text:
			model = ""
		case category:
			model, tag = "", tag+",dict"
		case list:
			model, tag = []*int32(nil), tag+",list"
		}
		fields[i] = reflect.StructField{
			Name: "F" + strings.ReplaceAll(c.name, "-", "_"),
			Type: reflect.TypeOf(model),
			Tag:  reflect.StructTag(`parquet:"` + tag + `"`),
		}
	}
	return parquet.SchemaOf(reflect.New(reflect.StructOf(fields)).Interface())
}

func (r *parquetRows) write(row []cell) error {
	values := make(parquet.Row, 0, len(row)+16)
	for i := range row {
		values = r.appendCell(values, i, &row[i])
		r.bytes += 8 + len(row[i].s) + 4*len(row[i].list)
	}
	if r.batch = append(r.batch, values); len(r.batch) < batchRows {
		return nil
	}
	return r.flush()
}

// appendCell appends the values of a cell. The levels say where lists begin and which
// values are present.
func (r *parquetRows) appendCell(values parquet.Row, i int, c *cell) parquet.Row {
	switch r.columns[i].kind {
	case integer:
		return append(values, parquet.Int64Value(int64(c.n)).Level(0, 0, i))
	case optional:
		if c.null {
			return append(values, parquet.NullValue().Level(0, 0, i))
		}
		return append(values, parquet.Int64Value(int64(c.n)).Level(0, 1, i))
	case number:
		return append(values, parquet.DoubleValue(c.x).Level(0, 0, i))
	case list:
		if len(c.list) == 0 {
			return append(values, parquet.NullValue().Level(0, 0, i))
		}
		for j, n := range c.list {
			value := parquet.Int32Value(int32(n)).Level(min(j, 1), 2, i)
			if n == store.Unknown {
				value = parquet.NullValue().Level(min(j, 1), 1, i)
			}
			values = append(values, value)
		}
		return values
	}
	return append(values, parquet.ByteArrayValue([]byte(c.s)).Level(0, 0, i))
}

// flush writes the batch, and ends the row group if it is large enough.
func (r *parquetRows) flush() error {
	_, err := r.out.WriteRows(r.batch)
	r.batch = r.batch[:0]
	if err == nil && r.bytes > groupBytes {
		r.bytes = 0
		err = r.out.Flush()
	}
	return err
}

func (r *parquetRows) close() error {
	if err := r.flush(); err != nil {
		return err
	}
	return r.out.Close()
}
