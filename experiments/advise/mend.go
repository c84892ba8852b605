//go:build !js

package advise

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"bestiary/engine/rules"
	"bestiary/experiments/balance"
	"bestiary/experiments/run"
	"bestiary/internal/check"
	"bestiary/internal/format"
	"bestiary/internal/stat"
	"bestiary/selfplay/opening"
)

// MendConfig specifies how an edit is searched for. Use DefaultMend to make one.
type MendConfig struct {
	// Balance specifies how candidates play. The race is played at the two lowest strengths, the
	// confirmation at the two highest. At the lower of the two the first round of the race has a
	// twentieth of Pairs, at least 10, the second as many again, and each further one twice as many
	// as the one before; the confirmation has twice Pairs. Of "" means balance.First, the game as
	// designed: which side moves first is a part of it. With balance.Army, an edit that makes both
	// sides alike is fair without games.
	Balance balance.Config
	// Target is the goal of an edit.
	Target Target
	// Edits lists the kinds of edits; empty means all.
	Edits []EditKind
}

const (
	// keep is the number of edits that are left at the end of a race.
	keep = 3
	// confirmations is how many candidates may play for a confirmation: the unchanged game is one more.
	confirmations = keep + 1
	// maxLevel is the highest level of package balance.
	maxLevel = 0.999
)

// DefaultMend returns a configuration with which a search of chess searches at most about three billion
// positions, which takes up to an hour on two processors.
func DefaultMend() MendConfig {
	b := balance.Default()
	b.Strengths, b.Rounds = []int{240, 480, 960}, 1
	return MendConfig{Balance: b, Target: Target{Of: TargetScore}}
}

// Validate reports the first field that is out of range.
func (c MendConfig) Validate() error {
	errs := []error{
		c.Target.validate(c.Balance),
		check.That(c.freshLevel() <= maxLevel, "level is %v, expected at most %s: its error is divided among %d candidates with fresh games",
			c.Balance.Level, format.Significant(1-(1-maxLevel)*confirmations/2, 4), confirmations),
		check.That(!slices.Contains(c.Balance.Panel, run.Network), "panel has %q: no network knows the edited games", run.Network),
	}
	for i, k := range c.Edits {
		errs = append(errs,
			check.That(k != formerRule, "edits: the kind %q is gone, because changed rules, such as compulsory captures, hid what was uneven; "+
				"expected some of %s", k, format.List(EditKinds(), "and")),
			check.OneOf("edits: kind", k, EditKinds()...),
			check.That(!slices.Contains(c.Edits[:i], k), "edits: %q stands twice", k))
	}
	if err := c.Balance.Validate(); err != nil {
		return fmt.Errorf("mend: %w", err)
	}
	return check.All("mend", errs...)
}

// kinds returns the kinds of edits without repetition, smallest first.
func (c MendConfig) kinds() []EditKind {
	if len(c.Edits) > 0 {
		return c.Edits
	}
	return EditKinds()
}

// question returns whose score of a candidate is measured.
func (c MendConfig) question(g *rules.Game) balance.Question {
	if alike(g) {
		return balance.First
	}
	return cmp.Or(c.Balance.Of, balance.First)
}

