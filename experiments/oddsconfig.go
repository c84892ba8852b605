package experiments

import (
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/selfplay"
	"bestiary/selfplay/opening"
	"bestiary/tuning"
)

// OddsConfig says which exchanges of pieces to play for. The zero value measures
// the odds of the unit alone.
type OddsConfig struct {
	// Exchanges are what one army has instead of what the other has, as
	// opening.ParseExchange reads them, such as "falcon=rook". The odds of the
	// unit, usually "pawn=", are always measured first. Default none; at most 100.
	Exchanges []string `json:"exchanges"`
	// Pairs is the number of pairs of games for each. Default 500; 2 to 10,000,000.
	Pairs int `json:"pairs"`
	// Level is the confidence level of all intervals. Default 0.95; 0.5 to 0.999.
	Level float64 `json:"level"`
	// Play is how games are played; what concerns openings of other kinds, its Pairs
	// and its Exchange are ignored.
	Play selfplay.Config `json:"play"`
}

const maxExchanges = 100

// Resolved is the configuration with the defaults written out.
func (c OddsConfig) Resolved() OddsConfig {
	if c.Pairs == 0 {
		c.Pairs = 500
	}
	if c.Level == 0 {
		c.Level = 0.95
	}
	return c
}

// Validate reports the first field out of range.
func (c OddsConfig) Validate() error {
	c = c.Resolved()
	switch {
	case c.Pairs < 2 || c.Pairs > 10_000_000:
		return fmt.Errorf("odds: pairs is %d, expected 2 to 10000000", c.Pairs)
	case !(c.Level >= 0.5 && c.Level <= 0.999):
		return fmt.Errorf("odds: level is %v, expected 0.5 to 0.999", c.Level)
	case len(c.Exchanges) > maxExchanges:
		return fmt.Errorf("odds: %d exchanges, expected at most %d", len(c.Exchanges), maxExchanges)
	}
	return c.play("=").Validate()
}

// play is how the games of an exchange are played.
func (c OddsConfig) play(exchange string) selfplay.Config {
	p := c.Play
	return selfplay.Config{
		Seed: p.Seed, Pairs: c.Pairs, Nodes: p.Nodes, MaxPlies: p.MaxPlies, RandomPlies: p.RandomPlies,
		NoPermute: p.NoPermute, Openings: selfplay.OddsOpenings, Exchange: exchange,
	}.Resolved()
}

// UnitOdds is the exchange that measures the unit of a game: "pawn=" where there
// are pawns.
func UnitOdds(g *rules.Game) string {
	return opening.Exchange{Left: []rules.Type{tuning.Unit(g)}}.Text(g)
}

// exchanges are those of a configuration in canonical form, the odds of the unit
// first and none twice. All are tried before any is played.
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
		source, err := selfplay.Openings(g, c.play(text))
		if err != nil {
			return nil, err
		}
		if _, err := source.Start(oddsRound, 0, 0); err != nil {
			return nil, err
		}
		list, texts = append(list, x), append(texts, text)
	}
	return list, nil
}
