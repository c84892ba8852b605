// Package external runs other programs as players: engines that speak UCI or
// CECP, the protocol of XBoard, version 2.
//
// An Engine is a process with a conversation in one Protocol. A protocol is a
// driver and a type that implements conversation, in files of its own (uci*.go,
// xboard*.go), and an entry in drivers. Processes, lines, time limits, moves and
// faults are the same for all.
//
// # Conversation
//
// A Request is a FEN and the moves since, so that engines see repetitions. UCI
// engines get all of it each time; CECP engines get what is new, and a ping
// before every go. An engine is asked for a move only after it has agreed to the
// game: UCI_Variant or the feature variants must offer it. Games are called by
// their names in engine/variant, except that in CECP chess is normal and
// falcon-chess is falcon; Config.Variant sets another name.
//
// Positions are sent in the FEN of engine/rules: pieces have the symbols of the
// game, castling rights are KQkq, captured pieces that can be promoted to are
// left out where they follow from the board. Moves are coordinates with the
// promotion in lower case; castling is the king's move. In CECP ranks count
// from 0 on boards of exactly ten ranks, in moves, en-passant squares and
// positions entered piece by piece; see protocol.Ranks. Moves that
// have no text in other programs, such as the placing of waiting pieces, become
// part of the FEN. A request that still cannot be expressed wraps
// ErrInexpressible.
//
// With Config.Ponder, a UCI engine is sent go ponder after each move for which it names the
// expected reply, and ponderhit or stop when the opponent has moved. Its clock runs from then.
//
// UCI takes all of Limit. CECP takes depth and time, but not nodes. Its time for
// a move is in whole seconds, so other times are given as a clock for one move,
// of which an engine may use only a part. An engine that ignores a limit of depth
// is stopped after Config.MoveTimeout.
//
// # Faults
//
// Whatever an engine does wrong is a Fault with a kind of its own; unknown
// lines are not faults. Standard error is always read; of each line at most 64
// KiB are kept. A Fault that ends the engine, and the end of a context, kill
// the engine with all processes of its group (on Unix; elsewhere its children
// survive). Restart runs it again. Close leaves no process, goroutine or file
// behind.
//
// Some faults cannot be noticed: a UCI engine does not say when it misreads a
// position. The move that it then plays is likely to be illegal.
//
// # Games that an engine does not know
//
// With Config.VariantFile the game is written to a variants.ini for the family
// of Fairy-Stockfish. Such programs ignore what they do not understand, so
// before the first move the legal moves of both are compared in 32 positions of
// random games, with the command go perft 1. The file cannot describe every
// game; Start then returns an error that lists the rules that are lost. Draw
// rules are not compared.
//
// docs/matches.md lists the programs that we have tried.
package external
