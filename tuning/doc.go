// Package tuning turns games into the values of pieces, with their uncertainty.
//
// # What a value is
//
// The expected score of White in a game is modelled as
//
//	E[score] = σ( w + Σ_p v_p · d_p ),   σ(x) = 1/(1+e^-x)
//
// d_p is how many pieces of kind p White has more than Black, v_p the value of
// the piece in logits, and w what the first move is worth. Draws count half. A
// value in pawns is v_p over the value of the pawn, a ratio of two estimates
// with an interval of its own (Fieller's).
//
// # Three estimates
//
// Design: d is the difference of the armies at the start of the game, drawn at
// random, one row per game. Nothing that happens during the game can select
// the rows, so this estimate has no selection bias. It answers the question of a
// designer: how much is it worth to start with this piece?
//
// Texel: d is the difference at quiet positions in the course of the games, a few
// per game, spread over its length, in which the side to move is an additional
// term. It answers what the piece is worth on average while it is on the board
// and, with three columns per piece, weighted by how full the board is, how that
// changes from early to late. The fit is drawn towards the mobility prior
// (ridge), with the strength that best predicts other pairs of games.
//
// Prior: the value by mobility alone, without playing a game; see engine/eval.
//
// Examine asks what a sceptic would ask: whether the estimates agree, whether a
// bootstrap confirms the standard errors, how the errors are correlated, whether
// values add up, and what other fits give.
//
// # Errors
//
// Two games of a pair start from mirror images of one position and are not
// independent, and positions of one game even less so. All standard errors
// are therefore cluster sandwiches by pair; see tuning/logit for the formulas
// and their tests.
package tuning
