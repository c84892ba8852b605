// Package network scores positions by a small neural network, for any board and
// any pieces.
//
// # Model
//
// Each side looks at the position from its own point of view: its own pieces
// first, its home rank at the bottom, and, if its royal piece is on the right half of
// the board, left and right exchanged. The inputs are the pieces of both sides, by kind and
// square, and those that wait outside the board, of each kind at most MaxWaiting. A network
// may also have inputs for attacks: for each kind of piece of either side, how many pieces of
// each kind it attacks or protects, how many squares around the enemy king it attacks, and
// how many squares it can reach. Let x be the sum of a bias and the rows of weights of all
// inputs of a side, a vector of Hidden numbers. The score is
//
//	s = scale · (b + Σ_j u_j·a(x_j) + Σ_j v_j·a(y_j)),  a(x) = min(max(x, 0), 1)²
//
// where x belongs to the side to move and y to the opponent. A network either replaces the
// terms of package eval or adds its score to theirs. The sums are updated incrementally,
// since a move changes only a few of some hundreds of inputs (NNUE; Nasu 2018).
//
// # One network for all games
//
// Shared has a row of weights for each feature of an input: how many squares the piece attacks or reaches
// from its square, by distance and direction, on an empty and on a full board; where the square is; what
// class of piece it is and what it is worth by the mobility formula. The row of an input is the sum of
// the rows of its features, each as often as it counts, and the game is then scored as by a network of
// its own. Unlike kinds and squares, features mean the same in every game.
//
// # Integers
//
// Input weights and accumulators are int16 in units of 1/255, output weights integers in
// units of 1/64 from -127 to 127, and the output is int32, so every machine computes the
// same score. The output cannot overflow, as 2·Hidden·255·255·127 is less than 2³¹. A sum of
// rows can overflow if weights are near MaxWeight. It then wraps in the same way on every
// machine, and the sums of trained networks stay far below.
//
// # Kernels
//
// On amd64 with AVX2 two functions are in assembly, which asm generates; everywhere
// else, and with the build tag purego, they are in Go. A test compares the two.
//
// # File
//
//	a line  "bestiary network 2"
//	a line  JSON: {"game": name, "rules": hash, "inputs": rows, "hidden": 32,
//	        "scale": centipawns, "attacks": ..., "terms": hash, "origin": ...}
//	int16   inputs rows of 32 weights, 32 biases, 64 weights of outputs
//	int32   bias of the output, in 1/(64·255²)
//	32 B    SHA-256 of everything before it
//
// Numbers are little-endian. A network for all games has no game, "features 1" in place of the hash of rules, and a row
// for each feature in units of 1/(255·SharedUnit).
package network
