// Package claim turns claims about games into experiments that anyone can run
// again: an experiment is a file that says what is claimed and by whom, which
// games are played, what is measured, and which range of the number supports it.
//
// # From games to a verdict
//
// A run is a set of games of the engine against itself: of armies that differ by
// chance, fitted to the values of pieces (experiments.Estimate); of the array of
// a game, measured game by game (experiments/compare); or of armies that differ by
// exchanges (experiments.Odds). Runs with the same rules and settings are played
// once, whichever experiments need them.
//
// A hypothesis is about one number θ, such as a ratio of two values, a measure of
// games, or the difference of a measure between two runs, and states a range R in
// which θ lies if the claim is right. For each θ there is a confidence interval of any
// level (Evidence). The probability of data like these if θ were b or less is half of
// one minus the level at which the interval begins to contain b; all tests are made in
// this way, so tests and intervals never disagree. The differences, ratios and means
// of numbers from independent runs get their intervals from those of the numbers (Zou
// and Donner, Statistics in Medicine 27, 2008):
//
//	l = a - b - √((a - l_a)² + (u_b - b)²)
//
// Two runs of games with the same seeds are compared pair by pair instead.
//
// A hypothesis is supported if "θ is outside of R" is rejected, contradicted if "θ is
// inside R" is rejected, else undecided: equivalence is shown by two one-sided tests
// and never by a lack of significance. A hypothesis with several numbers, as an
// order of pieces, is supported if each of its tests supports it (the largest
// probability counts), and contradicted if one contradicts it (the least counts, times
// their number).
//
// # Many hypotheses
//
// With level 1-α, Holm's method is applied to all tests for support at α/2, and to all
// tests for contradiction at α/2. The probability that any verdict of the
// experiment is wrong is therefore at most α, however its runs depend on each other.
//
// # What it would cost to decide
//
// For an undecided hypothesis with standard error s of its estimate, at the
// distance δ from the border of R, the games needed are those played times
// ((z₁ + z₂)·s/δ)², where z₁ belongs to the level of the test and z₂ to the
// probability of 80 % to decide if the estimate is right.
package claim
