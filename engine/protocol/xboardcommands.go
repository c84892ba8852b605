package protocol

import (
	"errors"

	"bestiary/engine/rules"
	"bestiary/engine/search"
)

// ignored lists commands without effect.
var ignored = []string{
	"xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "hard", "easy", "cores", "otim", "book", "bk", "nps", "egtpath", "debug",
}

func (x *xboard) commands() commands {
	turn := func() rules.Color { return x.Position().Turn() }
	table := commands{
		"protover":  do(x.introduce),
		"new":       x.beginGame,
		"variant":   x.chooseVariant,
		"force":     do(func() { x.abort(); x.forced = true }),
		"go":        do(func() { x.playSide(turn()) }),
		"playother": do(func() { x.playSide(turn().Other()) }),
		"usermove":  x.userMove,
		"?":         do(x.moveNow),
		"ping":      x.ping,
		"draw":      do(x.considerDraw),
		"result":    do(func() { x.abort(); x.over = true }),
		"setboard":  x.setBoard,
		"hint":      do(x.giveHint),
		"undo":      do(func() { x.undo(1) }),
		"remove":    do(func() { x.undo(2) }),
		"analyze":   do(func() { x.abort(); x.analysing, x.forced = true, true; x.proceed() }),
		"exit":      do(func() { x.abort(); x.analysing = false }),
		".":         do(x.status),
		"post":      do(func() { x.post = true }),
		"nopost":    do(func() { x.post = false }),
		"level":     x.clock.level,
		"st":        x.clock.perMove,
		"sd":        x.clock.limitDepth,
		"time":      x.clock.time,
		"memory":    x.setMemory,
		"option":    x.setOption,
	}
	for _, name := range ignored {
		table[name] = do(func() {})
	}
	return table
}

// beginGame obeys "new": chess, with the engine as Black.
func (x *xboard) beginGame(string) error {
	x.abort()
	if err := x.Choose(standard); err != nil {
		return err
	}
	x.newGame()
	return nil
}

// playSide has the engine play a side from now on.
func (x *xboard) playSide(c rules.Color) {
	x.abort()
	x.forced, x.analysing, x.over, x.side = false, false, false, c
	x.proceed()
}

// userMove makes a move of the opponent or, in force mode, of either side.
func (x *xboard) userMove(text string) error {
	m, err := x.readMove(text)
	if err != nil {
		x.out.Print("Illegal move (%v): %s", err, bare(text))
		return nil
	}
	x.abort()
	x.hint = 0
	x.Make(m)
	x.proceed()
	return nil
}

// moveNow has the engine move at once.
func (x *xboard) moveNow() {
	if x.thinking() {
		x.search.Stop()
	}
}

func (x *xboard) ping(n string) error {
	x.pings = append(x.pings, n)
	if !x.thinking() {
		x.pong()
	}
	return nil
}

// drawScore is the score at which the engine accepts a draw, in centipawns.
const drawScore = -25

func (x *xboard) considerDraw() {
	if x.score <= drawScore && !x.over {
		x.out.Print("offer draw")
	}
}

func (x *xboard) setBoard(fen string) error {
	x.abort()
	err := errors.New("the FEN is missing")
	if fen != "" {
		err = x.Set(x.ranks().FENFromCECP(fen), nil)
	}
	if err != nil {
		x.out.Print("tellusererror Illegal position: %v", err)
		return nil
	}
	x.over, x.hint = false, 0
	if x.analysing {
		x.proceed()
	}
	return nil
}

// hintNodes is the length of the search for a hint.
const hintNodes = 20_000

// giveHint suggests a move to the side on move.
func (x *xboard) giveHint() {
	if x.thinking() || x.over {
		return
	}
	m := x.hint
	if m == 0 {
		analysed := x.search != nil
		x.abort()
		found, _ := x.Search(search.Limits{Nodes: hintNodes})
		m = found.Result().Move
		if analysed {
			defer x.proceed()
		}
	}
	if m != 0 {
		x.out.Print("Hint: %s", x.text(m))
	}
}

// undo takes back moves. The engine plays again after go or after the next move.
func (x *xboard) undo(moves int) {
	x.abort()
	if x.Undo(moves) {
		x.over, x.hint = false, 0
	} else {
		x.complain("no moves to take back", "undo")
	}
	if x.analysing {
		x.proceed()
	}
}

// status answers "." in an analysis with hundredths of a second, nodes, ply, moves
// still to be searched (which are not counted here) and all moves.
func (x *xboard) status() {
	if !x.analysing {
		return
	}
	r := x.latest.Load()
	x.out.Print("stat01: %d %d %d 0 %d", r.Elapsed.Milliseconds()/10, r.Nodes, max(r.Depth, 1), len(x.Position().Moves(nil)))
}
