// Package fsfini reads and writes the games of Fairy-Stockfish's variants.ini,
// and of its derivative Fairy-Stockfish-X.
//
// # The file
//
// A section [name] or [name:parent] holds lines key = value. It inherits all other
// keys from its parent, another section of the file or one of the games that come
// with this package (chess, nocastle, capablanca, grand, shatranj). A key that
// neither sets has the default of Fairy-Stockfish: a board of 8 × 8, the
// array of chess, promotion on rank 8 to queen, rook, bishop or knight, a double
// step from rank 2, castling to g and c, 50 moves, third repetition.
//
// [Parse] reads one section. Keys that it cannot follow are warnings, by name;
// moves that it cannot follow are errors. docs/importing.md lists the keys.
//
// # How it is read
//
//   - Pieces are listed as pawn, the program's own pieces in its order, custom
//     pieces by number, king. The file has no names for custom pieces: one with a known move is named after the move, any other after its letter.
//   - Regions are whole ranks: a promotion region is the last ranks, and the
//     regions of double and triple steps are the same for both sides.
//   - commitGates is Musketeer gating. The file places the waiting pieces in
//     startFen; here the game begins with their placement, by the rules of
//     Musketeer Chess, and the places are given in a warning. An entering piece
//     counts when the legality of the move is judged.
//   - Directions on K and Q apply to W and F, or R and B, one by one.
package fsfini
