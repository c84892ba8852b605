package review

import (
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// Config sets how much a review plays. Use Default to make one.
type Config struct {
	// Play configures the games from the array: by default 100 pairs at 1,000 nodes a move
	// and at most 600 plies. Its Kind must be opening.Standard.
	Play match.Config
	// ValuePairs is the number of pairs for estimating values, played at 300 nodes a move;
	// default 400, 0 for none, at most 10,000,000.
	ValuePairs int
	// LevelPairs is the number of pairs between each two levels of play; default 10, 0 for
	// none, at most 10,000.
	LevelPairs int
	// Levels lists numbers of nodes a move, ascending; default 50, 200, 800 and 3,200. At
	// least 2 if LevelPairs is not 0.
	Levels []int
	// Level is the confidence level of intervals; default 0.95, between 0 and 1.
	Level float64
}

// Default returns the configuration of a review that takes some minutes.
func Default() Config {
	play := match.SelfPlay().Standard()
	play.Pairs, play.Nodes = 100, 1000
	return Config{Play: play, ValuePairs: estimate.Quick().Pairs, LevelPairs: 10, Levels: []int{50, 200, 800, 3200}, Level: 0.95}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	rising := c.LevelPairs == 0 || len(c.Levels) > 1
	for i, n := range c.Levels {
		rising = rising && n > 0 && n <= check.MaxNodes && (i == 0 || n > c.Levels[i-1])
	}
	return check.All("review",
		c.Play.Validate(),
		check.OneOf("openings", c.Play.Kind, opening.Standard),
		check.Range("pairs", c.Play.Pairs, 2, check.MaxPairs),
		check.Range("value-pairs", c.ValuePairs, 0, check.MaxPairs),
		check.That(c.ValuePairs != 1, "value-pairs is 1, expected 0 or at least 2"),
		check.Range("level-pairs", c.LevelPairs, 0, 10_000),
		check.That(rising, "levels are %v, expected at least two rising numbers from 1 to %d", c.Levels, check.MaxNodes),
		check.That(c.Level > 0 && c.Level < 1, "level is %v, expected a number between 0 and 1", c.Level))
}

// estimate returns the configuration of the estimate of values.
func (c Config) estimate() estimate.Config {
	e := estimate.Quick()
	e.SetPairs(c.ValuePairs)
	e.OddsPairs = 0
	e.RoundPairs = min(e.RoundPairs, c.ValuePairs)
	e.Play.Seed, e.Play.MaxPlies = c.Play.Seed, c.Play.MaxPlies
	e.Fit.Level = c.Level
	return e
}

// levels returns the configuration of the tournament.
func (c Config) levels() match.Config {
	m := match.Default()
	m.Seed, m.Pairs, m.MaxPlies = c.Play.Seed, c.LevelPairs, c.Play.MaxPlies
	m.RandomPlies, m.Balance, m.BalanceNodes = c.Play.RandomPlies, c.Play.Balance, c.Play.BalanceNodes
	return m
}
