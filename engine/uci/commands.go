package uci

import (
	"strings"

	"bestiary/engine/session"
	"bestiary/engine/variant"
)

var commandNames = []string{
	"uci", "debug", "isready", "setoption", "register", "ucinewgame", "position",
	"go", "stop", "ponderhit", "quit", "d",
}

// handle obeys a line and reports whether it was quit.
func (e *engine) handle(l session.Line) (quit bool) {
	if l.Length > session.MaxLine {
		e.say("a line of %d bytes is ignored; at most %d are read", l.Length, session.MaxLine)
		return false
	}
	words := strings.Fields(l.Text)
	if len(words) == 0 {
		return false
	}
	switch args := words[1:]; words[0] {
	case "quit":
		return true
	case "uci":
		e.introduce()
	case "isready":
		e.prepare()
		e.out.Print("readyok")
	case "debug":
		e.debug = len(args) == 0 || args[0] != "off"
	case "setoption":
		e.setOption(args)
	case "ucinewgame":
		e.session.Forget()
		e.prepare()
	case "position":
		e.setPosition(args)
	case "go":
		e.goSearch(args)
	case "stop":
		e.stop()
	case "ponderhit":
		e.ponderHit()
	case "d":
		e.show()
	case "register":
	default:
		e.unknown(words[0])
	}
	return false
}

func (e *engine) unknown(command string) {
	if near := variant.Nearest(command, commandNames); near != "" {
		e.say("unknown command %s; did you mean %q?", variant.Quote(command), near)
		return
	}
	e.say("unknown command %s", variant.Quote(command))
}

func (e *engine) introduce() {
	e.out.Print("id name %s", e.config.Name)
	e.out.Print("id author the authors of bestiary")
	for i := range options {
		if o := &options[i]; !o.hidden {
			e.out.Print("%s", o.declare(e))
		}
	}
	e.out.Print("uciok")
}

func (e *engine) prepare() {
	if err := e.session.Prepare(); err != nil {
		e.say("%v; playing without the file", err)
	}
}

// setPosition obeys "startpos moves …" and "fen … moves …".
func (e *engine) setPosition(args []string) {
	if len(args) == 0 || args[0] != "startpos" && args[0] != "fen" {
		e.say("position: expected startpos or fen")
		return
	}
	var moves []string
	head := args
	for i, word := range args {
		if word == "moves" {
			head, moves = args[:i], args[i+1:]
			break
		}
	}
	fen := ""
	if head[0] == "fen" {
		if fen = strings.Join(head[1:], " "); fen == "" {
			e.say("position fen: the FEN is missing")
			return
		}
	} else if len(head) > 1 {
		e.say("position startpos: found %s, expected moves", variant.Quote(head[1]))
		return
	}
	if err := e.session.Set(fen, moves); err != nil {
		e.say("position: %v; the position before is kept", err)
	}
}

func (e *engine) show() {
	p := e.session.Position()
	if e.config.Draw != nil {
		for _, line := range e.config.Draw(p) {
			e.out.Print("%s", line)
		}
	}
	e.out.Print("Game: %s", e.session.Name())
	e.out.Print("Fen: %s", p.FEN())
}
