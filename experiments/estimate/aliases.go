package estimate

import (
	"context"

	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/selfplay/match"
	"bestiary/selfplay/store"
)

// Names of package run that other packages still use by this one.
const (
	Learned    = run.Learned
	PriorTerms = run.PriorTerms
	Perturbed  = run.Perturbed
	Deep       = run.Deep
	Network    = run.Network
)

// What package run has.
var (
	CheckPlayer = run.CheckPlayer
	EnterPlayer = run.Enter
)

// OddsRound is run.FirstRound.
const OddsRound = run.FirstRound

// PlayExchange plays an ExchangePart.
func PlayExchange(
	ctx context.Context, g *rules.Game, cfg match.Config, by match.Player, forecasts, folder string, crew match.Crew, ev match.Events,
) (line *OddsLine, err error) {
	p := ExchangePart(g, cfg, run.Player{Player: by, Round: run.FirstRound}, folder, func(l *OddsLine) error {
		line = l
		return nil
	})
	if forecasts != "" {
		p.Hold = func(games *store.Store) error { return games.HoldRound(run.FirstRound, "forecasts", forecasts) }
	}
	return line, run.Play(ctx, crew, ev, p)
}
