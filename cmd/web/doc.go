// Package web is the page of the program, which shows, plays and measures games in a
// browser.
//
// # One page, two homes
//
// Files returns the static files of the page: HTML, CSS and JavaScript modules without a build
// step. They work on any web host: the engine, compiled to WebAssembly (package cmd/web/wasm), runs
// in Web Workers. On the program's own server the same files ask the server instead. The file
// home.js distinguishes the two; the server replaces it.
//
// The static site shows its first board before it has loaded the engine: Site writes the games
// of the catalogue with their first positions into the folder first. A link to another game describes it in
// the same way. Its service
// worker, sw.js, keeps all files for use offline; Site lists them there with the hashes of
// their content. On the server the list is empty, and the worker removes itself.
//
// # API
//
// The worker and the server answer the same requests with the same code: API.Call takes
// the name of a method and a JSON object and returns a JSON object. The server offers it at
// POST /api/METHOD. A reply depends only on the request, except for "values", which
// collects games. The API caches compiled games.
//
//	catalogue    the games of the catalogue
//	game         a game by name or from a text in any format: pieces, rules in words,
//	             pictures; or the faults of the text with their lines
//	array        the first position of a new game, which may be shuffled
//	position     the pieces on the board, the legal moves and the outcome
//	reach        where a piece goes, whoever is to move
//	card         roughly what a piece is worth, from its moves alone
//	design       the text of a game that is built on its board; kinds finds pieces for it
//	set-up       the FEN of a position from its pieces
//	think        the best moves of a position, by a number of nodes
//	pgn          writes a game with variations as PGN; read-pgn reads games, and tree
//	             describes the moves of one
//	play         plays one game of a measurement: of values, of who wins, or of a comparison
//	values       adds such games and returns the results of all games so far
//	faults       what is wrong with a game, by the games that say who wins
//	speed        how fast the engine is in a game
//
// An error is a *Fault if the request is at fault. Its reply is
//
//	{"error": "…", "faults": [{"line": 3, "field": "…", "message": "…"}]}
//
// Requests limit the methods that work for long (see WorksLong) by a number of nodes.
//
// # Modules
//
//	client.js   connect(): an engine in a worker, or the server; call(method, request)
//	app.js      the page: its tabs and the chosen game
//	board.js    the board as an SVG element, for the mouse, touch and the keyboard
//	dom.js      elements; texts of games become text nodes, never markup
//	data.js     requests for the runs and jobs of the server
//	link.js     addresses that hold a game
//	game.js, play.js, study.js, piece.js, runs.js
//	            a tab each: export function mount(element, app)
//	workshop.js builds games on the board of the tab "Game"
//	studying.js plays the parts of a study (part.js) step by step
//	keep.js     what the browser keeps: studies, games that were played, games that were built
//	early.js    what is known before the engine has arrived
//
// The others are parts of a tab. No modules import each other in a circle. Tests drive the
// page in Chromium.
package web
