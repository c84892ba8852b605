package xboard

import (
	"io"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
)

// Config says how the engine begins.
type Config struct {
	// Name is what the engine calls itself. Default: Bestiary.
	Name string
	// Library holds the games. Default: the catalogue.
	Library *session.Library
	// Weights is the file with the weights of the evaluation. Default: none.
	Weights string
}

// standard is the game that new begins.
const standard = "chess"

// purpose is what a search is for.
type purpose uint8

const (
	toMove purpose = iota
	toAnalyse
)

// engine is a conversation.
type engine struct {
	config  Config
	session *session.Session
	out     *session.Output

	forced    bool // only referees
	side      rules.Color
	analysing bool
	post      bool
	over      bool // the result is known
	clock     control
	overhead  time.Duration
	multi     int // lines of analysis

	search  *session.Search // nil when none runs
	purpose purpose
	latest  latest
	hint    rules.Move // expected of the opponent; 0 for none
	score   int        // of the last move, in centipawns
	pings   []string   // to be answered after the move
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
				e.abort()
				return e.out.Err()
			}
		case <-e.ended():
			e.take()
		}
		if e.out.Err() != nil {
			e.abort()
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
	s, err := session.New(c.Library, standard)
	if err != nil {
		return nil, err
	}
	if err := s.SetWeights(c.Weights); err != nil {
		return nil, err
	}
	e := &engine{config: c, session: s, out: session.NewOutput(out), overhead: session.DefaultOverhead, multi: 1}
	e.newGame()
	return e, nil
}

// newGame is the state after the command new, but for the game.
func (e *engine) newGame() {
	e.forced, e.side, e.analysing, e.over = false, rules.Black, false, false
	e.hint, e.score = 0, 0
	e.clock.depth, e.clock.known = 0, false
	e.session.Forget()
}

// complain reports something that was not understood or cannot be done.
func (e *engine) complain(what, detail string) { e.out.Print("Error (%s): %s", what, detail) }

// ended is closed when the search has ended; it is nil when none runs.
func (e *engine) ended() <-chan struct{} {
	if e.search == nil {
		return nil
	}
	return e.search.Done()
}

// thinking reports whether the engine is about to move.
func (e *engine) thinking() bool { return e.search != nil && e.purpose == toMove }

// abort ends the search without a move.
func (e *engine) abort() {
	if e.search == nil {
		return
	}
	e.search.Stop()
	e.search.Result()
	e.search = nil
	e.pong()
}

// take accepts the result of the search. An analysis that has nothing more to
// look at stays on.
func (e *engine) take() {
	r := e.search.Result()
	e.search = nil
	if e.purpose == toAnalyse || r.Move == 0 {
		e.pong()
		return
	}
	p := e.session.Position()
	e.hint, e.score = session.Reply(p, r.PV), r.Score
	e.out.Print("move %s", e.text(r.Move))
	e.session.Make(r.Move)
	e.pong()
	e.proceed()
}

// proceed goes on from the position: with a result, a move or an analysis.
func (e *engine) proceed() {
	switch {
	case e.analysing:
		e.start(toAnalyse, search.Limits{Lines: e.multi, Depth: search.MaxDepth})
	case e.forced || e.announce():
	case e.session.Position().Turn() == e.side:
		e.start(toMove, e.limits())
	}
}

// finish waits for the engine's move, if it is thinking.
func (e *engine) finish() {
	for e.thinking() {
		e.take()
	}
	e.abort()
}

// announce claims the result of a game that has ended.
func (e *engine) announce() bool {
	if e.over {
		return true
	}
	result, reason := e.session.Position().Outcome()
	if result == rules.Ongoing {
		return false
	}
	e.over = true
	e.out.Print("%s {%s}", result, explain(result, reason))
	return true
}

func explain(r rules.Result, reason rules.Reason) string {
	switch r {
	case rules.WhiteWins:
		return "White wins: " + string(reason)
	case rules.BlackWins:
		return "Black wins: " + string(reason)
	}
	return "Draw: " + string(reason)
}

// start begins a search.
func (e *engine) start(why purpose, l search.Limits) {
	e.abort()
	e.latest.reset()
	g, p := e.session.Game(), e.session.Position()
	text := notation{g}
	show := e.post || why == toAnalyse
	l.Report = func(r search.Report) {
		e.latest.set(r)
		if show {
			e.out.Print("%s", text.thinking(r))
		}
	}
	e.purpose = why
	if len(p.Moves(nil)) == 0 {
		return
	}
	x, err := e.session.Search(l)
	if err != nil {
		e.out.Print("telluser %v; playing without the file", err)
	}
	e.search = x
}

// pong answers the pings that waited for a move.
func (e *engine) pong() {
	for _, n := range e.pings {
		e.out.Print("pong %s", n)
	}
	e.pings = nil
}
