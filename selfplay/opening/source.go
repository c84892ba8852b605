package opening

import (
	"fmt"
	"math/rand/v2"

	"bestiary/engine/rules"
	"bestiary/internal/check"
)

// Start is how one game begins.
type Start struct {
	// FEN is the first position, with waiting pieces placed.
	FEN string
	// Moves lead from there to the position in which the players begin.
	Moves []rules.Move
	// Position is the position after the moves. Its history begins with FEN. It
	// belongs to the caller.
	Position *rules.Position
}

// Mirrored returns the same opening with the colours exchanged: the board is mirrored
// and Black stands where White stood. The moves become part of the FEN.
func (s Start) Mirrored() Start {
	p := s.Position.Mirror()
	return Start{FEN: p.FEN(), Position: p}
}

// Source provides the openings of a run. Several goroutines may use it.
type Source struct {
	g     *rules.Game
	cfg   Config
	seed  uint64
	first interface {
		position(round, pair, index int) (*rules.Position, error)
	}
	book   *book // nil without a book
	judges *judges
}

// New prepares the openings of a game. It reads the book, whose errors name file
// and line.
func New(g *rules.Game, cfg Config, seed uint64) (*Source, error) {
	if err := check.All("openings", cfg.Validate()); err != nil {
		return nil, err
	}
	s := &Source{g: g, cfg: cfg, seed: seed}
	if s.cfg.Balance > 0 {
		s.judges = newJudges(g, s.cfg.BalanceNodes)
	}
	if s.cfg.Kind == Odds {
		first, err := newOdds(g, s.cfg, seed)
		if err != nil {
			return nil, err
		}
		s.first = first
		return s, nil
	}
	if s.cfg.Kind != Book {
		s.first = newArmies(g, s.cfg, seed)
		return s, nil
	}
	b, err := readBook(g, s.cfg, seed)
	if err != nil {
		return nil, err
	}
	s.book, s.cfg.Hash = b, b.hash
	return s, nil
}

// Config is the configuration, with the hash of the book.
func (s *Source) Config() Config { return s.cfg }

// Len returns the number of positions in the book, or 0 without a book.
func (s *Source) Len() int {
	if s.book == nil {
		return 0
	}
	return len(s.book.entries)
}

// maxTries bounds the search for random moves that keep the balance.
const maxTries = 1000

// Start returns the beginning of a game of a pair. The two games of a pair have
// different random moves and, with Armies and Odds, swapped armies. A match of two
// players needs the same opening twice, and asks for index 0 twice.
func (s *Source) Start(round, pair, index int) (Start, error) {
	rng := newRand(s.seed, round, pair, index)
	for range maxTries {
		start, err := s.begin(rng, round, pair, index)
		if err != nil {
			return Start{}, err
		}
		made := randomPlies(rng, start.Position, s.cfg.RandomPlies)
		start.Moves = append(start.Moves, made...)
		if s.judges == nil || s.judges.balanced(start.Position, s.cfg.Balance) {
			return start, nil
		}
	}
	return Start{}, fmt.Errorf("%s: opening of pair %d: none of %d draws of %d random plies keeps the balance within %d centipawns",
		s.g.Variant.Name, pair, maxTries, s.cfg.RandomPlies, s.cfg.Balance)
}

// begin returns a beginning without random moves.
func (s *Source) begin(rng *rand.Rand, round, pair, index int) (Start, error) {
	if s.book != nil {
		return s.book.start(rng, pair)
	}
	p, err := s.first.position(round, pair, index)
	if err != nil {
		return Start{}, err
	}
	return Start{FEN: p.FEN(), Position: p}, nil
}
