// Package estimate measures the worth of a game's pieces, by values and by odds matches.
//
// # Values
//
// Run plays the loop
//
//	tuned weights or mobility prior → play → fit → play → … → play with frozen values → fit
//
// The rounds before the last only teach the engine what its pieces are worth. After each,
// the playing values move part of the way to the fitted ones, in logarithms; untuned
// weights are fitted as a whole. The rounds end early if twice in a row every value is
// within one standard error of its fit. The last round is played with frozen values, and
// only its games are reported. No game is therefore used both to choose values and to
// measure them.
//
// Values are ranked in tiers that the data can distinguish; see RankedValue. Checks
// compares the measurement with known results. CannotTell reports whether an interval is
// too wide for a number.
//
// # Odds
//
// Odds measures the worth of exchanges of pieces by matches of one army against another, and
// CompareOdds compares them with the values.
//
// # Pages
//
// A page has two layers. Its body is for the designer of a game: the answer in a few sentences, the
// pieces in tiers, the board, every piece with its moves and its value. The appendix is for a
// reader who doubts the answer: settings, checks, other estimates, charts of the games. Its
// sentences are templates (*.tmpl). docs/values-method.md explains how values are fitted.
//
// # Folders
//
// A run lives in one folder: the configuration, the games, the weights the
// engine played with, and the report with its tables and pictures. The same
// configuration gives the same games and the same values for any number of workers and
// after any interruption.
package estimate
