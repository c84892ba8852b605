// Package mend looks for the smallest change of a game that makes it fair, or that brings its
// share of draws or its length below a bound.
//
// # Edits
//
// Candidates lists what may be changed: an Edit swaps two pieces of the array, moves one, lets
// a side begin with a move already made, gives a kind of piece an atom more or less, chooses
// another value of a rule, or lets the other side move first. Where the score is to change, an edit
// of the array or of a kind is for one army; where both sides begin alike and draws or
// length are to change, it is for both. Each edit has a size: 1, or 2 if it touches two pieces or
// makes a new kind. Games that are not valid, or that have the rules of a smaller edit, are left
// out.
//
// # Race
//
// All candidates play games at the two lowest strengths of package balance. After each round
// those whose whole interval misses the target are out, the best third of the rest goes on
// to twice as many games, and so on until a few are left. The intervals hold at any number of
// games. The unchanged game takes part, and is out only by its interval. If no candidate
// that is left seems to reach the target, the best single edits are combined in twos, and these
// race in the same way.
//
// # Confirmation
//
// The best of many candidates is lucky. So the last ones, the smallest first, play fresh games, from
// openings of another seed, at all strengths, as bestiary balance does, until one is confirmed. Only
// these games decide. The error of the level is divided among the last ones. If none is confirmed,
// the answer is the nearest that the games cannot rule out.
//
// A search is a function of its configuration. Each candidate has its folder, named by the hash of
// its rules, so a search that was interrupted goes on.
package mend
