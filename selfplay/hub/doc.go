// Package hub has the games of a run played by workers in other processes, on this and on
// other machines.
//
// The engine for this is NATS JetStream: a server elsewhere, or one inside the process of
// the run, whose files are in the folder of the run. What a worker needs to know of a run
// is a job in an object store, under its SHA-256. Work is a work-queue stream of ranges of
// pairs, some seconds each.
//
//	bestiary.work.REVISION.JOB.FIRST-COUNT    a range of pairs to play
//	bestiary.result.JOB.FIRST-COUNT           its games
//
// A worker takes a range, says now and then that it is still playing, stores the result
// and then acknowledges the work. If it ends without that, the range goes to another
// worker; after MaxDeliver deliveries the pairs of the range are handed out one by one,
// and a pair that no worker can play ends the run with an error that names it. There can
// be one result on a subject, and a second one is refused: so a range that was played
// twice counts once, whatever was killed when.
//
// # Trust
//
// A worker signs its results with a key (Ed25519, as an nkey) that it makes when it starts.
// The games of a result count after they have been played over by the rules, from the
// opening that their place in the run has. A random share of the games is played again,
// and one game of the first result of each worker. Which games these are depends on a
// secret of the hub. A worker whose game differs is banned, by name, and all that it has
// played is discarded and played again: Run.Play forgets it before it counts games.
//
// A server that listens to other machines wants TLS and a token. The line that workers are
// started with has the token and the fingerprint of the certificate, which is made by the
// first start. Workers may do nothing but take work, read jobs and store results.
package hub
