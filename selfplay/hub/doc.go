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
// MaxDeliver machines have failed, only the workers of this process play the range. If there are none,
// its pairs are handed out one by one, and a pair that this many machines with games of the run cannot
// play ends the run with an error that names it. Whatever is killed, a range without a stored result
// is played again, and the store counts a pair once.
//
// One machine cannot use up the deliveries, since it counts once for each range. A worker can hold 1024
// ranges; those that it holds for long are given to a second worker, and work goes first to workers
// that hold little and do not fail. One that asks for more gets no answer, and one that continues,
// or floods the hub in another way, is banned; what a banned worker sends is dropped unread, and so
// is what comes from an address that sends too much.
//
// # Trust
//
// A worker connects with a key (Ed25519, as an nkey) that it makes when it starts. The
// server lets it send under that key and read its own inbox only, and keeps nothing. The
// hub answers on that inbox alone, whatever reply subject a worker names. Results are
// decoded game by game, no further than a range allows. The hub accepts the games of a
// result after replaying their moves by the rules, from the opening that belongs to their
// place in the run. It also plays games again: at first all of a machine, later a share that falls
// with the number of accepted games. The store keeps the key of the worker with each range. A worker
// whose game differs is named and banned with its machine, and what that has played is discarded
// or played again: Run.Play does so before it counts games.
//
// A server that listens to other machines requires TLS and a token. The line that starts the
// workers of a machine contains its token and the fingerprint of the certificate, which is created by
// the first start. KEY then begins with the number of the token: all keys with this number are the same
// machine. Without tokens each key is a machine. Who may send and read what on a server elsewhere
// is up to its settings.
package hub
