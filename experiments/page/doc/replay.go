package doc

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"strconv"
)

// Replay is a game to be replayed move by move. Without scripts it shows the first
// position and the moves.
type Replay struct {
	Caption string
	// Board is the first position as SVG, and Frames its shots, as JSON
	// (see board.Film).
	Board  []byte
	Frames json.RawMessage
	// Moves holds the moves as text.
	Moves string
	// Link is the address of the game on the board of the program's server, or "".
	Link string
}

//go:embed replay.js
var replay string

//go:embed sort.js
var sortable string

// longTable is the number of rows from which a table of a page can be sorted and filtered.
const longTable = 25

// script runs all replays of a page, and gives long tables what sorts and filters them.
var script = replay + sortable +
	"document.querySelectorAll('.open').forEach(link => { link.hidden = location.protocol === 'file:'; });\n" + // only a server has the board
	"document.querySelectorAll('.replay').forEach(replay);\n" +
	"document.querySelectorAll('.scroll > table').forEach(table => { if (table.tBodies[0].rows.length >= " + strconv.Itoa(longTable) + ") sortable(table); });\n"

// ReplayModule returns a JavaScript module that exports replay, which adds the controls
// to the figure of a Replay.
func ReplayModule() string { return replay + "export { replay };\n" }

// ContentPolicy returns the Content-Security-Policy of a page: embedded pictures, inline styles,
// and no script except for replays and long tables.
func ContentPolicy() string {
	sum := sha256.Sum256([]byte(script))
	return "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
