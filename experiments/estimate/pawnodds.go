package estimate

import (
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/tuning"
)

// oddsFolder is where the games at pawn odds are, in the folder of an estimate.
const oddsFolder = "odds"

// playOdds plays the matches of Config.OddsPairs.
func (e *estimation) playOdds(out *Result, w *eval.Weights) (err error) {
	out.Odds, err = e.matchPawn(len(out.Rounds), w)
	return err
}

// matchPawn plays a match at the odds of the unit if that is a pawn. The fit measures a pawn
// between armies that differ in more than that and stand in disorder; the match measures it in
// the array. matchPawn returns nil if no such armies can be set up.
func (e *estimation) matchPawn(round int, w *eval.Weights) (*OddsResult, error) {
	if e.cfg.OddsPairs == 0 || !e.g.IsPawn(tuning.UnitPiece(e.g)) {
		return nil, nil
	}
	cfg := OddsConfig{Pairs: e.cfg.OddsPairs, Level: e.cfg.Fit.Level, Play: e.cfg.Play}
	if _, err := cfg.exchanges(e.g); err != nil {
		return nil, nil // PawnOdds falls back on the fit
	}
	events := OddsEvents{GameDone: e.ev.GameDone}
	if start := e.ev.RoundStarts; start != nil {
		events.ExchangeStarts = func(exchange string, games int) {
			start(RoundInfo{Number: round, Games: games, Odds: exchange})
		}
	}
	return Odds(e.ctx, e.g, cfg, w, filepath.Join(e.folder, oddsFolder), e.crew, events)
}
