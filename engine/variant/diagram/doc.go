// Package diagram reads and writes the Interactive Diagrams of chess variant
// pages: texts from which H. G. Muller's script draws a board and plays the
// game.
//
// # The text
//
// A diagram is a list of items, one a line or separated by spaces:
//
//	parameter=value
//	name:ID:move:image:squares[:count]
//
// A move is in XBetza; without one the name implies a move. Squares are names
// and ranges separated by commas; after an empty one Black's begin. Count is
// how many pieces of the kind wait outside the board on each side.
//
// [Parse] finds the diagram in an HTML page or a text: the element of class
// idiagram, or else the lines from the first item to the last, with their
// neighbours up to a blank line. The game has the title and the author that the
// page states.
//
// # How it is read
//
// Anything that is not understood is an error if the game cannot be played
// without it, otherwise a [Warning]; parameters of appearance are ignored. Rules
// that a diagram cannot express are as in orthodox chess: 50 moves, third
// repetition, stalemate a draw, promotion compulsory on the ranks of the zone.
// Gating has the defaults of game files: White places all its pieces first, and
// no piece waits behind the king.
//
//   - Ranks of holes at both ends with autoGate=1 are where pieces wait. They are
//     taken off the board, and off the promotion zone.
//   - First moves (modifier i) are limited to the rank that the piece starts on.
//   - Castling (atom O) with one distance is orthodox, with all distances from
//     two or one free or flexible, with p fast.
//
// docs/importing.md has the whole list.
package diagram
