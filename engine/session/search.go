package session

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// Search is a search, or a perft count, in the background.
type Search struct {
	control *search.Control
	stopped atomic.Bool
	done    chan struct{}
	result  Result
}

// Result is the result of a search, which has a Move unless there is none, or of a
// count, which has Nodes.
type Result struct {
	search.Result
	// Whole is set unless Stop ended the search.
	Whole bool
}

// Stop ends the search within milliseconds.
func (x *Search) Stop() {
	x.stopped.Store(true)
	x.control.Stop()
}

// Allow sets limits for a search that has none; see search.Control.
func (x *Search) Allow(soft, hard time.Duration) { x.control.Allow(soft, hard) }

// Done returns a channel that is closed when the search has ended.
func (x *Search) Done() <-chan struct{} { return x.done }

// Result waits for the end of the search and returns its result.
func (x *Search) Result() Result {
	<-x.done
	return x.result
}

// Search begins to search the position. It calls l.Report on another goroutine,
// before the search is done. A search that still runs is stopped first. An error
// of Prepare is returned, but the search begins all the same.
func (s *Session) Search(l search.Limits) (*Search, error) {
	err := s.Prepare()
	team := s.team
	if l.Nodes > 0 || l.Depth > 0 && l.Depth < search.MaxDepth && l.Time == 0 && l.Soft == 0 {
		team = team[:1] // the result depends only on the position
	}
	if l.Control == nil {
		l.Control = &search.Control{}
	}
	x := s.begin(l.Control, func(_ *Search, p *rules.Position) search.Result { return searchTogether(team, p, l) })
	return x, err
}

// searchTogether lets the first of a team search, while the others help. For a single line they vote at
// the end.
func searchTogether(team []*search.Searcher, p *rules.Position, l search.Limits) search.Result {
	helpers := make([]search.Control, len(team)-1)
	helped := func() (n uint64) {
		for i := range helpers {
			n += helpers[i].Nodes()
		}
		return n
	}
	if report := l.Report; report != nil {
		l.Report = func(r search.Report) {
			r.Nodes += helped()
			report(r)
		}
	}
	results := make([]search.Result, len(team))
	var group sync.WaitGroup
	for i := range helpers {
		q := p.Clone()
		group.Go(func() { results[i+1] = team[i+1].Help(q, &helpers[i], l.Moves) })
	}
	results[0] = team[0].Search(p, l)
	for i := range helpers {
		helpers[i].Stop()
	}
	group.Wait()
	r := results[0]
	if l.Lines < 2 {
		r = results[vote(results)]
	}
	r.PV, r.Nodes = slices.Clone(r.PV), results[0].Nodes+helped()
	return r
}

// Perft begins to count the leaves of the tree of moves to a depth of at least 1,
// and reports the count after each move.
func (s *Session) Perft(depth int, report func(rules.Move, uint64)) *Search {
	return s.begin(&search.Control{}, func(x *Search, p *rules.Position) (r search.Result) {
		for _, m := range p.Moves(nil) {
			p.Make(m)
			n := x.perft(p, depth-1)
			p.Unmake()
			if x.stopped.Load() {
				break
			}
			report(m, n)
			r.Nodes += n
		}
		return r
	})
}

// perftPlies is the depth of the subtrees that Stop does not interrupt.
const perftPlies = 2

func (x *Search) perft(p *rules.Position, depth int) uint64 {
	if depth <= perftPlies {
		return p.Perft(depth)
	}
	var n uint64
	for _, m := range p.Moves(nil) {
		if x.stopped.Load() {
			break
		}
		p.Make(m)
		n += x.perft(p, depth-1)
		p.Unmake()
	}
	return n
}

// begin runs work on a copy of the position.
func (s *Session) begin(c *search.Control, work func(*Search, *rules.Position) search.Result) *Search {
	if s.busy() {
		s.running.Stop()
		s.running.Result()
	}
	x := &Search{control: c, done: make(chan struct{})}
	s.running = x
	p := s.pos.Clone()
	go func() {
		defer close(x.done)
		r := work(x, p)
		x.result = Result{Result: r, Whole: !x.stopped.Load()}
	}()
	return x
}

func (s *Session) busy() bool {
	if s.running == nil {
		return false
	}
	select {
	case <-s.running.done:
		return false
	default:
		return true
	}
}
