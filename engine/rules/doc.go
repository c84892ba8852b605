// Package rules compiles a variant and plays it: positions, legal moves,
// outcomes, FEN and move text. Everything follows from the variant's data; no
// game has code of its own.
//
// # Step programs
//
// For each piece, colour and square the move expression is unrolled over the board into a tree of
// squares and stored in preorder as a flat list of steps. A step specifies on which contents of its
// square (nothing, an enemy, a friend) the move may end, on which the path may continue, and where
// the next step after its subtree is. A knight is eight steps without subtrees, a rook four chains,
// a manticore four stems that fork into two chains each, a cannon a chain with a second chain
// hanging from every possible mount. The generator is one loop for all of them. Where several paths
// that can be open at the same time end on one square, as a falcon's do, these ends are marked and
// the generator leaves out repeated moves.
//
// If edges are joined, the tree continues across them. A slide stops when it has come back to where
// its leg began, and never goes over the square of the piece. Everything below follows from the
// programs, so that no other part has to know of edges.
//
// # Rays
//
// Programs without hops, and without conditions on the owner of a piece on the
// way, are also kept as sets of squares: leaps, rays and detours. The squares that
// such a piece reaches follow from the occupied squares by arithmetic on words,
// without a branch per square. So a queen costs as much on an open board as on a
// full one, and a piece with several paths to a square reaches it once. The
// generator, the mobility of the evaluation and perft use the sets; cannons,
// captures in passing and promotions use the programs.
//
// # Attacks and legality
//
// A second table is made from the programs. For each pair of squares it has the
// squares that must be empty, and those that must be occupied, for a piece to
// capture from one to the other. To find out whether a square is attacked, sets
// are intersected once for each kind of piece and compared for the few candidates
// that are left.
//
// The same sets give, once per position, the pinned pieces, the squares where a
// mount would complete a hopper's path, and the squares where a move ends a check.
// Only moves that touch those squares, moves of the king, and captures that empty
// a third square are verified one by one.
//
// # Waiting pieces
//
// A piece that waits behind the first rank belongs to the square in front of it, a
// gate. It enters when the piece on that square leaves, and is lost when that piece
// is captured there. By default the entering piece does not count for legality, so
// a pinned piece may not leave its line even though the line stays closed. Under
// every reading of the rules, a move must leave the king safe.
//
// # Reference counts
//
// Perft counts of other programs are in testdata/perft. The games among them
// that these rules do not cover are listed in testdata/perft/unreached.tsv, each
// with the rule that is missing.
package rules
