//go:build !js

package measure

import (
	"fmt"

	"bestiary/experiments/page"
	"bestiary/experiments/page/doc"
	"bestiary/internal/format"
	"bestiary/selfplay/match"
	"bestiary/selfplay/opening"
)

// warnings returns what a reader must know before trusting the numbers.
func (res *Result) warnings() []string {
	var out []string
	if n := res.Config.Play.Pairs; n < fewPairs {
		out = append(out, fmt.Sprintf("With only %s on each side, intervals and p-values are rough.", format.Plural(n, "pair")))
	}
	for i := range res.Sides {
		s := &res.Sides[i]
		cut := s.Reasons[match.LengthLimit]
		if share := float64(cut) / float64(len(s.Games)); share > 0.01 {
			out = append(out, fmt.Sprintf("With %s, %s of the games were stopped after %s and count as draws. A larger --max-plies would show how they end.",
				s.Label, format.Percent.Number(share), format.Plural(res.Config.Play.MaxPlies, "ply")))
		}
		if text := Repeats(s.Label, s.Games); text != "" {
			out = append(out, text+" More --random-plies would tell them apart.")
		}
		if kinds := len(newFrequencies(res.Config.Play.Pairs, s.Games).counts); 2*kinds > len(s.Games) {
			out = append(out, fmt.Sprintf("With %s, %s have %s: there are too few games to measure the variety of openings.",
				s.Label, format.Plural(len(s.Games), "game"), format.Plural(kinds, "different opening")))
		}
	}
	return out
}

// Beginning describes the random moves after the first position.
func Beginning(cfg match.Config) string {
	text := "beginning with " + format.Plural(cfg.RandomPlies, "random ply")
	if cfg.Balance > 0 {
		text += fmt.Sprintf(" that leave neither side ahead by more than %s", format.Plural(cfg.Balance, "centipawn"))
	}
	return text
}

// manyRepeated is the share of repeated games above which a report warns.
const manyRepeated = 0.05

// Repeats returns a warning if many games repeat others move by move, for want of random
// moves; otherwise "".
func Repeats(label string, games []Game) string {
	known := map[uint64]bool{}
	for i := range games {
		known[games[i].digest] = true
	}
	n := len(games) - len(known)
	if float64(n) <= manyRepeated*float64(len(games)) {
		return ""
	}
	return fmt.Sprintf("With %s, %s of %s repeat others move by move, so that intervals are too narrow.", label, format.Count(n), format.Plural(len(games), "game"))
}

// fewPairs is the number of pairs below which normal approximations are rough.
const fewPairs = 30

// method says how the numbers were made.
func (res *Result) method() doc.List {
	cfg := res.Config
	openings := "from the array of the game, " + Beginning(cfg.Play)
	if cfg.Play.Kind == opening.Armies {
		openings = "from armies that differ at random and change sides within a pair, " + Beginning(cfg.Play)
	}
	return doc.Texts(
		fmt.Sprintf("Both sides play the same number of pairs of games from the same seeds, %s. The random moves are the same wherever the rules allow the same moves, and the engine is deterministic, so games differ only where the rules make a difference.",
			openings),
		fmt.Sprintf("A difference is second minus first. The unit of uncertainty is the pair: interval and test are Student's t over the %s differences between pairs with the same seed. Effect sizes are in standard deviations of a single game, with the variances of both sides averaged.", format.Count(cfg.Play.Pairs)),
		"Shares have Wilson intervals, with as many independent games as would give the same standard error. For intervals of their differences two pairs are added in which one game differs, once each way (Agresti and Min), because the usual interval is too short where few games differ. A difference of 0 in every pair has the Clopper–Pearson limits for the share of pairs that differ.",
		fmt.Sprintf("All %s are adjusted together by Holm's method, which holds whatever their dependence. A measure that follows from another one (decided games from draws) is not tested again.", format.Plural(res.tested(), "test")),
		"A claim that a measure is the same is tested by two one-sided tests against the margin (Schuirmann), with Holm's adjustment among the claims.",
		"Length: Kaplan–Meier over all games; games stopped at the maximum length are censored. Pace of decisions: only wins are events, and draws of any kind are censored, so this compares how fast games still in progress are won, not how many are won. The log-rank statistic is the ordinary one; its p-value and the limits of the hazard ratio (second over first, Cox's model) use a variance over pairs, as do the bands of the curves.",
		"A quantity that occurs several times in a game or not at all, such as the ply of castling, is the ratio of two sums over all games, with errors by linearisation over pairs. It says nothing about games in which it does not occur. The ply of entry is an average over the waiting pieces that enter.",
		fmt.Sprintf("Material is counted by the values of the mobility prior, waiting pieces included. The side ahead has at least %s more than the other at the first quiet ply of the second half of the game. Explained by material is the share of the variance of results that a logistic curve of that difference explains (Efron's R²), with jackknife errors.", format.Plural(leadOfMaterial, "pawn")),
		fmt.Sprintf("The lead changes when the score of the side to move goes from %s for one side to as much for the other. The branching factor is taken from up to %s evenly spread positions of each game.", format.Plural(cfg.LeadMargin, "centipawn"), format.Count(sampledPlies)),
		fmt.Sprintf("The variety of openings is the entropy of the first %s that the engine chooses, with the Miller–Madow correction and jackknife errors over pairs.", format.Plural(openingPlies, "ply")),
		page.NotAdjudicated(cfg.Play.MaxPlies),
	)
}
