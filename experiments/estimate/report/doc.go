// Package report writes the answers of estimates and odds matches into the folders
// of their runs: a page for a browser (report.html) and for a repository (report.md)
// with pictures in charts/, the numbers for other programs (values.csv
// and run.json, or odds.csv), and the weights that the engine played with
// (weights.toml).
//
// A page has two layers. The body is for the designer of a game: the answer in a few
// sentences, the pieces in tiers, the board, every piece with its moves and its
// value. The appendix is for a reader who doubts the answer: method, checks, other
// estimates, charts of the games. A value whose interval is too wide for a number is
// "cannot tell" in the body; the appendix has its numbers.
//
// All files depend only on the result and the version of the program, so a run that
// is repeated writes the same bytes.
package report
