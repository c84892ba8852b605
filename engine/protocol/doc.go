// Package protocol lets other programs use the engine, by the Universal Chess
// Interface (UCI) or by the Chess Engine Communication Protocol of XBoard and
// WinBoard (CECP, version 2).
//
// A Protocol is a table of commands over a conversation, which has a session, an
// output and options. Protocol.Run reads lines, looks up the first word in the
// table, and reports the end of each search; it is the only goroutine that
// changes the session. A protocol is a type that implements speaker, and an entry
// in All. Options belong to all protocols; each writes them in its own syntax.
//
// Moves are written as by rules.Game.MoveText; rules.Position.ReadMove lists
// other spellings that are understood.
//
// # UCI
//
// docs/engine.md lists the options and says what happens where the protocol leaves
// something open. Beyond that:
//
//   - go without limits is go infinite. The best move of an infinite search, or
//     while pondering, waits for stop or ponderhit, even when there is nothing
//     left to search.
//   - go mate n ends when a mate in n moves is found, or when the shortest mate
//     is longer.
//   - Scores are centipawns for the side to move; a mate is counted in moves.
//
// # XBoard
//
// Ranks count from 0 on boards of ten ranks, in moves and in the en-passant
// squares of FENs; type Ranks converts them. An engine on move answers ping after its
// move; a draw is accepted when the engine's last score is a quarter of a pawn below 0
// or worse.
package protocol
