package compare

import (
	"fmt"
	"math"

	"bestiary/selfplay"
)

// Config says how two sets of rules are compared. The zero value is a useful
// comparison.
type Config struct {
	// Play is how the games of both sides are played, with the same seed. Its
	// Openings are selfplay.StandardOpenings by default, its Pairs 500 a side, at
	// least 2.
	Play selfplay.Config `json:"play"`
	// LeadMargin is what the side ahead expects at least, by its own score, for a
	// lead to count. Centipawns; default 100; 1 to 10,000.
	LeadMargin int `json:"lead-margin"`
	// SampledPlies is how many positions of each game, evenly spread, give its
	// branching factor. Default 16; 1 to 10,000.
	SampledPlies int `json:"sampled-plies"`
	// OpeningPlies is how many of the engine's first plies make up the opening of
	// a game, behind the random ones. Default 2; 1 to 20.
	OpeningPlies int `json:"opening-plies"`
	// Level is the confidence level of intervals; tests are held against 1-Level.
	// Default 0.95; 0.5 to 0.999.
	Level float64 `json:"level"`
	// Same are claims that a measure does not differ by the margin or more, by
	// the name of the measure, in its unit; shares from 0 to 1. Default none;
	// margins above 0.
	Same map[string]float64 `json:"same,omitempty"`
}

// Resolved is the configuration with the defaults written out.
func (c Config) Resolved() Config {
	if c.Play.Openings == "" {
		c.Play.Openings = selfplay.StandardOpenings
	}
	c.Play = c.Play.Resolved()
	for _, d := range []struct {
		field *int
		value int
	}{{&c.LeadMargin, 100}, {&c.SampledPlies, 16}, {&c.OpeningPlies, 2}} {
		if *d.field == 0 {
			*d.field = d.value
		}
	}
	if c.Level == 0 {
		c.Level = 0.95
	}
	return c
}

// Validate reports the first field that is out of range. The names in Same are
// known only when the games are; Run checks them.
func (c Config) Validate() error {
	c = c.Resolved()
	for _, f := range []struct {
		name          string
		value, lo, hi int
	}{
		{"pairs", c.Play.Pairs, 2, 10_000_000},
		{"lead-margin", c.LeadMargin, 1, 10_000},
		{"sampled-plies", c.SampledPlies, 1, 10_000},
		{"opening-plies", c.OpeningPlies, 1, 20},
	} {
		if f.value < f.lo || f.value > f.hi {
			return fmt.Errorf("compare: %s is %d, expected %d to %d", f.name, f.value, f.lo, f.hi)
		}
	}
	if !(c.Level >= 0.5 && c.Level <= 0.999) {
		return fmt.Errorf("compare: level is %v, expected 0.5 to 0.999", c.Level)
	}
	for _, name := range sortedKeys(c.Same) {
		if m := c.Same[name]; !(m > 0) || math.IsInf(m, 0) {
			return fmt.Errorf("compare: the margin of %s is %v, expected a number above 0", name, m)
		}
	}
	return c.Play.Validate()
}
