// Package measure measures what difference rules make to play. The engine plays
// both games against itself, and the package compares the games.
//
// # Common random numbers
//
// Both sides play the same pairs of games with the same seed. An opening is a
// function of the seed and its place in the run, and the engine is a function
// of the position, so the games of both sides are the same up to the first move
// at which the rules make a difference; with n-move=50 against n-move=75 most
// games are the same to the end. The difference d_i of a measure in pair i of
// both sides therefore varies much less than the measure, and
//
//	mean(d) ± t_(N-1) · s(d)/√N,  N pairs,
//
// is the interval of the difference; for shares with the correction of Agresti
// and Min (paired.spread). The pair is the unit of all uncertainty: the two
// games of a pair may depend on each other, and on the two games of the other
// side. If the games are unrelated, nothing is gained and nothing is lost.
//
// # Measures
//
// Each game is replayed by its rules (replay) and gives a number for each measure
// (Quantity, Find). A measure is one entry in a table, which gives its name, label
// and unit and says how to get the number from a game. A quantity that may
// occur several times in a game, or never, is a ratio of sums. Two measures describe
// a set of games: the variety of openings is their entropy with the correction
// of Miller and Madow, and Predicted is the share of the results that material
// explains. Both have errors from the jackknife over pairs.
//
// # Lengths
//
// Two questions are asked. How long are games? Every end by the rules is an event,
// and games stopped at the maximum length are censored. How fast are games decided?
// Only wins are events; a draw is censored, since it can no longer be decided. This
// is the rate of winning among games still in progress; the share won in the end
// also depends on the draws and is a measure of its own. The curves are Kaplan–Meier
// curves with errors over pairs (internal/stat/rating). The log-rank test is the score
// test of Cox's model, and its variance here is a sum over pairs (rating.CompareLives).
//
// # Rankings
//
// RankPlacements asks where waiting pieces score best, by a linear model of the difference
// between the games of a pair, with random effects (mixed).
//
// # Many tests, and equality
//
// All p-values are adjusted by Holm's method. A difference that is not significant does
// not make two games the same: for that, Config.Same states margins, and two
// one-sided tests decide whether the difference is smaller.
//
// The report begins with who wins on each side, by strength of play (package balance), if
// Config.BalancePairs asks for it.
//
// A comparison lives in one folder, with the games of each side in a folder of its
// own (first and second), the report, its tables and its pictures. All of these
// depend only on the rules, the configuration and the version of the program.
package measure
