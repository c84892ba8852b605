package mend

import (
	"cmp"
	"fmt"
	"slices"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/estimate"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/selfplay/opening"
)

// Config says how an edit is looked for. Use Default to make one.
type Config struct {
	// Balance says how candidates play. The race is played at the two lowest strengths, the
	// confirmation at the two highest. At the lower of the two the first round of the race has a
	// twentieth of Pairs, at least 10, the second as many again, and each further one twice as many
	// as the one before; the confirmation has twice Pairs, and four times as many at a second
	// look. Of "" means balance.First, the game as designed: which side moves first is a part of it. With
	// balance.Army, an edit that makes both sides alike is fair without games.
	Balance balance.Config
	// Target is what an edit should reach.
	Target Target
	// Edits lists the kinds of edits; empty means all.
	Edits []Kind
	// Partners limits the pairs of edits that race if no single edit is confirmed: to the number of
	// pairs that so many edits have; 2 to 20.
	Partners int
}

// keep is the number of edits that are left at the end of a race.
const keep = 3

// Default returns a configuration with which a search of chess searches at most about five billion
// positions, which takes up to an hour on two processors.
func Default() Config {
	b := balance.Default()
	b.Strengths, b.Rounds = []int{60, 240, 960}, 1
	return Config{Balance: b, Target: Target{Of: Score}, Partners: 6}
}

// Validate reports the first field that is out of range.
func (c Config) Validate() error {
	errs := []error{
		c.Target.validate(c.Balance),
		check.Range("partners", c.Partners, 2, 20),
		check.That(c.freshLevel() <= maxLevel, "level is %v, expected at most %s: its error is divided among %d looks at fresh games", c.Balance.Level, format.Significant(1-(1-maxLevel)*looks/2, 4), looks),
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

// even reports whether a candidate is fair without games: the question is about armies, and both are
// the same.
func (c Config) even(g *rules.Game) bool {
	return c.Target.Of == Score && c.Balance.Of == balance.Army && alike(g)
}

// Places of the seeds: the race and the confirmation share no openings.
const (
	raceSeed = iota
	confirmSeed
)

// raceBalanceNodes is the number of positions searched to judge an opening of the race, whose games
// may have fewer than the 1,000 of package balance.
const raceBalanceNodes = 300

// firstPairs returns the number of pairs of the first round at the lowest strength.
func (c Config) firstPairs() int {
	n := c.Balance.Play.Pairs
	return max(min(n, 10), n/20)
}

// inRace returns how a candidate plays up to a round, from 1. Players with weights changed at random
// are left out: few games cannot tell them apart.
func (c Config) inRace(g *rules.Game, round int) balance.Config {
	b := c.Balance
	b.Of, b.Strengths, b.Others, b.Rounds = c.question(g), b.Strengths[:2], nil, 0
	b.Panel = []string{estimate.Learned, estimate.PriorTerms}
	b.Play.Pairs = c.firstPairs() << (round - 1)
	b.Play.Seed, b.Play.BalanceNodes = opening.Seed(b.Play.Seed, raceSeed), min(b.Play.BalanceNodes, raceBalanceNodes)
	return b
}

// inConfirmation returns the configuration of the fresh games that a look judges.
func (c Config) inConfirmation(g *rules.Game, l look) balance.Config {
	b := c.Balance
	b.Of, b.Strengths = c.question(g), b.Strengths[len(b.Strengths)-2:]
	b.Level, b.Fixed = c.freshLevel(), true
	b.Play.Pairs *= 2
	b.Play.Seed = opening.Seed(b.Play.Seed, confirmSeed, b.Play.Pairs) // other pairs are fresh, too
	if l == secondLook {
		b.Play.Pairs *= moreFresh
	}
	return b
}

// confirmFolder returns the name of the folder of the confirmation. That of a search with other pairs
// has another: games that were looked at do not count again.
func (c Config) confirmFolder() string { return fmt.Sprintf("confirm-%d", 2*c.Balance.Play.Pairs) }

// A look is one of the two times that the fresh games of a candidate are judged.
type look int

const (
	firstLook look = iota
	secondLook
)

const (
	// moreFresh is the number of fresh games at the second look, over that at the first.
	moreFresh = 4
	// lookedAgain is the largest number of candidates of a race that have a second look.
	lookedAgain = 2
	// confirmations is how many candidates may play for a confirmation: of both races, and the unchanged
	// game; looks is the largest number of looks at them.
	confirmations = 2*keep + 1
	looks         = 2 * confirmations
)

// freshLevel returns the level of each interval of the confirmation. An edit that does not reach the
// target is confirmed if one limit errs, and the error of the level is divided among the looks. It is
// the first look that chooses the candidates of the second, so two looks at each count.
func (c Config) freshLevel() float64 {
	return 1 - 2*(1-c.Balance.Level)/looks
}

// maxLevel is the highest level of package balance.
const maxLevel = 0.999

// leastRounds is the number of rounds of a race even where fewer would leave few enough, so that the
// estimates of the last candidates are worth something.
const leastRounds = 4

// kept returns how many edits of n go on after a round, and whether the race is over. Few games
// have been played in the first round, so half go on.
func kept(n, round int) (int, bool) {
	part := (n + 2) / 3
	if round == 1 {
		part = (n + 1) / 2
	}
	n = min(n, max(keep, part))
	return n, n <= keep && round >= leastRounds
}
