//go:build unix

package external

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"time"

	"bestiary/engine/rules"
	"bestiary/engine/variant"
	"bestiary/engine/variant/gamefile"
)

// The environment variables by which the test binary becomes a fake engine.
const (
	fakeVar     = "BESTIARY_FAKE"     // protocol, "sleeper" or "runner"
	tricksVar   = "BESTIARY_TRICKS"   // ways to misbehave, joined by commas
	featuresVar = "BESTIARY_FEATURES" // of CECP, besides done=1
	pidVar      = "BESTIARY_PID_FILE" // where a forked child leaves its number
)

// fake plays random legal moves and misbehaves on command.
type fake struct {
	in       *bufio.Scanner
	protocol Protocol
	name     string // of the game
	game     *rules.Game
	pos      *rules.Position
	random   *rand.Rand
	tricks   []string
	chess960 bool
	ini      []byte
	twice    string // an answer that is written a second time at the next command
}

// runFake is the main function of the fake engine.
func runFake(kind string) {
	switch kind {
	case "sleeper":
		fmt.Fprintln(os.Stderr, "sleeper")
		time.Sleep(time.Minute)
		return
	case "runner":
		runRunner()
		return
	}
	f := &fake{
		in:       bufio.NewScanner(os.Stdin),
		protocol: Protocol(kind),
		random:   rand.New(rand.NewPCG(3, 4)),
		tricks:   strings.Split(os.Getenv(tricksVar), ","),
	}
	f.in.Buffer(nil, 1<<20)
	f.choose("chess")
	f.atStart()
	if f.protocol == XBoard {
		f.xboard()
	} else {
		f.uci()
	}
	for f.does("ignore-quit") {
		time.Sleep(time.Hour)
	}
}

// runRunner runs an engine that has a child and does not end by itself.
func runRunner() {
	v, err := variant.Find("chess")
	if err != nil {
		panic(err)
	}
	g, err := rules.Compile(v)
	if err != nil {
		panic(err)
	}
	e, err := Start(context.Background(), fakeConfig(UCI, "fork,ignore-quit"), g)
	if err != nil {
		panic(err)
	}
	fmt.Println(e.proc.cmd.Process.Pid)
	time.Sleep(time.Minute)
}

func (f *fake) does(trick string) bool { return slices.Contains(f.tricks, trick) }

func (f *fake) atStart() {
	switch {
	case f.does("silent"):
		time.Sleep(time.Hour)
	case f.does("exit-at-start"):
		os.Exit(0)
	case f.does("crash-at-start"):
		fmt.Fprint(os.Stderr, "cannot find book")
		os.Exit(3)
	}
	if f.does("fork") || f.does("fork-away") {
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), fakeVar+"=sleeper")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		child.SysProcAttr = &syscall.SysProcAttr{Setsid: f.does("fork-away")}
		if err := child.Start(); err != nil {
			panic(err)
		}
		if err := os.WriteFile(os.Getenv(pidVar), fmt.Appendln(nil, child.Process.Pid), 0o600); err != nil {
			panic(err)
		}
	}
	if f.does("stderr") {
		noise := strings.Repeat("much ado about nothing ", 40)
		for range 5000 {
			fmt.Fprintln(os.Stderr, noise)
		}
	}
}

// choose changes the game; like real engines it ignores unknown names.
func (f *fake) choose(name string) {
	if name == "normal" {
		name = "chess"
	}
	if _, err := variant.Find(name); err == nil || name == fileGame {
		f.name, f.game, f.pos = name, nil, nil
	}
}

// begin compiles the game if that has not been done, and sets up its start.
func (f *fake) begin() {
	if f.game == nil {
		v, err := variant.Find(f.name)
		if f.name == fileGame {
			v, _, err = gamefile.ParseINI("", f.ini, f.name, false)
		}
		if err == nil && f.does("misread") {
			v = v.Clone()
			v.Pieces[1].Moves[0].Betza = "NA"
		}
		if err == nil {
			f.game, err = rules.Compile(v)
		}
		if err != nil {
			panic(err)
		}
	}
	f.pos = f.game.NewPosition()
}

