package match

import (
	"bestiary/internal/check"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/opening"
)

// Config says which games a match or tournament plays. Use Default to make one.
type Config struct {
	// Seed of all chance.
	Seed uint64 `json:"seed"`
	// Pairs for each pairing of players; 1 to 10,000,000. A run can be continued
	// with another number.
	Pairs int `json:"pairs"`
	// Openings of the pairs. Players without chance need openings that differ.
	opening.Config
	// Tournament says who plays whom.
	Tournament Tournament `json:"tournament"`
	// MaxPlies is the length at which a game is drawn, in plies including the
	// opening; above RandomPlies, at most 10,000.
	MaxPlies int `json:"max-plies"`
	// Draw and Resign adjudicate.
	Draw   DrawRule   `json:"draw"`
	Resign ResignRule `json:"resign"`
	// SPRT, if it is not nil, ends a match of two players as soon as it is decided.
	// A run can be continued with another test.
	SPRT *rating.SPRT `json:"sprt,omitempty"`
	// MaxFaults of one player end the run; 1 to 1,000,000. A run can be continued
	// with another number; each continuation counts anew.
	MaxFaults int `json:"max-faults"`
}

// freeFields are the fields that may change when a run is continued.
var freeFields = []string{"pairs", "sprt", "max-faults"}

// SPRTPairs is a number of pairs within which most sequential tests end.
const SPRTPairs = 50_000

// Tournament says who plays whom.
type Tournament string

// The tournaments. For two players they are the same.
const (
	RoundRobin Tournament = "round-robin" // everyone plays everyone
	Gauntlet   Tournament = "gauntlet"    // the first plays all others
)

// Default is a match of 500 pairs of at most 600 plies from the array of the game,
// without adjudication or test. It ends after 10 faults of a player.
func Default() Config {
	return Config{Pairs: 500, Config: opening.Default(), Tournament: RoundRobin, MaxPlies: 600, MaxFaults: 10}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	if err := check.All("match",
		c.Config.Validate(),
		check.Range("pairs", c.Pairs, 1, check.MaxPairs),
		check.Range("max-plies", c.MaxPlies, c.RandomPlies+1, check.MaxPlies),
		check.Range("max-faults", c.MaxFaults, 1, 1_000_000),
		check.OneOf("tournament", c.Tournament, RoundRobin, Gauntlet),
		check.Range("draw: move", c.Draw.Move, 0, check.MaxPlies),
		check.Range("draw: moves", c.Draw.Moves, 0, check.MaxPlies),
		check.Range("draw: score", c.Draw.Score, 0, 30_000),
		check.Range("resign: moves", c.Resign.Moves, 0, check.MaxPlies),
		check.Range("resign: score", c.Resign.Score, 0, 30_000),
	); err != nil || c.SPRT == nil {
		return err
	}
	return c.SPRT.Validate()
}

// pairings lists who plays whom among a number of players. The first of a pairing
// has White in the first game of its pairs.
func (t Tournament) pairings(players int) [][2]int {
	var list [][2]int
	for a := range players {
		for b := a + 1; b < players; b++ {
			if t == RoundRobin || a == 0 {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}
