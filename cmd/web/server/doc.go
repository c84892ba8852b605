// Package server is the page of the program behind a server of its own: the files and
// the API of package web, and the runs of some folders.
//
//	GET  /                 the page; home.js says that there is a server
//	POST /api/METHOD       web.API
//	GET  /data/runs        the runs and their reports
//	GET  /data/run         a run: its game, configuration, players, results
//	GET  /data/games       the games of a run, by result, reason and length
//	GET  /data/game        a game, to be replayed
//	GET  /data/differences games of two runs with the same opening, and where they part
//	GET  /data/watch       a stream of events: results and values as games come in
//	GET  /report/...       the files of a report
//	GET  /data/jobs        the jobs of this server; POST starts one, DELETE ends one
//
// A run is named by the number of its folder among those given and its path below it.
// Names are looked up in the list of runs that are there, and files are opened through
// os.Root, so nothing outside the folders is read.
//
// # Security
//
// Every request must name a host by which the server is meant: a loopback name, the
// host that it listens on, the name of the machine, or an address. Thus no web page can
// reach it under a name of its own (DNS rebinding). Requests that change or start
// something are refused if they come from another page (http.CrossOriginProtection), and
// so are pictures, scripts and data that another page asks for.
//
// If the server listens on anything but a loopback address, a request that starts work
// needs a token, which a browser gets as a cookie by the address with ?token=, and
// other programs send as Authorization: Bearer.
//
// Pages have a Content-Security-Policy without inline scripts. A report may run the one
// script that replays games, in a sandbox.
//
// Requests are limited in size, in number at a time, and in time. Jobs end with the
// server; what they have played is kept, and the same job goes on from there.
package server
