// Package store keeps the games of a run.
//
// A run is a folder with one SQLite file, games.db. Put and PutAll return when a
// game is committed, so a killed run loses only games that were under way;
// whoever plays the run then plays the ones that are missing. A commit survives
// the end of the process at any moment; when the machine fails, the last ones
// may be lost, but the database stays whole (write-ahead log, synchronous =
// normal). One process at a time can have a store open for use.
//
// A database of up to 64 MB is read whole when it is opened, to see whether it is
// damaged. For a larger one that takes seconds, so it is done only when the last
// use did not end with Close; otherwise schema and length are looked at, and
// damage is an error when the games are read. Store.Check looks everywhere.
//
// # Schema, version 2
//
//	meta     key, value   the run: run.schema, run.config (JSON, resolved),
//	                      run.game (the game file), run.play (revision of the
//	                      engine), and texts that users of the package add
//	players  id, name, config (JSON)
//	games    round, pair, game (0 or 1)   the key
//	         white, black                 ids of players
//	         fen                          the position before the first move
//	         random_plies, plies
//	         moves                        coordinate text, separated by spaces
//	         scores                       a zigzag varint a move: centipawns for White
//	         times                        a zigzag varint a move: milliseconds; empty
//	                                      where games do not depend on time
//	         result, reason, detail       1-0, 0-1 or 1/2-1/2; why; more about it
//
// The indexes outcomes and tallies hold what lists and counts of results ask
// for. Version 1 had no players, times and details; a store of that version is
// brought up to date when it is opened.
package store
