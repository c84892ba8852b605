// Package review looks at a game as its designer would before publishing it.
//
// Run plays in a folder, from which the same call continues after an interruption:
//
//   - games at several strengths, which say who wins (package balance), in the folder balance;
//   - games of the engine against itself from the array, in the folder games;
//   - a quick estimate of what the pieces are worth, in the folder values;
//   - a tournament of the engine at several numbers of nodes a move, in the folder
//     levels.
//
// It also examines the array itself (Array), and solves by retrograde analysis whether
// each piece mates with its king alone (package endgame), in games that only a mate wins.
//
// # Checks
//
// A Check asks one question about the design. Those about games have a range that is
// considered sound, and are judged by intervals: a check fails if the interval lies
// outside the range, passes if it lies inside, and else cannot tell. The ranges are
// conventions, stated beside the answer; a designer may have reasons for a game that
// fails one. What a search sees and what the games score are read together, so that the page
// never gives two verdicts on one question. A check that has no meaning in the game is not
// asked. Scores and shares are of games at the given number of nodes: stronger
// players may find what the engine does not.
//
// # Typical games
//
// For each result, the typical game is the one whose length is the median of the games
// with this result; among equals, the first. The shortest game that ends in mate is
// shown too.
package review
