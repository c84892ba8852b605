// Package run plays the games of experiments: it has the players, the weights with which they
// start, and the one loop over the parts of a run.
//
// # Players
//
// A panel is a list of players in text form. Enter prepares one of them, Deal divides pairs of
// games among them.
//
// # Parts
//
// A plan is a list of parts. A Part specifies which players play which games in which folder; Play
// plays the games that the folder lacks, alone, as a shard or by a hub, announces the part to the
// events, and hands all its games to the reader of the part. The same plan gives the same games for
// any crew and after any interruption. Pairs of which both games repeat others are left out,
// because copies are no evidence, and counted.
//
// That the shard of this machine is played and other games are missing (match.ErrPartial) does not
// end a plan, because its other parts also have games for this machine. Each and All treat other
// lists, such as of whole runs, in the same way.
package run
