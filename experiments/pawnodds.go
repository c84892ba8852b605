package experiments

import (
	"path/filepath"

	"bestiary/engine/eval"
	"bestiary/tuning"
)

// oddsFolder is where the games at pawn odds are, in the folder of an estimate.
const oddsFolder = "odds"

// playOdds plays the matches of EstimateConfig.OddsPairs, where the unit is a
// pawn: the fit says what a pawn is worth between armies that differ in more than
// that and stand in disorder, a match what it is worth in the array.
func (e *estimation) playOdds(out *EstimateResult, w *eval.Weights) error {
	if e.cfg.OddsPairs == 0 || !e.g.IsPawn(tuning.UnitPiece(e.g)) {
		return nil
	}
	cfg := OddsConfig{Pairs: e.cfg.OddsPairs, Level: e.cfg.Fit.Level, Play: e.cfg.Play}
	if _, err := cfg.exchanges(e.g); err != nil {
		return nil // no such armies can be set up in this game; the check says that it had no match
	}
	events := OddsEvents{GameDone: e.ev.GameDone}
	if start := e.ev.RoundStarts; start != nil {
		events.ExchangeStarts = func(exchange string, games int) {
			start(RoundInfo{Number: len(out.Rounds), Games: games, Odds: exchange})
		}
	}
	var err error
	out.Odds, err = Odds(e.ctx, e.g, cfg, w, filepath.Join(out.Folder, oddsFolder), e.crew, events)
	return err
}
