// Package xboard lets XBoard, WinBoard and other programs use the engine by the
// Chess Engine Communication Protocol (CECP), version 2.
//
// Games other than chess are presented as engine-defined variants: variant NAME
// is answered by a setup line with the board and by a piece line in Betza's
// notation for each kind of piece. Where that notation cannot say on which part
// of the board a move is allowed, the line says more than the rules allow, and
// the engine objects to what is not legal.
//
// Moves are those of rules.Game.MoveText, except that ranks count from 0 on boards
// of ten ranks, as XBoard has it; en-passant squares in FENs likewise. Package
// squares converts them. rules.Position.ReadMove lists other spellings that are
// understood. XBoard's board has no place for pieces that wait outside: games that
// place them can be played by other programs, and from positions without waiting
// pieces by XBoard.
//
// Where the protocol leaves something open: there is no pondering; an engine on
// move answers ping after its move; a draw is accepted when the engine's last
// score is a quarter of a pawn below 0 or worse; results are claimed only in
// games that the engine plays; at the end of the input the engine makes the move
// that it is thinking about.
package xboard
