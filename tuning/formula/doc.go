// Package formula predicts what a piece is worth from its moves alone.
//
// # Features
//
// Features describe a kind of piece on a board: squares on boards of several fillings, how much of
// it is ahead, captures, jumps, how much of the board it comes to and how fast. They follow from
// the rules of the game (rules.Game.Reach) and need no game. Those of many pieces come with the
// program.
//
// # The formula
//
//	value = prior · exp(a + Σ b·(x - usual))
//
// The mobility prior (package eval) judges a piece by how many squares it reaches. The formula
// corrects it by up to three features x of nine: those with which it predicts best the pieces that
// are left out of the fit (Choose). The fit is a ridge regression in which each kind of piece counts
// once. If the prior alone predicts no worse, it takes the place of the formula.
//
// The formula that comes with the program is fitted to measured values: those in results, and those
// of the ten games that bestiary trade knows. Its only feature is moves, the mean number of moves
// from one square of the board to another: of two pieces that reach equally many squares, the slower
// is worth less.
// Of a dozen features it was chosen by the errors of kinds that were left out, so that these errors,
// which the formula states, flatter it a little.
//
// Predictive intervals are those of a linear model with kinds of pieces as observations. For pieces
// unlike all that were measured (eval.Unchecked) they are as wide as the prior of an estimate.
//
// Muller's law for short leapers, (30 + 5n/8)·n centipawns, stands beside it; see eval.ShortLeaper.
//
// # Cards
//
// A Card says what is known of a piece before any game is played; Like finds pieces by their value.
package formula
