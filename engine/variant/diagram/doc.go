// Package diagram reads and writes the Interactive Diagrams of chess variant
// pages: the text from which H. G. Muller's script draws a board and plays.
//
// # The text
//
// A diagram is a list of items, one a line or separated by spaces:
//
//	parameter=value
//	name:ID:move:image:squares[:count]
//
// A move is in XBetza; without one the name stands for a move. Squares are
// names and ranges separated by commas; after an empty one Black's begin. Count
// is how many of a piece wait outside the board on each side.
//
// [Parse] finds the diagram in an HTML page (the element of class idiagram, else
// the first to last line that is an item, with its neighbours up to a blank line) or reads it bare.
//
// # What becomes of it
//
// Whatever is not understood is an error if the game cannot be played without
// it, otherwise a [Warning]; parameters of appearance are passed over. What a
// diagram cannot say is as in orthodox chess: 50 moves, third repetition,
// stalemate a draw, promotion compulsory on the ranks of the zone. Gating reads
// like that of the catalogue's games: White places all its pieces first, none
// behind the king.
//
//   - Ranks of holes at both ends with autoGate=1 are where pieces wait. They are
//     taken off the board, and off the promotion zone.
//   - First moves (modifier i) are limited to the rank that the piece starts on.
//   - Castling (atom O) with one distance is orthodox, with all distances from
//     two or one free or flexible, with p fast.
//
// docs/importing.md has the whole list.
package diagram
