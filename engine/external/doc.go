// Package external runs other programs as players: engines that speak UCI or
// CECP, the protocol of XBoard, version 2.
//
// # Conversation
//
// A Request is a FEN and the moves since, so that engines see repetitions. In
// UCI the whole is sent each time; in CECP what is new, with a synchronisation
// by ping before every go. Before an engine is asked for a move it has agreed to
// the game: UCI_Variant must offer it, the feature variants must list it. Games
// are called by their names in engine/variant, except that in CECP chess is
// normal and falcon-chess is falcon; Config.Variant says otherwise.
//
// Positions are sent in the FEN of engine/rules: the symbols of the pieces are
// those of the game, castling rights are KQkq, captured pieces that can be
// promoted to are left out where they follow from the board. Moves are
// coordinates with the promotion in lower case; castling is the king's move.
// In CECP ranks count from 0 on boards of exactly ten ranks, in moves, en-passant
// squares and positions entered piece by piece; see engine/protocol/squares.
// Moves that other programs have no text for, such as the placing of waiting
// pieces, become part of the FEN; a request that still cannot be told wraps
// ErrInexpressible.
//
// Limits: UCI takes all of Limit. CECP takes depth and time. It has whole seconds
// a move only, so other times are given as a clock for one move, which an engine
// may use in part. Nodes cannot be said. An engine that ignores a limit of depth
// has Config.MoveTimeout as its time.
//
// # Faults
//
// Whatever an engine does wrong is a Fault with a kind of its own; unknown lines
// are no fault. Standard error is read all the time, a line is kept up to 64
// KiB. A Fault that ends the engine, and the end of a context, kill it with all
// processes of its group (on Unix; elsewhere its children are left); Restart runs
// it again. Nothing is left behind after Close.
//
// Some things cannot be noticed: a UCI engine does not say when it takes a
// position for another one. What it then plays is likely to be illegal.
//
// # Games that an engine does not know
//
// With Config.VariantFile the game is written to a variants.ini for the family
// of Fairy-Stockfish. Such programs ignore what they do not understand, so the
// legal moves of both are compared in 32 positions of random games before the
// first move; the command for it is go perft 1. The file cannot describe every
// game: Start then says which rules are left out. Rules of draws are not
// compared.
//
// # Programs
//
// What trials with programs showed:
//
//   - Stockfish 15.1: chess.
//   - Fairy-Stockfish 11.1: chess, capablanca, grand and shatranj under their
//     names; cannon-chess, like other games of pieces that it knows, by variant
//     file. Its own pieces cannot be described to this version: it ignores or
//     crashes on falcons. In shatranj it ends the game when a king is bare, which
//     is a Fault of the kind NoMove where the game goes on here.
//   - Sjaak II 1.4.1: chess, capablanca, grand and shatranj by UCI, grand by CECP
//     as well. In shatranj it may hang once a king is bare.
//   - Fairy-Max 5.0b: CECP only, without setboard: positions other than the start
//     are entered piece by piece, which loses the n-move counter and needs the
//     castling rights that the places of king and rook suggest. It plays chess,
//     shatranj, capablanca and, with castling = orthodox and castling-king-steps
//     = 3, falcon-chess; for promotion to queens set falcon-promotion = qrnbf. It
//     does not read input while it thinks: out of time, it is killed.
//   - GNU Chess 6.2.7: by UCI, with the argument --uci. By CECP it may leave
//     commands unread that come quickly after another.
package external
