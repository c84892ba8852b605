package uci

import (
	"io"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/session"
)

// Config says how the engine begins.
type Config struct {
	// Name is what the engine calls itself. Default: Bestiary.
	Name string
	// Library holds the games. Default: the catalogue.
	Library *session.Library
	// Game is the game to begin with. Default: chess.
	Game string
	// Weights is the file with the weights of the evaluation. Default: none.
	Weights string
	// Draw draws a position for the command d, line by line. Default: only the
	// FEN is shown.
	Draw func(*rules.Position) []string
}

// engine is a conversation.
type engine struct {
	config  Config
	session *session.Session
	out     *session.Output

	lines    int // of MultiPV
	overhead time.Duration
	debug    bool

	search *session.Search // nil when none runs
	task   task            // what the search is for
	result *session.Result // of a search that has ended but must not answer yet
}

// task is what a go command asked for.
type task struct {
	perft     bool
	endless   bool // ends by stop alone
	pondering bool // ends by stop, or goes on after ponderhit
	open      bool // may never end by itself
	allowance session.Allowance
	root      *rules.Position
	reported  rules.Move // first of the last line that was reported
}

// Run serves one program until quit or the end of the input. Errors are those of
// the Config and of writing.
func Run(in io.Reader, out io.Writer, c Config) error {
	e, err := newEngine(out, c)
	if err != nil {
		return err
	}
	quit := make(chan struct{})
	defer close(quit)
	lines := session.Lines(in, quit)
	for {
		select {
		case l, ok := <-lines:
			if !ok {
				e.finish()
				return e.out.Err()
			}
			if e.handle(l) {
				e.end()
				return e.out.Err()
			}
		case <-e.ended():
			e.take()
		}
		if e.out.Err() != nil {
			e.end()
			return e.out.Err()
		}
	}
}

func newEngine(out io.Writer, c Config) (*engine, error) {
	if c.Name == "" {
		c.Name = "Bestiary"
	}
	if c.Library == nil {
		c.Library = session.NewLibrary()
	}
	if c.Game == "" {
		c.Game = "chess"
	}
	s, err := session.New(c.Library, c.Game)
	if err != nil {
		return nil, err
	}
	if err := s.SetWeights(c.Weights); err != nil {
		return nil, err
	}
	return &engine{config: c, session: s, out: session.NewOutput(out), lines: 1, overhead: session.DefaultOverhead}, nil
}

// say answers what the protocol has no words for.
func (e *engine) say(format string, args ...any) { e.out.Print("info string "+format, args...) }

// ended is closed when the search has ended; it is nil when none runs.
func (e *engine) ended() <-chan struct{} {
	if e.search == nil {
		return nil
	}
	return e.search.Done()
}

// take accepts the result of the search and answers, unless it has to wait.
func (e *engine) take() {
	r := e.search.Result()
	e.search, e.result = nil, &r
	e.answer()
}

// answer gives the result, if there is one and nothing holds it back.
func (e *engine) answer() {
	r := e.result
	if r == nil || e.task.endless || e.task.pondering {
		return
	}
	e.result = nil
	if e.task.perft {
		e.answerPerft(r)
		return
	}
	e.answerMove(r)
}

// stop ends the search; the answer comes when it has ended.
func (e *engine) stop() {
	e.task.endless, e.task.pondering = false, false
	if e.search != nil {
		e.search.Stop()
	}
	e.answer()
}

// end stops the search and waits for the answer.
func (e *engine) end() {
	e.stop()
	if e.search != nil {
		e.take()
	}
}

// finish waits for a search that ends by itself.
func (e *engine) finish() {
	if e.task.endless || e.task.pondering || e.task.open {
		e.end()
	}
	if e.search != nil {
		e.take()
	}
}

// ponderHit turns pondering into a search with the limits of its go command.
func (e *engine) ponderHit() {
	if !e.task.pondering {
		return
	}
	e.task.pondering = false
	if soft, hard := e.task.allowance.Budget(); hard > 0 && e.search != nil {
		if soft == 0 {
			soft = hard
		}
		e.search.Allow(soft, hard)
	}
	e.answer()
}
