package selfplay

import (
	"fmt"

	"bestiary/engine/rules"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// Config says which games a run plays. The zero value is a useful run. Each
// field names its default, which a zero stands for.
type Config struct {
	// Seed selects the openings. Default 0; any value.
	Seed uint64 `json:"seed"`
	// Pairs is the number of pairs in a round; each has two games. Default 500;
	// 1 to 10,000,000. A run can be continued with another number: the games of
	// a pair do not depend on it.
	Pairs int `json:"pairs"`
	// Nodes is how many positions the engine visits per move. Default 300; 1 to
	// 1,000,000,000.
	Nodes int `json:"nodes"`
	// MaxPlies is the length at which a game ends in a draw, random plies
	// included. Plies; default 600; 2 to 10,000 and more than RandomPlies.
	MaxPlies int `json:"max-plies"`
	// RandomPlies is how many random moves a game starts with. Plies; default
	// 2; at most 100; -1 for none.
	RandomPlies int `json:"random-plies"`
	// Openings is the kind of openings. Default ArmyOpenings.
	Openings string `json:"openings"`
	// Units is the largest number of changes to an army. Default 4; 1 to 20.
	// Army openings only.
	Units int `json:"units"`
	// MissingPawns is the largest number of pawns that an army lacks besides
	// its other changes, drawn evenly from 0 on; the value of the pawn is the
	// unit of all others and has to be measured best. Default 3; -1 for none;
	// at most 20. Army openings only.
	MissingPawns int `json:"missing-pawns"`
	// MaxImbalance is the largest difference between the armies by their prior
	// values. Pawns; default 5; above 0, at most 1,000. Army openings only.
	MaxImbalance float64 `json:"max-imbalance"`
	// NoPermute leaves the pieces of the first rank on the squares of the array.
	// Default false. Army and odds openings only.
	NoPermute bool `json:"no-permute"`
	// Exchange is what one army has instead of what the other has, as
	// opening.ParseExchange reads it. Odds openings only, required there.
	Exchange string `json:"exchange,omitempty"`
}

// The kinds of openings.
const (
	ArmyOpenings     = "armies"   // two armies that differ by a few pieces
	StandardOpenings = "standard" // the array for both sides
	OddsOpenings     = "odds"     // two armies that differ by Exchange
)

// Resolved is the configuration with the defaults written out.
func (c Config) Resolved() Config {
	for _, d := range []struct {
		field *int
		value int
	}{
		{&c.Pairs, 500}, {&c.Nodes, 300}, {&c.MaxPlies, 600}, {&c.RandomPlies, 2}, {&c.Units, 4}, {&c.MissingPawns, 3},
	} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if c.MaxImbalance == 0 {
		c.MaxImbalance = 5
	}
	if c.Openings == "" {
		c.Openings = ArmyOpenings
		if c.Exchange != "" {
			c.Openings = OddsOpenings
		}
	}
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	c = c.Resolved()
	for _, f := range []struct {
		name          string
		value, lo, hi int
	}{
		{"pairs", c.Pairs, 1, 10_000_000},
		{"nodes", c.Nodes, 1, 1_000_000_000},
		{"max-plies", c.MaxPlies, 2, 10_000},
		{"random-plies", c.RandomPlies, -1, 100},
		{"units", c.Units, 1, 20},
		{"missing-pawns", c.MissingPawns, -1, 20},
	} {
		if f.value < f.lo || f.value > f.hi {
			return fmt.Errorf("self-play: %s is %d, expected %d to %d", f.name, f.value, f.lo, f.hi)
		}
	}
	switch {
	case c.MaxPlies <= c.RandomPlies:
		return fmt.Errorf("self-play: max-plies is %d, expected more than random-plies, which is %d", c.MaxPlies, c.RandomPlies)
	case !(c.MaxImbalance > 0 && c.MaxImbalance <= 1000):
		return fmt.Errorf("self-play: max-imbalance is %v, expected a number above 0, at most 1000", c.MaxImbalance)
	case c.Exchange != "" && c.Openings != OddsOpenings:
		return fmt.Errorf("self-play: exchange is %q and openings is %q, expected %q with an exchange", c.Exchange, c.Openings, OddsOpenings)
	case c.Exchange != "":
	case c.Openings == OddsOpenings:
		return fmt.Errorf("self-play: exchange is empty, expected what one army has instead of what the other has, as openings is %q", OddsOpenings)
	case c.Openings != ArmyOpenings && c.Openings != StandardOpenings:
		return fmt.Errorf("self-play: openings is %q, expected %q or %q", c.Openings, ArmyOpenings, StandardOpenings)
	}
	return nil
}

// games is the number of games of a round.
func (c Config) games() int { return 2 * c.Pairs }

// openings is the part of a resolved configuration that openings depend on.
func (c Config) openings() opening.Config {
	o := opening.Config{Kind: opening.Array, RandomPlies: max(c.RandomPlies, 0)}
	if c.Openings == ArmyOpenings {
		o.Kind = opening.Armies
		o.Units, o.MissingPawns, o.MaxImbalance, o.NoPermute = c.Units, c.MissingPawns, c.MaxImbalance, c.NoPermute
	}
	if c.Openings == OddsOpenings {
		o.Kind, o.Exchange, o.NoPermute = opening.Odds, c.Exchange, c.NoPermute
	}
	return o
}

// freeField is the field that may change when a run is continued.
const freeField = "pairs"

// OpenRun opens the run in a folder to continue it, or starts one there, as
// store.OpenOrCreate does.
func OpenRun(folder string, g *rules.Game, cfg Config) (*store.Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return store.OpenOrCreate(folder, g, cfg.Resolved(), freeField)
}
