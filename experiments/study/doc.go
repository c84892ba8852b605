// Package study turns claims about games into experiments that anyone can
// repeat. An experiment is a file that says what is claimed and by whom, which
// games are played, what is measured, and which range of the result supports the
// claim.
//
// # From games to a verdict
//
// A run is a set of games of the engine against itself. They start from armies
// that differ by exchanges, to fit the values of pieces (estimate.Run); from
// the array of a game, to be measured game by game (experiments/measure); or from
// armies that differ by a given exchange (estimate.Odds). Runs with the same rules and
// settings are played once, whichever experiments need them.
//
// A hypothesis is about one number θ, such as a ratio of two values, a measure of
// games, or the difference of a measure between two runs, and states a range R in
// which θ lies if the claim is right. For each θ there is a confidence interval at any
// level (stat.Evidence). The probability of data like these if θ were b or less is half of
// one minus the level at which the interval begins to contain b; all tests are made in
// this way, so tests and intervals never disagree. The intervals of differences,
// ratios and means of numbers from independent runs are computed from the intervals of
// the numbers (Zou and Donner, Statistics in Medicine 27, 2008):
//
//	l = a - b - √((a - l_a)² + (u_b - b)²)
//
// Two runs of games with the same seeds are compared pair by pair instead.
//
// A hypothesis is supported if "θ is outside R" is rejected, contradicted if "θ is
// inside R" is rejected, and otherwise undecided: equivalence is shown by two
// one-sided tests and never by a lack of significance. A hypothesis with several
// numbers, such as an order of pieces, is supported if each of its tests supports it
// (the largest p-value counts), and contradicted if any of them contradicts it (the
// smallest p-value counts, times the number of tests). A hierarchical mean is one number,
// about games like those that were played; its interval includes how much they differ. All
// runs have the same players, so what the choice of players leaves open is common to them: the
// mean of several runs is no surer of it than one run.
//
// A hypothesis quotes the sentence of the author that it tests, or it is a question of our
// own, which is answered but is no part of the verdict on the claim.
//
// # Many hypotheses
//
// At the level 1-α, Holm's method is applied to all tests for support of the claim at α/2,
// and to all tests for contradiction at α/2; our own questions are a family of their own. Two
// one-sided tests for equivalence are at α each. Whatever the dependence between the runs,
// the probability that any part of the claim is wrongly supported is therefore at most α, and
// the probability that any part is wrongly contradicted at most α/2.
//
// # Players
//
// A run of games or odds is played by the engine with its tuned weights, again with other
// numbers of nodes, and again with the weights of the prior; the pairs of a run of values are
// divided among the panel of estimate.Run. The games of the first player decide, in a run of
// values the games of all. Each player also answers alone, at its share of the level; if some
// support what others contradict, the verdict is that it depends on play.
//
// # Until all is decided
//
// Runner.Until begins with short runs and goes on with those of the hypothesis that is
// cheapest to decide by its present estimate. Its intervals are confidence sequences
// (stat.Anytime) with the share of the planned games as time, so that verdicts hold for
// repeated looks, and for choices of what to play next that depend on them. The choice of
// players and the differences between the runs of a hierarchical mean, which more games do
// not reduce, are the same at each look, so their part of an interval is not widened.
//
// # What it would cost to decide
//
// For an undecided hypothesis whose number is at the distance δ from the nearer end of R,
// with standard error s of its estimate, the games needed are the games played times
// ((z₁ + z₂)·s/δ)², where z₁ belongs to the level of the test and z₂ to a power of 80 %. δ is
// the median distance of a normal number with the estimate and its error: near the end of R
// the estimate itself would ask for an arbitrary number of games. The differences between
// players, and between the runs of a hierarchical mean, are a part of s² that more games do not
// reduce. Runs of
// different lengths count as runs of their harmonic mean, and the shortest is the first to
// grow.
package study
