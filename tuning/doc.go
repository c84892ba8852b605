// Package tuning turns games into the values of pieces, with their uncertainty.
//
// # What a value is
//
// The worth of a piece depends on the other pieces on the board. The headline value is the
// worth at the array, one exchange away from the full armies: no pawn is gone, and one
// officer of each side. The expected score of White in a game is modelled as
//
//	E[score] = σ( w + Σ_p v_p(P,O)·d_p + Σ_b π_b·D_b + Σ_q ε_q·e_q ),  σ(x) = 1/(1+e^-x)
//	v_p(P,O) = v_p + (α·m_p + a_p)·P + (β·m_p + b_p)·O
//
// d_p is how many pieces of kind p White has more than Black, and w what the first move is
// worth. Where the armies of the game differ, d_p is the change of that number from the
// array, and w is what White's army and the first move are worth there. v_p is the headline
// value in logits. P is the share of the pawns of the array, both sides together, that are
// gone; O is the share of its officers, less the two of one exchange. For a kind b that is bound to squares of one colour, D_b is the number of
// pairs on both colours that White has more (each side has one or none), less d_b times
// the share that a piece has in the pair of the array: half in chess. So v_b is the value
// of a bishop as half of a pair, and v_b - π_b/2 that of a single one. e_q is how many
// more pawns of kind q White has on the outer files, and v_q the value of an inner pawn.
// Draws count half. A value in pawns is v_p over the value of the pawn, a ratio of two
// estimates with an interval of its own (Fieller's).
//
// Changes and places have normal priors with mean 0, relative to the value: c·m_p is the
// mobility prior on the scale c of the games (one coefficient fits it), and
//
//	α, β      standard deviation 1·c         common to all values
//	a_p, b_p  standard deviation 0.2·c·m_p   specific to p
//	π_b, ε_q  standard deviation 0.15·c·m_p  pairs, pawns at the edge
//
// These sizes agree with published ones. Between the start and an ending without officers
// the log-odds of a pawn double or triple, hence α and β. Kaufman (1999) has knights gain
// 1/16 of a pawn and rooks lose 1/8 with each pawn of a side above five: over 8 pawns, 15
// and 20 % of their values, hence a and b. He values a pair of bishops at half a pawn, 15
// % of a bishop, and pawns of the outer files 15 % lower, hence π and ε. v and w are free.
// The intervals of the design estimate count these priors as observations
// (logit.Result.Posterior): games far from the array determine it less.
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
// An Examination answers the questions of a sceptic: whether the estimates agree, how the
// errors are correlated, and whether values add up.
//
// # Errors
//
// Two games of a pair start from mirror images of one position or, where the armies of the
// game differ, with one exchange of pieces in both directions. They are not independent, and positions of one game even less so. All standard errors
// are therefore cluster sandwiches by pair; see internal/stat/logit for the formulas
// and their tests.
package tuning
