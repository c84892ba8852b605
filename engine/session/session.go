package session

import (
	"cmp"
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

// MaxThreads is the largest number of goroutines that search at once.
const MaxThreads = 64

// Session is a game and a position, with a search. It serves one goroutine.
type Session struct {
	Library *Library

	name      string // of the game, as it was chosen
	game      *rules.Game
	pos       *rules.Position
	hash      int
	weights   string // file; "" for none
	terms     bool   // without a network
	evaluator *eval.Evaluator
	threads   int
	team      []*search.Searcher // nil before Prepare
	played    *eval.Weights      // by the evaluator
	chances   *eval.Chances      // of these weights, or else the default or the usual ones
	playing   string             // the sentence of eval.Playing; "" before Prepare
	running   *Search
}

// New returns a session at the start of a game of the library.
func New(l *Library, game string) (*Session, error) {
	s := &Session{Library: l, hash: DefaultHash}
	if err := s.Choose(game); err != nil {
		return nil, err
	}
	return s, nil
}

// Choose changes the game and goes to its start. If there is an error, there is no change.
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
	s.evaluator, s.team, s.playing = nil, nil, ""
	return nil
}

// Name returns the name by which the game was chosen.
func (s *Session) Name() string { return s.name }

// Game returns the current game.
func (s *Session) Game() *rules.Game { return s.game }

// Position returns the current position. Only Choose, Set, Go, Make and Undo change it.
func (s *Session) Position() *rules.Position { return s.pos }

// Set sets up a FEN, or the start of the game if fen is "", and plays the moves. If there is an
// error, there is no change.
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

// Go goes to a position of the game. The session owns it afterwards.
func (s *Session) Go(p *rules.Position) { s.pos = p }

// Make makes a legal move.
func (s *Session) Make(m rules.Move) { s.pos.Make(m) }

// Undo takes back moves. It reports whether that many had been made, and otherwise
// takes back none.
func (s *Session) Undo(moves int) bool {
	if s.pos.Plies() < moves {
		return false
	}
	for range moves {
		s.pos.Unmake()
	}
	return true
}

// SetHash limits the size of the transposition table, in megabytes from MinHash to
// MaxHash, and empties the table.
func (s *Session) SetHash(megabytes int) {
	s.hash = min(max(megabytes, MinHash), MaxHash)
	s.team = nil
}

// SetThreads sets how many goroutines search at once, from 1 to MaxThreads, and empties
// the transposition table.
func (s *Session) SetThreads(n int) {
	s.threads = min(max(n, 1), MaxThreads)
	s.team = nil
}

// SetWeights names the file with the weights of the evaluation, "" for none. The file must exist,
// but is not read before the next search.
func (s *Session) SetWeights(path string) error {
	if path != "" {
		if err := checkFile(path); err != nil {
			return err
		}
	}
	s.weights, s.evaluator, s.team = path, nil, nil
	return nil
}

// SetNetwork sets whether the evaluation may use a network, which it does by default.
func (s *Session) SetNetwork(use bool) { s.terms, s.team = !use, nil }

// Forget empties the transposition table, for a new game.
func (s *Session) Forget() {
	if s.busy() {
		s.team = nil
	}
	for _, searcher := range s.team {
		searcher.Reset()
	}
}

// Prepare does work in advance that a search would otherwise wait for. It returns an error
// if the weight file cannot be used for this game, which is then played with its
// default weights.
func (s *Session) Prepare() error {
	var fault error
	if s.evaluator == nil {
		w, err := Weights(s.game, s.weights)
		if err != nil {
			fault = err
			w, _ = Weights(s.game, "")
		}
		s.evaluator, s.played, s.team = eval.New(s.game, w), w, nil
		s.chances = cmp.Or(w.Chances, eval.Default(s.game).Chances, &eval.UsualChances)
	}
	if s.team == nil {
		w := s.played.Clone()
		if w.Origin = s.played.Origin; s.terms {
			w.Network = nil
		}
		s.playing = eval.Playing("the engine", s.game, w)
		s.team = search.NewTeam(s.evaluator, search.Options{HashBits: hashBits(s.hash), NoNetwork: s.terms}, s.threads)
	}
	return fault
}

// Playing describes the weights that the engine plays with. It is "" before Prepare.
func (s *Session) Playing() string { return s.playing }

// Chances returns, after Prepare, the function from a score in the current position to the chances of the
// side to move, in 1/1000.
func (s *Session) Chances() func(score int) (win, draw, loss int) {
	chances, phase := s.chances, s.evaluator.Phase(s.pos)
	return func(score int) (win, draw, loss int) {
		if _, mate := search.MatePlies(score); mate {
			score *= 1000 // leaves no doubt, whatever the scale
		}
		return chances.Results(score, phase)
	}
}

// Weights reads the weights from a file or, if path is "", returns the strongest that come
// with the program. Only a file can cause errors.
func Weights(g *rules.Game, path string) (*eval.Weights, error) {
	if path == "" {
		return eval.Strongest(g), nil
	}
	return eval.Load(path, g)
}

// hashBits returns the largest n for which 2^n entries of 16 bytes fit into that
// many megabytes.
func hashBits(megabytes int) int {
	return bits.Len(uint(megabytes)<<20/16) - 1
}
