// Package train makes the playing weights of a game.
//
// A round plays pairs of games with the weights of the round before, the first with eval.Prior, and
// fits all weights to the games of all rounds so far (tuning/playing). Half of the pairs start from
// armies that differ at random, which teach the worth of material; the other half start from the
// game's own array and some random moves, which teach the other weights in positions that occur in
// play.
//
// A lower loss is not yet a stronger engine. The last weights therefore play the first ones in a
// match (selfplay/match): pairs of games from balanced random openings, colours swapped, at a fixed
// number of nodes, under a sequential test of normalized Elo. They are accepted if the test accepts
// the gain, or if the maximum number of pairs is played without a decision and the estimate of the
// Elo is above 0. What is rejected is played with the prior.
//
// RunNetwork makes a network: generations of games (selfplay/datagen), each played with the
// network before it, and training on the games of all (tuning/network). The last network plays
// the tuned weights in equal processor time.
//
// RunShared makes one network for all games: games of several variants, each played once, and training on
// all of them.
//
// Everything but this time is a function of the game and the configuration, for any number of
// workers and after any interruption; only the match starts again.
package train
