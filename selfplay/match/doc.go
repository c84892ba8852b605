// Package match plays games between players and judges them.
//
// # One game
//
// A Referee plays a game: it asks the two players for moves in turn, runs their
// clocks, and ends the game by the rules, by the length limit, by adjudication if
// that is wanted, or because of what a player does. The record says why.
//
//	by the rules               checkmate, stalemate, repetition, … (engine/rules)
//	LengthLimit                a draw after MaxPlies
//	DrawAdjudication           see DrawRule
//	ResignAdjudication         see ResignRule
//	DrawAgreed, Resignation    said by the players
//	TimeForfeit                a clock was overdrawn by more than its margin
//	IllegalMove, FalseClaim    what the player said is against the rules
//	NoAnswer, Crash, Refusal   it hung or did not move; it ended; it did not accept
//	                           a position
//
// A player that is at fault loses. The detail of the record is what is known
// about the fault.
//
// # A run
//
// Run plays all pairs of a Config. The games of pair i have one opening; the
// players exchange colours. If the two play alike, so that the second game would
// be the first again, the opening is mirrored instead. In a tournament the pairings
// take turns, pair by pair, and each opening is played by all pairings before the
// next one.
//
// Workers play games, each with its own instance of each player: a process, for
// another program. The collector stores games as they end, several in a
// transaction if they come faster than it writes, and judges pairs in the order
// of their numbers. So whatever the number of workers and however often a run was
// interrupted, a sequential test ends with the same pair. Games of later pairs,
// which were played while it was not yet known that they are not needed, stay in
// the store but count nowhere. Games of players that are limited by nodes or depth
// depend on nothing but configuration and place; those limited by time depend on
// the host.
//
// # Programs that fail
//
// A fault during a game is a loss; a program that is down, or may be confused, is
// run again before its next game. A fault before the first move of a game is
// tried again. The run ends after MaxFaults faults of one player, time forfeits
// aside, and at once if a player cannot be started in the first place.
package match
