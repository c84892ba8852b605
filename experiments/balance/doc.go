// Package balance asks who wins a game, and for how strong players.
//
// Run plays a game from its array at several numbers of nodes a move, the rungs, each a factor of
// four above the one before. The measured score is a Question: the score of the side that moves
// first or, where the sides begin differently, the score of an army whichever side moves first.
//
// # Openings
//
// A few random moves follow the array. They may not change the array's own advantage, according to
// a short search, by more than a limit. The second game of a pair has the opening of the first with
// the other side to move (opening.Config.Turned), so what chance gave a side cancels, and the worth
// of an army and of the first move can be told apart. In a game whose goals give Black a reply, the
// games are played as designed.
//
// # Curve
//
// With z = log₄ of the nodes, the log-odds of the score are
//
//	a + b (z - z̄) + c ((z - z̄)² - v) ± (m + n (z - z̄))
//
// with v the mean of (z - z̄)² over the rungs, and a term for each rung, of which Scatter is the standard
// deviation: in a rung that was played, the score is by its own games and the curve together, so its
// interval is no wider than by these games alone. c bends the line; it has a prior of mean 0 and
// standard deviation Bend, so that a few rungs may be extrapolated with limits that allow for it.
// The last term of the curve, the worth of moving first, belongs to the question of an army alone. Clusters are
// pairs (internal/stat/logit); two pairs are added to each rung, so that a few games that are all
// drawn are not certain. If the players of a rung differ by more than chance, the limits are widened by
// the root of the ratio (stat.Widening).
//
// # Looks
//
// An interval of a run that is looked at once holds for itself (TestOneLook). If the run grows after a look, its
// intervals hold however often it is looked at (stat.Anytime), which costs
// half as much width again. That is enough for the rungs, the extrapolation and the slope
// together: at a dozen looks all of them
// held in 97 % of simulated runs, where 95 % is promised (TestBandCovers). Verdicts are read
// off these intervals, so a wrong one at any rung or look has the same probability
// (TestVerdictErrors).
package balance
