// Package search finds a move: principal-variation search with iterative
// deepening over a transposition table, for any game that engine/rules plays.
//
// A node is a position visited, quiescence included. A search limited by nodes
// alone is a function of the position, the weights, the options and what the
// Searcher remembers; after Reset it remembers nothing. Nothing is allocated
// while it runs.
//
// The parts: null move (not with pawns alone, where zugzwang is common),
// reverse futility and futility by a margin in pawns, late-move reductions,
// extension of checks, killers and a history of quiet moves by piece and
// square, and a static exchange test that runs on the attack tables of
// engine/rules, so that bent riders, multi-path pieces and hoppers take part in
// an exchange as they do on the board. Quiescence looks at captures and
// promotions that do not lose material, and at every evasion of a check.
//
// A position that occurs for the second time counts as a draw within the
// search.
package search
