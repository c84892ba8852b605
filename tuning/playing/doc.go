// Package playing fits all weights of the playing evaluation to the results of
// games.
//
// # Model
//
// The evaluation is linear (see engine/eval): with n_i the trace of a position and φ its phase, its
// score from White's point of view is
//
//	s = Σ_i n_i · (φ·mg_i + (1−φ)·eg_i)
//
// and the expected result of White is σ(s/K), σ(x) = 1/(1+e^-x), with 1/K = φ/K_early +
// (1−φ)/K_late. Both K, in centipawns, are fitted first, with the starting weights, and then kept,
// so that scores keep the size that the margins of the search rely on. There are two because the
// same advantage decides more often if less of the game is left. With one K, everything would seem
// worth more in the endgame, and the engine would pay for exchanges. The weights minimise
//
//	mean cross-entropy + ridge/(2·games) · Σ_j ((w_j − start_j)/spread_j)²
//
// Draws count half. The target may blend the result y with what the search
// expected in the position, (1−b)·y + b·σ(score/K), with the K of its phase.
//
// The second part is a normal prior around the starting weights in which a game
// counts as one observation, whatever the number of its positions, since the
// positions of one game are nearly redundant (tuning measures by how much). The
// spread of a weight is SpreadShare of its size plus the amount that changes
// the score by SpreadScore in a position that has the term, so that it suits
// terms counted in ones and in dozens. Terms that occur in no position keep
// their weight exactly.
//
// # Method
//
// L-BFGS (Nocedal 1980; gonum's) over all positions, stopped early: the pairs
// of games are divided into folds, each fold is held out of a fit of its own,
// and the step at which the loss of the held-out positions of all folds
// together is lowest is the step after which the fit to all games stops. So
// every game counts for the decision, which a single held-out part would leave
// to chance.
//
// Positions are sorted by phase, so that for each phase mg and eg blend into one number per term: a
// term of a position costs one multiplication for the score and one for the gradient. Sums are made
// in chunks of fixed size and added in order, so the same bits come out for any number of workers.
package playing
