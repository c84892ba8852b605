// Package report writes the results of experiments into their folders: a page for a browser
// (report.html) and for a repository (report.md) with pictures in charts/, and the numbers for
// other programs (experiment.json, verdicts.csv and, where an experiment shows placements,
// placements.csv). It also writes the tables of all results that are published in a folder.
//
// The body of a page has the verdict, the sentences of the author with what was found, the
// board and a chart of the verdicts. The appendix has the tests, the players, the tables and
// charts that the experiment asks for, and the method.
package report
