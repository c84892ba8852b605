// Package session is what the engine's protocols have in common: the games that
// it knows, the one that is being played, its position, and a search in the
// background.
//
// A protocol is a loop over two channels, the lines of Lines and the end of a
// Search. The loop alone changes the Session, so that nothing is locked but
// Output, to which a running search reports as well. A search works on a copy of
// the position and keeps its Searcher to itself: what the loop changes meanwhile,
// be it the game, the weights or the size of the table, holds for the next one.
package session
