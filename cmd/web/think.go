package web

import (
	"context"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
	"bestiary/internal/check"
)

// ThinkRequest asks for the best moves in a position.
type ThinkRequest struct {
	Place
	// Nodes is the number of nodes to search, 1 to 100,000,000.
	Nodes int `json:"nodes"`
	// Lines is the number of best moves to find, 0 to 10; 0 means 1.
	Lines int `json:"lines"`
}

const (
	maxNodes = 100_000_000
	maxLines = 10
)

// Thought is the reply to a ThinkRequest. If the game is over, there are no Lines.
type Thought struct {
	Depth int           `json:"depth"`
	Nodes uint64        `json:"nodes"`
	Lines []ThoughtLine `json:"lines"`
	// Playing says in a sentence with which weights the engine plays.
	Playing string `json:"playing,omitempty"`
}

// ThoughtLine is one of the best moves, from the point of view of White.
type ThoughtLine struct {
	session.Line
	Text string `json:"text"` // the score
	Best Move   `json:"best"`
}

func (a *API) think(ctx context.Context, r ThinkRequest) (any, error) {
	if err := check.First(check.Range("nodes", r.Nodes, 1, maxNodes), check.Range("lines", r.Lines, 0, maxLines)); err != nil {
		return nil, &Fault{Message: err.Error()}
	}
	g, p, _, err := a.at(r.Place, len(r.Moves))
	if err != nil {
		return nil, err
	}
	if result, _ := p.Outcome(); result != rules.Ongoing {
		return Thought{Lines: []ThoughtLine{}}, nil
	}
	g.thinking.Lock()
	defer g.thinking.Unlock()
	if g.session == nil { // it starts when it is first needed
		v, library := g.compiled.Variant, session.NewLibrary()
		library.Add(v.Name, v)
		if g.session, err = session.New(library, v.Name); err != nil {
			return nil, err
		}
		g.session.SetHash(thinkHash)
	}
	s := g.session
	s.Go(p)
	s.Forget()
	found, err := s.Analyze(ctx, search.Limits{Nodes: uint64(r.Nodes), Lines: max(r.Lines, 1)}, func(search.Report, session.Line) {})
	if err != nil {
		return nil, err
	}
	out := Thought{Depth: found.Depth, Nodes: found.Nodes, Playing: s.Playing()}
	for _, line := range found.Lines {
		best, err := p.ParseMove(line.Moves[0])
		if err != nil {
			return nil, err
		}
		out.Lines = append(out.Lines, ThoughtLine{line, line.Text(), moveOf(p, best)})
	}
	return out, nil
}
