// Package table writes the games of a run as tables for statistics programs, as CSV
// with a header or as Parquet. The files depend only on the run.
//
// A table has a row for each game or for each position. Its columns are described
// once, in a list of columns from which both formats are made; docs/games.md explains
// each of them in the same words.
//
// In CSV a null is an empty field and lists are separated by spaces; in Parquet they
// are lists of integers. Parquet files are compressed with Zstandard and name the
// game and the configuration of the run in their metadata (bestiary.game,
// bestiary.config).
package table
