// Package player gives the players of a match one interface: the engine of this
// program, other programs that speak UCI or CECP, and a player that moves at random.
//
// A Spec specifies a player and how long it may think, as plain data. It is read from a string such as
//
//	engine:nodes=600,no-null-move
//	uci:/usr/games/stockfish,option.Skill Level=3,tc=10+0.1
//	random
//
// by Parse, or from a table of a TOML file by Load. Enter checks it for a game; the
// Entrant then starts players, each of which plays one game at a time.
//
// # Limits
//
// Nodes and depth do not depend on the host: games of players with such limits are
// the same on every machine and under any load. Games of players with time limits
// are not. A clock starts with Time and gains Increment after each move and
// Time after every Moves moves. A player may overdraw it by Margin in total without
// losing.
//
// # Errors
//
// A player's fault is an *external.Fault. After it, NewGame starts the program
// again if necessary. All other errors, such as those that wrap
// external.ErrInexpressible, say that the match cannot be played as configured.
package player
