// Package player gives the players of a match one face: the engine of this
// program, other programs that speak UCI or CECP, and one that moves at random.
//
// A Spec says who a player is and how long it may think, as plain data. It is
// read from a text such as
//
//	engine:nodes=600,no-null-move
//	uci:/usr/games/stockfish,option.Skill Level=3,tc=10+0.1
//	random
//
// by Parse, or from a table of a TOML file by Load. Enter checks it against a
// game; the Entrant then starts as many players of the kind as are wanted, one
// for each game at a time.
//
// # Limits
//
// Nodes and depth do not depend on the host: games of players with such limits
// are the same on each machine and at any load. Times do. A clock begins with
// Time, gets Increment behind each move, and Time again after Moves moves.
// Overdrawing by no more than Margin in all is no loss.
//
// # Errors
//
// What a player does wrong is an *external.Fault. After it, NewGame runs the
// program again where that is necessary. Errors that wrap
// external.ErrInexpressible, and all others, say that the match cannot be played
// as it is wanted.
package player
