// Package pgn reads and writes games as PGN (Portable Game Notation) text.
//
// # Writing
//
// Moves are in SAN. A comment after each move is in the form of cutechess and
// fastchess: {+0.67/12 0.145s} is a score in pawns from the mover's point of view, the
// depth of the search and the time of the move. {+M5/9} is a mate in five plies,
// {-M4/9} being mated in four. The depth is 0 if no depth was completed or it was not
// recorded, as in self-play. Moves that no player has chosen, drawn at random or from a
// book, have the comment {book}. The output of Write and Export does not depend on date or place, so
// these tags are unknown; a Live file, to which games are added as they end, has dates.
//
// Besides the usual tags there are
//
//	TimeControl  of the players, or WhiteTimeControl and BlackTimeControl
//	Round        round, pair and game in the pair: 1.23.0
//	Variant      the game
//	FEN, SetUp   the position before the first move, always; pieces that wait
//	             outside the board are part of it
//	RandomPlies  how many of the first moves were drawn at random
//	Termination  normal, adjudication, time forfeit, illegal move, rules infraction or abandoned
//	Reason       why the game ended, exactly
//	Detail       more about it, if known
//
// # Reading
//
// The Reader returns games written by Write exactly as they were. From games of other
// programs it reads moves in SAN or coordinates, results, positions, and scores, depths
// and times in comments ({+0.31/12 0.52s}, [%eval 0.31], [%emt 0:00:05]); it skips
// variations, annotations, other comments and lines that begin with %. NextTree reads
// variations and notes as well, and WriteTree writes them. Tags may be
// missing, and line ends may be of any kind. A game that cannot be read is a
// GameError with line, number and ply; the next game can still be read. The Reader
// keeps one game in memory.
package pgn
