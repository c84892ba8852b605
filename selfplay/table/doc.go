// Package table writes the games of a run as tables for statistics programs: CSV
// with a header, or Parquet. The files depend on nothing but the run.
//
// # Games, one row each
//
//	round, pair, game     the place in the run; game is 0 or 1
//	white, black          names of the players
//	variant, fen          the game and the position before the first move
//	random_plies, plies   how many moves were drawn at random, and all of them
//	result, white_score   1-0, 0-1 or 1/2-1/2; 1, 0 or 0.5
//	reason, detail        why it ended, and more about it
//	moves                 coordinates, separated by spaces
//	scores                centipawns for White, a number a move
//	times_ms              milliseconds, a number a move; none without a clock
//
// # Positions, one row each
//
//	round, pair, game, ply   ply counts the moves before the position
//	fen, side                side is w or b, the one to move
//	move                     the move that was played
//	score                    what the player expected, in centipawns for White;
//	                         null before random moves
//	time_ms                  of the move; null without a clock
//	plies, result, white_score, reason
//	                         of the game
//	white_PIECE, black_PIECE how many a side has, on the board, waiting or in
//	                         hand; for each kind of piece but the royal one, with
//	                         _ for - in its name; score_ for a piece called
//	                         score
//
// In CSV a null is an empty field and lists are separated by spaces; in Parquet
// they are lists of integers. Parquet files are compressed with Zstandard and
// name the game and the configuration of the run in their metadata
// (bestiary.game, bestiary.config).
package table
