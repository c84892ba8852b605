package mend

import (
	"cmp"
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/selfplay/opening"
)

// Config says how an edit is looked for. Use Default to make one.
type Config struct {
	// Balance configures the confirmation. The race is played at its two lowest strengths; its first
	// round has a thirtieth of the pairs, at least 10, and each further one twice as many. Of ""
	// means balance.First, the game as designed: which side moves first is a part of it. With
	// balance.Army, a candidate whose sides begin alike is measured by balance.First.
	Balance balance.Config
	// Target is what an edit should reach.
	Target Target
	// Edits lists the kinds of edits; empty means all.
	Edits []Kind
	// Keep is the number of edits that are left at the end of the race; 1 to 20.
	Keep int
	// Partners is the number of single edits that are combined in twos if none seems to suffice;
	// 0, for none, or 2 to 20.
	Partners int
}

// Default returns a configuration with which a search of chess visits some two billion positions at
// most, an hour or so on two processors.
func Default() Config {
	return Config{Balance: balance.Default(), Target: Target{Of: Score}, Keep: 3, Partners: 6}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	errs := []error{
		c.Target.validate(c.Balance),
		check.Range("keep", c.Keep, 1, 20),
		check.That(c.Partners == 0 || c.Partners >= 2 && c.Partners <= 20, "partners is %d, expected 0 or 2 to 20", c.Partners),
		check.That(!slices.Contains(c.Balance.Panel, estimate.Network), "panel has %q, expected others: no network knows the edited games", estimate.Network),
	}
	for i, k := range c.Edits {
		errs = append(errs, check.OneOf("edits: kind", k, Kinds()...), check.That(!slices.Contains(c.Edits[:i], k), "edits: %q stands twice", k))
	}
	if err := c.Balance.Validate(); err != nil {
		return fmt.Errorf("mend: %w", err)
	}
	return check.All("mend", errs...)
}

// kinds returns the kinds of edits without repetition, smallest first.
func (c Config) kinds() []Kind {
	if len(c.Edits) > 0 {
		return c.Edits
	}
	return Kinds()
}

// question returns whose score of a candidate is measured.
func (c Config) question(g *rules.Game) balance.Question {
	if alike(g) {
		return balance.First
	}
	return cmp.Or(c.Balance.Of, balance.First)
}

// Places of the seeds: the race and the confirmation share no openings.
const (
	raceSeed = iota
	confirmSeed
)

// firstPairs returns the number of pairs of the first round at the lowest strength.
func (c Config) firstPairs() int {
	n := c.Balance.Play.Pairs
	return max(min(n, 10), n/30)
}

// inRace returns how a candidate plays in a round, from 1. Players with weights changed at random
// are left out: few games cannot tell them apart.
func (c Config) inRace(g *rules.Game, round int) balance.Config {
	b := c.Balance
	b.Of, b.Strengths, b.Others = c.question(g), b.Strengths[:2], nil
	b.Panel = []string{estimate.Learned, estimate.PriorTerms}
	b.Play.Pairs = c.firstPairs() << (round - 1)
	b.Rounds = 0
	b.Play.Seed = opening.Seed(b.Play.Seed, raceSeed)
	return b
}

// inEarnest returns how a candidate plays for the confirmation. The error of the level is divided
// among n finalists, so that all their intervals hold together.
func (c Config) inEarnest(g *rules.Game, n int) balance.Config {
	b := c.Balance
	b.Of = c.question(g)
	b.Level = min(1-(1-b.Level)/float64(max(n, 1)), max(b.Level, maxLevel))
	b.Play.Seed = opening.Seed(b.Play.Seed, confirmSeed)
	return b
}

// maxLevel is the highest level of package balance.
const maxLevel = 0.999

// leastRounds is the number of rounds of a race even where fewer would leave few enough, so that the
// estimates of the last candidates are worth something.
const leastRounds = 4

// kept returns how many edits of n go on after a round, and whether the race is over.
func (c Config) kept(n, round int) (int, bool) {
	n = min(n, max(c.Keep, (n+2)/3))
	return n, n <= c.Keep && round >= leastRounds
}
