// Package search finds a move: principal-variation search with iterative
// deepening over a transposition table, for any game that engine/rules plays.
//
// A node is a position visited, quiescence included. A search limited by nodes
// or depth alone is a function of the position, the weights, the options and
// what the Searcher remembers; after Reset it remembers nothing. Nothing is
// allocated in the tree once the lists of moves have grown to what the game needs.
// What it remembers is small, so that a game of a few hundred nodes a move does not
// spend its time on forgetting.
//
// # Where to find what
//
// root.go deepens, opens windows around the last score and searches the root
// moves; pace.go decides whether another iteration is worth its time, clock.go
// and limits.go are what the caller asks for. node.go is a node of the tree. Its
// parts, each with a switch in Options:
//
//   - prune.go settles whole nodes: reverse futility, razoring, null move,
//     capture with a margin (ProbCut).
//   - skip.go drops moves: late ones, futile ones, those that lose material.
//   - reduce.go and extend.go choose depths: late-move reductions, checks,
//     singular moves.
//   - quiesce.go settles captures, promotions and checks at the leaves.
//
// picker.go hands out the moves in stages and makes them only when they are
// needed, rank.go and history.go put them in order: killers, and the success of
// moves by piece and target square, alone and after the last two moves.
// exchange.go settles exchanges on one square with the attack tables of
// engine/rules, so that bent riders, multi-path pieces and hoppers take part as
// they do on the board. correction.go learns how far the evaluation is off for a
// pawn structure, table.go keeps scores and evaluations.
//
// # Draws and zugzwang
//
// A position that occurs for the second time counts as a draw within the search.
// Near the end by the n-move rule the table tells positions apart by the
// counter. Where zugzwang is likely the search is careful: with pawns alone it
// tries no null moves and does not razor, with a single piece it verifies what a
// null move says, and so it does at high depth.
package search
