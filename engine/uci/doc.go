// Package uci lets other programs use the engine by the Universal Chess
// Interface, with the option UCI_Variant for the choice of the game.
//
// Run reads commands until quit or the end of the input. Where the protocol
// leaves something open:
//
//   - go while a search runs ends that search first, with its bestmove. Options
//     and positions may come at any time; they hold for the next go.
//   - A position that is not legal leaves the one before in place. Unknown
//     commands, values out of range and files that cannot be read are answered
//     by an info string.
//   - go without limits is go infinite. The best move of an infinite search, or
//     while pondering, waits for stop or ponderhit, even when there is nothing
//     left to search.
//   - go mate n ends when a mate in n moves is found, or when the shortest mate
//     is longer.
//   - When there is no legal move the answer is bestmove (none).
//   - At the end of the input a search with limits is finished, others are
//     stopped.
//   - Scores are centipawns for the side to move; a mate is counted in moves.
//
// Moves are those of rules.Game.MoveText; rules.Position.ReadMove lists other
// spellings that are understood. Two commands go beyond the protocol, as in
// Stockfish: d shows the position, go perft n counts the leaves of the tree of
// legal moves.
package uci
