// Package network trains the networks of engine/network on games of selfplay/datagen.
//
// # Model
//
// The expected result of the side to move is σ(o), o the output of the network
// before the scale, plus the score of the terms divided by K if the network adds to
// them, and σ(x) = 1/(1+e^-x). The target blends the result y of the game with what the
// search expected, (1−b)·y + b·σ(score/K), b being Config.Blend. K, in centipawns, is
// fitted to the results and becomes the scale of the network, so that its scores have
// the size that the margins of the search rely on. The mean Kullback-Leibler
// divergence, which is the cross-entropy less the entropy of the targets, is minimised
// by Adam (Kingma & Ba 2015) in batches, with a rate that falls like half a cosine to 0.
// After each step weights are cut to what integers can hold (engine/network).
//
// The scores must be better than the evaluation, or the network learns the faults of
// small searches: with scores of 50 positions a move, which do not finish the first
// iteration on a large board, lower losses went with weaker play.
//
// Every HeldOut-th pair of games is held out: its loss is reported and decides nothing. A
// lower loss is not yet a stronger engine; a match decides.
//
// The same games, Config and processor give the same network, for any number of workers: each
// batch is divided into shards, whose gradients are added in order.
package network
