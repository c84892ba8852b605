// Package server serves the page of the program: the files and the API of package web, and
// the runs of some folders.
//
//	GET  /                 the page; home.js says that there is a server
//	POST /api/METHOD       web.API
//	GET  /data/runs        the runs and their reports
//	GET  /data/run         a run: its game, configuration, players, results
//	GET  /data/games       the games of a run, by result, reason and length
//	GET  /data/game        a game to replay
//	GET  /data/differences games of two runs with the same opening, and where they differ
//	GET  /data/watch       a stream of events: results and values as games come in
//	GET  /report/...       the files of a report
//	GET  /data/jobs        the jobs of this server; POST starts one, DELETE ends one
//
// The name of a run consists of the index of its folder in Config.Folders and its path below
// it. Files are opened through os.Root, so nothing outside the folders is read.
//
// # Security
//
// Every request must name a host that stands for the server: a loopback name, the host that
// it listens on, the name of the machine, or an address. So no web page can reach it under
// a name of its own (DNS rebinding). Requests from other pages are refused if they change or
// start something (http.CrossOriginProtection), or if they ask for pictures, scripts or
// data.
//
// Unless the server listens on a loopback address, a request that starts work needs a token.
// A browser gets it as a cookie from the address with ?token=; other programs send it as
// Authorization: Bearer.
//
// Pages have a Content-Security-Policy without inline scripts. A report may run only the
// script that replays games, in a sandbox.
//
// Requests are limited in size, number and time. Jobs end with the server. Their games are
// kept, and the same job continues from there.
package server
