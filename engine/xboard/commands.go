package xboard

import (
	"errors"
	"fmt"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/search"
	"bestiary/engine/session"
)

// ignored are commands that need no answer.
var ignored = []string{
	"xboard", "accepted", "rejected", "random", "computer", "name", "rating", "ics", "hard", "easy", "cores", "otim", "book", "bk", "nps", "egtpath", "debug",
}

// handle obeys a line and reports whether it was quit.
func (e *engine) handle(l session.Line) (quit bool) {
	if l.Length > session.MaxLine {
		e.complain("line too long", fmt.Sprintf("%d bytes", l.Length))
		return false
	}
	command, rest, _ := strings.Cut(l.Text, " ")
	rest = strings.TrimSpace(rest)
	if command == "quit" {
		return true
	}
	for _, name := range ignored {
		if command == name {
			return false
		}
	}
	if run, ok := actions[command]; ok {
		run(e, rest)
		return false
	}
	if run, ok := settings[command]; ok {
		if err := run(e, rest); err != nil {
			e.complain(err.Error(), command)
		}
		return false
	}
	switch {
	case command == "":
	case looksLikeMove(command) && rest == "":
		e.userMove(command)
	default:
		e.complain("unknown command", bare(command))
	}
	return false
}

// actions are commands that begin or end something.
var actions = map[string]func(*engine, string){
	"protover":  func(e *engine, _ string) { e.features() },
	"new":       (*engine).beginGame,
	"variant":   (*engine).chooseVariant,
	"force":     func(e *engine, _ string) { e.abort(); e.forced = true },
	"go":        func(e *engine, _ string) { e.playSide(e.session.Position().Turn()) },
	"playother": func(e *engine, _ string) { e.playSide(e.session.Position().Turn().Other()) },
	"usermove":  (*engine).userMove,
	"?":         func(e *engine, _ string) { e.moveNow() },
	"ping":      (*engine).ping,
	"draw":      func(e *engine, _ string) { e.considerDraw() },
	"result":    func(e *engine, _ string) { e.abort(); e.over = true },
	"setboard":  (*engine).setBoard,
	"hint":      func(e *engine, _ string) { e.giveHint() },
	"undo":      func(e *engine, _ string) { e.undo(1) },
	"remove":    func(e *engine, _ string) { e.undo(2) },
	"analyze":   func(e *engine, _ string) { e.abort(); e.analysing, e.forced = true, true; e.proceed() },
	"exit":      func(e *engine, _ string) { e.abort(); e.analysing = false },
	".":         func(e *engine, _ string) { e.status() },
	"post":      func(e *engine, _ string) { e.post = true },
	"nopost":    func(e *engine, _ string) { e.post = false },
}

// settings are commands with a value that can be wrong. They hold for the next
// search.
var settings = map[string]func(*engine, string) error{
	"level":  func(e *engine, rest string) error { return e.clock.level(strings.Fields(rest)) },
	"st":     func(e *engine, rest string) error { return e.clock.perMove(rest) },
	"sd":     func(e *engine, rest string) error { return e.clock.limitDepth(rest) },
	"time":   func(e *engine, rest string) error { return e.clock.time(rest) },
	"memory": (*engine).setMemory,
	"option": (*engine).setOption,
}

// beginGame obeys "new": chess, with the engine as Black.
func (e *engine) beginGame(string) {
	e.abort()
	if err := e.session.Choose(standard); err != nil {
		e.complain(err.Error(), "new")
		return
	}
	e.newGame()
}

func (e *engine) playSide(c rules.Color) {
	e.abort()
	e.forced, e.analysing, e.over, e.side = false, false, false, c
	e.proceed()
}

// looksLikeMove tells moves from commands, for programs that send them without
// the word usermove.
func looksLikeMove(text string) bool {
	return len(text) > 3 && (text[0] >= 'a' && text[0] <= 'p' && text[1] >= '0' && text[1] <= '9' || text[1] == '@') ||
		strings.HasPrefix(text, "O-O") || strings.HasPrefix(text, "0-0")
}

// text writes a move.
func (e *engine) text(m rules.Move) string { return notation{e.session.Game()}.move(m) }

// userMove makes a move of the opponent's or, without an opponent, of either
// side.
func (e *engine) userMove(text string) {
	m, err := e.find(text)
	if err != nil {
		e.out.Print("Illegal move (%v): %s", err, bare(text))
		return
	}
	if e.search != nil {
		e.abort()
	}
	e.hint = 0
	e.session.Make(m)
	e.proceed()
}

func (e *engine) find(text string) (rules.Move, error) {
	if e.thinking() {
		return 0, errors.New("the engine is to move")
	}
	n := notation{e.session.Game()}
	m, err := e.session.Position().ReadMove(n.ranks().FromCECP(text))
	if err != nil {
		return 0, errors.New("against the rules")
	}
	return m, nil
}

// moveNow ends the engine's thinking with a move.
func (e *engine) moveNow() {
	if e.thinking() {
		e.search.Stop()
	}
}

func (e *engine) ping(n string) {
	e.pings = append(e.pings, n)
	if !e.thinking() {
		e.pong()
	}
}

// drawScore is the score at which the engine accepts a draw, in centipawns.
const drawScore = -25

func (e *engine) considerDraw() {
	if e.score <= drawScore && !e.over {
		e.out.Print("offer draw")
	}
}

func (e *engine) setBoard(fen string) {
	e.abort()
	n := notation{e.session.Game()}
	if fen == "" {
		e.out.Print("tellusererror Illegal position: the FEN is missing")
		return
	}
	if err := e.session.Set(n.ranks().FENFromCECP(fen), nil); err != nil {
		e.out.Print("tellusererror Illegal position: %v", err)
		return
	}
	e.over, e.hint = false, 0
	if e.analysing {
		e.proceed()
	}
}

// hintNodes is the length of the search for a hint.
const hintNodes = 20_000

// giveHint suggests a move to the side on move.
func (e *engine) giveHint() {
	if e.thinking() || e.over {
		return
	}
	m := e.hint
	if m == 0 {
		analysed := e.search != nil
		e.abort()
		if x, _ := e.session.Search(search.Limits{Nodes: hintNodes}); x != nil {
			m = x.Result().Move
		}
		if analysed {
			defer e.proceed()
		}
	}
	if m != 0 {
		e.out.Print("Hint: %s", e.text(m))
	}
}

// undo takes back moves. The engine goes on when it is told to, or after the
// next move.
func (e *engine) undo(moves int) {
	e.abort()
	if !e.session.Undo(moves) {
		e.complain("no moves to take back", "undo")
	} else {
		e.over, e.hint = false, 0
	}
	if e.analysing {
		e.proceed()
	}
}

// status answers "." in an analysis: hundredths of a second, nodes, ply, moves
// still to be searched and all moves. The moves are not counted in this search.
func (e *engine) status() {
	if !e.analysing {
		return
	}
	r := e.latest.get()
	e.out.Print("stat01: %d %d %d 0 %d", r.Elapsed.Milliseconds()/10, r.Nodes, max(r.Depth, 1), len(e.session.Position().Moves(nil)))
}
