package selfplay

import (
	"bestiary/engine/rules"
	"bestiary/internal/check"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/store"
)

// Config says which games a run plays. Use Default to make one.
type Config struct {
	// Seed selects the openings.
	Seed uint64 `json:"seed"`
	// Pairs is the number of pairs in a round, of two games each; 1 to 10,000,000. A
	// run can be continued with another number: the games of a pair do not depend
	// on it.
	Pairs int `json:"pairs"`
	// Nodes is how many positions the engine visits per move; 1 to 1,000,000,000.
	Nodes int `json:"nodes"`
	// MaxPlies is the length at which a game ends in a draw, in plies with the
	// random ones; above RandomPlies, at most 10,000.
	MaxPlies int `json:"max-plies"`
	// Openings of the games. Self-play takes none from books.
	opening.Config
}

// Default is a round of 500 pairs at 300 nodes a move and at most 600 plies. Armies
// differ by a few pieces, and two random moves follow.
func Default() Config {
	c := Config{Pairs: 500, Nodes: 300, MaxPlies: 600, Config: opening.Default()}
	c.Kind, c.RandomPlies = opening.Armies, 2
	return c
}

// arrayPlies begin the games of FromArray.
const arrayPlies = 8

// FromArray is the configuration of games from the array and eight random moves, in which
// the positions of play occur.
func (c Config) FromArray() Config {
	c.Kind, c.RandomPlies = opening.Standard, arrayPlies
	return c
}

// standardPlies begin the games of Standard. After two random moves chess has 400
// beginnings, so that thousands of games would repeat each other; after four it has 197,281.
const standardPlies = 4

// Standard is the configuration of games from the array that are themselves measured: after
// four random moves neither side is ahead by more than opening.UsualBalance.
func (c Config) Standard() Config {
	c.Kind, c.RandomPlies = opening.Standard, standardPlies
	c.KeepBalance(opening.UsualBalance)
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	return check.All("self-play",
		check.Range("pairs", c.Pairs, 1, check.MaxPairs),
		check.Range("nodes", c.Nodes, 1, check.MaxNodes),
		check.Range("max-plies", c.MaxPlies, c.RandomPlies+1, check.MaxPlies),
		check.OneOf("openings", c.Kind, opening.Armies, opening.Standard, opening.Array, opening.Odds, opening.Exchanges),
		c.Config.Validate())
}

// freeField is the field that may change when a run is continued.
const freeField = "pairs"

// OpenRun opens the run in a folder to continue it, or starts one there, as
// store.OpenOrCreate does.
func OpenRun(folder string, g *rules.Game, cfg Config) (*store.Store, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return store.OpenOrCreate(folder, g, cfg, freeField)
}

// Openings returns the openings of a run, for a look at them without a game.
func Openings(g *rules.Game, cfg Config) (*opening.Source, error) {
	if err := cfg.Validate(); err != nil {
		return nil, err
	}
	return opening.New(g, cfg.Config, cfg.Seed)
}
