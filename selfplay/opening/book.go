package opening

import (
	"bytes"
	"fmt"
	"iter"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync"

	"bestiary/engine/rules"
	"bestiary/internal/files"
	"bestiary/internal/format"
	"bestiary/selfplay/pgn"
	"bestiary/selfplay/store"
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
		b.entries, err = readGames(g, &cfg, text)
	} else {
		b.entries, err = readPositions(g, &cfg, text)
	}
	if err != nil {
		return nil, err
	}
	if len(b.entries) == 0 {
		return nil, fmt.Errorf("opening book %s: found no position, expected lines of EPD or FEN, or games in PGN", cfg.Path)
	}
	if b.first >= len(b.entries) {
		return nil, fmt.Errorf("opening book %s: found %s, expected more than the %d that are skipped", cfg.Path,
			format.Plural(len(b.entries), "opening"), b.first)
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

// positionLines iterates over the lines of a text with their numbers. It skips empty lines and lines
// that begin with #.
func positionLines(data []byte) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for raw := range bytes.Lines(data) {
			number++
			if line := strings.TrimSpace(string(raw)); line != "" && line[0] != '#' && !yield(number, line) {
				return
			}
		}
	}
}

// readPositions reads lines of EPD or FEN.
func readPositions(g *rules.Game, cfg *Config, data []byte) ([]entry, error) {
	var list []entry
	for number, line := range positionLines(data) {
		p, err := g.ParseEPD(line)
		if err == nil {
			err = playable(p)
		}
		if err != nil {
			if err := cfg.bad(fmt.Errorf("%s:%d: %w", cfg.Path, number, err)); err != nil {
				return nil, err
			}
			continue
		}
		list = append(list, entry{fen: p.FEN()})
	}
	return list, nil
}

// bad returns the error of a part of a book, or nil if the part is skipped.
func (c *Config) bad(err error) error {
	if !c.SkipBad {
		return err
	}
	if c.Bad != nil {
		c.Bad(err)
	}
	return nil
}

// playable returns an error if the game is over in a position.
func playable(p *rules.Position) error {
	if result, reason := p.Outcome(); !p.Placing() && result != rules.Ongoing {
		return fmt.Errorf("the game is over by %s, expected a position that can be played", reason)
	}
	return nil
}

// readGames reads the first moves of PGN games, up to a number of plies and stopping
// before a move that ends the game.
func readGames(g *rules.Game, cfg *Config, data []byte) ([]entry, error) {
	var list []entry
	for r, err := range pgn.Read(bytes.NewReader(data), cfg.Path, g) {
		var e entry
		if err == nil {
			if e, err = readGame(g, &r, cfg.BookPlies); err != nil {
				err = fmt.Errorf("%s: game %d: %w", cfg.Path, r.Pair+1, err)
			}
		}
		if err != nil {
			if err := cfg.bad(fmt.Errorf("opening book: %w", err)); err != nil {
				return nil, err
			}
			continue
		}
		list = append(list, e)
	}
	return list, nil
}

// readGame returns the opening of one game.
func readGame(g *rules.Game, r *store.Record, plies int) (entry, error) {
	e := entry{fen: r.FEN}
	p, err := r.Start(g)
	if err == nil {
		err = playable(p)
	}
	if err != nil {
		return e, err
	}
	for ply, err := range r.Replay(p) {
		if err != nil || ply.Number >= plies {
			return e, err
		}
		p.Make(ply.Move)
		result, _ := p.Outcome()
		p.Unmake()
		if result != rules.Ongoing {
			break
		}
		e.moves = append(e.moves, ply.Move)
	}
	return e, nil
}
