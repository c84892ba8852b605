// Package bench measures the engine on fixed positions: how many nodes a search
// to a fixed limit visits, how fast, and how fast legal moves are counted.
//
// The positions are the start of a game and positions after random moves from
// fixed seeds, so that no game needs data of its own. Each search starts with an
// empty memory and a limit of depth or nodes, so that its result depends only on
// the program. The signature is a hash of all results: it changes when the search,
// the evaluation or the rules behave differently, but not when they only get
// faster. Beside measures the speed beside that of another program.
package bench
