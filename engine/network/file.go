package network

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"bestiary/engine/rules"
	"bestiary/internal/files"
)

// magic is the first line of a network file.
const magic = "bestiary network 2\n"

// header is the second line of a network file.
type header struct {
	Game   string `json:"game"`
	Rules  string `json:"rules"` // hash of what affects play
	Inputs int    `json:"inputs"`
	Hidden int    `json:"hidden"`
	Scale  int    `json:"scale"`
	// Attacks and Terms are as in Parameters.
	Attacks bool   `json:"attacks"`
	Terms   string `json:"terms,omitempty"`
	Origin  Origin `json:"origin"`
}

// New returns a network with the given parameters, after checking them.
func New(g *rules.Game, p Parameters) (*Network, error) {
	n := &Network{Inputs: NewInputs(g, p.Attacks), Parameters: p}
	if err := n.check(n.Rows(), MaxWeight); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(n.content())
	n.hash = hex.EncodeToString(sum[:6])
	return n, nil
}

// check checks the number of rows and the ranges of all weights; limit is the largest weight of a row.
func (p *Parameters) check(rows, limit int) error {
	if want := rows * Hidden; len(p.Weights) != want {
		return fmt.Errorf("%d weights of inputs, expected %d", len(p.Weights), want)
	}
	for _, list := range []struct {
		what    string
		weights []int16
		limit   int
	}{
		{"weight of inputs", p.Weights, limit}, {"bias", p.Bias[:], MaxWeight}, {"weight of outputs", p.Output[:], MaxOutput},
	} {
		for i, w := range list.weights {
			if int(w) > list.limit || int(w) < -list.limit {
				return fmt.Errorf("%s %d is %d, expected -%d to %d", list.what, i, w, list.limit, list.limit)
			}
		}
	}
	if p.Scale < 1 || p.Scale > MaxScale {
		return fmt.Errorf("scale is %d, expected 1 to %d", p.Scale, MaxScale)
	}
	return nil
}

// content returns a file without its checksum.
func (p *Parameters) content(game, rules string) []byte {
	head, err := json.Marshal(header{game, rules, len(p.Weights) / Hidden, Hidden, p.Scale, p.Attacks, p.Terms, p.Origin})
	if err != nil {
		panic(err) // cannot happen with texts and numbers
	}
	b := append([]byte(magic), head...)
	b = append(b, '\n')
	for _, list := range [][]int16{p.Weights, p.Bias[:], p.Output[:]} {
		for _, w := range list {
			b = binary.LittleEndian.AppendUint16(b, uint16(w))
		}
	}
	return binary.LittleEndian.AppendUint32(b, uint32(p.OutputBias))
}

// content returns the file without its checksum.
func (n *Network) content() []byte { return n.Parameters.content(n.g.Variant.Name, n.g.Variant.Hash()) }

// Encode returns the content of a network file.
func (n *Network) Encode() []byte { return signed(n.content()) }

// signed appends the checksum.
func signed(b []byte) []byte {
	sum := sha256.Sum256(b)
	return append(b, sum[:]...)
}

// Save writes a network file.
func (n *Network) Save(path string) error { return files.Replace(path, n.Encode()) }

// For returns the network for a game with the same board and the same kinds of pieces, and for the
// terms with a hash. Types gives the type of this network's game for each type of the other game.
func (n *Network) For(g *rules.Game, types []rules.Type, terms string) (*Network, error) {
	p, in := n.Parameters, NewInputs(g, n.Attacks)
	if in.Rows() != n.Rows() {
		return nil, fmt.Errorf("%s has %d inputs, expected %d", g.Variant.Name, in.Rows(), n.Rows())
	}
	p.Terms, p.Weights = terms, make([]int16, len(n.Weights))
	for row := range in.Rows() {
		from := in.source(row, types) * Hidden
		copy(p.Weights[row*Hidden:][:Hidden], n.Weights[from:from+Hidden])
	}
	return New(g, p)
}

// source returns the input of another game with the same board that corresponds to an input.
func (in *Inputs) source(row int, types []rules.Type) int {
	piece := func(code int) int { return 2*(int(types[code/2+1])-1) + code%2 } // codes without the first two
	pieces := 2 * in.kinds * in.squares
	switch {
	case row < pieces:
		return piece(row/in.squares)*in.squares + row%in.squares
	case row < in.places:
		return pieces + piece(row-pieces)
	}
	code, target := (row-in.places)/in.attacks.stride, (row-in.places)%in.attacks.stride
	if target < in.attacks.codes {
		target = piece(target)
	}
	return in.places + piece(code)*in.attacks.stride + target
}

// IsFile reports whether data begins like a network file.
func IsFile(data []byte) bool { return bytes.HasPrefix(data, []byte(magic[:len(magic)-2])) }

// Parse parses a network file for the given game.
func Parse(data []byte, g *rules.Game) (*Network, error) {
	h, rest, err := parseHeader(data)
	if err != nil {
		return nil, err
	}
	if have := g.Variant.Hash(); h.Rules != have {
		return nil, fmt.Errorf("made for %s with rules %q, but the rules of %s are %q", h.Game, h.Rules, g.Variant.Name, have)
	}
	p, err := h.parse(data, rest, NewInputs(g, h.Attacks).Rows())
	if err != nil {
		return nil, err
	}
	return New(g, *p)
}

// parseHeader parses the first two lines of a file and returns what follows.
func parseHeader(data []byte) (h header, rest []byte, err error) {
	rest, ok := bytes.CutPrefix(data, []byte(magic))
	if !ok {
		return h, nil, fmt.Errorf("first line %.40q, expected %q", data[:min(len(data), 40)], magic)
	}
	line, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return h, nil, fmt.Errorf("the file is cut short")
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return h, nil, fmt.Errorf("second line: %w", err)
	}
	return h, rest, nil
}

// parse parses the rest of a file with a number of inputs.
func (h *header) parse(data, rest []byte, rows int) (*Parameters, error) {
	if h.Inputs != rows || h.Hidden != Hidden {
		return nil, fmt.Errorf("%d inputs and %d accumulators, expected %d and %d", h.Inputs, h.Hidden, rows, Hidden)
	}
	const tail = 4 + sha256.Size
	if want := 2*Hidden*(rows+3) + tail; len(rest) != want {
		return nil, fmt.Errorf("%d bytes after the second line, expected %d", len(rest), want)
	}
	content, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if found := sha256.Sum256(content); !bytes.Equal(found[:], sum) {
		return nil, fmt.Errorf("the file is damaged: its SHA-256 is %x, expected %x", found[:6], sum[:6])
	}
	p := &Parameters{Weights: make([]int16, Hidden*rows), Scale: h.Scale, Attacks: h.Attacks, Terms: h.Terms, Origin: h.Origin}
	for _, list := range [][]int16{p.Weights, p.Bias[:], p.Output[:]} {
		for i := range list {
			list[i] = int16(binary.LittleEndian.Uint16(rest[2*i:]))
		}
		rest = rest[2*len(list):]
	}
	p.OutputBias = int32(binary.LittleEndian.Uint32(rest))
	return p, nil
}
