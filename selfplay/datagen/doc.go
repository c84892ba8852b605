// Package datagen plays the games from which networks learn, and stores them compactly.
//
// The engine plays itself at a small depth, after random plies; every fifth
// pair of games starts from armies that differ at random. One move in ten is searched for
// four lines and is one of the others if it is nearly as good, so that games differ.
//
// # Files
//
// A folder has a file for each ChunkGames games, which appears when all of them have ended.
// An interrupted run thus loses a few seconds. What a file holds is a function of its
// number, the configuration, the game and the player, so several machines can play chunks
// of one run, and their files may be put in one folder or stay apart.
//
//	a line  "bestiary training games 1"
//	a line  JSON: Header
//	games   one after the other
//	32 B    SHA-256 of everything before it
//
// A game is the length of its FEN and the FEN, which is empty for the array; the result, 0
// to 2 half points for White; the number of plies; and for each ply the number of its move
// in the list of legal moves and the score. All numbers are unsigned varints. The score is
// 0 if the position is no example, otherwise twice the absolute score for the side to move,
// plus 2 if it is below 0 and 1 otherwise. A ply takes 2.5 bytes on average.
//
// Examples are positions with the score of a finished search that announces no mate, not in
// check, not repeated, in which the best move is neither a capture nor a promotion nor a drop.
package datagen
