package review

import (
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/selfplay/match"
)

// Config sets how much a review plays. Use Default to make one.
type Config struct {
	// Play configures the games from the array: by default 100 pairs at 1,000 nodes a move
	// and at most 600 plies. Its Kind must be opening.Standard.
	Play match.Config
	// BalancePairs is the number of pairs of the weakest players for saying who wins; default
	// 200, 0 for none, at most 10,000,000.
	BalancePairs int
	// ValuePairs is the number of pairs for estimating values, played at 300 nodes a move;
	// default 400, 0 for none, at most 10,000,000.
	ValuePairs int
	// LevelPairs is the number of pairs between each two levels of play; default 10, 0 for
	// none, at most 10,000.
	LevelPairs int
	// Levels lists numbers of nodes a move, ascending; default 50, 200, 800 and 3,200. At
	// least 2 if LevelPairs is not 0.
	Levels []int
	// Level is the confidence level of intervals; default 0.95, 0.5 to 0.999.
	Level float64
}

// Default returns the configuration of a review that takes some minutes.
func Default() Config {
	play := match.SelfPlay().Standard()
	play.Pairs, play.Nodes = 100, 1000
	return Config{Play: play, BalancePairs: 200, ValuePairs: estimate.Quick().Pairs, LevelPairs: 10, Levels: []int{50, 200, 800, 3200}, Level: 0.95}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	rising := c.LevelPairs == 0 || len(c.Levels) > 1
	for i, n := range c.Levels {
		rising = rising && n > 0 && n <= check.MaxNodes && (i == 0 || n > c.Levels[i-1])
	}
	return check.All("review",
		c.Play.Validate(),
		check.Range("pairs", c.Play.Pairs, 2, check.MaxPairs),
		check.Range("balance-pairs", c.BalancePairs, 0, check.MaxPairs),
		check.That(c.BalancePairs != 1, "balance-pairs is 1, expected 0 or at least 2"),
		check.Range("value-pairs", c.ValuePairs, 0, check.MaxPairs),
		check.That(c.ValuePairs != 1, "value-pairs is 1, expected 0 or at least 2"),
		check.Range("level-pairs", c.LevelPairs, 0, 10_000),
		check.That(rising, "levels are %v, expected at least two rising numbers from 1 to %d", c.Levels, check.MaxNodes),
		check.Range("level", c.Level, 0.5, 0.999))
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

// balance returns the configuration of the games that show who wins: a quick run with an even number
// of random moves, at least two.
func (c Config) balance() balance.Config {
	b := balance.Quick()
	b.Play.Seed, b.Play.Pairs, b.Play.MaxPlies, b.Level = c.Play.Seed, c.BalancePairs, c.Play.MaxPlies, c.Level
	b.Play.RandomPlies = max(2, c.Play.RandomPlies&^1)
	return b
}

// levels returns the configuration of the tournament.
func (c Config) levels() match.Config {
	m := match.Default()
	m.Seed, m.Pairs, m.MaxPlies = c.Play.Seed, c.LevelPairs, c.Play.MaxPlies
	m.RandomPlies, m.Balance, m.BalanceNodes = c.Play.RandomPlies, c.Play.Balance, c.Play.BalanceNodes
	return m
}
