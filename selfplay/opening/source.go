package opening

import (
	"fmt"
	"math/rand/v2"
	"sync"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/variant"
	"bestiary/internal/check"
)

// Start is the beginning of one game.
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

// MayTurn reports whether either side may move first in a game: no rule of its goals favours
// the side that moves second.
func MayTurn(g *rules.Game) bool {
	return g.Variant.Rules.Goal.Reply != variant.BlackReply
}

// turned returns the opening with the other side to move, as a first position. It reports
// false if a side would be in check without being able to answer, or if the game would be
// over.
func (s Start) turned() (Start, bool) {
	if s.Position.InCheck() {
		return s, false
	}
	p := s.Position.Clone()
	p.MakeNull()
	p.Forget()
	result, _ := p.Outcome()
	return Start{FEN: p.FEN(), Position: p}, result == rules.Ongoing && !p.InCheck()
}

// Source provides the openings of a run. Several goroutines may use it.
type Source struct {
	g      *rules.Game
	cfg    Config
	seed   uint64
	first  *armies // nil with a book
	mixed  *mixed  // nil without a mix
	book   *book   // nil without a book
	judges *judges
}

// New prepares the openings of a game. It reads the book; errors in the book name file and
// line.
func New(g *rules.Game, cfg Config, seed uint64) (*Source, error) {
	if err := check.All("openings", cfg.Validate()); err != nil {
		return nil, err
	}
	s := &Source{g: g, cfg: cfg, seed: seed}
	if s.cfg.Balance > 0 {
		s.judges = newJudges(g, s.cfg.BalanceNodes)
	}
	var err error
	switch cfg.Kind {
	case Book:
		if s.book, err = readBook(g, cfg, seed); err == nil {
			s.cfg.Hash = s.book.hash
		}
	case Odds:
		s.first, err = newOdds(g, cfg, seed)
	case Exchanges:
		if s.mixed, err = newMixed(g, cfg, seed); err == nil {
			s.first = s.mixed.armies
		}
	default:
		s.first = newArmies(g, cfg, seed)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Config returns the configuration, with the hash of the book.
func (s *Source) Config() Config { return s.cfg }

// maxTries bounds the search for random moves that keep the balance.
const maxTries = 1000

// MostPlies returns the number of plies of the longest opening.
func (s *Source) MostPlies() int {
	most := 0
	if s.book != nil {
		for _, e := range s.book.entries {
			most = max(most, len(e.moves))
		}
	}
	return most + s.cfg.RandomPlies
}

// Start returns the beginning of a game of a pair. The two games of a pair have different
// random moves and, with Armies and Odds, swapped armies or, where the armies of the game
// differ, armies of their own. A match of two players uses
// index 0 for both games, because it needs the same opening twice.
func (s *Source) Start(round, pair, index int) (Start, error) {
	draw := index
	if s.cfg.Turned {
		draw = 0
	}
	rng := newRand(s.seed, round, pair, draw)
	for range maxTries {
		start, err := s.begin(rng, round, pair, draw)
		if err != nil {
			return Start{}, err
		}
		first := start
		first.Position = start.Position.Clone()
		before, ok := first, true
		if s.cfg.Turned {
			before, ok = first.turned()
		}
		if !ok { // no random moves would help
			return Start{}, &Unbalanced{Game: s.g.Variant.Name, Pair: pair, OneSided: first.FEN}
		}
		made := randomPlies(rng, start.Position, s.cfg.RandomPlies)
		start.Moves = append(start.Moves, made...)
		fair := s.fair(first, start)
		if fair && s.cfg.Turned {
			after, still := start.turned()
			if fair = still && s.fair(before, after); index == 1 {
				start = after
			}
		}
		if fair {
			return start, nil
		}
	}
	return Start{}, &Unbalanced{Game: s.g.Variant.Name, Pair: pair, Plies: s.cfg.RandomPlies, Balance: s.cfg.Balance}
}

// Unbalanced is the error for a game in which no random moves that were tried keep the balance.
type Unbalanced struct {
	Game                 string
	Pair, Plies, Balance int
	// OneSided is the first position if only one side may move first in it; otherwise "".
	OneSided string
}

func (e *Unbalanced) Error() string {
	if e.OneSided != "" {
		return fmt.Sprintf("%s: opening of pair %d: in %s the other side cannot move first, since a side would be in check or the game over", e.Game, e.Pair, e.OneSided)
	}
	return fmt.Sprintf("%s: opening of pair %d: none of %d draws of %d random plies keeps the balance within %d centipawns", e.Game, e.Pair, maxTries, e.Plies, e.Balance)
}

// fair reports whether random moves keep the balance, given the opening before and after
// them. If the first position already exceeds the limit, the moves may change the advantage
// by that limit.
func (s *Source) fair(before, after Start) bool {
	if s.judges == nil {
		return true
	}
	most, score := s.cfg.Balance, s.judges.score(after.Position)
	if !s.cfg.BalanceFromArray && max(score, -score) <= most {
		return true
	}
	if s.book != nil {
		return false
	}
	was := s.judges.score(before.Position)
	change := score - was
	return (s.cfg.BalanceFromArray || max(was, -was) > most) && max(change, -change) <= most
}

// begin returns a beginning without random moves.
func (s *Source) begin(rng *rand.Rand, round, pair, index int) (Start, error) {
	if s.book != nil {
		return s.book.start(rng, pair)
	}
	games, err := s.first.pair(round, pair)
	if err != nil {
		return Start{}, err
	}
	return Start{FEN: games[index].FEN(), Position: games[index]}, nil
}

// judges evaluate positions, on any number of goroutines.
type judges struct {
	nodes uint64
	pool  sync.Pool // of *search.Searcher
}

// judgeHashBits keeps a judge small and quick to reset.
const judgeHashBits = 10

func newJudges(g *rules.Game, nodes int) *judges {
	e := eval.New(g, eval.Prior(g))
	j := &judges{nodes: uint64(nodes)}
	j.pool.New = func() any { return search.New(e, search.Options{HashBits: judgeHashBits}) }
	return j
}

// score returns White's advantage in centipawns.
func (j *judges) score(p *rules.Position) int {
	s := j.pool.Get().(*search.Searcher)
	defer j.pool.Put(s)
	s.Reset() // the result must not depend on earlier searches
	score := s.Search(p, search.Limits{Nodes: j.nodes}).Score
	if p.Turn() == rules.Black {
		return -score
	}
	return score
}
