// Package search finds a move: principal-variation search with iterative
// deepening over a transposition table, for any game that engine/rules plays.
//
// A node is a position visited, quiescence included. A search limited only by nodes or depth is a
// function of the position, the weights, the options and the memory of the Searcher, which Reset
// clears. Its memory is small, so that clearing it costs little even in games of a few hundred
// nodes a move. The search allocates nothing in the tree once its move lists have grown to the size
// that the game needs.
//
// # Where to find what
//
// root.go has iterative deepening, aspiration windows and the search of the root
// moves; limits.go holds what the caller asks for and decides whether another iteration
// is worth its time. node.go searches a node. Its parts can be switched off in Options:
//
//   - prunenodes.go cuts off whole nodes: reverse futility and null move.
//   - selective.go leaves out moves (late moves, futile moves, moves that lose
//     material) and chooses depths (late-move reductions, check extensions).
//   - quiesce.go is the quiescence search, of captures, promotions, evasions and at
//     first quiet checks.
//
// picker.go generates and hands out moves in stages. ordering.go and history.go put
// them in order: hash move, captures by value, killer moves, and the history
// heuristic, alone and after the last two moves. history.go also corrects the static
// evaluation by pawn structure and the last two moves. see.go is the static exchange
// evaluation; it uses the attack tables of engine/rules, so that bent riders,
// multi-path pieces and hoppers take part as they do on the board. table.go has the
// transposition tables, of one searcher and of several at once.
//
// # Draws and zugzwang
//
// A position that occurs for the second time counts as a draw within the search.
// Near the end by the n-move rule the transposition table tells positions apart by
// the half-move clock. Where zugzwang is likely the search is careful: with only
// pawns it tries no null moves; with a single piece, and at high depth, it verifies
// null-move cutoffs.
//
// # Measuring
//
// Bench measures the engine on fixed positions: how many nodes a search to a fixed limit visits,
// how fast, and how fast legal moves are counted. The positions are the start of a game and
// positions after random moves from fixed seeds, so that no game needs data of its own. Each search
// starts with an empty memory and a limit of depth or nodes, so that its result depends only on the
// program. The signature is a hash of all results: it changes when the search, the evaluation or
// the rules behave differently, but not when they only get faster. Beside compares the speed with
// another program's.
package search
