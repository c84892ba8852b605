// Package selfplay lets the engine play against itself and keeps the games.
//
// # Pairs
//
// The unit of play is a pair: two games from one opening with the armies
// swapped. In game 0 White has army A and Black army B; in game 1 White has B
// and Black A, every piece on the mirrored square. White moves first in both,
// so over a pair neither army has the advantage of the first move.
//
// Everything random in game i of a pair comes from a generator seeded with
// (seed, round, pair, i). The engine plays with a fixed number of nodes a move and
// forgets what it knows before each game. A game is therefore a function of the
// rules, the configuration, the weights, its round and its place in the round. The
// number of workers, the order in which games end and interruptions change nothing.
//
// # Openings
//
// Package opening draws the openings. The kind "armies" is for measuring piece
// values: two armies that differ by a few pieces, followed by a few random moves.
// The kind "standard" is the array of the game with random moves. The kind "odds"
// gives the armies one fixed difference, such as a falcon for a rook.
//
// Comparing the score of a game with the difference between the starting armies
// gives piece values without a bias from what happened during the game. Games that
// start balanced understate values, because in them material is only won for
// compensation.
//
// # Ends
//
// Games end by the rules or after MaxPlies. There is no adjudication by score:
// it would carry the engine's own piece values into the results that piece
// values are estimated from.
//
// # Games
//
// The games are a match of the engine against itself, which package match plays and
// package store keeps. A run continues where it was interrupted.
package selfplay
