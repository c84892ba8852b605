// Package experiments answers questions by playing games and fitting them, and
// writes the answers down.
//
// Estimate asks what the pieces of a game are worth. It runs the loop
//
//	tuned weights or mobility prior → play → fit → play → … → play with frozen values → fit
//
// The rounds before the last only teach the engine what its pieces are worth.
// After each, the values that it plays with move part of the way to the fitted
// ones, in logarithms, and the rounds end early when in two of them in a row
// no value is more than its standard error away from the fitted one. The last round is played with frozen values, and
// only its games are reported, so no game is used both to choose values and to
// measure them.
//
// A run lives in one folder: the configuration, the games, the weights the
// engine played with, and the report with its tables and pictures. The same
// configuration gives the same games and the same values, whatever the number
// of workers and however often the run was interrupted.
package experiments
