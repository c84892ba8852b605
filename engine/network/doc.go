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
// Numbers are little-endian.
package network
