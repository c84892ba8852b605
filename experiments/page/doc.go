// Package page builds the page that answers a question about a game. Estimates, odds
// matches, comparisons, claims and reviews share it.
//
// A [Page] has two layers. The body is for the designer of a game: the answer in a few
// sentences, warnings, figures and tables. The appendix is for readers who doubt the
// answer: more tables and charts, the method, and finally the facts of the run with the
// command that makes the page again.
package page
