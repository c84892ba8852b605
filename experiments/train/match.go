package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/stat"
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
	Elo stat.Interval
}

// level is the confidence level of the Elo.
const level = rating.Level95

// Match plays new weights against old ones until the test decides or the maximum number of
// pairs is reached. The result does not depend on the number of workers. The games are not
// kept.
//
// The new weights are accepted if the test accepts Elo1, or if it has not decided and they
// have won more games than they have lost, so that games and match agree. They search nodes
// positions a move, the old ones cfg.Nodes.
func Match(
	ctx context.Context, g *rules.Game, newer, older *eval.Weights, nodes int, cfg match.Config, crew match.Crew, ev match.Events,
) (_ *MatchResult, err error) {
	if err := checkMatch(cfg); err != nil {
		return nil, err
	}
	enter := func(name string, w *eval.Weights, nodes int) *player.Entrant {
		spec := player.Spec{Name: name, Kind: player.Engine, Limit: player.Limit{Nodes: uint64(nodes)}}
		return player.EnterEngine(spec, g, w)
	}
	part := &run.Part{}
	if part.Match, err = match.Between(g, cfg, enter("new", newer, nodes), enter("old", older, cfg.Nodes)); err != nil {
		return nil, err
	}
	if part.Folder, err = os.MkdirTemp("", "bestiary-match-"); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(part.Folder)) }()
	if err := run.Play(ctx, crew, ev, part); err != nil {
		return nil, err
	}
	r := &MatchResult{Pairs: part.Tally.Pairings[0].Pairs, State: *part.Tally.Test}
	r.Elo, err = cfg.SPRT.Estimate(r.Pairs, level)
	all := r.Pairs.Total()
	r.Accepted = r.State.Decision == rating.AcceptH1 || r.State.Decision == rating.Continue && all.Wins > all.Losses
	return r, err
}

// Change is a term of the evaluation with its weights before and after training.
type Change struct {
	Term                           string
	OldMG, NewMG, OldEG, NewEG, By float64
}

// maxChanges is the largest number of weights that a report lists.
const maxChanges = 12

// Changes lists the terms whose weights changed most, by how much the change moves, on
// average, the score of the positions in which they occur.
func (r *Result) Changes() (list []Change) {
	for t, name := range r.Data.Terms {
		list = append(list, Change{Term: name, OldMG: r.Start.MG[t], NewMG: r.Final.MG[t], OldEG: r.Start.EG[t], NewEG: r.Final.EG[t]})
	}
	for row := range r.Data.Rows() {
		phase := float64(r.Data.Phase[row])
		for j := r.Data.Off[row]; j < r.Data.Off[row+1]; j++ {
			c := &list[r.Data.Term[j]]
			c.By += math.Abs(float64(r.Data.N[j]) * (phase*(c.NewMG-c.OldMG) + (1-phase)*(c.NewEG-c.OldEG)))
		}
	}
	slices.SortStableFunc(list, func(a, b Change) int { return cmp.Compare(b.By, a.By) })
	return list[:min(maxChanges, len(list))]
}

// String returns the result in one line.
func (m *MatchResult) String() string {
	total := m.Pairs.Total()
	verdict := "rejected"
	if m.Accepted {
		verdict = "accepted"
	}
	if m.State.Decision == rating.Continue {
		verdict += " without a decision"
	}
	e := m.Elo
	return fmt.Sprintf("+%d =%d -%d, Elo %.0f (%.0f to %.0f), %s", total.Wins, total.Draws, total.Losses, e.Estimate, e.Lo, e.Hi, verdict)
}
