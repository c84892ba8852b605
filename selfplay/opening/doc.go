// Package opening determines how games begin.
//
// An opening is a position and, after it, moves that no player has chosen. It is a function of the
// game, the Config, a seed and its index in a run: round, pair, and game of the pair.
//
// # Kinds
//
// Array is the start of the game, with waiting pieces placed at random.
//
// Armies is for measuring piece values. Each army is the array of the game with
// up to Units changes drawn at random: a piece is removed, exchanged for another
// kind, or added. Up to MissingPawns pawns are removed as well, because the pawn
// is the unit of all values. Armies are drawn until their values by mobility
// (eval.PriorValues) differ by at most MaxImbalance pawns and they have
// different pieces. Kinds of piece are drawn uniformly, whatever their number in
// the array, so that armies differ in rare pieces as often as in common ones.
// The pieces of the first rank are then shuffled and waiting pieces are placed.
// In the second game of a pair the armies are swapped.
//
// Odds is for measuring one exchange of pieces. Both armies are the array, shuffled
// in the same way; then army A gives up some pieces for others, or army B does the
// reverse. New pieces take the squares of the pieces given up, and further squares
// if these are not enough. Of the two ways, the one that needs fewer further squares
// is taken, or one at random if they need the same number. In the second game of a
// pair the armies are swapped. With GiveUp each army gives up what only the other is to
// have, as with Exchanges, and kinds that the array lacks take the places of pieces given up.
//
// Exchanges is for measuring several exchanges at once. They are dealt to the pairs by their
// shares. Both armies are the array, shuffled in the same way or not at all; army A
// gives up what only B is to have, and B what only A is to have. Where an exchange is traded or
// the array lacks the pieces of a side, one army gives up some for others, as with Odds.
//
// In a game with drops, exchanges may be about pieces in hand, such as rook-in-hand=rook.
// One side then has them in hand from the start.
//
// # Games whose armies differ
//
// In some games the sides begin with different armies (rules.Game.ArmiesDiffer). Promotions, goals
// and castling may be bound to a side, so a side never gets the other's army. The start of both
// games of a pair is the start of the game as designed, and their random moves are drawn apart.
// With Armies, each game has two armies of its own, changed from those of the sides; MaxImbalance
// limits the change of the difference between them. With Odds and Exchanges, White is ahead by the
// exchange in the first game and Black in the second. Both sides give up what only the other is to
// have, if they have it; otherwise one side trades. By a captain of Black's for a rook of White's only one side can be
// ahead: with Odds the other game of the pair then begins from the arrays, and the score is one half and half of what the
// exchange changes; with Exchanges it is an error. A piece that promotes for one side alone is never given to the other.
//
// # Books
//
// Book takes positions from a file: lines of EPD or FEN, or games in PGN, whose first
// moves are played.
//
// # Random moves
//
// RandomPlies moves that do not end the game and drop no piece follow, drawn uniformly.
// With a Balance they are redrawn until a short search finds that neither side is ahead by
// more than that, or if one is in the array itself, that the moves change it by no more. With
// BalanceFromArray only what the moves change counts. With Turned the games of a pair begin
// from the same position with either side to move, and both are searched.
package opening
