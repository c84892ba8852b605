// Package eval turns a position into a score.
//
// The evaluation is linear in named weights. Every weight has a middlegame and
// an endgame part, and a position's phase φ blends them:
//
//	score = Σ_i n_i · (φ·mg_i + (1−φ)·eg_i)
//
// n_i is how often term i holds for the side to move minus how often it holds
// for the opponent, and φ goes from 1 with all pieces to 0 with only pawns and
// royal pieces. Trace lists the n_i of a position, Score adds them up.
//
// # Terms
//
// The table in terms.go has an entry for each term: its name, its weight before
// tuning and the function that counts it. Score and Trace call the same functions.
// An Evaluator sorts the terms by how often they have to be counted: terms by piece
// become a table by square, terms by pawns are kept by the hash of the pawns, and
// terms by attacks are counted only if they have a weight.
//
// The Evaluator holds the weights and is shared. A Scorer, one for each search,
// gives the same scores and remembers pawn structures and scores.
//
// The terms are made from the game's data alone, so they exist for any game. Officers
// are all pieces except pawns and the royal piece.
//
//	pieces    material, place by rank and by file, mobility, lack of it, outposts, open
//	          files, pairs of pieces bound to opposite colours, pawns on their colour
//	pawns     advanced, doubled, isolated, backward, exposed, supported, side by side
//	passed    by rank, supported, stopped, able to advance, far from the kings
//	the king  pawns in front of it, open files, pawns that storm it, attacks near it and
//	          on its flank, safe checks by kind, and danger, which grows with the square
//	          of the number of attackers and possible checks
//	threats   by pawns, by a pawn's next step, by lesser pieces, by the king; pieces and
//	          pawns that are not or not firmly protected; squares contested
//	in hand   a weight by kind, beside the material, where pieces can be dropped
//	the move
//
// The weight of a place is a weight of its rank plus one of its file, counted from the
// nearer edge, plus the steps from the edges: so few games are enough for a table of
// squares. Weights by place are 0 before tuning.
//
// # Drawish endings
//
// In endings that are often drawn in spite of a lead, the whole score, and with it
// the trace, is multiplied by φ + (1−φ)·s. The material of the side that is ahead,
// by the values of Prior, determines s:
//
//	0     nothing that promotes, and one piece that cannot mate alone, pieces
//	      bound to the same colour of squares, or two pieces of a kind that do
//	      not win by what package endgame knows
//	1/4   nothing that promotes, and a lead of a minor piece or less
//	3/8   one piece each, bound to opposite colours, and pawns
//	1     otherwise
//
// In the first two cases each pawn of the other side restores a quarter of the
// reduction. A minor piece is the best one that cannot mate alone, at most 4
// pawns; CanMate finds out by looking for a mate. As s depends only on the
// pieces, and on nothing that is tuned, scores stay linear in the weights.
// Nothing is scaled while pieces wait to enter, nor in games that stalemate or
// an empty pool can win or where pieces are dropped.
//
// # Bare kings
//
// Where one side has only its king and the other side's pieces may win, nothing waits
// and no pawn can promote, the score is not linear in the weights, and Trace does not
// apply. With a piece that mates alone it is
//
//	values of the pieces + 1000 - 8 · plies to mate with this piece alone
//
// and 0 for a single piece that does not win. The distance is exact: endgame.SolveLone
// finds it in a fraction of a second when such an ending first occurs. Other pieces
// drive the bare king to a corner, of their colour if they are bound to one: the score
// falls with its distance from there, with the distance of the kings and with the number
// of squares to which it can go within three moves.
//
// # Before tuning
//
// Without tuned weights there is Prior, which derives material from
// mobility. With m the average number of squares that a piece reaches on a
// board filled to one third, with captures weighted two thirds and other moves
// one third, its value in centipawns is m·(50 + 1.7·m). The shape, slightly
// more than proportional, follows Muller's rule of thumb for short leapers, (30
// + ⅝·n)·n with n the number of target squares; the constants are fitted to the
// orthodox pieces, whose values on 8×8 come out within a tenth. Towards the endgame
// pieces of little value lose some of it and valuable ones gain. The other weights
// before tuning are of the size that tuning gave them in chess and on larger boards.
//
// In place of these, Default takes the tuned weights of the nearest game of the catalogue for all terms
// of the rules and of kinds of pieces that move the same there; see the constants of distances.
//
// # Networks
//
// Weights may come with a network; see package network. One that replaces the terms scores
// every position with more than six pieces and without a bare king, the terms score the
// others. Of one that adds to the terms, the whole score s is added while they are within 400
// centipawns, then less, and nothing from 600. In quiescence it is left out where the terms
// are 100 centipawns outside the window.
package eval
