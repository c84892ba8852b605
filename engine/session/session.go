package session

import (
	"fmt"
	"math/bits"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Sizes of the transposition table in megabytes.
const (
	DefaultHash = 16
	MinHash     = 1
	MaxHash     = 1024
)

// Session is a game, a position, and what is needed to search it. It serves one
// goroutine.
type Session struct {
	Library *Library

	name      string // by which the game was chosen
	game      *rules.Game
	pos       *rules.Position
	hash      int
	weights   string // file; "" for none
	evaluator *eval.Evaluator
	searcher  *search.Searcher
	running   *Search
}

// New begins with the start of a game of the library.
func New(l *Library, game string) (*Session, error) {
	s := &Session{Library: l, hash: DefaultHash}
	if err := s.Choose(game); err != nil {
		return nil, err
	}
	return s, nil
}

// Choose changes the game and goes to its start. After an error everything is
// as it was.
func (s *Session) Choose(name string) error {
	v, err := s.Library.Find(name)
	if err != nil {
		return err
	}
	g, err := rules.Compile(v)
	if err != nil {
		return err
	}
	s.name, s.game, s.pos = name, g, g.NewPosition()
	s.evaluator, s.searcher = nil, nil
	return nil
}

// Name is the name by which the game was chosen.
func (s *Session) Name() string { return s.name }

// Game is the game that is played.
func (s *Session) Game() *rules.Game { return s.game }

// Position is where the game stands. It is changed by Choose, Set, Make and Undo
// alone.
func (s *Session) Position() *rules.Position { return s.pos }

// Set goes to a position: a FEN, "" for the start of the game, and moves from
// there. After an error the position is as it was.
func (s *Session) Set(fen string, moves []string) error {
	p := s.game.NewPosition()
	if fen != "" {
		var err error
		if p, err = s.game.ParseFEN(fen); err != nil {
			return err
		}
	}
	for i, text := range moves {
		m, err := p.ReadMove(text)
		if err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		p.Make(m)
	}
	s.pos = p
	return nil
}

// Make makes a legal move.
func (s *Session) Make(m rules.Move) { s.pos.Make(m) }

// Undo takes back moves, and says whether there were as many.
func (s *Session) Undo(moves int) bool {
	if s.pos.Plies() < moves {
		return false
	}
	for range moves {
		s.pos.Unmake()
	}
	return true
}

// SetHash changes the size of the transposition table to at most so many
// megabytes, from MinHash to MaxHash. It empties the table.
func (s *Session) SetHash(megabytes int) {
	s.hash = min(max(megabytes, MinHash), MaxHash)
	s.searcher = nil
}

// SetWeights names the file with the weights of the evaluation, "" for none. The
// file is read when its game is searched; here it only has to exist.
func (s *Session) SetWeights(path string) error {
	if path != "" {
		if err := checkFile(path); err != nil {
			return err
		}
	}
	s.weights, s.evaluator, s.searcher = path, nil, nil
	return nil
}

// Forget empties the transposition table, as is fitting between games.
func (s *Session) Forget() {
	if s.searcher == nil {
		return
	}
	if s.busy() {
		s.searcher = nil
		return
	}
	s.searcher.Reset()
}

// Prepare does beforehand what a search would have to wait for. An error says
// that the weight file cannot be used for this game; the game is then played with
// the weights that it has without.
func (s *Session) Prepare() error {
	var fault error
	if s.evaluator == nil {
		w, err := Weights(s.game, s.weights)
		if err != nil {
			fault = err
			w, _ = Weights(s.game, "")
		}
		s.evaluator, s.searcher = eval.New(s.game, w), nil
	}
	if s.searcher == nil {
		s.searcher = search.New(s.evaluator, search.Options{HashBits: hashBits(s.hash)})
	}
	return fault
}

// Weights are those of a file or, without one, those that the game is played
// with by default. Only a file gives errors.
func Weights(g *rules.Game, path string) (*eval.Weights, error) {
	if path == "" {
		return eval.Default(g), nil
	}
	return eval.Load(path, g)
}

// hashBits is the size of a table that fits into so many megabytes, as
// search.Options has it: 2^n entries of 16 bytes.
func hashBits(megabytes int) int {
	return bits.Len(uint(megabytes)<<20/16) - 1
}
