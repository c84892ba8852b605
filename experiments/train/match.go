package train

import (
	"context"
	"errors"
	"os"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/player"
)

// MatchResult is the result of the new weights against the old ones.
type MatchResult struct {
	Pairs    rating.Pairs // until the decision
	State    rating.State
	Accepted bool
	// Elo is logistic and allows for the test having stopped early.
	Elo rating.Stopped
}

// level is the confidence level of the Elo.
const level = rating.Level95

// Match plays new weights against old ones until the test decides or the maximum number of
// pairs is reached. The result does not depend on the number of workers. The games are not
// kept.
//
// The new weights are accepted if the test accepts Elo1, or if it has not decided and they
// have won more games than they have lost, so that games and match agree.
func Match(ctx context.Context, g *rules.Game, newer, older *eval.Weights, cfg match.Config, crew match.Crew, ev match.Events) (*MatchResult, error) {
	return matchOfNodes(ctx, g, newer, older, cfg.Nodes, cfg, crew, ev)
}

// matchOfNodes is like Match, with a number of nodes a move for the new weights alone.
func matchOfNodes(ctx context.Context, g *rules.Game, newer, older *eval.Weights, nodes int, cfg match.Config, crew match.Crew, ev match.Events) (_ *MatchResult, err error) {
	if err := checkMatch(cfg); err != nil {
		return nil, err
	}
	enter := func(name string, w *eval.Weights, nodes int) *player.Entrant {
		spec := player.Spec{Name: name, Kind: player.Engine, Limit: player.Limit{Nodes: uint64(nodes)}}
		return player.EnterEngine(spec, g, w)
	}
	run, err := match.Between(g, cfg, enter("new", newer, nodes), enter("old", older, cfg.Nodes))
	if err != nil {
		return nil, err
	}
	folder, err := os.MkdirTemp("", "bestiary-match-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	games, err := run.Open(folder)
	if err != nil {
		return nil, err
	}
	defer games.Close()
	tally, err := run.Play(ctx, games, crew, nil, ev)
	if err != nil {
		return nil, err
	}
	r := &MatchResult{Pairs: tally.Pairings[0].Pairs, State: *tally.Test}
	r.Elo, err = cfg.SPRT.Estimate(r.Pairs, level)
	all := r.Pairs.Total()
	r.Accepted = r.State.Decision == rating.AcceptH1 || r.State.Decision == rating.Continue && all.Wins > all.Losses
	return r, err
}
