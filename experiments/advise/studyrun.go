//go:build !js

package advise

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"slices"
	"time"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
	"bestiary/tuning"
)

// RunStudy plays for a while, and answers the questions from all games that the folder then has.
func RunStudy(ctx context.Context, g *rules.Game, cfg StudyConfig, folder string, crew match.Crew, ev match.Events) (*Study, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	out := &Study{Game: g, Config: cfg, Folder: folder}
	s := &studying{ctx: ctx, crew: crew, ev: ev, began: time.Now(), weights: eval.Default(g), Study: out}
	for _, part := range []func() error{s.lookAtArrays, s.solveEndings, s.open, s.grow, s.finish} {
		if err := part(); err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return out, nil
}

// playValues plays the games of a step about values.
func (s *studying) playValues(step int) (float64, error) {
	events := s.ev.Parts(func(p *match.Part) { p.Label = s.progress(valuesFolder, aimValues) })
	events.Found = nil
	var err error
	s.Values, err = estimate.Run(s.ctx, s.Game, s.Config.values(s.Game, step), ValuesFolder(s.Folder), s.crew, events)
	if errors.Is(err, tuning.ErrOneSided) {
		s.NoValues = err.Error()
		s.part(valuesFolder).shut = true
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	s.weights, s.learned = s.Values.Weights, true
	var widths []float64
	for _, v := range s.Values.Ranking {
		if !v.Total.Exact() {
			widths = append(widths, v.Total.HalfWidth()/math.Abs(v.Total.Estimate))
		}
	}
	if len(widths) == 0 { // the only kind is the unit
		return 0, nil
	}
	slices.Sort(widths)
	return widths[len(widths)/2] / aimValues, nil
}

// playBalance plays the games of a step about who wins.
func (s *studying) playBalance(step int) (float64, error) {
	w, err := s.learn()
	if err != nil {
		return 0, err
	}
	cfg := s.Config.balance(w, step)
	cfg.Unseen = true
	events := s.ev.Parts(func(p *match.Part) { p.Label = s.progress(balanceFolder, aimBalance) + ", " + p.Label })
	res, err := balance.Measure(s.ctx, s.Game, cfg, filepath.Join(s.Folder, balanceFolder), s.crew, events)
	if err != nil {
		return 0, err
	}
	return res.Main().Strongest().Curve.HalfWidth() / aimBalance, nil
}

// learn returns the weights of the players: those that the learning rounds end with, whether values are asked for or not, so
// that all games of a home have the same players. Where values cannot be measured they are the usual weights.
func (s *studying) learn() (*eval.Weights, error) {
	if s.learned || estimate.CheckGame(s.Game) != nil {
		return s.weights, nil
	}
	s.learned = true
	events := s.ev.Parts(func(p *match.Part) { p.Label = "learning" })
	events.Found = nil
	w, _, err := estimate.LearnWeights(s.ctx, s.Game, s.Config.values(s.Game, 1), ValuesFolder(s.Folder), s.crew, events)
	if errors.Is(err, tuning.ErrOneSided) {
		return s.weights, nil
	}
	if err == nil {
		s.weights = w
	}
	return s.weights, err
}

// finish reads the answers from the games of the steps taken. The score of the game is now seen, which counts as a look.
func (s *studying) finish() (err error) {
	for _, p := range s.parts {
		if p.shut {
			continue
		}
		s.Seconds += p.rate * p.cost(p.at)
		*s.Steps.of(p.name) = p.at
		if p.name != balanceFolder {
			continue
		}
		cfg := s.Config.balance(s.weights, p.at)
		var from []store.Record
		cfg.Each = func(nodes int, r *store.Record) {
			if nodes > cfg.Strengths[0] {
				from = append(from, *r)
			}
		}
		if s.Balance, err = balance.Measure(s.ctx, s.Game, cfg, filepath.Join(s.Folder, balanceFolder), s.crew, match.Events{}); err != nil {
			return err
		}
		for _, a := range s.Arrays {
			s.Balance.Arrays = append(s.Balance.Arrays, a.Array)
		}
		if s.Games, err = readGames(s.Game, from); err != nil {
			return err
		}
	}
	if s.Values != nil && s.Config.Asks(AskTrades) {
		if s.Trades, err = tradesOf(s.Values, s.Trades); err == nil && len(s.Trades) > 0 {
			s.Values.Trades, err = tradesBlock(s.Game, s.Trades)
		}
	}
	return err
}
