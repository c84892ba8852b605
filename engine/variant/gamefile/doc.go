// Package gamefile reads and writes games in all formats: game files, sections of the
// variants.ini of Fairy-Stockfish and its derivative Fairy-Stockfish-X, and Interactive
// Diagrams, either alone or within a page.
//
// Rules of a foreign file that a game file cannot express are an error, or with Approximate omitted
// and listed in the game. What a game says and a foreign format cannot express is found by reading
// the written text back: the warnings name the differences. docs/importing.md lists keys,
// parameters and warnings.
//
// # variants.ini
//
// A section [name] or [name:parent] holds lines key = value. It changes the game of its
// parent, another section of the file or one of the games of the program, which come with
// this package (builtin.ini). A section without a parent has the defaults of the program,
// which keys.tsv lists, and no pieces.
//
// The sections are applied to a model one after the other, the oldest ancestor first. Sets
// of pieces are resolved in the section that lists them, so that they keep their pieces
// when letters change later. Then each part of the game is made from the values of keys,
// and the reader notes which keys it has looked at: what is left and differs from its
// default is lost.
//
//   - Pieces are listed as pawn, the program's own pieces in its order, custom
//     pieces by number, king. The file has no names for custom pieces: one with a known
//     move is named after the move, any other after its letter.
//   - commitGates is Musketeer gating. The file places the waiting pieces in
//     startFen; here the game begins with their placement, by the rules of
//     Musketeer Chess, and the places are given in a warning. An entering piece
//     counts when the legality of the move is judged.
//   - Directions are paired as the program pairs them, and apply to each part of K and Q.
//
// make sweep INI=variants.ini PERFT=counts.tsv says of every section whether it is complete, an
// approximation (and what is lost) or out of reach (and why). With facts from Fairy-Stockfish in
// PERFT it compares the complete sections, and fails if one differs. A row has section, FEN, depth
// and count of moves; or section, FEN, "next" and the FEN after a move, whose clock is compared,
// too; or section, FEN, "result" and "win", "loss" or "draw" for the side to move, "-" while the game
// goes on. INI=builtin does this for the games of the program.
//
// # Diagrams
//
// An Interactive Diagram is a text from which H. G. Muller's script draws a board and plays
// the game: a list of items, one a line or separated by spaces:
//
//	parameter=value
//	name:ID:move:image:squares[:count]
//
// Anything that is not understood is an error if the game cannot be played
// without it, otherwise a [Warning]; parameters of appearance are ignored. Ranks of holes at
// both ends with autoGate=1 are where pieces wait: they are taken off the board, and off the
// promotion zone.
package gamefile
