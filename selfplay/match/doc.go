// Package match plays games between players and judges them.
//
// # One game
//
// A Referee plays a game: it asks the two players for moves in turn, runs their
// clocks, and ends the game by the rules, by the length limit, by adjudication if
// it is asked to, or because of what a player does. The record says why.
//
//	by the rules               checkmate, stalemate, repetition, … (engine/rules)
//	LengthLimit                a draw after MaxPlies
//	DrawAdjudication           see DrawRule
//	ResignAdjudication         see ResignRule
//	DrawAgreed, Resignation    said by the players
//	TimeForfeit                a clock was overdrawn by more than its margin
//	IllegalMove, FalseClaim    the player's move or claim is against the rules
//	NoAnswer, Crash, Refusal   it hung or did not move; it ended; it refused the
//	                           position
//
// A player that is at fault loses. The detail of the record describes the fault.
//
// # A run
//
// Run plays all pairs of a Config. The two games of a pair have one opening; the
// players exchange colours. If both players have the same settings, the second
// game would repeat the first, so the opening is mirrored instead. In a
// tournament the pairings take turns, pair by pair, and each opening is played by
// all pairings before the next one.
//
// Each worker has its own instance of each player; another program is then a
// process. The collector stores games as they end, several in a transaction if
// they come faster than it writes, and counts pairs in the order of their
// numbers. A sequential test therefore ends with the same pair whatever the
// number of workers and however often the run was interrupted. Later pairs that
// were already being played stay in the store but do not count. Games of players
// limited by nodes or depth depend only on the configuration and their place in
// the run; games of players limited by time also depend on the host.
//
// # Self-play
//
// Self-play is a match of one player, usually the engine at a fixed number of nodes a
// move, which sits on both sides. In game 0 of a pair White has army A and Black army B;
// in game 1 White has B and Black A, every piece on the mirrored square. White moves first
// in both, so over a pair neither army has the advantage of the first move. A game is a
// function of the rules, the configuration, the weights, its round and its place in the
// round. There is no adjudication by score.
//
// Comparing the score of a game with the difference between the starting armies
// gives piece values without a bias from what happened during the game. Games that
// start balanced understate values, because in them material is only won for
// compensation.
//
// # Programs that fail
//
// A fault during a game is a loss. A program that is down, or may be confused, is
// started again before its next game. A game whose first move was never asked for
// because of a fault is tried again. The run ends after MaxFaults faults of one
// player, not counting time forfeits, and at once if a player cannot be started at
// all.
package match
