package estimate

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"bestiary/experiments/run"
	"bestiary/internal/stat"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// Rung is a measurement with another number of nodes a move.
type Rung struct {
	Nodes int
	// Measurement is based on Pairs pairs of games at this number of nodes.
	Measurement *tuning.Measurement
	// Differs reports for each piece whether its value differs significantly from the
	// estimate, at the level of the intervals for all pieces of all rungs together (Holm).
	Differs []bool
	// PawnOdds is the score of a side with an extra pawn, in a separate match; unknown
	// without one.
	PawnOdds stat.Interval
}

// minRungPairs is the smallest number of pairs of a rung, unless the estimate has fewer.
const minRungPairs = 200

// ladderPairs returns the number of pairs of a rung: as many as the estimate has or, with
// more nodes, fewer by the root of the ratio. This split of a given time among rungs of
// different cost determines their differences best.
func ladderPairs(pairs, nodes, rung int) int {
	if rung <= nodes {
		return pairs
	}
	fewer := int(float64(pairs) * math.Sqrt(float64(nodes)/float64(rung)))
	return min(pairs, max(minRungPairs, fewer))
}

// PlayLadder measures the values of an estimate at other numbers of nodes, with the
// openings and the weights of the first player of its last round. It adds the rungs to the
// result in increasing order of nodes, including that player's games in the estimate. Each
// rung has a subfolder of the estimate's folder, from which the same call continues after
// an interruption.
func PlayLadder(ctx context.Context, res *Result, nodes []int, crew match.Crew, ev match.Events) error {
	ev = ev.Parts(func(p *match.Part) { p.Last = false })
	base, err := measureFirst(ctx, res)
	if err != nil {
		return err
	}
	rungs := []Rung{{Nodes: res.Config.Play.Nodes, Measurement: base, PawnOdds: stat.Unknown()}}
	if res.Odds != nil {
		rungs[0].PawnOdds = res.Odds.Lines[0].Score
	}
	for _, n := range nodes {
		if slices.ContainsFunc(rungs, func(r Rung) bool { return r.Nodes == n }) {
			continue
		}
		rung, err := playRung(ctx, res, n, crew, ev)
		if err != nil {
			return err
		}
		rungs = append(rungs, rung)
	}
	slices.SortFunc(rungs, func(a, b Rung) int { return a.Nodes - b.Nodes })
	markRungs(rungs, base)
	res.Ladder, res.Slopes = rungs, slopes(rungs, res.Panel, base.Level)
	return nil
}

// measureFirst fits only the games of the first player, whose weights play the rungs.
func measureFirst(ctx context.Context, res *Result) (*tuning.Measurement, error) {
	games, err := store.Open(res.Folder)
	if err != nil {
		return nil, err
	}
	defer games.Close()
	m, err := tuning.Measure(res.Game, run.GamesOf(ctx, games, []run.Player{res.Players[0].Player}).All(), res.Config.Fit)
	if err != nil {
		return nil, err
	}
	return m, games.Close()
}

func playRung(ctx context.Context, res *Result, nodes int, crew match.Crew, ev match.Events) (Rung, error) {
	rung := Rung{Nodes: nodes, PawnOdds: stat.Unknown()}
	cfg, first := res.Config, res.Players[0]
	cfg.Play.Nodes = nodes
	cfg.Play.Pairs = ladderPairs(first.Pairs, res.Config.Play.Nodes, nodes)
	by, err := run.Engine(res.Game, cfg.Play, res.Weights)
	if err != nil {
		return rung, err
	}
	by.Round, by.Openings = first.Round, first.Openings
	folder := filepath.Join(res.Folder, fmt.Sprintf("nodes-%d", nodes))
	part := run.Alone(fmt.Sprintf("%d nodes", nodes), folder, res.Game, cfg.Play, by)
	part.Read = func(games *run.Games) (err error) {
		rung.Measurement, err = tuning.Measure(res.Game, games.All(), cfg.Fit)
		return err
	}
	if err := run.Play(ctx, crew, ev, part); err != nil {
		return rung, err
	}
	cfg.OddsPairs = min(cfg.OddsPairs, ladderPairs(cfg.OddsPairs, res.Config.Play.Nodes, nodes))
	odds, err := cfg.matchPawn(ctx, res.Game, res.Weights, folder, crew, ev)
	if odds != nil {
		rung.PawnOdds = odds.Lines[0].Score
	}
	return rung, err
}

// markRungs compares the rungs with the estimate. It treats games from one opening at
// different numbers of nodes as independent. They share the luck of the opening, so the
// comparison is slightly conservative.
func markRungs(rungs []Rung, m *tuning.Measurement) {
	var chances []float64
	for _, r := range rungs {
		for i, v := range r.Measurement.Luck.Values {
			base, chance := m.Luck.Values[i], math.NaN()
			if r.Measurement != m && !v.Worth.Exact() {
				chance = tuning.Chance(v.Worth, base.Worth)
			}
			chances = append(chances, chance)
		}
	}
	adjusted := rating.Holm(chances)
	for k := range rungs {
		n := len(rungs[k].Measurement.Design.Values)
		for _, p := range adjusted[:n] {
			rungs[k].Differs = append(rungs[k].Differs, p <= 1-m.Level)
		}
		adjusted = adjusted[n:]
	}
}
