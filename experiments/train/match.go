package train

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/selfplay/rating"
)

// MatchResult is how the new weights did against the old ones.
type MatchResult struct {
	Pairs    rating.Pairs // until the decision
	State    rating.State
	Accepted bool
	// Elo is logistic and allows for the test having stopped when it did.
	Elo rating.Stopped
}

// level is the confidence level of the Elo.
const level = rating.Level95

// Match plays new weights against old ones until the test decides or the most
// pairs are played. Pairs count in their order, so the result does not depend on
// the number of workers; fewer than one means one for each processor.
//
// The new weights are accepted when the test accepts Elo1, or when it has not
// decided and the whole interval of the Elo is above 0.
func Match(ctx context.Context, g *rules.Game, newer, older *eval.Weights, cfg MatchConfig, workers int, pairDone func(MatchProgress)) (*MatchResult, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	cfg = cfg.Resolved()
	if workers < 1 {
		workers = runtime.NumCPU()
	}
	m := &match{g: g, cfg: cfg, newer: eval.New(g, newer), older: eval.New(g, older)}
	test, err := rating.NewSequential(cfg.test())
	if err != nil {
		return nil, err
	}
	for first := 0; first < cfg.Pairs && !m.decided(test); first += matchBatch {
		n := min(matchBatch, cfg.Pairs-first)
		pairs, err := m.batch(ctx, first, n, workers)
		if err != nil {
			return nil, err
		}
		for _, p := range pairs {
			if m.decided(test) {
				break
			}
			if _, err := test.Add(p[0], p[1]); err != nil {
				return nil, err
			}
			if pairDone != nil {
				pairDone(MatchProgress{test.Pairs(), cfg.Pairs, test.State()})
			}
		}
	}
	return m.result(test)
}

// MatchProgress is the state of a match after a pair.
type MatchProgress struct {
	Pairs rating.Pairs
	Most  int // pairs at most
	State rating.State
}

// matchBatch is how many pairs are played between two looks at the test; the
// workers wait for each other in between.
const matchBatch = 32

type match struct {
	g            *rules.Game
	cfg          MatchConfig
	newer, older *eval.Evaluator
}

func (m *match) decided(test *rating.Sequential) bool {
	return !m.cfg.NoTest && test.State().Decision != rating.Continue
}

func (m *match) result(test *rating.Sequential) (*MatchResult, error) {
	r := &MatchResult{Pairs: test.Pairs(), State: test.State()}
	var err error
	if m.cfg.NoTest {
		s, err := rating.Summarize(r.Pairs, level)
		if err != nil {
			return nil, err
		}
		r.Elo = rating.Stopped{Elo: s.Elo, LOS: s.LOS}
	} else if r.Elo, err = m.cfg.test().Estimate(r.Pairs, level); err != nil {
		return nil, err
	}
	switch {
	case m.cfg.NoTest || r.State.Decision == rating.Continue:
		r.Accepted = r.Elo.Elo.Lo > 0
	default:
		r.Accepted = r.State.Decision == rating.AcceptH1
	}
	return r, nil
}

// batch plays n pairs and returns the results of the new weights.
func (m *match) batch(ctx context.Context, first, n, workers int) ([][2]rating.Result, error) {
	out := make([][2]rating.Result, n)
	group, ctx := errgroup.WithContext(ctx)
	tasks := make(chan int, n)
	for i := range n {
		tasks <- i
	}
	close(tasks)
	for range min(workers, n) {
		group.Go(func() error {
			newer, older := search.New(m.newer, search.Options{}), search.New(m.older, search.Options{})
			for i := range tasks {
				start := m.opening(newRand(m.cfg.Seed, first+i), older)
				for game := range out[i] {
					if err := ctx.Err(); err != nil {
						return err
					}
					out[i][game] = m.game(ctx, start.Clone(), rules.Color(game), newer, older)
				}
			}
			return ctx.Err()
		})
	}
	return out, group.Wait()
}

// game plays one game in which the new weights have the given colour, and
// returns their result. When the context ends the result means nothing.
func (m *match) game(ctx context.Context, p *rules.Position, color rules.Color, newer, older *search.Searcher) rating.Result {
	newer.Reset()
	older.Reset()
	for ctx.Err() == nil {
		if _, reason := p.DrawByRule(); reason != rules.NoReason || p.Plies() >= m.cfg.MaxPlies {
			break
		}
		engine := older
		if p.Turn() == color {
			engine = newer
		}
		found := engine.Search(p, search.Limits{Nodes: uint64(m.cfg.Nodes)})
		if found.Move == 0 {
			break
		}
		p.Make(found.Move)
	}
	result, _ := p.Outcome()
	score := result.Score()
	if result == rules.Ongoing {
		score = 0.5
	}
	if color == rules.Black {
		score = 1 - score
	}
	return rating.Result(2 * score)
}
