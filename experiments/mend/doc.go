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
// All candidates play games at the two lowest strengths. After each round those whose whole interval
// misses the target are out, and so are those that are even only because few games are decided. The
// better half of the rest goes on after the first round and the best third after each further one,
// by the mean over the games at both strengths, until a few are left. The intervals hold at any number
// of games. The unchanged game takes part, and is out only by its interval. When the race is over it plays on
// alone until that says whether it reaches the target.
//
// # Confirmation
//
// The best of many candidates is lucky. So the last ones that seem to reach the target, the smallest
// first, play fresh games, from openings of another seed, at the two highest strengths until one is
// confirmed. Only these games decide. If none is confirmed, up to two whose estimates reach the target,
// though their intervals do not, play four times as many games for a second look. The error of the
// level is divided among all looks, so that an edit that misses the target is confirmed with at most
// this probability. If there is still no answer, pairs of edits race in the same way: those that should
// come nearest if the effects of single edits add up.
//
// # Weights
//
// Where nobody has tuned weights, the players learn the unchanged game before the race. Kinds that
// an edit changes have the values of the mobility prior in the race; for the confirmation a game with
// other kinds is learned anew.
//
// A search is a function of its configuration. Each candidate has its folder, named by the hash of
// its rules, so a search that was interrupted goes on.
package mend
