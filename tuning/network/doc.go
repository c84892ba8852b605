// Package network trains the networks of engine/network on games of selfplay/datagen.
//
// # Model
//
// The expected result of the side to move is σ(o) = 1/(1+e^-o), where o is the output of
// the network before scaling, plus the score of the terms divided by K if the network adds
// to them. The target is (1−b)·y + b·σ(score/K): the result y of the game blended with the
// score of the search, where b is Config.Blend. K, in centipawns, is fitted to the results
// and becomes the scale of the network, so that its scores have the size that the margins of
// the search rely on. Training minimises the mean Kullback-Leibler divergence, that is, the
// cross-entropy minus the entropy of the targets, by Adam (Kingma & Ba 2015) on batches,
// with a learning rate that falls to 0 along half a cosine. After each step the weights are
// clipped to the range of the integers (engine/network).
//
// Fewer positions than weights do not determine these, so Train refuses them.
//
// The scores must be better than the evaluation, or the network learns the errors of small
// searches: searches of 50 positions do not finish the first iteration on a large board, and
// networks that learned from their scores had lower losses but played worse.
//
// Every HeldOut-th pair of games is held out. Its loss is reported but decides nothing: a
// lower loss is not yet a stronger engine, so a match decides.
//
// TrainShared trains one network for all games in the same way. Each batch has positions of up to four games;
// the gradient of the rows of a game is passed on to the rows of their features. A feature that
// usually counts n times takes steps of 1/n.
//
// The same games, Config and type of processor give the same network, for any number of
// workers: each batch is divided into shards, whose gradients are added in order.
package network
