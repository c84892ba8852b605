package match

import (
	"fmt"

	"bestiary/engine/variant"
	"bestiary/selfplay/opening"
	"bestiary/selfplay/rating"
)

// Config says which games a match or tournament plays. The zero value is a match
// of 500 pairs from the array of the game; between players without chance it
// wants openings that differ.
type Config struct {
	// Seed of all chance. Default 0; any value.
	Seed uint64 `json:"seed"`
	// Pairs for each pairing of players. Default 500, or 50,000 with SPRT; 1 to
	// 10,000,000. A run can be continued with another number.
	Pairs int `json:"pairs"`
	// Openings of the pairs.
	opening.Config
	// Tournament says who plays whom. Default RoundRobin.
	Tournament Tournament `json:"tournament"`
	// MaxPlies is the length at which a game is a draw, opening moves included.
	// Plies; default 600; 2 to 10,000.
	MaxPlies int `json:"max-plies"`
	// Draw and Resign adjudicate. Default: no adjudication.
	Draw   DrawRule   `json:"draw"`
	Resign ResignRule `json:"resign"`
	// SPRT ends a match of two players as soon as it is decided. Default none. A
	// run can be continued with another test.
	SPRT *rating.SPRT `json:"sprt,omitempty"`
	// MaxFaults of one player end the run. Default 10; 1 to 1,000,000. A run can
	// be continued with another number; each continuation counts anew.
	MaxFaults int `json:"max-faults"`
}

// freeFields are those that may change when a run is continued.
var freeFields = []string{"pairs", "sprt", "max-faults"}

// Tournament says who plays whom.
type Tournament string

// The tournaments. Of two players they are the same.
const (
	RoundRobin Tournament = "round-robin" // everyone plays everyone
	Gauntlet   Tournament = "gauntlet"    // the first plays all others
)

// Resolved is the configuration with the defaults written out.
func (c Config) Resolved() Config {
	c.Config = c.Config.Resolved()
	if c.Pairs == 0 {
		c.Pairs = 500
		if c.SPRT != nil {
			c.Pairs = 50_000
		}
	}
	if c.Tournament == "" {
		c.Tournament = RoundRobin
	}
	if c.MaxPlies == 0 {
		c.MaxPlies = 600
	}
	if c.MaxFaults == 0 {
		c.MaxFaults = 10
	}
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	c = c.Resolved()
	if err := c.Config.Validate(); err != nil {
		return err
	}
	switch {
	case c.Pairs < 1 || c.Pairs > 10_000_000:
		return fmt.Errorf("match: pairs is %d, expected 1 to 10000000", c.Pairs)
	case c.MaxFaults < 1 || c.MaxFaults > 1_000_000:
		return fmt.Errorf("match: max-faults is %d, expected 1 to 1000000", c.MaxFaults)
	case c.MaxPlies <= c.RandomPlies:
		return fmt.Errorf("match: max-plies is %d, expected more than random-plies, which is %d", c.MaxPlies, c.RandomPlies)
	case c.Tournament != RoundRobin && c.Tournament != Gauntlet:
		hint := ""
		if near := variant.Nearest(string(c.Tournament), []Tournament{RoundRobin, Gauntlet}); near != "" {
			hint = fmt.Sprintf("; did you mean %q?", near)
		}
		return fmt.Errorf("match: tournament is %q, expected %q or %q%s", c.Tournament, RoundRobin, Gauntlet, hint)
	}
	if c.SPRT != nil {
		if err := c.SPRT.Validate(); err != nil {
			return err
		}
	}
	return c.referee().validate()
}

func (c Config) referee() Referee { return Referee{c.MaxPlies, c.Draw, c.Resign} }

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
