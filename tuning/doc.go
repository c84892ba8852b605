// Package tuning turns games into the values of pieces, with their uncertainty.
//
// # What a value is
//
// The worth of a piece depends on the other pieces on the board. The headline value is the worth at
// the array: of one piece together with all the others. The expected score of White in a game is
// modelled as
//
//	E[score] = σ( w + Σ_p v_p·d_p + Σ_s ξ_s·x_s + Σ_pq (γ_pq·c_pq + α_pq·a_pq) + Σ_b π_b·D_b + Σ_q ε_q·e_q ± u_g )
//	σ(x) = 1/(1+e^-x),  c_pq = W_p·W_q - B_p·B_q,  a_pq = W_p·B_q - B_p·W_q
//
// d_p is how many pieces of kind p White has more than Black, and w what the first move is worth.
// Where the armies of the game differ, d_p is the change of that number from the array, and w is
// what White's army and the first move are worth there. v_p is the headline value in logits. W_p
// and B_p are how many pieces of kind p White and Black have more than their arrays: γ is what two
// kinds of officers are worth together beyond their values, and α against each other. x_s is how
// many strong officers of kind s White has beyond the array, or beyond the first of a kind that
// stands in no array (opening.Guest), less Black's: a second queen is worth v_s + ξ_s. For a kind b
// that is bound to squares of one colour, D_b is the number of pairs on both colours that White has
// more (each side has one or none), less d_b times the share that a piece has in the pair of the
// array: half in chess. So v_b is the value of a bishop as half of a pair, and v_b - π_b/2 the
// value of a single one. e_q is how many more pawns of kind q White has on the outer files, and v_q
// the value of an inner pawn. u_g is what the exchange g, by which the armies differ, is worth
// beyond all that, for the side that is ahead by it. Draws count half. A value in pawns is v_p over
// the value of the pawn, a ratio of two estimates with an interval of its own (Fieller's).
//
// The terms have normal priors, relative to the value: c·m_p is the
// mobility prior on the scale c of the games (armyModel.armyScale fits it), and
//
//	γ, α      mean 0, standard deviation 0.05·c·√(m_p·m_q)
//	ξ_s       mean -0.12·c·m_s, standard deviation 0.08·c·m_s
//	π_b, ε_q  mean 0, standard deviation 0.15·c·m_p    pairs, pawns at the edge
//	u_g       mean 0, standard deviation ω, estimated; see internal/stat/logit
//
// In 182 exchanges of chess, of which two fifths were traded so that second queens occurred, these
// terms predicted the exchanges that were left out of a fit better than others: squares of numbers,
// terms for kinds that are not strong or for pawns beside officers, and values that change with the
// number of pawns or officers that are gone. A second queen was worth 14 % of a queen less than the
// first, a third or fourth rook 10 % of a rook (12 matches at odds). Kaufman (1999) values a pair
// of bishops at half a pawn, 15 % of a bishop, and pawns of the outer files 15 % lower. v and w are
// free. The intervals of the design estimate count these priors as observations
// (logit.Result.Posterior).
//
// # Three estimates
//
// Design: d is the difference of the armies at the start of the game, one row per game.
// Nothing that happens during the game can select the rows, so this estimate has no
// selection bias. It answers a designer's question: how much is it worth to start with
// this piece?
//
// Texel: d is the difference at quiet positions in the course of the games, a few per
// game, spread over its length, in which the side to move is an additional term, and
// values do not change. It answers what the piece is worth on average while it is on the
// board and, with three columns per piece, weighted by how full the board is, how that
// changes from early to late. The fit is drawn towards the mobility prior (ridge), with
// the strength that best predicts other pairs of games.
//
// Prior: the value by mobility alone, without playing a game; see engine/eval.
//
// The posterior is the model of the design estimate with a normal prior on the value of each kind:
// that of the settings (package formula), or the mobility prior within PosteriorSpread.
//
// An Examination answers the questions of a sceptic: whether the estimates agree, how the
// errors are correlated, and whether large differences add up.
//
// # Errors
//
// Two games of a pair start from mirror images of one position or, where the armies of the game
// differ, with one exchange of pieces in both directions. They are not independent, and positions
// of one game even less so. All standard errors are therefore cluster sandwiches by pair; see
// internal/stat/logit for the formulas and their tests.
package tuning
