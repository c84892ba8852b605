// Package pgn reads and writes games as PGN (Portable Game Notation) text.
//
// # Writing
//
// Moves are in SAN. Behind each move stands what the player noted of it, as
// cutechess and fastchess write it: {+0.31 0.520s} is a score in pawns, as the
// side that moved sees it, and the time of the move; without a clock there is no
// time. {+M5} is a mate in five plies, {-M4} being mated in four. Random moves
// have no comment. Nothing depends on date or place, so those tags are unknown.
//
// Besides the usual tags there are
//
//	Round        round, pair and game in the pair: 1.23.0
//	Variant      the game
//	FEN, SetUp   the position before the first move, always; pieces that wait
//	             outside the board are part of it
//	RandomPlies  how many of the first moves were drawn at random
//	Termination  normal, adjudication, time forfeit, illegal move or abandoned
//	Reason       why the game ended, exactly
//	Detail       more about it, if there is more
//
// # Reading
//
// The Reader gives games of Write back exactly. Of games by other programs it
// reads moves in SAN or coordinates, results, positions, scores and times in
// comments ({+0.31/12 0.52s}, [%eval 0.31], [%emt 0:00:05]); it skips
// variations, annotations, other comments and lines that begin with %. Tags may
// be missing, line ends be of any kind. A game that cannot be read is a
// GameError with line, number and ply, and the next one can be read. Memory is
// that of one game.
package pgn
