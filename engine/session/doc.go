// Package session holds the state of the engine while people or programs use it: its games, the
// current game and position, and a search in the background.
//
// A Session serves one goroutine. A search works on a copy of the position and
// keeps its Searcher to itself, so nothing is locked: a change of the game, the
// weights or the size of the table takes effect with the next search. With several
// threads, the searchers of a team share a transposition table, which needs no locks,
// and vote for the move.
package session
