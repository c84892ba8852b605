package experiments

import (
	"fmt"

	"bestiary/selfplay"
	"bestiary/tuning"
)

// EstimateConfig says how to measure the values of a game's pieces. The zero
// value is a useful run of some minutes.
type EstimateConfig struct {
	// Pairs is the number of pairs of games of the last round, which is
	// reported. Default 8000; 2 to 10,000,000.
	Pairs int `json:"pairs"`
	// Precision, if it is not 0, ends the last round when the interval of every value
	// reaches at most so far to either side on average; Pairs, then 100,000 by
	// default, is the most. Pawns; 0.01 to 100.
	Precision float64 `json:"precision,omitempty"`
	// Rounds is the largest number of learning rounds before it. Default 3; 0
	// stands for the default, -1 for none; at most 20.
	Rounds int `json:"rounds"`
	// RoundPairs is the number of pairs of a learning round. Default 300; 2 to
	// 1,000,000.
	RoundPairs int `json:"round-pairs"`
	// OddsPairs is how many pairs of games the last weights also play with a pawn
	// more for one side, to check what a pawn decides; in games without pawns
	// none. Default an eighth of Pairs, at most 1000; none where that is below 10;
	// -1 for none; at most 10,000,000.
	OddsPairs int `json:"odds-pairs"`
	// Damping is how far the playing values move towards the fitted ones, as a
	// share of the way in logarithms. Default 0.7; above 0, at most 1.
	Damping float64 `json:"damping"`
	// Play is how games are played; its Pairs is ignored.
	Play selfplay.Config `json:"play"`
	// Fit chooses samples and intervals.
	Fit tuning.Settings `json:"fit"`
}

// QuickConfig is a run of less than a minute: wide intervals, same pipeline.
func QuickConfig() EstimateConfig {
	return EstimateConfig{Pairs: 400, Rounds: 1, RoundPairs: 100}
}

// Resolved is the configuration with the defaults written out. To resolve it
// again changes nothing.
func (c EstimateConfig) Resolved() EstimateConfig {
	if c.Pairs == 0 {
		c.Pairs = 8000
		if c.Precision != 0 {
			c.Pairs = 100_000
		}
	}
	if c.Rounds == 0 {
		c.Rounds = 3
	}
	if c.RoundPairs == 0 {
		c.RoundPairs = 300
	}
	if c.OddsPairs == 0 {
		if c.OddsPairs = min(c.Pairs/8, 1000); c.OddsPairs < 10 {
			c.OddsPairs = -1
		}
	}
	if c.Damping == 0 {
		c.Damping = 0.7
	}
	c.Play.Pairs = c.Pairs
	c.Play = c.Play.Resolved()
	c.Fit = c.Fit.Resolved()
	return c
}

// Validate reports the first field out of range.
func (c EstimateConfig) Validate() error {
	for _, f := range []struct {
		name          string
		value, lo, hi int
	}{
		{"pairs", c.Pairs, 2, 10_000_000},
		{"rounds", c.Rounds, -1, 20},
		{"round-pairs", c.RoundPairs, 2, 1_000_000},
		{"odds-pairs", c.OddsPairs, -1, 10_000_000},
	} {
		if f.value != 0 && (f.value < f.lo || f.value > f.hi) {
			return fmt.Errorf("estimate: %s is %d, expected %d to %d", f.name, f.value, f.lo, f.hi)
		}
	}
	if !(c.Damping >= 0 && c.Damping <= 1) {
		return fmt.Errorf("estimate: damping is %v, expected a number above 0, at most 1", c.Damping)
	}
	if c.Precision != 0 && !(c.Precision >= 0.01 && c.Precision <= 100) {
		return fmt.Errorf("estimate: precision is %v, expected 0.01 to 100", c.Precision)
	}
	play := c.Resolved().Play
	if play.Openings != selfplay.ArmyOpenings {
		return fmt.Errorf("estimate: openings is %q, expected %q: values need armies that differ", play.Openings, selfplay.ArmyOpenings)
	}
	if err := play.Validate(); err != nil {
		return err
	}
	return c.Fit.Validate()
}
