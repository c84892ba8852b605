// Package hub lets workers in other processes, on this machine and on others, play the
// games of a run.
//
// Messages go through a NATS server, either one elsewhere or one inside the process of the run. The
// store of the run knows which games are missing, and the hub keeps in memory which worker plays
// which. Each subject begins with the key of the worker that sends on it:
//
//	bestiary.KEY.next.REVISION  asks for a range of pairs to play
//	bestiary.KEY.revision       asks for the hub's revision of the engine
//	bestiary.KEY.job.JOB        asks for a part of what a worker needs to know of a run
//	bestiary.KEY.beat.JOB       says that a range is still played, or is given back
//	bestiary.KEY.result.JOB     hands in the games of a range
//
// JOB is the SHA-256 of the job. Ranges take some seconds each. A worker takes a range, regularly
// reports that it is still playing, and sends the result until the hub answers, which it does when
// the games are in the store. A worker that falls silent loses the range to another one. After
// MaxDeliver workers have failed, the pairs of the range are handed out one by one, and a pair that
// this many workers cannot play ends the run with an error that names it. Whatever is killed, a
// range without a stored result is played again, and the store counts a pair once.
//
// One worker cannot use up the deliveries, since it counts once for each range. It can hold 1024
// ranges; those that it holds for long are given to a second worker, and work goes first to workers
// that hold little and do not fail. One that asks for more gets no answer, and one that continues,
// or floods the hub in another way, is banned; what a banned worker sends is dropped unread.
//
// # Trust
//
// A worker connects with a key (Ed25519, as an nkey) that it makes when it starts. The
// server lets it send under that key and read its own inbox only, and keeps nothing. The
// hub answers on that inbox alone, whatever reply subject a worker names. Results are
// decoded game by game, no further than a range allows. The hub accepts the games of a
// result after replaying their moves by the rules, from the opening that belongs to their
// place in the run. It also replays a random share of the games, and one game of each
// worker's first result. The store keeps the key of the worker with each range. A worker
// whose game differs is named and banned, and all its games are discarded and played again:
// Run.Play drops them before it counts games.
//
// A server that listens to other machines requires TLS and a token. The line that starts
// workers contains the token and the fingerprint of the certificate, which is created by
// the first start. Who may send and read what on a server elsewhere is up to its settings.
package hub
