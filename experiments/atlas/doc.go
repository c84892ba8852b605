// Package atlas lists pieces by rule, measures what they are worth, and foretells it from their
// moves alone.
//
// # The list
//
// Settings (atlas.toml) state families of move strings, a grammar from which one piece in ten is
// drawn, boards with their hosts, and how precisely the pieces are to be measured. Pieces expands
// them; a third is locked, chosen by hash, until a formula is judged. Settings.Plan says what the
// games take.
//
// # The games
//
// Run measures the pieces as guests: kinds that stand nowhere in the array of a host and take
// the places of its pieces in exchanges (package estimate). The settings are sealed with the games.
// Locked pieces are shown once, when all games have been played.
//
// # Features
//
// Features describe a kind of piece on a board: squares on boards of several fillings, how much of
// it is ahead, captures, jumps, how much of the board it comes to and how fast. They follow from
// the rules of the game (rules.Game.Reach) and need no game. Those of the pieces of the list come
// with the program.
//
// # The formula
//
//	value = prior · exp(a + Σ b·(x - usual))
//
// The mobility prior (package eval) judges a piece by how many squares it reaches. The formula
// corrects it by up to three features x of nine: those with which it foretells best the pieces that
// are left out of the fit (Choose). This rule was set before any piece of the list was played. The
// fit is a ridge regression in which each kind of piece counts once. If the prior alone foretells no
// worse, it takes the place of the formula.
//
// Until the list is played the formula is fitted to the values that results publishes, and its
// only feature is speed, the mean number of moves from one square of the board to another: two
// pieces with as many squares are not worth the same if one of them takes longer to get anywhere.
// Of a dozen features it was chosen by the errors of kinds that were left out, so that these errors,
// which the formula states, flatter it a little.
//
// Predictive intervals are those of a linear model with kinds of pieces as observations. For pieces
// unlike all that were measured (eval.Unchecked) they are as wide as the prior of an estimate.
//
// Muller's law for short leapers, (30 + 5n/8)·n centipawns, stands beside it; see eval.ShortLeaper.
package atlas