// even reports whether a candidate is fair without games: the question is about armies, and both are
// the same.
func (c MendConfig) even(g *rules.Game) bool {
	return c.Target.Of == TargetScore && c.Balance.Of == balance.Army && alike(g)
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
func (c MendConfig) firstPairs() int {
	n := c.Balance.Play.Pairs
	return max(min(n, 10), n/20)
}

// inRace returns how a candidate plays up to a round, from 1. Players with weights changed at
// random are omitted: few games cannot distinguish them.
func (c MendConfig) inRace(g *rules.Game, round int) balance.Config {
	b := c.Balance
	b.Of, b.Strengths, b.Others, b.Rounds = c.question(g), b.Strengths[:2], nil, 0
	b.Panel, b.Looked = []string{run.Learned, run.PriorTerms}, true
	b.Play.Pairs = c.firstPairs() << (round - 1)
	b.Play.Seed, b.Play.BalanceNodes = opening.Seed(b.Play.Seed, raceSeed), min(b.Play.BalanceNodes, raceBalanceNodes)
	return b
}

// inConfirmation returns the configuration of the fresh games.
func (c MendConfig) inConfirmation(g *rules.Game) balance.Config {
	b := c.Balance
	b.Of, b.Strengths = c.question(g), b.Strengths[len(b.Strengths)-2:]
	b.Level, b.Fixed = c.freshLevel(), true
	b.Play.Pairs *= 2
	b.Play.Seed = opening.Seed(b.Play.Seed, confirmSeed, b.Play.Pairs) // other pairs are fresh, too
	return b
}

// confirmFolder returns the name of the folder of the confirmation. A search with other pairs has
// another: games that were looked at do not count again.
func (c MendConfig) confirmFolder() string { return fmt.Sprintf("confirm-%d", 2*c.Balance.Play.Pairs) }

// freshLevel returns the level of each interval of the confirmation. An edit that does not reach the
// target is confirmed if one limit errs, and the error of the level is divided among the candidates.
func (c MendConfig) freshLevel() float64 { return 1 - 2*(1-c.Balance.Level)/confirmations }

// TargetMeasure is the measure of a target.
type TargetMeasure string

// The measures of targets.
const (
	TargetScore  TargetMeasure = "score"  // near one half, within the margin of package balance
	TargetDraws  TargetMeasure = "draws"  // the share of games that are drawn, at most a bound
	TargetLength TargetMeasure = "length" // the mean number of plies, at most a bound
)

// Target is the goal of a search.
type Target struct {
	Of TargetMeasure
	// Most is the bound of draws, between 0 and 1, or of plies.
	Most float64
}

// ParseTarget reads score, draws<=X or length<=N.
func ParseTarget(text string) (Target, error) {
	name, bound, bounded := strings.Cut(text, "<=")
	of := TargetMeasure(name)
	if of == TargetScore && !bounded {
		return Target{Of: of}, nil
	}
	most, err := strconv.ParseFloat(bound, 64)
	if err == nil && (of == TargetDraws || of == TargetLength) {
		return Target{of, most}, nil
	}
	if err := check.OneOf("target: measure", of, TargetScore, TargetDraws, TargetLength); err != nil {
		return Target{}, fmt.Errorf("mend: %w", err)
	}
	return Target{}, fmt.Errorf("mend: target is %q, expected score, draws<=X with a share such as 0.3, or length<=N with a number of plies",
		text)
}

func (t Target) String() string {
	if t.Of == TargetScore {
		return string(t.Of)
	}
	return fmt.Sprintf("%s<=%v", t.Of, t.Most)
}

// validate reports a bound that no game can reach, or that every game does.
func (t Target) validate(c balance.Config) error {
	switch t.Of {
	case TargetDraws:
		return check.That(t.Most > 0 && t.Most < 1,
			"target: draws<=%v, expected a share between 0 and 1: no number of games shows that none is drawn", t.Most)
	case TargetLength:
		return check.That(t.Most > float64(c.Play.RandomPlies) && t.Most < float64(c.Play.MaxPlies),
			"target: length<=%v, expected more than the %d random plies at the start and less than %d, where every game ends",
			t.Most, c.Play.RandomPlies, c.Play.MaxPlies)
	}
	return check.OneOf("target: measure", t.Of, TargetScore)
}

// of returns the measure at a rung, by the games of that rung alone unless it is a score by the curve.
func (t Target) of(r *balance.Rung, score stat.Interval) stat.Interval {
	return map[TargetMeasure]stat.Interval{TargetScore: score, TargetDraws: r.Draws, TargetLength: r.Length}[t.Of]
}

// found returns the measure for the strongest players of a result.
func (t Target) found(r *balance.Result) stat.Interval {
	top := r.Main().Strongest()
	return t.of(top, top.Curve)
}

// pooled returns the mean of the measure over all games of a result: weaker players count, too, for
// the order of candidates that have played little.
func (t Target) pooled(r *balance.Result) float64 {
	sum, games := 0.0, 0.0
	for _, rung := range r.Main().Rungs {
		sum, games = sum+float64(rung.Games)*t.of(&rung, rung.Score).Estimate, games+float64(rung.Games)
	}
	return sum / games
}

// off returns how far a number is from the target, from one half or above the bound; the less, the
// better.
func (t Target) off(x float64) float64 {
	if t.Of == TargetScore {
		return math.Abs(x - 0.5)
	}
	return x - t.Most
}

// unit writes numbers of the measure.
func (t Target) unit() format.Unit {
	if t.Of == TargetLength {
		return format.Unit{Scale: 1, Digits: 0, Name: "plies"}
	}
	return format.Percent
}

// judge compares an interval with the target.
func (t Target) judge(v stat.Interval, margin float64) Verdict {
	if t.Of == TargetScore {
		return judge(v, 0.5-margin, 0.5+margin, Reaches, Misses)
	}
	return judge(v, math.Inf(-1), t.Most, Reaches, Misses)
}
