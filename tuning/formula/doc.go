// Package formula predicts the worth of a piece from its moves alone.
//
// # Features
//
// Features describe a kind of piece on a board: squares on boards of several fillings, how much of
// it is ahead, captures, jumps, how much of the board it reaches and how fast. They follow from the
// rules of the game (rules.Game.Reach) and need no game. The features of many pieces come with the
// program.
//
// # The formula
//
//	value = c · ((far + w·adjacent) / unit)^p
//
// Far and adjacent are mean numbers of squares that a piece reaches on boards that are filled to a
// third, those next to it apart, and unit is the geometric mean of such numbers of knight, bishop,
// rook and queen on the same board. So a value is relative to the company on its board. Squares
// next to a piece count for less, and the power p is above 1: a strong piece is worth more than
// weak ones that together reach as many squares.
//
// The three numbers are fitted by least squares of logarithms, in which each kind of piece counts
// once (Fit). The formula that comes with the program is fitted to the pieces of the atlas
// (results/atlas) that were not locked; the locked third judged it once. Another move never makes a
// piece worth less.
//
// Predictive intervals are those of a linear model with kinds of pieces as observations. For pieces
// unlike all that were measured (eval.Unchecked) they are as wide as the prior of an estimate.
//
// Muller's law for short leapers, (30 + 5n/8)·n centipawns, is given for comparison; see
// eval.ShortLeaper.
//
// # Cards
//
// A Card holds what is known of a piece before any game is played; Like finds pieces by their value.
package formula
