// Package hub lets workers in other processes, on this machine and on others, play the
// games of a run.
//
// It is built on NATS JetStream, either a server elsewhere or one inside the process of the
// run that keeps its files in the folder of the run. The store of the run knows which
// games are missing; the hub only carries work to the workers and results back, in two
// streams:
//
//	bestiary-work     bestiary.work.REVISION.JOB.FIRST-COUNT  a range of pairs to play
//	                  bestiary.job.JOB.PART                   what a worker needs to know of a run
//	bestiary-results  bestiary.result.JOB.KEY.FIRST-COUNT     the games of a range, by a worker
//	                  bestiary.ban.KEY                        a worker that has altered games
//
// JOB is the SHA-256 of the job. Ranges take some seconds each and form a work queue: a
// worker takes a range, regularly reports that it is still playing, stores the result and
// then acknowledges the work. If it ends before that, the range goes to another worker.
// After MaxDeliver deliveries the pairs of the range are handed out one by one, and a pair
// that no worker can play ends the run with an error that names it. Work and results may
// be delivered more than once: the store counts a pair once.
//
// # Trust
//
// A worker connects with a key (Ed25519, as an nkey) that it makes when it starts, and the
// server lets it publish results under that key only. The hub accepts the games of a
// result after replaying their moves by the rules, from the opening that belongs to their
// place in the run. It also replays a random share of the games, and one game of each
// worker's first result. A worker whose game differs is named and banned, and all its
// games are discarded and played again: Run.Play drops them before it counts games.
//
// A server that listens to other machines requires TLS and a token. The line that starts
// workers contains the token and the fingerprint of the certificate, which is created by
// the first start. Workers may take work, read jobs and store results, and nothing else.
package hub
