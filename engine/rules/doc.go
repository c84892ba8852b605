// Package rules compiles a variant and plays it: positions, legal moves,
// outcomes, FEN and move text. It asks nothing but the variant's data, so no
// game has code of its own.
//
// # Step programs
//
// For each piece, colour and square the move expression is unrolled over the
// board into a tree of squares and stored in preorder as a flat list of steps.
// A step says on what the move may end there (an empty square, an enemy, a
// friend), on what the path may go on, and where the next step lies when it may
// not: behind the subtree. A knight is eight steps without subtrees, a rook
// four chains, a manticore four stems that fork into two chains each, a cannon
// a chain with a second chain hanging from every possible mount. The generator
// is one loop for all of them. Where several paths that can be open together
// end on one square, as a falcon's do, the ends are marked and the generator
// notes what it has already produced.
//
// # Rays
//
// Programs without hops and conditions on whose piece stands where are also
// kept as sets of squares: leaps, rays and gates. Where such a piece can go
// follows from the occupied squares by arithmetic on words, without a branch
// per square, so a queen costs as much on an open board as on a full one, and
// a piece with several paths to a square reaches it once. The generator, the
// mobility of the evaluation and the counting of perft use them; the programs
// remain for cannons, captures in passing and promotions.
//
// # Attacks and legality
//
// From the programs a second table is made: for each pair of squares the sets
// of squares that must be empty, and those that must be occupied, for a piece
// to capture from one to the other. Asking whether a square is attacked is then
// an intersection of sets for each kind of piece and a comparison of sets for
// the few candidates left.
//
// The same sets give, once per position, the squares whose occupants are
// pinned, the squares where a hopper's mount would complete a path, and the
// squares that end a check. Only moves that touch those, moves of the king, and
// captures that empty a third square are verified one by one.
//
// # Waiting pieces
//
// Pieces behind the first rank belong to the square of the piece in front. They
// enter when that piece leaves and are lost when it is captured there. By
// default legality is judged without the entering piece, so a pinned piece may
// not leave its line even though the line stays closed. No reading lets a move
// leave the king where it can be captured.
//
// # Reference counts
//
// Perft counts of other programs are in testdata/perft. The games among them
// that these rules do not cover are listed in testdata/perft/unreached.tsv, each
// with the rule that is missing.
package rules
