// Package pgn writes games as PGN (Portable Game Notation) text.
package pgn
