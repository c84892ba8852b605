package playing

import (
	"bufio"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

// magic is the first line of a sample file.
const magic = "bestiary positions 1"

// fileHeader is the second line of a sample file.
type fileHeader struct {
	Game  string   `json:"game"`  // game file
	Rules string   `json:"rules"` // hash of what affects play
	Terms []string `json:"terms"`
	Pairs int      `json:"pairs"`
	Games int      `json:"games"`
}

// Save writes the data to a sample file.
func (d *Data) Save(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	err = d.write(f)
	if fault := f.Close(); err == nil {
		err = fault
	}
	if err != nil {
		return fmt.Errorf("sample file %s: %w", path, err)
	}
	return nil
}

func (d *Data) write(w io.Writer) error {
	z, _ := gzip.NewWriterLevel(w, gzip.BestSpeed)
	out := bufio.NewWriter(z)
	v := d.Game.Variant
	head, err := json.Marshal(fileHeader{string(v.Encode()), v.Hash(), d.Terms, d.Pairs, d.Games})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s\n", magic, head)
	var pair, record int32
	var b []byte
	for i := range d.Rows() {
		r := d.row(i)
		b = r.append(b[:0], pair, record)
		pair, record = r.pair, r.record
		if _, err := out.Write(b); err != nil {
			return err
		}
	}
	out.WriteByte(0)
	if err := out.Flush(); err != nil {
		return err
	}
	return z.Close()
}

// append appends a row to b.
func (r *row) append(b []byte, pair, record int32) []byte {
	b = binary.AppendUvarint(b, uint64(len(r.term)+1))
	b = binary.AppendUvarint(b, uint64(r.pair-pair))
	b = append(b, byte(2*r.result))
	b = binary.AppendUvarint(b, uint64(r.record-record))
	b = binary.AppendVarint(b, int64(r.score))
	b = binary.LittleEndian.AppendUint32(b, math.Float32bits(r.phase))
	last := -1
	for i, term := range r.term {
		b = binary.AppendUvarint(b, uint64(int(term)-last))
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(r.n[i]))
		last = int(term)
	}
	return b
}

// Open reads a sample file. Besides damage, it is an error if the terms of the
// evaluation have changed since the file was made.
func Open(path string) (*Data, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	d, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("sample file %s: %w", path, err)
	}
	return d, nil
}

func read(f io.Reader) (*Data, error) {
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, errors.New("not a sample file; tune --playing --samples writes one")
	}
	in := bufio.NewReader(z)
	d, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	x := rowReader{in: in, terms: len(d.Terms), pairs: d.Pairs, games: d.Games}
	for {
		r, ok := x.next()
		if x.err != nil {
			return nil, damage(d.Rows()+1, x.err)
		}
		if !ok {
			break
		}
		d.add(r)
	}
	if n, err := io.Copy(io.Discard, in); err != nil || n > 0 { // reaches the checksum
		return nil, damage(d.Rows()+1, err)
	}
	return d, nil
}

func damage(position int, err error) error {
	switch {
	case err == nil:
		err = errors.New("data after the end")
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		err = errors.New("the file is cut short")
	}
	return fmt.Errorf("damaged at position %d: %w", position, err)
}

func readHeader(in *bufio.Reader) (*Data, error) {
	first, err := in.ReadString('\n')
	if err != nil || first != magic+"\n" {
		return nil, fmt.Errorf("first line %.40q, expected %q", first, magic)
	}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, damage(0, err)
	}
	var h fileHeader
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, fmt.Errorf("second line: %w", err)
	}
	v, err := variant.Parse("game of the sample file", []byte(h.Game))
	if err != nil {
		return nil, err
	}
	if v.Hash() != h.Rules {
		return nil, fmt.Errorf("made for %s with rules %q, but its game file has the rules %q", v.Name, h.Rules, v.Hash())
	}
	g, err := rules.Compile(v)
	if err != nil {
		return nil, err
	}
	d, err := NewData(g)
	if err != nil {
		return nil, err
	}
	if !slices.Equal(d.Terms, h.Terms) {
		return nil, fmt.Errorf("made with another evaluation: its terms are %d, those of %s are %d; sample the games again", len(h.Terms), v.Name, len(d.Terms))
	}
	d.Pairs, d.Games = h.Pairs, h.Games
	return d, nil
}

// rowReader reads rows; the first error stays.
type rowReader struct {
	in                  *bufio.Reader
	terms, pairs, games int
	err                 error

	pair, record int32
	term         []uint16
	n            []float32
}

// next reads a row; its lists are valid until the next call. It is false at the
// end of the rows.
func (x *rowReader) next() (row, bool) {
	k := x.uvarint("number of terms", x.terms+1)
	if k == 0 || x.err != nil {
		return row{}, false
	}
	x.pair += int32(x.uvarint("pair", x.pairs-1-int(x.pair)))
	result := x.byte()
	if result > 2 {
		x.fail(fmt.Errorf("result %d, expected 0 to 2", result))
	}
	x.record += int32(x.uvarint("game", x.games-1-int(x.record)))
	r := row{pair: x.pair, record: x.record, result: float32(result) / 2, score: x.score(), phase: x.float("phase")}
	if r.phase < 0 || r.phase > 1 {
		x.fail(fmt.Errorf("phase %v, expected 0 to 1", r.phase))
	}
	x.term, x.n = x.term[:0], x.n[:0]
	at := -1
	for range k - 1 {
		step := x.uvarint("term", x.terms-1-at)
		if step == 0 {
			x.fail(errors.New("a term twice in a row"))
		}
		at += step
		if x.err != nil {
			return row{}, false
		}
		x.term, x.n = append(x.term, uint16(at)), append(x.n, x.float("count"))
	}
	r.term, r.n = x.term, x.n
	return r, x.err == nil
}

func (x *rowReader) fail(err error) {
	if x.err == nil && err != nil {
		x.err = err
	}
}

func (x *rowReader) uvarint(what string, limit int) int {
	v, err := binary.ReadUvarint(x.in)
	x.fail(err)
	if err == nil && v > uint64(max(limit, 0)) {
		x.fail(fmt.Errorf("%s %d is out of range", what, v))
	}
	if x.err != nil {
		return 0
	}
	return int(v)
}

func (x *rowReader) byte() byte {
	b, err := x.in.ReadByte()
	x.fail(err)
	return b
}

func (x *rowReader) score() int16 {
	v, err := binary.ReadVarint(x.in)
	x.fail(err)
	if err == nil && v != store.Unknown && (v < -mateScore || v > mateScore) {
		x.fail(fmt.Errorf("score %d, expected less than %d", v, mateScore))
	}
	return int16(v)
}

func (x *rowReader) float(what string) float32 {
	var b [4]byte
	_, err := io.ReadFull(x.in, b[:])
	x.fail(err)
	v := math.Float32frombits(binary.LittleEndian.Uint32(b[:]))
	if v != v || math.IsInf(float64(v), 0) {
		x.fail(fmt.Errorf("%s %v, expected a number", what, v))
	}
	return v
}

// IsSampleFile reports whether a file begins like a sample file.
func IsSampleFile(path string) bool {
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return false
	}
	begin := make([]byte, len(magic))
	_, err = io.ReadFull(z, begin)
	return err == nil && string(begin) == magic
}
