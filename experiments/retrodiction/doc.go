// Package retrodiction asks whether the balance of a game, as package balance measures it, finds
// what is known about designs: originals that were revised, designs said to be fair, and
// edges known from counts of games.
//
// A file names the games with what was published about each, and fixes strengths, pairs,
// seed, margin and goals. The first run writes a copy beside the games, with their rules, weights
// and configuration and with the SHA-256 of both files; games that follow from others are refused.
//
// The question is always the score of the side that moves first, in the game as designed. Only
// strengths from Settings.From on are judged, and four times the strongest: the authors speak of
// strong players. The intervals of a curve hold together (see balance), so taking any of
// these strengths does not flag more games by chance.
package retrodiction