func (f *fake) uci() {
	for f.in.Scan() {
		word, rest, _ := strings.Cut(f.in.Text(), " ")
		fmt.Print(f.twice)
		f.twice = ""
		switch word {
		case "uci":
			fmt.Print("Fake 1 by nobody\nid name Fake 1\nid author nobody\n")
			fmt.Println("option name Hash type spin default 16 min 1 max 512")
			fmt.Println("option name Own Book type check default false")
			fmt.Println("option name Clear Hash type button")
			if f.does("ponder") {
				fmt.Println("option name Ponder type check default false")
			}
			if !f.does("chess-only") {
				fmt.Println("option name UCI_Chess960 type check default false")
				fmt.Println("option name VariantPath type string default <empty>")
				fmt.Print("option name UCI_Variant type combo default chess var chess var capablanca var grand var al-ces var falcon-chess")
				if f.ini != nil {
					fmt.Print(" var " + fileGame)
				}
			}
			fmt.Print("\nuciok\n")
		case "isready":
			fmt.Println("readyok")
		case "setoption":
			f.setOption(rest)
		case "position":
			f.position(rest)
		case "go":
			if rest == "perft 1" {
				f.perft()
				continue
			}
			fmt.Println("info depth 7 score cp 31 nodes 1234 pv x")
			if strings.HasPrefix(rest, "ponder") { // until ponderhit or stop
				for i := range 3 * queueSize {
					fmt.Println("info string", i)
				}
				fmt.Println("info depth 9 score cp 32 nodes 5678 pv x")
				f.in.Scan()
				if f.does("deaf-pondering") {
					time.Sleep(time.Hour)
				}
			}
			f.answer("bestmove ")
		case "quit":
			return
		}
	}
}

func (f *fake) setOption(rest string) {
	name, value, _ := strings.Cut(strings.TrimPrefix(rest, "name "), " value ")
	switch name {
	case "VariantPath":
		text, err := os.ReadFile(value)
		if err != nil {
			panic(err)
		}
		f.ini = text
	case "UCI_Chess960":
		f.chess960 = true
	case "UCI_Variant":
		if f.chess960 && value == "chess" {
			value = "chess960"
		}
		f.choose(value)
	}
}

func (f *fake) perft() {
	for _, m := range f.pos.Moves(nil) {
		fmt.Printf("%s: 1\n", f.game.MoveText(m))
	}
	fmt.Println("\nNodes searched: 1") // as of a position with a single move
}

func (f *fake) position(text string) {
	fen, moves, _ := strings.Cut(text, " moves ")
	f.begin()
	if rest, ok := strings.CutPrefix(fen, "fen "); ok {
		f.setBoard(rest)
	}
	for _, m := range strings.Fields(moves) {
		f.makeMove(m)
	}
}

func (f *fake) setBoard(fen string) {
	var err error
	if f.pos, err = f.game.ParseFEN(fen); err != nil {
		panic(err)
	}
}

func (f *fake) makeMove(text string) {
	m, err := f.pos.ReadMove(text)
	if err != nil {
		panic(err)
	}
	f.pos.Make(m)
}

// answer makes a move and announces it, unless it misbehaves.
func (f *fake) answer(announce string) {
	moves := f.pos.Moves(nil)
	m := moves[f.random.IntN(len(moves))]
	text := f.write(f.pos.Game().TakesText(m))
	for _, trick := range f.tricks {
		if t := f.textTrick(trick); t != "" {
			fmt.Println(announce + t)
			return
		}
		f.trick(trick, announce+text)
	}
	f.pos.Make(m)
	if f.does("ponder") {
		if replies := f.pos.Moves(nil); len(replies) > 0 {
			text += " ponder " + f.write(f.pos.Game().TakesText(replies[0]))
		}
	}
	fmt.Println(announce + text)
	if f.does("twice") {
		f.twice = announce + text + "\n"
	}
}

// textTrick returns an impossible move.
func (f *fake) textTrick(trick string) string {
	return map[string]string{"illegal": "e2e5", "unparsable": "Nf3!?", "none": "(none)", "castle": "O-O"}[trick]
}

// trick misbehaves before the answer, or for ever.
func (f *fake) trick(trick, answer string) {
	forever := func() { time.Sleep(time.Hour) }
	switch trick {
	case "exit":
		os.Exit(0)
	case "crash":
		os.Exit(3)
	case "signal":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		forever()
	case "hang":
		forever()
	case "late":
		time.Sleep(200 * time.Millisecond)
	case "until-stop":
		for f.in.Scan() && f.in.Text() != "stop" && f.in.Text() != "?" {
		}
	case "garbage":
		for i := range 2000 {
			fmt.Printf("\x00\xff garbage %d bestmoves movee2e4 info depth info score cp x feature\n\n", i)
		}
	case "long-line":
		fmt.Println(strings.Repeat("x", 10<<20))
	case "endless-line":
		for noise := strings.Repeat("y", 1<<16); ; {
			fmt.Print(noise)
		}
	case "no-newline":
		fmt.Print(answer)
		os.Exit(0)
	case "unfinished":
		fmt.Print(answer)
		forever()
	case "close-output":
		os.Stdout.Close()
		forever()
	case "close-input":
		fmt.Println(answer)
		os.Stdin.Close()
		forever()
	}
}
