package estimate

import (
	"bestiary/engine/rules"
	"bestiary/internal/stat"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// Found is the score of an exchange in games.
type Found struct {
	// Exchange is written as for --about and odds, A=B.
	Exchange string `json:"exchange"`
	By       Finder `json:"by"`
	Pairs    int    `json:"pairs"`
	// Score is the score of the side that has the left half of the exchange, 0 to 1, with sampling
	// error.
	Score stat.Interval `json:"score"`
}

// Finder identifies the games in which a score was found.
type Finder string

// The games.
const (
	ByFit    Finder = "fit"    // those from which the values are
	ByLeague Finder = "league" // of the short league of a run
	ByOdds   Finder = "odds"   // at odds, with the first rank shuffled
	ByMatch  Finder = "match"  // of leagues and of trades that were played
)

// found returns the scores of all exchanges that the run has played.
func (r *Result) found() ([]Found, error) {
	var out []Found
	for _, d := range r.Differences {
		if d.Score.Bounded() {
			out = append(out, Found{d.Exchange, ByFit, d.Pairs, d.Score})
		}
	}
	if r.Predicted != nil {
		out = append(out, r.Predicted.Found...)
	}
	if r.Odds == nil {
		return out, nil
	}
	for _, line := range r.Odds.Lines {
		x, err := opening.ParseExchange(r.Game, line.Exchange)
		if err != nil {
			return nil, err
		}
		if len(x.Left)+len(x.Right) > 0 {
			out = append(out, Found{opening.Share{Exchange: x, Traded: true}.Text(r.Game), ByOdds, line.Results.Number(), line.Score})
		}
	}
	return out, nil
}

// At returns the settings of a match at an exchange between arrays that are otherwise whole, at the
// nodes of the values. If giveUp is set, each side gives up what only the other is to have, as far
// as the array has it.
func (m *Model) At(exchange string, giveUp bool, seed uint64, pairs int) match.Config {
	cfg := match.SelfPlay()
	cfg.Seed, cfg.Nodes, cfg.Pairs = seed, m.Nodes, pairs
	cfg.Kind, cfg.Exchange, cfg.NoPermute, cfg.GiveUp = opening.Odds, exchange, true, giveUp
	return cfg
}

// NumberOf returns how many pieces of a kind an army has at the start, the army with more.
func NumberOf(g *rules.Game, t rules.Type) int {
	p := g.NewPosition()
	return max(tuning.Count(p, t, rules.White), tuning.Count(p, t, rules.Black))
}
