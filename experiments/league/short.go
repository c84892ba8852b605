package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/internal/stat/logit"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// The matches of a short league.
const (
	shortSmall, shortLarge, shortReplacements = 5, 3, 2

	shortMatches = shortSmall + shortLarge + shortReplacements
	// A match of a short league has a pair for every shortShare pairs of the estimate, up to
	// maxShort.
	shortShare = 80
	maxShort   = 100
	leastShort = 20 // with fewer pairs a match tells nothing
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
func ShortGames(pairs int, crew match.Crew) int { return shortMatches * crew.Games(pairs) }

// Short plays a short league after an estimate, in its folder, and notes in the result how well
// the values predict it. The player has what the estimate learned. A game with too few
// exchanges has none.
func Short(ctx context.Context, res *estimate.Result, pairs int, crew match.Crew, ev match.Events) error {
	if pairs == 0 {
		return nil
	}
	model, err := res.Model()
	if model == nil || err != nil {
		return err
	}
	s := &Settings{
		Seed: int(res.Config.Play.Seed), Pairs: pairs, Small: shortSmall, Large: shortLarge, Replacements: shortReplacements,
		Players: []string{estimate.Learned}, games: []*rules.Game{res.Game},
	}
	list, err := newDrawer(res.Game, model, s).all()
	if errors.Is(err, errTooFew) {
		return nil
	}
	if err != nil {
		return err
	}
	by, err := estimate.EnterPlayer(res.Game, res.Config.Play, estimate.Learned, res.Weights)
	if err != nil {
		return err
	}
	out := &Result{}
	var partial error
	for i := range list {
		m := &list[i]
		ev.Start(match.Part{Label: fmt.Sprintf("league, match %d", m.Number), Games: crew.Games(pairs), Last: true})
		folder := filepath.Join(res.Folder, Name, estimate.ExchangeFolder(m.Exchange))
		line, err := estimate.PlayExchange(ctx, res.Game, m.play(model, s), by.Player, "", folder, crew, ev)
		if errors.Is(err, match.ErrPartial) {
			partial = err
			continue
		}
		if err == nil {
			err = out.add(m, line)
		}
		if err != nil {
			return err
		}
	}
	if err := cmp.Or(partial, ctx.Err()); err != nil {
		return err
	}
	res.Predicted, err = out.predicted(res.Game)
	return err
}

// predicted sums up how well all matches were predicted.
func (r *Result) predicted(g *rules.Game) (*estimate.Predicted, error) {
	out := &estimate.Predicted{Matches: len(r.played)}
	var residuals, errors []float64
	for i := range r.played {
		p := &r.played[i]
		residuals, errors = append(residuals, p.residual(p.Predicted.Estimate)), append(errors, p.Error)
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
	out.Off = logit.BeyondChance(residuals, errors, level).Scale(points)
	return out, nil
}
