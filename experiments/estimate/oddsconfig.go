package estimate

import (
	"context"
	"path/filepath"
	"slices"

	"bestiary/engine/eval"
	"bestiary/engine/rules"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// OddsConfig lists the exchanges of pieces to play. Use DefaultOdds to make one.
type OddsConfig struct {
	// Exchanges lists the differences between the armies, such as "falcon=rook", in the
	// form read by opening.ParseExchange; at most 100. The odds of the unit, usually
	// "pawn=", are always measured first.
	Exchanges []string `json:"exchanges"`
	// Pairs is the number of pairs of games for each exchange; 2 to 10,000,000.
	Pairs int `json:"pairs"`
	// Level is the confidence level of all intervals; 0.5 to 0.999.
	Level float64 `json:"level"`
	// Play says how games are played. Its Pairs, Kind and Exchange are ignored.
	Play match.Config `json:"play"`
}

const maxExchanges = 100

// DefaultOdds returns a configuration that measures only the odds of the unit, in 500
// pairs.
func DefaultOdds() OddsConfig {
	return OddsConfig{Pairs: 500, Level: 0.95, Play: match.SelfPlay()}
}

// Validate reports the first field that is out of range.
func (c OddsConfig) Validate() error {
	if err := check.All("odds",
		check.Range("pairs", c.Pairs, 2, check.MaxPairs),
		check.Range("level", c.Level, 0.5, 0.999),
		check.Range("number of exchanges", len(c.Exchanges), 0, maxExchanges),
	); err != nil {
		return err
	}
	return c.play("=").Validate()
}

// play returns the settings for the games of an exchange.
func (c OddsConfig) play(exchange string) match.Config {
	p := c.Play
	p.Pairs, p.Kind, p.Exchange = c.Pairs, opening.Odds, exchange
	return p
}

// UnitOdds returns the exchange that measures the unit of a game: "pawn=" if there are
// pawns.
func UnitOdds(g *rules.Game) string {
	return opening.Exchange{Left: []rules.Type{tuning.UnitPiece(g)}}.Text(g)
}

// exchanges returns the exchanges of a configuration in canonical form, without
// duplicates, the odds of the unit first. It checks all of them before any is played.
func (c OddsConfig) exchanges(g *rules.Game) ([]opening.Exchange, error) {
	var list []opening.Exchange
	var texts []string
	for _, text := range append([]string{UnitOdds(g)}, c.Exchanges...) {
		x, err := opening.ParseExchange(g, text)
		if err != nil {
			return nil, err
		}
		text := x.Text(g)
		if slices.Contains(texts, text) {
			continue
		}
		play := c.play(text)
		source, err := opening.New(g, play.Config, play.Seed)
		if err != nil {
			return nil, err
		}
		if _, err := source.Start(run.FirstRound, 0, 0); err != nil {
			return nil, err
		}
		list, texts = append(list, x), append(texts, text)
	}
	return list, nil
}

// oddsFolder is the folder, inside that of an estimate, with the games at pawn odds.
const oddsFolder = "odds"

// pawnMatch returns the configuration of matchPawn, and false if there is no such match.
func (c Config) pawnMatch(g *rules.Game) (OddsConfig, bool) {
	cfg := OddsConfig{Pairs: c.OddsPairs, Level: c.Fit.Level, Play: c.Play}
	if c.OddsPairs == 0 || !g.IsPawn(tuning.UnitPiece(g)) {
		return cfg, false
	}
	_, err := cfg.exchanges(g)
	return cfg, err == nil
}

// matchPawn plays a match at the odds of the unit if that is a pawn. The fit measures a
// pawn between armies that have further differences and are shuffled; the match measures
// it in the array. There is none if no such armies can be set up; PawnOdds then falls back on the
// fit.
func (c Config) matchPawn(ctx context.Context, g *rules.Game, w *eval.Weights, folder string, crew match.Crew, ev match.Events) (*OddsResult, error) {
	cfg, ok := c.pawnMatch(g)
	if !ok {
		return nil, nil
	}
	return Odds(ctx, g, cfg, w, filepath.Join(folder, oddsFolder), crew, ev)
}

func (e *estimation) matchPawn(out *Result) (err error) {
	out.Odds, err = e.cfg.matchPawn(e.ctx, e.g, out.Weights, e.folder, e.crew, e.ev)
	return err
}
