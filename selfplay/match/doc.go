// Package match plays games between players and judges them.
//
// # One game
//
// A Referee plays a game: it asks the two players for moves in turn, runs their clocks, and ends
// the game by the rules, by the length limit, by adjudication if configured, or because of a
// player's action. The record gives the reason.
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
// Run plays all pairs of a Config. The two games of a pair have the same opening, with
// colours exchanged. If both players have the same settings, the second game would repeat
// the first, so the opening is mirrored instead; where the sides have different armies or
// rules, another opening is drawn. In a tournament the pairings take turns,
// pair by pair, and each opening is played by all pairings before the next one.
//
// Each worker has its own instance of each player; another program is then a
// process. The collector stores games as they end, several in a transaction if
// they come faster than it writes, and counts pairs in the order of their
// numbers. A sequential test therefore ends with the same pair for any
// number of workers and after any number of interruptions. Later pairs that
// were already being played stay in the store but do not count. Games of players
// limited by nodes or depth depend only on the configuration and their place in
// the run; games of players limited by time also depend on the host.
//
// # Self-play
//
// Self-play is a match of one player, usually the engine at a fixed number of nodes a
// move, which plays both sides. In game 0 of a pair White has army A and Black army B;
// in game 1 White has B and Black A, every piece on the mirrored square. White moves first
// in both, so over a pair neither army has the advantage of the first move. A game is a
// function of the rules, the configuration, the weights, its round and its place in the
// round. Games are not adjudicated.
//
// Where the armies of a game differ, each side keeps its own: see package opening. The two games of
// a pair then have openings of their own, and White's score is the score of White's army and the
// first move together.
//
// Comparing the score of a game with the difference between the starting armies
// gives piece values that are not biased by what happens during the game. Games that
// start balanced understate values, because material is then only won for
// compensation.
//
// # Programs that fail
//
// A fault during a game is a loss. A program that is down, or in a doubtful state, is
// restarted before its next game. A game that could not begin because of a fault is tried
// again. The run ends after MaxFaults faults of one player, or after as many games in a
// row that it loses on time, and at once if a player cannot be started at all.
package match
