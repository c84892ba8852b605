// Package fsfini reads and writes the games of Fairy-Stockfish's variants.ini,
// and of its derivative Fairy-Stockfish-X.
//
// # The file
//
// A section [name] or [name:parent] holds lines key = value. It changes the game of its
// parent, another section of the file or one of the games of the program, which come with
// this package (builtin.ini). A section without a parent has the defaults of the program,
// which keys.tsv lists, and no pieces.
//
// [Parse] reads one section. A key that it cannot follow and that changes the rules is an
// error, and so are moves that it cannot follow; [Approximate] leaves such rules out and
// lists them in the game. docs/importing.md lists the keys.
//
// # How it is read
//
// The sections are applied to a model one after the other, the oldest ancestor first. Sets
// of pieces are resolved in the section that lists them, so that they keep their pieces
// when letters change later. Then each part of the game is made from the values of keys,
// and the reader notes which keys it has looked at: what is left and differs from its
// default is lost.
//
//   - Pieces are listed as pawn, the program's own pieces in its order, custom
//     pieces by number, king. The file has no names for custom pieces: one with a known move is named after the move, any other after its letter.
//   - commitGates is Musketeer gating. The file places the waiting pieces in
//     startFen; here the game begins with their placement, by the rules of
//     Musketeer Chess, and the places are given in a warning. An entering piece
//     counts when the legality of the move is judged.
//   - Directions are paired as the program pairs them, and apply to each part of K and Q.
//
// # Against the program
//
// make sweep INI=variants.ini PERFT=counts.tsv says of every section whether it is complete, an
// approximation (and what is lost) or out of reach (and why). With facts from Fairy-Stockfish in
// PERFT it compares the complete sections, and fails if one differs. A row has section, FEN, depth
// and count of moves; or section, FEN, "next" and the FEN after a move, whose clock is compared,
// too; or section, FEN, "result" and "win", "loss" or "draw" for the side to move, "-" while the game
// goes on. INI=builtin does this for the games of the program.
package fsfini
