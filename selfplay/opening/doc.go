// Package opening finds out how games begin.
//
// An opening is a position and, behind it, moves that no player has chosen. It is
// a function of the game, the Config, a seed and its place in a run: round, pair,
// and which of the two games of the pair. Nothing random is shared.
//
// # Kinds
//
// Array is the start of the game, with waiting pieces placed at random.
//
// Armies serves to measure piece values. Each army is the array of the game with
// up to Units changes drawn at random: a piece is removed, exchanged for another
// kind, or added. Up to MissingPawns pawns are taken away as well, because the
// pawn is the unit of all values. Armies are drawn until their values by mobility
// (eval.PriorValues) differ by no more than MaxImbalance pawns and they have
// different pieces. Kinds of piece are drawn uniformly, whatever their number in
// the array, so that rare ones differ as often as common ones. The pieces of the
// first rank are then shuffled and waiting pieces are placed. The second game of a
// pair gives White's army to Black and the other way round.
//
// Odds serves to measure one exchange of pieces. Both armies are the array, shuffled
// in one and the same way, and then army A gives up some pieces for others, or army B
// does the reverse. Pieces that come take the squares of pieces that go as far as
// those reach; of the two ways, the one that needs fewer further squares is taken, or
// one at random where they need the same. The second game of a pair gives White's
// army to Black and the other way round.
//
// Book takes its positions from a file: lines of EPD or FEN, or games in PGN, of
// which the first moves are played.
//
// # Random moves
//
// RandomPlies moves that do not end the game follow, drawn uniformly. With a
// Balance they are drawn again until a short search finds neither side better by
// more than that.
package opening
