package playing

import (
	"bufio"
	"cmp"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/selfplay/store"
)

// magic is the first line of a sample file.
const magic = "bestiary positions 2"

// fileHeader is the second line of a sample file.
type fileHeader struct {
	Game  string   `json:"game"`  // game file
	Rules string   `json:"rules"` // hash of what affects play
	Terms []string `json:"terms"`
	Pairs int      `json:"pairs"`
	Games int      `json:"games"`
	// Rows is the number of positions; Counts is the number of terms in all of them.
	Rows   int `json:"rows"`
	Counts int `json:"counts"`
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
	head, err := json.Marshal(fileHeader{string(v.Encode()), v.Hash(), d.Terms, d.Pairs, d.Games, d.Rows(), len(d.Term)})
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s\n%s\n", magic, head)
	for _, list := range []any{d.Off, d.Term, d.N, d.Phase, d.Result, d.Score, d.Pair, d.Record} {
		if err := binary.Write(out, binary.LittleEndian, list); err != nil {
			return err
		}
	}
	return errors.Join(out.Flush(), z.Close())
}

// Open reads a sample file. It returns an error if the file is damaged or the terms of the
// evaluation have changed since it was made.
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
	d, h, err := readHeader(in)
	if err != nil {
		return nil, err
	}
	if err := d.readLists(in, h); err != nil {
		return nil, damage(err)
	}
	if err := d.validate(); err != nil {
		return nil, damage(err)
	}
	if n, err := io.Copy(io.Discard, in); err != nil || n > 0 { // also verifies the checksum
		return nil, damage(cmp.Or(err, errors.New("data after the end")))
	}
	return d, nil
}

func damage(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = errors.New("the file is cut short")
	}
	return fmt.Errorf("damaged: %w", err)
}

func readHeader(in *bufio.Reader) (*Data, fileHeader, error) {
	var h fileHeader
	first, err := in.ReadString('\n')
	if err != nil || first != magic+"\n" {
		return nil, h, fmt.Errorf("first line %.40q, expected %q", first, magic)
	}
	line, err := in.ReadBytes('\n')
	if err != nil {
		return nil, h, damage(err)
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, h, fmt.Errorf("second line: %w", err)
	}
	v, err := variant.Parse("game of the sample file", []byte(h.Game))
	if err != nil {
		return nil, h, err
	}
	if v.Hash() != h.Rules {
		return nil, h, fmt.Errorf("made for %s with rules %q, but its game file has the rules %q", v.Name, h.Rules, v.Hash())
	}
	g, err := rules.Compile(v)
	if err != nil {
		return nil, h, err
	}
	d, err := NewData(g)
	if err != nil {
		return nil, h, err
	}
	if !slices.Equal(d.Terms, h.Terms) {
		return nil, h, fmt.Errorf("made with another evaluation: it has %d terms, but %s has %d; sample the games again", len(h.Terms), v.Name, len(d.Terms))
	}
	d.Pairs, d.Games = h.Pairs, h.Games
	return d, h, nil
}

// readLists reads lists whose lengths are in the header.
func (d *Data) readLists(in io.Reader, h fileHeader) (err error) {
	if d.Off, err = readList[uint32](in, h.Rows+1); err != nil {
		return err
	}
	if d.Term, err = readList[uint16](in, h.Counts); err != nil {
		return err
	}
	if d.N, err = readList[float32](in, h.Counts); err != nil {
		return err
	}
	for _, list := range []*[]float32{&d.Phase, &d.Result} {
		if *list, err = readList[float32](in, h.Rows); err != nil {
			return err
		}
	}
	if d.Score, err = readList[int16](in, h.Rows); err != nil {
		return err
	}
	for _, list := range []*[]int32{&d.Pair, &d.Record} {
		if *list, err = readList[int32](in, h.Rows); err != nil {
			return err
		}
	}
	return nil
}

// readList reads a list in parts, so that a wrong length takes no more memory than the
// file.
func readList[T any](in io.Reader, n int) ([]T, error) {
	const part = 1 << 16
	var out []T
	for len(out) < n {
		next := make([]T, min(n-len(out), part))
		if err := binary.Read(in, binary.LittleEndian, next); err != nil {
			return nil, err
		}
		out = append(out, next...)
	}
	return out, nil
}

// validate reports the first impossible position.
func (d *Data) validate() error {
	if len(d.Off) == 0 || d.Off[0] != 0 || int(d.Off[d.Rows()]) != len(d.Term) {
		return errors.New("the positions do not add up to the number of counts")
	}
	pair, record := int32(0), int32(0)
	for i := range d.Rows() {
		if from, to := d.Off[i], d.Off[i+1]; from > to || int(to) > len(d.Term) {
			return fmt.Errorf("position %d has the counts %d to %d", i+1, from, to)
		}
		r, score := d.row(i), int(d.Score[i])
		known := score == store.Unknown || score > -mateScore && score < mateScore
		half := 2 * r.result
		if !known || !(r.phase >= 0 && r.phase <= 1) || half != 0 && half != 1 && half != 2 ||
			r.pair < pair || int(r.pair) >= d.Pairs || r.record < record || int(r.record) >= d.Games {
			return fmt.Errorf("position %d has the phase %v, the score %d and the result %v in game %d of pair %d", i+1, r.phase, score, r.result, r.record, r.pair)
		}
		pair, record = r.pair, r.record
		for k, term := range r.term {
			if n := r.n[k]; int(term) >= len(d.Terms) || k > 0 && term <= r.term[k-1] || n-n != 0 {
				return fmt.Errorf("position %d has term %d with the count %v", i+1, term, n)
			}
		}
	}
	return nil
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
