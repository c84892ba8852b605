package opening

import (
	"fmt"
	"math/rand/v2"
	"slices"
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

// Mirrored returns the same opening with the colours exchanged: the board is mirrored and Black's
// pieces are where White's were. The moves become part of the FEN.
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
	if cfg.Kind != Book {
		s.first, err = newArmies(g, cfg, seed)
	} else if s.book, err = readBook(g, cfg, seed); err == nil {
		s.cfg.Hash = s.book.hash
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
		return fmt.Sprintf("%s: opening of pair %d: in %s the other side cannot move first, since a side would be in check or the game over",
			e.Game, e.Pair, e.OneSided)
	}
	return fmt.Sprintf("%s: opening of pair %d: none of %d draws of %d random plies keeps the balance within %d centipawns", e.Game,
		e.Pair, maxTries, e.Plies, e.Balance)
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

// Exchange returns the index, in the mix, of a pair's exchange.
func (s *Source) Exchange(pair int) int { return s.first.dealt(pair) }

// hostTries is how many placements of guests are drawn before one counts as impossible: some give
// check, or put two colour-bound guests on one colour.
const hostTries = 20

// Draw returns the first positions of both games of a pair with exchange i of a mix, for
// inspection; different draws have different placements.
func (s *Source) Draw(i, draw int) (games [2]*rules.Position, err error) {
	rng, tries := newRand(s.seed, i, draw, drawStream), 1
	if s.first.hosts(s.first.mix[i].Exchange) {
		tries = hostTries
	}
	for range tries {
		games, err = s.first.games(rng, func(index int) (a, b army, ok bool) { return s.first.shared(rng, s.first.mix[i], index) })
		if err == nil {
			return games, nil
		}
	}
	return games, fmt.Errorf("exchange %d of the mix: %w", i+1, err)
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

// Streams of random numbers. Game i of a pair has stream i for its moves.
const (
	openingStream = 2 // first positions
	bookStream    = 3 // order of a book
	mixStream     = 4 // the sequence that deals the exchanges of a mix
	drawStream    = 5 // positions of Draw
)

// newRand returns the generator for one stream of a pair. Different arguments give
// unrelated generators.
func newRand(seed uint64, round, pair, stream int) *rand.Rand {
	h := Seed(seed, round, pair, stream)
	return rand.New(rand.NewPCG(h, mix(h)))
}

// Seed returns a number for an index in a run. Different indices give unrelated numbers.
func Seed(seed uint64, place ...int) uint64 {
	h := mix(seed)
	for _, n := range place {
		h = mix(h ^ uint64(n))
	}
	return h
}

// mix is the step and finalizer of SplitMix64 (Steele, Lea and Flood 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// choose returns a random element of a list that is not empty.
func choose[T any](rng *rand.Rand, list []T) T { return list[rng.IntN(len(list))] }

// randomPlies makes n random moves that do not end the game, or fewer if no
// such moves are left.
func randomPlies(rng *rand.Rand, p *rules.Position, n int) []rules.Move {
	var made []rules.Move
	for len(made) < n {
		m := randomMove(rng, p)
		if m == 0 {
			break
		}
		made = append(made, m)
	}
	return made
}

// randomMove makes a random move that does not end the game, if there is one. It never drops a
// piece: most drops would give away the pieces in hand.
func randomMove(rng *rand.Rand, p *rules.Position) rules.Move {
	moves := p.Moves(nil)
	if p.Game().Drops() {
		moves = slices.DeleteFunc(moves, func(m rules.Move) bool { return m.Kind() == rules.Placing })
	}
	for _, i := range rng.Perm(len(moves)) {
		p.Make(moves[i])
		if result, _ := p.Outcome(); result == rules.Ongoing {
			return moves[i]
		}
		p.Unmake()
	}
	return 0
}
