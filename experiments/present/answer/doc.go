// Package answer is the page that answers a question about a game, the same for
// estimates, odds matches, comparisons, claims and reviews.
//
// A [Page] has two layers. The body is for the designer of a game: the answer in a few
// sentences, warnings, figures and tables. The appendix is for a reader who doubts the
// answer: more tables and charts, the method, and last the facts of the run with the
// command that makes the page again. What holds for all pages is decided here.
package answer
