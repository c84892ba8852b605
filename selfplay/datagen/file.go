package datagen

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"bestiary/engine/rules"
	"bestiary/internal/files"
)

// magic is the first line of a file.
const magic = "bestiary training games 1\n"

// maxFile is the largest size of a file, in bytes.
const maxFile = 64 << 20

// Header is the second line of a file.
type Header struct {
	Game     string `json:"game"`
	Rules    string `json:"rules"`    // hash of what affects play
	Revision int    `json:"revision"` // of the search
	Player   string `json:"player"`   // hash of the weights
	Config
	Chunk int `json:"chunk"`
}

// same returns an error if a file belongs to another run.
func (h Header) same(path string, have Header) error {
	have.Games = h.Games
	if have == h {
		return nil
	}
	for _, f := range []struct {
		name       string
		have, want any
	}{
		{"game", have.Game, h.Game}, {"rules", have.Rules, h.Rules}, {"revision", have.Revision, h.Revision},
		{"player", have.Player, h.Player}, {"depth", have.Depth, h.Depth},
		{"random-plies", have.RandomPlies, h.RandomPlies}, {"seed", have.Seed, h.Seed}, {"chunk", have.Chunk, h.Chunk},
	} {
		if f.have != f.want {
			return fmt.Errorf("training games %s: %s is %v, expected %v; use another folder for another run", path, f.name, f.have, f.want)
		}
	}
	return nil
}

// Path returns the path of a chunk.
func Path(folder string, chunk int) string {
	return filepath.Join(folder, fmt.Sprintf("%06d.games", chunk))
}

// Paths returns the paths of all chunks, in order.
func (c Config) Paths(folder string) (list []string) {
	for chunk := range c.Chunks() {
		list = append(list, Path(folder, chunk))
	}
	return list
}

// ply is a move of a game.
type ply struct {
	move    int // in the list of legal moves
	score   int // for the side to move, of an example
	example bool
}

func appendGame(b []byte, fen string, result rules.Result, plies []ply) []byte {
	b = binary.AppendUvarint(b, uint64(len(fen)))
	b = append(b, fen...)
	b = append(b, byte(2*result.Score()))
	b = binary.AppendUvarint(b, uint64(len(plies)))
	for _, p := range plies {
		b = binary.AppendUvarint(b, uint64(p.move))
		score := uint64(0)
		switch {
		case p.example && p.score < 0:
			score = uint64(-2*p.score) + 2
		case p.example:
			score = uint64(2*p.score) + 1
		}
		b = binary.AppendUvarint(b, score)
	}
	return b
}

func write(path string, h Header, games []byte) error {
	head, err := json.Marshal(h)
	if err != nil {
		return err
	}
	b := append([]byte(magic), head...)
	b = append(append(b, '\n'), games...)
	sum := sha256.Sum256(b)
	return files.Replace(path, append(b, sum[:]...))
}

// ReadHeader reads the header of a file.
func ReadHeader(path string) (Header, error) {
	f, err := os.Open(path)
	if err != nil {
		return Header{}, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 4096))
	if err != nil {
		return Header{}, err
	}
	h, _, err := parseHeader(b)
	if err != nil {
		err = fmt.Errorf("training games %s: %w", path, err)
	}
	return h, err
}

func parseHeader(b []byte) (h Header, rest []byte, err error) {
	rest, ok := bytes.CutPrefix(b, []byte(magic))
	if !ok && !strings.HasPrefix(magic, string(b)) {
		return h, nil, fmt.Errorf("first line %.40q, expected %q", b[:min(len(b), 40)], magic)
	}
	line, rest, ok := bytes.Cut(rest, []byte("\n"))
	if !ok {
		return h, nil, errors.New("the file is cut short; remove it, and it is played again")
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return h, nil, fmt.Errorf("second line: %w", err)
	}
	return h, rest, nil
}

// Example is a position to learn from.
type Example struct {
	*rules.Position         // valid during the call
	Score           int     // centipawns for the side to move
	Result          float64 // for the side to move: 0, ½ or 1
	Game            int     // in the file
}

// Read calls visit for all examples of a file, which must be of the given game.
func Read(path string, g *rules.Game, visit func(Example)) error {
	err := read(path, g, visit)
	if err != nil {
		err = fmt.Errorf("training games %s: %w", path, err)
	}
	return err
}

func read(path string, g *rules.Game, visit func(Example)) error {
	data, err := files.Read(path, maxFile)
	if err != nil {
		return err
	}
	h, rest, err := parseHeader(data)
	if err != nil {
		return err
	}
	if have := g.Variant.Hash(); h.Rules != have {
		return fmt.Errorf("made for %s with rules %q, but the rules of %s are %q", h.Game, h.Rules, g.Variant.Name, have)
	}
	end := len(data) - sha256.Size
	if found := sha256.Sum256(data[:max(end, 0)]); len(rest) < sha256.Size || !bytes.Equal(found[:], data[end:]) {
		return errors.New("the file is damaged: its SHA-256 is wrong; remove it, and it is played again")
	}
	r := &reader{rest: rest[:len(rest)-sha256.Size]}
	for game := 0; len(r.rest) > 0 && r.err == nil; game++ {
		if err := r.game(g, game, visit); err != nil {
			return fmt.Errorf("game %d: %w", game, err)
		}
	}
	return r.err
}

// reader reads games. After an error all numbers are 0.
type reader struct {
	rest  []byte
	err   error
	moves []rules.Move
}

var errFormat = errors.New("the games are not in the format of the file")

func (r *reader) number() uint64 {
	v, n := binary.Uvarint(r.rest)
	if n <= 0 {
		r.err, r.rest = errFormat, nil
		return 0
	}
	r.rest = r.rest[n:]
	return v
}

func (r *reader) text() string {
	n := r.number()
	if n > uint64(len(r.rest)) {
		r.err, r.rest = errFormat, nil
		return ""
	}
	s := string(r.rest[:n])
	r.rest = r.rest[n:]
	return s
}

func (r *reader) game(g *rules.Game, game int, visit func(Example)) (err error) {
	p := g.NewPosition()
	if fen := r.text(); fen != "" {
		if p, err = g.ParseFEN(fen); err != nil {
			return err
		}
	}
	white := float64(r.number()) / 2
	for plies := r.number(); plies > 0 && r.err == nil; plies-- {
		move, score := r.number(), r.number()
		if r.moves = p.Moves(r.moves[:0]); move >= uint64(len(r.moves)) {
			return fmt.Errorf("move %d, but %d moves are legal in %s", move, len(r.moves), p.FEN())
		}
		if score > 0 {
			e := Example{p, int(score / 2), white, game}
			if score%2 == 0 {
				e.Score = 1 - int(score/2)
			}
			if p.Turn() == rules.Black {
				e.Result = 1 - white
			}
			visit(e)
		}
		p.Make(r.moves[move])
	}
	return r.err
}
