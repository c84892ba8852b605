// Package measure computes the statistics of games: a registry of quantities (Find), each with a
// name, a label, a unit and a function from a game, their means over the games of a run (Mean), and
// their differences between two sets of rules (Measured, Run). docs/comparing.md explains the
// statistics.
//
// Both sides of a comparison play the same pairs of games with the same seed. An opening is a
// function of the seed and its index in the run, and the engine is a function of the position, so
// the games of both sides are the same up to the first move at which the rules make a difference.
// The difference d_i of a measure in pair i of both sides therefore varies much less than the
// measure, and
//
//	mean(d) ± t_(N-1) · s(d)/√N,  N pairs,
//
// is the interval of the difference. The pair is the unit of all uncertainty: the two games of a
// pair may depend on each other, and on the two games of the other side. If the games are
// unrelated, nothing is gained and nothing is lost.
//
// Each game is replayed by its rules (Meter) and gives a number for each measure. A quantity that
// may occur several times in a game, or never, is a ratio of sums. Two measures describe a set of
// games, the variety of openings and the share of the results that material explains (Predicted);
// their errors are from the jackknife over pairs. RankPlacements asks where waiting pieces score
// best, by a linear model of the difference between the games of a pair, with random effects.
//
// A comparison lives in one folder, with the games of each side in a folder of its own (first and
// second), the report, its tables and its pictures. All of these depend only on the rules, the
// configuration and the version of the program.
package measure
