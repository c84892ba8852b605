package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

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

// maxChanges is the largest number of weights that a report lists.
const maxChanges = 12

// Write reports what was fitted and how the match ended, in 80 columns.
func (r *Result) Write(w io.Writer) error {
	var out strings.Builder
	last := r.Rounds[len(r.Rounds)-1].Fit
	fmt.Fprintf(&out, "%s: %d positions of %d games\n\n", r.Game.Variant.Name, last.Positions, last.Games)
	fmt.Fprintf(&out, "%33s %20s %19s\n", "K", "loss in training", "loss held out")
	fmt.Fprintf(&out, "%-5s %7s %9s %5s %4s %9s %9s %9s %9s %5s\n",
		"round", "games", "positions", "early", "late", "before", "after", "before", "after", "steps")
	for _, round := range r.Rounds {
		f := round.Fit
		fmt.Fprintf(&out, "%-5d %7d %9d %5.0f %4.0f %9.5f %9.5f %9.5f %9.5f %5d\n", round.Number, f.Games, f.Positions, f.K.Early, f.K.Late,
			f.Before.Train, f.After.Train, f.Before.HeldOut, f.After.HeldOut, f.Steps)
	}
	fmt.Fprintf(&out, "\n%-40s %18s %18s\n", "largest changes", "middle game", "endgame")
	for _, i := range r.changed() {
		fmt.Fprintf(&out, "%-40s %8.1f %9.1f %8.1f %9.1f\n", r.Data.Terms[i], r.Start.MG[i], r.Final.MG[i], r.Start.EG[i], r.Final.EG[i])
	}
	fmt.Fprintf(&out, "\nnew against old: %s\n", r.Match)
	_, err := io.WriteString(w, out.String())
	return err
}

// changed lists the terms whose weights changed most, by how much the change moves, on
// average, the score of the positions in which they occur.
func (r *Result) changed() []int {
	sum := make([]float64, len(r.Data.Terms))
	for row := range r.Data.Rows() {
		phase := float64(r.Data.Phase[row])
		for j := r.Data.Off[row]; j < r.Data.Off[row+1]; j++ {
			t := r.Data.Term[j]
			sum[t] += math.Abs(float64(r.Data.N[j]) * (phase*(r.Final.MG[t]-r.Start.MG[t]) + (1-phase)*(r.Final.EG[t]-r.Start.EG[t])))
		}
	}
	order := make([]int, len(sum))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sum[b], sum[a]) })
	return order[:min(maxChanges, len(order))]
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
