// Package network scores positions by a small neural network, for any board and
// any pieces.
//
// # Model
//
// Each side looks at the position from its own point of view: its own pieces
// first, its home rank at the bottom, and, if its royal piece is on the right half of
// the board, left and right exchanged. An input is a kind of piece, own or of the
// opponent, on a square; one that waits outside the board, counted up to MaxWaiting
// times; or, if the network has inputs by attacks, a kind of piece of either side, counted by
// the pieces of another kind that it attacks or protects, by the squares around the enemy
// king that it attacks, and by the squares that it can reach. With x the sum of the rows of
// weights of all inputs that a side sees plus a bias, Hidden numbers, the score is
//
//	s = scale · (b + Σ_j u_j·a(x_j) + Σ_j v_j·a(y_j)),  a(x) = min(max(x, 0), 1)²
//
// where x is of the side to move and y of the opponent. It is the whole score or is added
// to that of the terms of package eval. Only differences of positions are added up: a
// move changes a few inputs of the hundreds, so the network is efficiently updatable (Nasu
// 2018).
//
// # Integers
//
// Weights of inputs and accumulators are int16 in 1/255, weights of outputs
// integers in 1/64 between -127 and 127, and the output int32, so the same score comes out
// on every machine. The output cannot overflow, as 2·Hidden·255·255·127 is less than 2³¹. A
// sum of rows could with weights near MaxWeight and then wraps, alike on all machines;
// trained sums stay far below.
//
// # Kernels
//
// On amd64 with AVX2 two functions are in assembly, which asm generates; everywhere
// else, and with the build tag purego, they are in Go. A test compares both.
//
// # File
//
//	a line  "bestiary network 2"
//	a line  JSON: {"game": name, "rules": hash, "inputs": rows, "hidden": 32,
//	        "scale": centipawns, "attacks": ..., "terms": hash, "origin": ...}
//	int16   inputs rows of 32 weights, 32 biases, 64 weights of outputs
//	int32   bias of the output, in 1/(64·255²)
//	32 B    SHA-256 of all before
//
// Numbers are little-endian.
package network
