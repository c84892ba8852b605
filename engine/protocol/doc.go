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
// The option UCI_Variant chooses the game. Where the protocol leaves something
// open:
//
//   - Options and positions may come at any time; they take effect with the next
//     go. A go during a search with limits waits until that is answered, with all
//     commands after it, apart from isready, stop and quit. A go during any other
//     search ends that search first.
//   - An illegal position leaves the previous one in place. Unknown
//     commands, values out of range and files that cannot be read are answered
//     by an info string.
//   - go without limits is go infinite. The best move of an infinite search, or
//     while pondering, waits for stop or ponderhit, even when there is nothing
//     left to search.
//   - go mate n ends when a mate in n moves is found, or when the shortest mate
//     is longer.
//   - When there is no legal move the answer is bestmove (none).
//   - At the end of the input a search with limits is finished and the commands that
//     wait are carried out; any other search is stopped.
//   - Scores are centipawns for the side to move; a mate is counted in moves.
//
// Two commands go beyond the protocol, as in Stockfish: d shows the position,
// go perft n counts the leaves of the tree of legal moves.
//
// # XBoard
//
// Games other than chess are engine-defined variants: variant NAME is answered by
// a setup line with the board and by a piece line in Betza's notation for each
// kind of piece. Where that notation cannot limit a move to a part of the board,
// the line says more than the rules allow, and the engine rejects illegal moves.
//
// Ranks count from 0 on boards of ten ranks, in moves and in the en-passant
// squares of FENs; type Ranks converts them. XBoard's board has no place for
// pieces that wait outside it: games that place them can be played by other
// programs, and by XBoard from positions without waiting pieces.
//
// Where the protocol leaves something open: there is no pondering; an engine on
// move answers ping after its move; a draw is accepted when the engine's last
// score is a quarter of a pawn below 0 or worse; results are claimed only in
// games that the engine plays; at the end of the input the engine moves at once,
// unless the search has a limit of depth, which it finishes.
package protocol
