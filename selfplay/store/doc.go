// Package store keeps the games of a run.
//
// A run is a folder with one SQLite file, games.db. Each game is committed as
// it ends, so a killed run loses only games that were under way; whoever plays
// the run then plays the ones that are missing. One process at a time can have
// a store open for use.
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
// The index outcomes holds what counts of results ask for. Version 1 had no
// players, times and details; a store of that version is brought up to date
// when it is opened.
package store
