// Package bench measures the engine on fixed positions: how many nodes a search
// to a fixed limit visits, how fast, and how fast legal moves are counted.
//
// The positions of a game are its start and what random moves from fixed seeds
// make of it, so every game has them, with no data of its own. A search begins
// with an empty memory and a limit of depth or nodes, so that what it finds is a
// function of the program alone. The signature hashes all of that: it changes
// when the search, the evaluation or the rules change what they do, and not when
// they only do it faster.
package bench
