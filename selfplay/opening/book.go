package opening

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/internal/files"
	"bestiary/internal/format"
)

// entry is one opening of a book.
type entry struct {
	fen   string
	moves []rules.Move
}

// book holds the openings of a file.
type book struct {
	g       *rules.Game
	hash    string
	entries []entry
	first   int // the entry of the first pair, in sequential order
	random  bool
	seed    uint64

	mu    sync.Mutex
	cycle int   // the pass through the book to which order belongs
	order []int // of the entries, in random order
}

// maxBook is the largest size of a book in bytes.
const maxBook = 256 << 20

// readBook reads the book of a configuration.
func readBook(g *rules.Game, cfg Config, seed uint64) (*book, error) {
	data, err := files.Read(cfg.Path, maxBook)
	if err != nil {
		return nil, fmt.Errorf("opening book: %w", err)
	}
	b := &book{g: g, hash: files.SHA256(data)[:16], first: cfg.BookStart, random: cfg.Order == Random, seed: seed, cycle: -1}
	text := bytes.TrimPrefix(data, []byte("\ufeff"))
	if strings.EqualFold(filepath.Ext(cfg.Path), ".pgn") || bytes.HasPrefix(bytes.TrimSpace(text), []byte("[")) {
		b.entries, err = readGames(g, cfg.Path, text, cfg.BookPlies)
	} else {
		b.entries, err = readPositions(g, cfg.Path, text)
	}
	if err != nil {
		return nil, err
	}
	if len(b.entries) == 0 {
		return nil, fmt.Errorf("opening book %s: found no position, expected lines of EPD or FEN, or games in PGN", cfg.Path)
	}
	if b.first >= len(b.entries) {
		return nil, fmt.Errorf("opening book %s: found %s, expected more than the %d that are skipped", cfg.Path, format.Plural(len(b.entries), "opening"), b.first)
	}
	return b, nil
}

// start returns the opening of a pair. Waiting pieces that its moves do not place are placed at random.
func (b *book) start(rng *rand.Rand, pair int) (Start, error) {
	e := b.entries[b.index(pair)]
	p, err := b.g.ParseFEN(e.fen)
	if err != nil {
		return Start{}, err
	}
	moves := e.moves
	if p.Placing() {
		for p.Placing() && len(moves) > 0 {
			p.Make(moves[0])
			moves = moves[1:]
		}
		if err := placeAtRandom(rng, p); err != nil {
			return Start{}, err
		}
		if p, err = b.g.ParseFEN(p.FEN()); err != nil { // without a history
			return Start{}, err
		}
	}
	s := Start{FEN: p.FEN(), Position: p}
	for _, m := range moves {
		p.Make(m)
	}
	s.Moves = append(s.Moves, moves...)
	return s, nil
}

// placeAtRandom plays the placement phase at random. It returns an error if a side has
// more waiting pieces than places for them.
func placeAtRandom(rng *rand.Rand, p *rules.Position) error {
	var buf []rules.Move
	for p.Placing() {
		if buf = p.Moves(buf[:0]); len(buf) == 0 {
			return fmt.Errorf("in %s a waiting piece has no piece left behind which it could be placed", p.FEN())
		}
		p.Make(choose(rng, buf))
	}
	return nil
}

// index returns the index of a pair's entry.
func (b *book) index(pair int) int {
	n := len(b.entries)
	if !b.random {
		return (pair + b.first) % n
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if cycle := pair / n; cycle != b.cycle {
		b.cycle, b.order = cycle, newRand(b.seed, cycle, n, bookStream).Perm(n)
	}
	return b.order[pair%n]
}
