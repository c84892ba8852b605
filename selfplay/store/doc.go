// Package store keeps the games of a run.
//
// A run is a folder with one SQLite file, games.db. Put and PutAll return once a game is committed,
// so a killed run loses only the games in progress, and the next run plays the missing games. A
// commit survives the end of the process at any moment. If the machine fails, the latest commits
// may be lost, but the database stays intact (write-ahead log, synchronous = normal). One process
// at a time can write: it holds a lock on an empty database, games.lock. Readers open the database
// without writing, and work alongside the writer. Close leaves the database without a write-ahead
// log, so that a reader need not create any files.
//
// A database is checked completely when it is opened: its structure, the agreement of the
// indexes with the games, and the checksum of the description of the run. That takes about
// 3 ms for 200 kB, 60 ms for 8 MB, half a second for 64 MB and eight seconds for 1 GB. A process
// checks a file again only if it has changed. Each game has a checksum, which is verified
// whenever the game is read. A command that is refused, because the run is another one,
// changes nothing.
//
// Store.Check reads everything and replays the games with Record.Check; Repair drops
// damaged games.
//
// # Schema, version 3
//
//	meta     key, value   the run: run.schema, run.config (JSON), run.game (the
//	                      game file), run.play (revision of the engine), run.seal
//	                      (checksum of all other texts and the players), and
//	                      texts that users of the package add
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
//	         depths                       a zigzag varint a move, or empty
//	         checksum                     of all other columns
//	authors  round, first, count          a range of pairs
//	         key, name                    the worker elsewhere that has played it; the
//	                                      table exists only if there is one
//
// The indexes outcomes and tallies answer lists and counts of results without
// reading the games. A database of another schema version is refused and left as it is.
//
// # Tables
//
// WriteGames and WritePositions write the games of runs as CSV with a header, for statistics
// programs. A null is an empty field, and lists are separated by spaces. The columns are described
// once; docs/games.md explains each of them in the same words.
package store
