// Package web is the page of the program: games to look at, to play and to measure in
// a browser.
//
// # One page, two homes
//
// Files are the static files of the page: HTML, CSS and JavaScript modules without a
// build step. On any web host they are complete: the engine, compiled to WebAssembly
// (package cmd/web/wasm), runs in Web Workers. Behind the program's own server the same
// files may ask the server instead. The file home.js says where the page is; the server
// serves its own in place of it.
//
// # API
//
// The worker and the server answer the same requests with the same code: API.Call takes
// the name of a method and a JSON object and returns a JSON object. The server has it at
// POST /api/METHOD. Replies depend on the request alone, except for speed: the API keeps
// the games that it has compiled last. The exception is "values", which collects games.
//
//	catalogue    the games of the catalogue
//	game         a game by name or from a text in any format: pieces, rules in words,
//	             pictures; or the faults of the text with their lines
//	position     what stands where, legal moves, the outcome
//	set-up       the FEN of a position that is set up
//	think        the best moves of a position, by a number of nodes
//	pgn          writes a game as PGN; read-pgn reads one
//	play         plays one game of an estimate or a comparison
//	bench        the speed of the engine, and the signature of its play
//	values       adds such games and returns what the pieces are worth by all so far
//
// An error is a *Fault if the request is at fault. Its reply is
//
//	{"error": "…", "faults": [{"line": 3, "field": "…", "message": "…"}]}
//
// The methods that start work (Works) take the time that their request gives in nodes.
//
// # Modules
//
//	client.js   connect(): an engine in a worker, or the server; call(method, request)
//	app.js      the page: its tabs, and the game that is chosen
//	board.js    the board as an SVG element, for the mouse, touch and the keyboard
//	dom.js      elements; texts of games become text nodes, never markup
//	link.js     addresses that hold a game
//	game.js, play.js, measure.js, runs.js
//	            a tab each: export function mount(element, app)
//
// The others are parts of a tab. Tests drive the page in Chromium.
package web
