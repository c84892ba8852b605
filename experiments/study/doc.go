// Package study answers questions about games by files that anyone can run again. A file specifies
// the games, the measurements, and the expected answers: a claim with the range of a number that
// supports it, published results, goals.
//
// # Runs, statistics, questions, pages
//
// A run is a plan (an entry of plans) and its games. A statistic (an entry of statistics) is a
// named function of a run. A question is a statistic with a range, or a comparison of two runs, or,
// over many questions, a goal. A page is a template over the answers. Files of other forms (the
// entries of forms), such as a retrodiction, have tables of their own from which its runs and
// questions are derived; a Session plays files of all forms.
//
// # From games to a verdict
//
// A hypothesis is about one number θ and states a range R in which θ lies if the claim is right.
// For each θ there is a confidence interval at any level (stat.Evidence). The probability of data
// like these if θ were b or less is half of one minus the level at which the interval begins to
// contain b; all tests are made in this way, so tests and intervals never disagree. The intervals
// of differences, ratios and means of numbers from independent runs are computed from the intervals
// of the numbers (Zou and Donner, Statistics in Medicine 27, 2008):
//
//	l = a - b - √((a - l_a)² + (u_b - b)²)
//
// Two runs of games with the same seeds are compared pair by pair instead. All runs have the same
// players, so they share the uncertainty from the choice of players: the mean of several runs does
// not reduce it.
//
// How hypotheses are decided together, what other players add, how games are added until all is decided,
// and what deciding costs is explained where readers of the pages look for it, in docs/experiments.md.
//
// Runner.Until has confidence sequences (stat.Anytime) with the share of the planned games as time,
// so that verdicts hold for repeated looks, and if the choice of the next games depends on them.
// The choice of players and the differences between the runs of a hierarchical mean, which more
// games do not reduce, are the same at each look, so their part of an interval is not widened. In
// the cost of a decision they are a part of the variance that more games do not reduce. Runs of
// different lengths count there as runs of their harmonic mean, and the shortest is the first to
// grow.
package study
