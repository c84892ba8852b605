package league

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strconv"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/estimate"
	"bestiary/experiments/run"
	"bestiary/internal/files"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Games returns the number of games of all matches.
func (f *Forecasts) Games(crew match.Crew) (games int) {
	for _, m := range f.Matches {
		games += crew.Games(m.Pairs)
	}
	return games
}

// Play plays the games of all matches that the folder lacks. After an interruption the same
// call continues.
func (f *Forecasts) Play(ctx context.Context, crew match.Crew, ev match.Events) (*Result, error) {
	lock, err := files.ReadLock(f.folder, f.hash)
	if err != nil {
		return nil, fmt.Errorf("league: %w", err)
	}
	res := &Result{Forecasts: f, Lock: lock}
	var partial error
	for _, g := range f.Settings.games {
		weights, err := eval.Load(filepath.Join(f.folder, valuesFolder, g.Variant.Name, estimate.WeightsFile), g)
		if err != nil {
			return nil, fmt.Errorf("league: %w", err)
		}
		players := map[string]*run.Player{}
		for i := range f.Matches {
			m := &f.Matches[i]
			if m.Game != g.Variant.Name {
				continue
			}
			ev.Start(match.Part{Label: fmt.Sprintf("%s, match %d", m.Game, m.Number), Games: crew.Games(m.Pairs)})
			line, err := f.playMatch(ctx, g, m, weights, players, crew, ev)
			if errors.Is(err, match.ErrPartial) {
				partial = err
				continue
			}
			if err != nil {
				return nil, fmt.Errorf("league: %s, match %d: %w", m.Game, m.Number, err)
			}
			if err := res.add(m, line); err != nil {
				return nil, err
			}
		}
	}
	if err := cmp.Or(partial, ctx.Err()); err != nil {
		return nil, err
	}
	return res, nil
}

// Complete returns an error unless all games of all matches have been played.
func (f *Forecasts) Complete() error {
	for i := range f.Matches {
		m, games := &f.Matches[i], 0
		if s, err := store.Open(f.gamesOf(m)); err == nil {
			for _, err := range s.Outcomes(estimate.OddsRound) {
				if err == nil {
					games++
				}
			}
			if err := s.Close(); err != nil {
				return err
			}
		}
		if games < 2*m.Pairs {
			return fmt.Errorf("league: %s, match %d has %d of %d games; locked matches are opened when all are played", m.Game, m.Number, games, 2*m.Pairs)
		}
	}
	return nil
}

// gamesOf returns the folder with the games of a match.
func (f *Forecasts) gamesOf(m *Match) string {
	return filepath.Join(f.folder, gamesFolder, m.Game, strconv.Itoa(m.Number))
}

// playMatch plays a match. Players holds those of the game who have played.
func (f *Forecasts) playMatch(ctx context.Context, g *rules.Game, m *Match, weights *eval.Weights, players map[string]*run.Player, crew match.Crew, ev match.Events) (*estimate.OddsLine, error) {
	model := f.models[m.Game]
	play := m.play(model, &f.Settings)
	if players[m.Player] == nil {
		fitted := play
		fitted.Seed = model.Seed // of the player whose weights are perturbed
		p, err := estimate.EnterPlayer(g, fitted, m.Player, weights)
		if err != nil {
			return nil, err
		}
		players[m.Player] = &p
	}
	return estimate.PlayExchange(ctx, g, play, players[m.Player].Player, f.hash, f.gamesOf(m), crew, ev)
}
