// Package endgame solves small endings exactly, on any board and with any pieces,
// by retrograde analysis (K. Thompson, "Retrograde Analysis of Certain Endgames",
// ICCA Journal 9, 1986).
//
// A [Table] holds every position of a [Material] with the side to move: won,
// lost or drawn, and the number of plies to mate with best play on both sides.
// The solver sets up each position with the rules of the game and generates its
// moves. A capture or promotion leads to a smaller ending, which is solved
// first. Moves that keep the material are counted. The solver then works
// backwards from the decided positions: a position is won if one move leads to a
// lost one, and lost once every move is known to lead to a won one.
//
// Candidates for moves to take back come from the reach of the pieces on an
// empty board and are checked against the moves that the rules gave. Castling
// rights, waiting pieces and en passant do not occur; endings in which they
// could matter are refused.
//
// [SolveLone] solves the endings of one piece against a bare king alone, much faster. It
// works on sets of squares of the bare king, so that a step of the analysis takes a few
// operations for each place of the other two pieces.
//
// With the n-move rule, the distance is to the next capture, promotion or mate, a
// win that takes more than n moves to get there is a draw, and smaller endings are
// solved by the same rule. The result is exact for positions whose counter is at
// zero.
package endgame
