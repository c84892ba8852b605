// Package advise gives advice to the designer of a game.
//
// # Study
//
// Study answers what a designer asks of a game: what its pieces are worth, who wins, what is wrong with the design, and
// what to give for a piece. It plays for a time in a folder, the home of the game, from which the same call goes on:
//
//   - games between armies that differ (package estimate), in the folder values;
//   - games from the array at three strengths (package balance), in the folder balance; they also show the faults;
//   - matches at exchanges that are about fair by the first values, in the folder trades.
//
// Each kind is played in steps of half again as many games as the step before. The next step goes to the kind
// whose interval is furthest from its aim, if there is time for it. The answers are a function of the steps taken; time
// only decides how many there are.
//
// It also examines the array itself (Array), and solves by retrograde analysis whether each piece mates
// with its king alone (package endgame), in games that only a mate wins.
//
// A Check asks one question about the design. Those about games have a range that is considered
// sound, and are judged by intervals. The ranges are conventions, stated next to the answer. The
// result of a search and what the games score are read together, so that the page never gives two
// verdicts on one question. A check that has no meaning in the game is not asked.
//
// # Mending
//
// Mending looks for the smallest change of a game that makes it fair, or that brings its share of
// draws or its length below a bound. Candidates lists what may be changed: an Edit swaps two pieces
// of the array, moves one, lets a side begin with a move already made, gives a kind of piece an
// atom more or less, or lets the other side move first. Where the score is to change, an edit of
// the array or of a kind is for one army; where both sides begin alike and draws or length are to
// change, it is for both. Games that are not valid, or that have the rules of a smaller edit, are
// omitted.
//
// All candidates race at the two lowest strengths. After each round those whose whole interval
// misses the target are out, and so are those that are even only because few games are decided. The
// better half of the rest continues after the first round and the best third after each further
// one, until a few are left. The best of many candidates is lucky. So the last ones that seem to
// reach the target, the smallest first, play fresh games, from openings of another seed, at the two
// highest strengths until one is confirmed. Only these games decide. The error of the level is
// divided among these candidates, so that an edit that misses the target is confirmed with at most
// this probability.
//
// If there are no tuned weights, the players learn the unchanged game before the race. Kinds that
// an edit changes have the values of the mobility prior in the race; for the confirmation a game
// with other kinds is learned anew. A search is a function of its configuration. Each candidate has
// its folder, named by the hash of its rules, so an interrupted search can be resumed.
//
// # Trades
//
// A Trade is an exchange with the score that the values of a game predict, and Fair lists what is
// nearest to a fair exchange for a piece. Play plays one by the players of the values, and combines match and forecast.
//
// Where the armies differ, an exchange may be of a piece of one for a piece of the other. Then only one army can be ahead by
// it: one game of each pair has the exchange, the other begins from the arrays, and the score s of that army over both is
// shown as 2s - 1/2, which is one half plus what the exchange changes.
package advise
