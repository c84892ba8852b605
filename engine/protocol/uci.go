package protocol

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"bestiary/engine/rules"
	"bestiary/engine/session"
	"bestiary/internal/toml"
)

// UCI is the Universal Chess Interface.
var UCI = Protocol{
	Name:  "uci",
	Usage: "be an engine for other programs, by UCI",
	Description: `Reads commands of the Universal Chess Interface from standard input until quit. The option
UCI_Variant chooses the game. docs/engine.md has the options.

Two commands are for people: d shows the position, go perft N counts moves.`,
	begin: func(c *conversation) speaker { return &uci{conversation: c} },
}

// uci is a conversation in UCI.
type uci struct {
	*conversation
	debug  bool
	task   task            // of the search
	result *session.Result // of a search that has ended but may not answer yet
}

// task describes the request of a go command.
type task struct {
	perft     bool
	endless   bool // ends only by stop
	pondering bool // ends by stop, or continues after ponderhit
	open      bool // may never end by itself
	stopped   bool
	allowance allowance
	root      *rules.Position
	reported  rules.Move // the first move of the last reported line
	score     func(centipawns int) string
}

func (u *uci) commands() commands {
	return commands{
		"uci":        do(u.introduce),
		"isready":    do(func() { u.prepare(); u.out.Print("readyok") }),
		"debug":      func(rest string) error { u.debug = rest != "off"; return nil },
		"setoption":  u.setOption,
		"register":   do(func() {}),
		"ucinewgame": do(func() { u.Forget(); u.prepare() }),
		"position":   u.setPosition,
		"go":         u.goSearch,
		"stop":       do(u.stop),
		"ponderhit":  do(u.ponderHit),
		"d":          do(u.show),
	}
}

func (u *uci) unknown(command, _ string) {
	names := append(slices.Sorted(maps.Keys(u.commands())), "quit")
	u.note("unknown command %s%s", toml.Quote(command), toml.Hint(command, names))
}

// failed reports an error, also to a program that waits for a move.
func (u *uci) failed(command string, err error) {
	u.note("%v", err)
	if command == "go" && u.unknownGame != "" {
		u.out.Print("bestmove (none)")
	}
}

func (u *uci) plays() []string { return []string{"position", "go"} }

func (u *uci) tooLong(bytes int) {
	u.note("a line of %d bytes is ignored; at most %d are read", bytes, maxLine)
}

func (u *uci) note(format string, args ...any) { u.out.Print("info string "+format, args...) }

func (u *uci) gamesAdded(path string, names []string) {
	u.note("%s adds to UCI_Variant: %s", filepath.Base(path), strings.Join(names, " "))
}

func (u *uci) introduce() {
	u.out.Print("id name %s", u.config.Name)
	u.out.Print("id author the authors of bestiary")
	for _, o := range options {
		if !o.hidden {
			u.out.Print("%s", u.declare(o))
		}
	}
	u.out.Print("uciok")
}

// declare returns the line that offers an option.
func (u *uci) declare(o option) string {
	line := "option name " + o.name + " type "
	switch o.kind {
	case button:
		return line + o.kind
	case spin:
		return line + fmt.Sprintf("%s default %d min %d max %d", o.kind, o.standard, o.min, o.max)
	case file:
		value := o.value(u.conversation)
		if value == "" {
			value = noFile
		}
		return line + "string default " + value
	}
	line += o.kind + " default " + o.value(u.conversation)
	if o.choices != nil {
		line += " var " + strings.Join(o.choices(u.conversation), " var ")
	}
	return line
}

// setOption obeys "name … value …".
func (u *uci) setOption(rest string) error {
	args := strings.Fields(rest)
	if len(args) < 2 || args[0] != "name" {
		return errors.New("setoption: expected name NAME value VALUE")
	}
	name, value := strings.Join(args[1:], " "), ""
	if i := slices.Index(args, "value"); i > 1 {
		name, value = strings.Join(args[1:i], " "), strings.Join(args[i+1:], " ")
	}
	o, err := findOption(name, func(option) bool { return true })
	if err != nil {
		return err
	}
	if err := o.apply(u.conversation, value); err != nil {
		return fmt.Errorf("option %s: %w", o.name, err)
	}
	return nil
}

func (u *uci) prepare() {
	if err := u.Prepare(); err != nil {
		u.note("%v; playing without the file", err)
	}
	u.sayPlaying()
}

// setPosition obeys "startpos moves …" and "fen … moves …".
func (u *uci) setPosition(rest string) error {
	head, moves := strings.Fields(rest), []string(nil)
	if i := slices.Index(head, "moves"); i >= 0 {
		head, moves = head[:i], head[i+1:]
	}
	fen := ""
	switch {
	case len(head) == 0 || head[0] != "startpos" && head[0] != "fen":
		return errors.New("position: expected startpos or fen")
	case head[0] == "fen":
		if fen = strings.Join(head[1:], " "); fen == "" {
			return errors.New("position fen: the FEN is missing")
		}
	case len(head) > 1:
		return fmt.Errorf("position startpos: found %s, expected moves", toml.Quote(head[1]))
	}
	if err := u.Set(fen, moves); err != nil {
		return fmt.Errorf("position: %w; the position before is kept", err)
	}
	return nil
}

func (u *uci) show() {
	p := u.Position()
	if u.config.Draw != nil {
		for _, line := range u.config.Draw(p) {
			u.out.Print("%s", line)
		}
	}
	u.out.Print("Game: %s", u.Name())
	u.out.Print("Fen: %s", p.FEN())
}

// waits reports whether a command is a go that comes during a search with limits.
func (u *uci) waits(command string) bool {
	return command == "go" && u.search != nil && !u.unlimited() && !u.task.stopped
}

// unlimited reports whether the search may never end by itself.
func (u *uci) unlimited() bool { return u.task.endless || u.task.pondering || u.task.open }

// ended keeps the result and answers, unless the answer has to wait.
func (u *uci) ended(r session.Result) {
	u.result = &r
	u.answer()
}

// answer sends the result, if there is one and it does not have to wait.
func (u *uci) answer() {
	r := u.result
	if r == nil || u.task.endless || u.task.pondering {
		return
	}
	u.result = nil
	if u.task.perft {
		u.answerPerft(r)
		return
	}
	u.answerMove(r)
}

// stop ends the search; the answer comes when it has ended.
func (u *uci) stop() {
	u.task.endless, u.task.pondering, u.task.stopped = false, false, true
	if u.search != nil {
		u.search.Stop()
	}
	u.answer()
}

// abort stops the search and waits for the answer.
func (u *uci) abort() {
	u.stop()
	u.finish()
}

func (u *uci) finish() {
	if u.unlimited() {
		u.stop()
	}
	if u.search != nil {
		u.ended(u.take())
	}
}

// ponderHit turns pondering into a search with the limits of its go command.
func (u *uci) ponderHit() {
	if !u.task.pondering {
		return
	}
	u.task.pondering = false
	if soft, hard := u.task.allowance.budget(); hard > 0 && u.search != nil {
		if soft == 0 {
			soft = hard
		}
		u.search.Allow(soft, hard)
	}
	u.answer()
}
