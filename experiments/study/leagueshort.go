package study

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// short draws the matches of the short league after an estimate.
var short = League{Small: 5, Large: 3, Replacements: 2, Players: []string{run.Learned}}

// A match of a short league has a pair for every shortShare pairs of the estimate, up to
// maxShort.
const (
	shortShare = 80
	maxShort   = 100
	leastShort = 20 // with fewer pairs a match is uninformative
)

// ShortPairs returns the usual number of pairs of a match in the short league of an estimate
// with a number of pairs; 0 for no league.
func ShortPairs(pairs int) int {
	if n := min(pairs/shortShare, maxShort); n >= leastShort {
		return n
	}
	return 0
}

// ShortGames returns the number of games of a short league.
func ShortGames(pairs int, crew match.Crew) int { return short.Total() * crew.Games(pairs) }

// PlayShort plays a short league after an estimate, in its folder, and notes in the result how well
// the values predict it. The player uses the learned weights of the estimate. A game with too few
// exchanges has no short league.
func PlayShort(ctx context.Context, res *estimate.Result, pairs int, crew match.Crew, ev match.Events) error {
	if pairs == 0 {
		return nil
	}
	model, err := res.Model()
	if model == nil || err != nil {
		return err
	}
	g, d := res.Game, short
	d.Seed, d.Pairs = int(res.Config.Play.Seed), pairs
	list, err := newDrawer(g, model, &d).all()
	if errors.Is(err, errTooFew) {
		return nil
	}
	if err != nil {
		return err
	}
	by, err := run.Enter(g, res.Config.Play, run.Learned, res.Weights)
	if err != nil {
		return err
	}
	var parts []*run.Part
	var played []PlayedMatch
	for i := range list {
		m := &list[i]
		p := m.part(g, m.play(model, &d), by, filepath.Join(res.Folder, leagueName, estimate.ExchangeFolder(m.Exchange)), 0, &played)
		p.Label, p.Last = fmt.Sprintf("league, match %d", m.Number), true
		parts = append(parts, p)
	}
	if err := run.Play(ctx, crew, ev, parts...); err != nil {
		return err
	}
	res.Predicted, err = predicted(g, played)
	return err
}

// predicted sums up how well matches were predicted.
func predicted(g *rules.Game, played []PlayedMatch) (*estimate.Predicted, error) {
	out := &estimate.Predicted{Matches: len(played)}
	var residuals, errors []float64
	for _, p := range played {
		residuals, errors = append(residuals, p.Score.Estimate-p.Predicted.Estimate), append(errors, p.Error)
		if p.Inside {
			out.Inside++
		}
		x, err := opening.ParseExchange(g, p.Exchange)
		if err != nil {
			return nil, err
		}
		share := opening.Share{Exchange: x, Traded: p.Class == Replacement}
		out.Found = append(out.Found, estimate.Found{Exchange: share.Text(g), By: estimate.ByLeague, Pairs: p.Pairs, Score: p.Score})
	}
	out.Off = off(residuals, errors)
	return out, nil
}
