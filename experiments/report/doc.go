// Package report writes the answer of an experiment into its folder: a page for
// a browser (report.html, with its pictures inside), the same for a repository
// (report.md), the figures for other programs (values.csv, run.json), the
// weights that the engine played with (weights.toml) and the pictures as SVG
// and PNG (charts/).
//
// All files depend on nothing but the result and the version of the program,
// so that a run that is repeated writes the same bytes.
package report
