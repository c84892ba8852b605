package train

import (
	"bestiary/internal/check"
	"bestiary/internal/stat/rating"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
	"bestiary/tuning/playing"
)

// Config says how weights are trained. Use Default to make one.
type Config struct {
	// Rounds is the number of rounds of playing and fitting; 1 to 100.
	Rounds int
	// Play describes the half of a round that starts from unequal armies. The other half
	// starts from the array and random moves.
	Play     match.Config
	Sampling playing.Sampling
	Fit      playing.Settings
	// Match is the test of the new weights against the old ones, which both visit its
	// Nodes a move. The seed of Play selects its openings too.
	Match match.Config
}

// randomPlies is the number of random plies that begin the games of the match.
const randomPlies = 8

// Default returns 3 rounds of 2 · 300 pairs at 300 nodes a move and a match of at most 100
// pairs at 300 nodes a move from balanced openings, which tests 10 Elo against -10. On two
// idle cores this takes minutes.
func Default() Config {
	c := Config{
		Rounds: 3, Play: match.SelfPlay(), Match: match.Default(),
		Sampling: playing.DefaultSampling(), Fit: playing.Default(),
	}
	c.Play.Pairs, c.Play.Nodes = 300, 300
	m := &c.Match
	m.Pairs, m.Nodes, m.MaxPlies, m.RandomPlies = 100, 300, 400, randomPlies
	m.KeepBalance(opening.UsualBalance)
	m.SPRT = &rating.SPRT{Elo0: -10, Elo1: 10}
	return c
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	return check.First(
		check.Range("rounds", c.Rounds, 1, 100),
		c.Play.Validate(), c.Sampling.Validate(), c.Fit.Validate(), checkMatch(c.Match))
}

// checkMatch reports the first field of a match that is out of range.
func checkMatch(c match.Config) error {
	return check.First(
		check.That(c.SPRT != nil, "match: no sequential test, expected one"),
		c.Validate(),
		check.All("match", check.Range("nodes", c.Nodes, 1, check.MaxNodes)))
}

// plays returns the self-play configurations of a round, one for each kind of opening.
func (c Config) plays() []match.Config {
	return []match.Config{c.Play, c.Play.FromArray()}
}

// Games returns the number of games in all rounds, not counting the match.
func (c Config) Games() int { return c.Rounds * len(c.plays()) * 2 * c.Play.Pairs }
